package import JSONText
package import PurchaseWorld
import Resources
package import Scenarios

/// Language of texts for people: reports, pages and explanations.
///
/// Called like a function with an English phrase, such as "{0} of {1} expectations hold", and its
/// arguments. The phrase is the key of its translation (``ChineseTranslations``), so it must be a literal.
/// Output for programs stays English.
package enum Language: String, CaseIterable, Sendable {
  case en
  /// Chinese, with the terms of the articles: 掉单, 串单, 坏账, 补单.
  case zh

  /// Translates a phrase; a phrase without a translation stays English.
  /// - Parameter phrase: the whole English phrase, with `{0}`, `{1}` … for the arguments.
  /// - Parameter arguments: one for each placeholder; inserted unchanged.
  package func callAsFunction(_ phrase: String, _ arguments: String...) -> String {
    Phrase.filled(translated(phrase), arguments)
  }

  /// Translates a phrase and keeps its placeholders; a phrase without a translation stays English.
  package func translated(_ phrase: String) -> String {
    self == .en ? phrase : ChineseTranslations.embedded.phrases[phrase] ?? phrase
  }

  /// An identifier followed by its name where this language has one: `crash 崩溃`.
  ///
  /// In English, identifiers are words already.
  package func named(_ identifier: String) -> String {
    name(of: identifier).map { identifier + " " + $0 } ?? identifier
  }

  /// Name of an identifier that is not a word of this language; nil in English.
  package func name(of identifier: String) -> String? {
    self == .zh ? ChineseTranslations.embedded.names[identifier] : nil
  }

  /// Joins items of a list. In Chinese, words are separated by another comma than clauses.
  package func list(_ items: [String], ofWords areWords: Bool = false) -> String {
    items.joined(separator: self == .en ? ", " : areWords ? "、" : "，")
  }

  /// Lists the first items and the number of the rest.
  func some(_ all: [String], maximum: Int) -> String {
    let left = all.count - maximum
    if left <= 1 { return list(all) }
    let language = self
    return list(all.prefix(maximum) + [language("{0} others", NumberFormat.count(left))])
  }

  /// Joins clauses.
  func clauses(_ words: [String]) -> String { words.joined(separator: self == .zh ? "；" : "; ") }

  /// Joins two texts, with a space where this language uses spaces.
  func joined(_ words: String, _ next: String) -> String { words + (self == .zh ? "" : " ") + next }

  /// Joins sentences.
  func sentences(_ words: [String]) -> String { words.joined(separator: self == .zh ? "" : " ") }

  /// A command to paste, with the option that makes its output this language.
  package func command(_ command: String) -> String {
    let invocation = Program.invocation(command)
    return self == .en ? invocation : invocation + " --language " + rawValue
  }

  /// Text of a phrase built elsewhere; its words are translation keys, as literals are.
  package func text(of phrase: Phrase) -> String {
    switch phrase {
    case .verbatim(let text): text
    case .words(let words, let arguments):
      Phrase.filled(translated(words), arguments.map { text(of: $0) })
    case .list(let parts): parts.map { text(of: $0) }.joined(separator: self == .zh ? "、" : ", ")
    }
  }

  /// A mistake in a file, on one line.
  package func line(_ problem: Problem) -> String { text(of: problem.oneLineText).escapingControls }

  /// A fault with its parameters: their names, and their values in the scenario format. A random
  /// parameter has no value.
  package func words(_ kind: FaultKind, _ parameters: [(name: String, value: String?)]) -> String {
    guard !parameters.isEmpty else { return named(kind.rawValue) }
    let words = parameters.map { name, value in
      // Every parameter name followed by a placeholder is a phrase.
      guard let value else { return translated(name) }
      return Phrase.filled(translated(name + " {0}"), [named(value)])
    }
    return self("{0} ({1})", named(kind.rawValue), list(words))
  }

  /// A fault with all its parameters.
  /// - Parameter store: the store in which the fault occurs; it decides which parameters are
  ///   omitted.
  package func words(_ fault: Fault, in store: Design.StoreKind = .storeKit1) -> String {
    words(fault.kind, FaultCatalog.parameters(of: fault, in: store))
  }

  /// This language's term for a name of a group; nil in English.
  func term(_ name: String, of group: Explanation.Group) -> String? {
    self == .zh ? ChineseTranslations.embedded.terms[group.rawValue]?[name] : nil
  }

  /// Name of an explanation that is not a word of this language; nil in English.
  package func name(of explanation: Explanation) -> String? {
    guard self == .zh else { return nil }
    return switch explanation.group {
    case .fault, .outcome, .lossKind, .flag, .dropPoint:
      ChineseTranslations.embedded.names[explanation.name]
    case .distribution, .axis, .metric, .column, .word:
      term(explanation.name, of: explanation.group)
    case .key, .parameter, .axes, .value, .design, .event, .rule: nil
    }
  }

  /// Names in all languages, including synonyms of the trade.
  package static func names(of explanation: Explanation) -> [String] {
    allCases.compactMap { $0.name(of: explanation) }
      + Explanation.synonyms[explanation.name, default: []]
      + ChineseTranslations.embedded.synonyms.filter { $0.value == explanation.name }.map(\.key)
      .sorted()
  }

  /// A phrase of the help in this language; names in it are unchanged.
  package func help(_ phrase: String) -> String {
    self == .zh ? ChineseTranslations.embedded.help[phrase] ?? phrase : phrase
  }

  /// An explained name, followed by its name in this language if there is one.
  func named(_ explanation: Explanation) -> String {
    name(of: explanation).map { explanation.name + " " + $0 } ?? explanation.name
  }
}

