package import JSONText
package import PurchaseWorld
import Resources
package import Scenarios

/// The language of what people read: reports, pages, explanations.
///
/// It is called like a function with a phrase in English, such as "{0} of {1} expectations hold", and
/// what stands in its places. The phrase is the key of its translation (``Chinese``), so it stands
/// there as a literal. What programs read stays English.
package enum Language: String, CaseIterable, Sendable {
  case en
  /// Chinese, with the terms of the articles: 掉单, 串单, 坏账, 补单.
  case zh

  /// A phrase in this language; one that has no translation stays English.
  /// - Parameter phrase: whole in English, with `{0}`, `{1}` … where the arguments stand.
  /// - Parameter arguments: as many as there are places; what they say is not looked into.
  package func callAsFunction(_ phrase: String, _ arguments: String...) -> String {
    Phrase.filled(translated(phrase), arguments)
  }

  /// A phrase in this language, with its places; one that has no translation stays English.
  package func translated(_ phrase: String) -> String {
    self == .en ? phrase : Chinese.own.phrases[phrase] ?? phrase
  }

  /// An identifier with its name behind it where this language has one: `crash 崩溃`.
  ///
  /// In English identifiers are words already.
  package func named(_ identifier: String) -> String {
    name(of: identifier).map { identifier + " " + $0 } ?? identifier
  }

  /// What an identifier is called where it is not a word of this language; nil in English.
  package func name(of identifier: String) -> String? {
    self == .zh ? Chinese.own.names[identifier] : nil
  }

  /// Things of one kind, one after the other.
  package func list(_ words: [String]) -> String {
    words.joined(separator: self == .zh ? "，" : ", ")
  }

  /// Some things, and how many more there are.
  func some(_ all: [String], most: Int) -> String {
    let left = all.count - most
    if left <= 1 { return list(all) }
    let language = self
    return list(all.prefix(most) + [language("{0} more", Numerals.count(left))])
  }

  /// Clauses, one after the other.
  func clauses(_ words: [String]) -> String { words.joined(separator: self == .zh ? "；" : "; ") }

  /// Words and what follows them, with a space where this language has one.
  func joined(_ words: String, _ next: String) -> String { words + (self == .zh ? "" : " ") + next }

  /// Sentences, one after the other.
  func sentences(_ words: [String]) -> String { words.joined(separator: self == .zh ? "" : " ") }

  /// A command that people are told, which answers in this language, too.
  package func command(_ command: String) -> String {
    let pasted = Program.pasted(command)
    return self == .en ? pasted : pasted + " --language " + rawValue
  }

  /// A phrase that is not said where it stands; its words are keys of translations, as literals are.
  package func text(of phrase: Phrase) -> String {
    switch phrase {
    case .verbatim(let text): text
    case .words(let words, let arguments):
      Phrase.filled(translated(words), arguments.map { text(of: $0) })
    case .list(let parts): parts.map { text(of: $0) }.joined(separator: self == .zh ? "、" : ", ")
    }
  }

  /// A mistake in a file, on one line.
  package func line(_ problem: Problem) -> String { text(of: problem.line).escapingControls }

  /// A fault with its parameters: their names, and their values as the scenario format writes them; what
  /// happens by chance has none.
  package func words(_ kind: FaultKind, _ parameters: [(name: String, value: String?)]) -> String {
    list(
      [named(kind.rawValue)]
        + parameters.map { name, value in
          // Whatever parameters there are, their names with a place for the value are phrases.
          guard let value else { return translated(name) }
          return Phrase.filled(translated(name + " {0}"), [named(value)])
        })
  }

  /// A fault with all its parameters.
  /// - Parameter store: the store that it strikes, which decides what is not said.
  package func words(_ fault: Fault, in store: Design.StoreKind = .storeKit1) -> String {
    words(fault.kind, FaultCatalog.parameters(of: fault, in: store))
  }

  /// The word of this language for a name of a group; nil in English.
  func term(_ name: String, of group: Explanation.Group) -> String? {
    self == .zh ? Chinese.own.terms[group.rawValue]?[name] : nil
  }

  /// What a name that can be explained is called where it is not a word of this language; nil in English.
  package func name(of explanation: Explanation) -> String? {
    guard self == .zh else { return nil }
    return switch explanation.group {
    case .fault, .outcome, .lossKind, .flag, .dropPoint: Chinese.own.names[explanation.name]
    case .distribution, .axis, .metric, .column, .word:
      term(explanation.name, of: explanation.group)
    case .key, .parameter, .axes, .value, .design, .event, .rule: nil
    }
  }

  /// What it is called in any language, and by whom: the words of the trade, too.
  package static func names(of explanation: Explanation) -> [String] {
    allCases.compactMap { $0.name(of: explanation) }
      + Chinese.own.synonyms.filter { $0.value == explanation.name }.map(\.key).sorted()
  }

  /// A phrase of the help in this language, with the names in it as they are.
  package func help(_ phrase: String) -> String {
    self == .zh ? Chinese.own.help[phrase] ?? phrase : phrase
  }

  /// A name that can be explained, with its name in this language behind it if it has one.
  func named(_ explanation: Explanation) -> String {
    name(of: explanation).map { explanation.name + " " + $0 } ?? explanation.name
  }
}

