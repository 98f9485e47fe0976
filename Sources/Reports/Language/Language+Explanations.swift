package import Scenarios

extension Language {
  /// A phrase that others put together; its words are keys of translations, as literals are.
  package func text(of phrase: Phrase) -> String {
    switch phrase {
    case .verbatim(let text): text
    case .words(let words, let arguments):
      Phrase.filled(translated(words), arguments.map { text(of: $0) })
    case .list(let parts): parts.map { text(of: $0) }.joined(separator: self == .zh ? "、" : ", ")
    }
  }

  /// What a name that can be explained is called where it is not a word of this language; nil in
  /// English.
  package func name(of explanation: Explanation) -> String? {
    guard self == .zh else { return nil }
    return switch explanation.group {
    case .fault, .outcome, .lossKind, .flag, .dropPoint: Chinese.own.names[explanation.name]
    case .distribution, .axis, .metric, .word: Chinese.own.term(explanation.name, explanation.group)
    case .key, .parameter, .value, .design, .rule: nil
    }
  }

  /// What a name is called in all languages but English.
  package static func names(of explanation: Explanation) -> [String] {
    allCases.compactMap { $0.name(of: explanation) }
  }

  /// A name that can be explained, with its name in this language behind it if it has one.
  func named(_ explanation: Explanation) -> String {
    [explanation.name, name(of: explanation)].compactMap(\.self).joined(separator: " ")
  }
}