/// Chinese translations by English phrase, from `Resource.chinese`.
///
/// The terms are those of the articles [000–003]. The file is read when Chinese is first needed. A
/// phrase without a translation stays English; a test checks that every phrase has exactly one.
package struct ChineseTranslations: Sendable {
  package private(set) var phrases: [String: String] = [:]
  /// Names of identifiers that are not Chinese words; printed beside the identifiers.
  package private(set) var names: [String: String] = [:]
  /// Terms for names without a Chinese name in reports, by group; printed beside the names in
  /// explanations.
  package private(set) var terms: [String: [String: String]] = [:]

  /// Chinese synonyms of the trade, each with the name it stands for.
  package private(set) var synonyms: [String: String] = [:]
  /// Phrases of the command's help.
  package private(set) var help: [String: String] = [:]

  /// The translations that are embedded in the program.
  package static let embedded: ChineseTranslations = {
    do throws(TextProblem) { return try ChineseTranslations(Resource.chinese) } catch {
      // Without this, everything would silently stay English.
      preconditionFailure("zh.json: \(error)")
    }
  }()

  /// Reads `phrases` (by section), `names`, `synonyms`, `help`, and `terms` (by group).
  package init(_ bytes: [UInt8]) throws(TextProblem) {
    for part in try ChineseTranslations.members(of: .parse(bytes)) {
      switch part.key {
      case "phrases":
        for section in try ChineseTranslations.members(of: part.value) {
          try ChineseTranslations.read(section.value, into: &phrases)
        }
      case "names": try ChineseTranslations.read(part.value, into: &names)
      case "synonyms": try ChineseTranslations.read(part.value, into: &synonyms)
      case "help": try ChineseTranslations.read(part.value, into: &help)
      case "terms":
        for group in try ChineseTranslations.members(of: part.value) {
          try ChineseTranslations.read(group.value, into: &terms[group.key, default: [:]])
        }
      default:
        throw ChineseTranslations.problem(part.position, "phrases, names, synonyms, help or terms")
      }
    }
  }

  /// Adds the texts of an object to a dictionary; every key may occur once.
  private static func read(
    _ value: JSONValue, into texts: inout [String: String]
  ) throws(TextProblem) {
    for member in try members(of: value) {
      guard case .string(let text) = member.value.content else {
        throw problem(member.value.position, "a string")
      }
      guard texts.updateValue(text, forKey: member.key) == nil else {
        throw problem(member.position, "a phrase without a translation so far")
      }
    }
  }

  /// Members of an object; any other value is a problem.
  private static func members(of value: JSONValue) throws(TextProblem) -> [JSONMember] {
    guard case .object(let members) = value.content else {
      throw problem(value.position, "an object")
    }
    return members
  }

  private static func problem(_ position: TextPosition, _ expected: Phrase) -> TextProblem {
    TextProblem(at: position, "this cannot be a translation:", expected: expected)
  }
}

/// Explanations of names in the format and in the results.
extension Language {
  /// Longest line of an explanation, in terminal columns.
  private static let columns = 100

  /// One explanation: name and kind, meaning, values, and other facts.
  package func text(of explanation: Explanation) -> String {
    let head = self("{0}: {1}", named(explanation), text(of: explanation.group.title))
    var lines = [head] + indented(text(of: explanation.meaning), "  ")
    for block in [explanation.values, explanation.facts] where !block.isEmpty {
      lines += [""] + self.lines(of: block)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Facts as a table of two columns: names, and texts that wrap in their column.
  private func lines(of facts: [Explanation.Fact]) -> [String] {
    let names = facts.map { text(of: $0.name) }
    let width = names.map { DisplayWidth.of($0) }.max() ?? 0
    return zip(names, facts).flatMap { name, fact in
      indented(text(of: fact.text), "  " + DisplayWidth.padded(name, to: width) + "  ")
    }
  }

  /// Names of a group under its heading.
  package func list(of group: Explanation.Group) -> String {
    // Chinese punctuation includes its own space.
    let (mark, space) = self == .zh ? ("；", "") : (",", " ")
    let room = Language.columns - DisplayWidth.of(mark)
    var lines = [text(of: group.heading)]
    var line = ""
    for name in Explanation.allWithColumns.filter({ $0.group == group }).map(named) {
      if !line.isEmpty, DisplayWidth.of(line + mark + space + name) > room {
        lines.append(line + mark)
        line = ""
      }
      line += (line.isEmpty ? "  " : mark + space) + name
    }
    return (lines + [line]).joined(separator: "\n") + "\n"
  }

  /// Text in lines, the first one behind `start`.
  private func indented(_ text: String, _ start: String) -> [String] {
    let width = DisplayWidth.of(start)
    let lines = LineBreaking.lines(of: text, atMost: Language.columns - width)
    return lines.enumerated().map { index, line in
      (index == 0 ? start : String(repeating: " ", count: width)) + line
    }
  }
}