/// The Chinese of everything that is said, by its English, from `Resource.chinese`.
///
/// The words are those of the articles [000–003]. The file is read when Chinese is first asked for. What
/// it does not say stays English; a test holds that it says everything, each phrase once.
package struct Chinese: Sendable {
  package private(set) var phrases: [String: String] = [:]
  /// The names of identifiers that are no Chinese words; they stand beside them.
  package private(set) var names: [String: String] = [:]
  /// The names of what has none on reports, by the group's: they stand beside it in explanations.
  package private(set) var terms: [String: [String: String]] = [:]

  /// Chinese words of the trade that are no translations, each with the name that it means.
  package private(set) var synonyms: [String: String] = [:]
  /// What the command's help says.
  package private(set) var help: [String: String] = [:]

  package static let own: Chinese = {
    do throws(JSONProblem) { return try Chinese(Resource.chinese) } catch {
      // Otherwise everything would stay English without a word.
      preconditionFailure("zh.json: \(error)")
    }
  }()

  /// Reads `phrases` by part of what is said, `names`, `synonyms`, `help`, and `terms` by group.
  package init(_ bytes: [UInt8]) throws(JSONProblem) {
    for part in try Chinese.members(of: .parse(bytes)) {
      switch part.key {
      case "phrases":
        for section in try Chinese.members(of: part.value) {
          try Chinese.read(section.value, into: &phrases)
        }
      case "names": try Chinese.read(part.value, into: &names)
      case "synonyms": try Chinese.read(part.value, into: &synonyms)
      case "help": try Chinese.read(part.value, into: &help)
      case "terms":
        for group in try Chinese.members(of: part.value) {
          try Chinese.read(group.value, into: &terms[group.key, default: [:]])
        }
      default: throw Chinese.problem(part.position, "phrases, names, synonyms, help or terms")
      }
    }
  }

  private static func read(
    _ value: JSONValue, into texts: inout [String: String]
  ) throws(JSONProblem) {
    for member in try members(of: value) {
      guard case .string(let text) = member.value.content else {
        throw problem(member.value.position, "a text")
      }
      guard texts.updateValue(text, forKey: member.key) == nil else {
        throw problem(member.position, "a phrase that is not translated yet")
      }
    }
  }

  private static func members(of value: JSONValue) throws(JSONProblem) -> [JSONMember] {
    guard case .object(let members) = value.content else {
      throw problem(value.position, "an object")
    }
    return members
  }

  private static func problem(_ position: TextPosition, _ expected: Phrase) -> JSONProblem {
    JSONProblem(at: position, "this cannot be translated by", expected: expected)
  }
}

/// What names of the format and of the results mean.
extension Language {
  /// The longest line of an explanation, in columns of a terminal.
  private static let columns = 100

  /// One explanation: the name and what it is, what it means, its values, and what else is known.
  package func text(of explanation: Explanation) -> String {
    let head = self("{0}: {1}", named(explanation), text(of: explanation.group.title))
    var lines = [head] + indented(text(of: explanation.meaning), "  ")
    for block in [explanation.values, explanation.facts] where !block.isEmpty {
      lines += [""] + self.lines(of: block)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func lines(of facts: [Explanation.Fact]) -> [String] {
    let names = facts.map { text(of: $0.name) }
    let width = names.map { DisplayWidth.of($0) }.max() ?? 0
    return zip(names, facts).flatMap { name, fact in
      indented(text(of: fact.text), "  " + DisplayWidth.padded(name, to: width) + "  ")
    }
  }

  /// The names of a group, one after the other under their heading.
  package func list(of group: Explanation.Group) -> String {
    // A Chinese mark brings its own space.
    let (mark, space) = self == .zh ? ("；", "") : (",", " ")
    let room = Language.columns - DisplayWidth.of(mark)
    var lines = [text(of: group.heading)]
    var line = ""
    for explanation in Explanation.everything where explanation.group == group {
      let name = named(explanation)
      let next = line + mark + space + name
      if line.isEmpty {
        line = "  " + name
      } else if DisplayWidth.of(next) <= room {
        line = next
      } else {
        lines.append(line + mark)
        line = "  " + name
      }
    }
    return (lines + [line]).joined(separator: "\n") + "\n"
  }

  /// A text in lines, behind what stands before the first of them.
  private func indented(_ text: String, _ start: String) -> [String] {
    let width = DisplayWidth.of(start)
    let lines = LineBreaking.lines(of: text, atMost: Language.columns - width)
    return lines.enumerated().map { index, line in
      (index == 0 ? start : String(repeating: " ", count: width)) + line
    }
  }
}
