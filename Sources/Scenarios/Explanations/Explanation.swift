package import JSONText
import PurchaseWorld

/// What one name of the format or of the results means: a key, a fault, an axis, a word.
package struct Explanation: Hashable, Sendable {
  /// What kind of name it is, in the order in which names are listed.
  package enum Group: String, CaseIterable, Sendable {
    case key = "key of a scenario"
    case distribution = "distribution"
    case fault = "fault"
    case parameter = "parameter of a fault"
    case axes = "group of axes"
    case axis = "axis of designs"
    case value = "value of an axis"
    case design = "built-in design"
    case metric = "metric"
    case column = "column of a table"
    case outcome = "outcome of a charge"
    case lossKind = "kind of loss"
    case flag = "flag of a case"
    case dropPoint = "drop point"
    case event = "event of a log"
    case rule = "rule of the world"
    case word = "word"

    /// What one name of the group is.
    package var title: Phrase { .words(rawValue) }

    /// The heading under which the names are listed.
    package var heading: Phrase {
      switch self {
      case .key: "keys of a scenario"
      case .fault, .metric, .distribution, .word, .dropPoint, .design: .words(rawValue + "s")
      case .parameter: "parameters of faults"
      case .axes: "groups of axes"
      case .axis: "axes of designs"
      case .value: "values of axes"
      case .column: "columns of tables"
      case .outcome: "outcomes of charges"
      case .lossKind: "kinds of loss"
      case .flag: "flags of cases"
      case .event: "events of logs"
      case .rule: "rules"
      }
    }
  }

  /// One more thing that is known, such as `default` and `"1m"`.
  package struct Fact: Hashable, Sendable {
    package var name: Phrase
    package var text: Phrase
  }

  /// The whole name, such as `behavior.patience`.
  package var name: String
  /// By what else it is found: what StoreKit and the articles call it.
  package var aliases: [String] = []
  package var group: Group
  package var meaning: Phrase
  /// The values of an axis, or the keys of a group, each with its meaning.
  package var values: [Fact] = []
  package var facts: [Fact] = []

  /// - Parameter meaning: whole and in English, as it is declared.
  /// - Parameter facts: those without a text are left out.
  /// - Parameter sources: numbers of articles, or letters, as in `000, I`.
  /// - Parameter article: where the meaning comes from if it names no rule and there are no sources.
  package init(
    _ name: String, _ group: Group, _ meaning: String, _ facts: [(name: Phrase, text: Phrase?)],
    sources: String = "", otherwise article: Phrase? = nil
  ) {
    (self.name, self.group, self.meaning) = (name, group, .words(meaning))
    for (name, text) in facts { add(name, text) }
    guard let article else { return }
    let rules = Explanation.rules(in: meaning)
    let known: [Phrase] =
      (rules.isEmpty ? [] : [.list(rules)])
      + (sources.isEmpty ? [] : [.verbatim("[" + sources + "]")])
    add("source", known.count == 2 ? .words("{0}; {1}", known) : known.first ?? article)
  }

  /// Adds a fact, if there is something to say.
  private mutating func add(_ name: Phrase, _ text: Phrase?) {
    if let text, !text.english.isEmpty { facts.append(Fact(name: name, text: text)) }
  }

  /// Whether a text has the form of a rule's number, such as `C4`.
  private static func isCode(_ text: Substring) -> Bool {
    guard let letter = text.first, "SDCBPKGM".contains(letter) else { return false }
    return text.count > 1 && text.dropFirst().allSatisfy { $0.isASCII && $0.isNumber }
  }

  /// The rules that a text names in brackets, each with the article that states it.
  private static func rules(in text: String) -> [Phrase] {
    let inBrackets = text.split(separator: "(", omittingEmptySubsequences: false).dropFirst()
      .compactMap { part in part.firstIndex(of: ")").map { Substring(part[..<$0]) } }
    return inBrackets.flatMap { list -> [Phrase] in
      let codes = list.split(separator: ", ", omittingEmptySubsequences: false)
      guard codes.allSatisfy(isCode) else { return [] }
      return codes.compactMap { WorldRule.of($0) }.map { rule in
        .words("rule {0} ({1})", [.verbatim(rule.code), .verbatim(rule.article)])
      }
    }
  }

  /// Everything that is said of the name, for those who translate.
  package var phrases: [Phrase] {
    [group.title, group.heading, meaning] + (values + facts).flatMap { [$0.name, $0.text] }
  }

  /// Everything of the format and of the world that can be explained, by group. Reports add the columns of tables.
  package static let all: [Explanation] =
    keys + distributions + faults + groups + axes + designs + metrics + outcomes
    + dropPoints + events + rules + words
}
