package import JSONText
import PurchaseWorld

/// The meaning of one name of the format or of the results, such as a key, a fault or an axis.
package struct Explanation: Hashable, Sendable {
  /// The kind of a name, in the order of the list.
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
    case word = "term"

    /// The noun for one name of the group.
    package var title: Phrase { .words(rawValue) }

    /// The heading of the list of names.
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

  /// One labelled fact, such as `default` and `"1m"`.
  package struct Fact: Hashable, Sendable { package var name: Phrase, text: Phrase }

  /// The full name, such as `behavior.patience`.
  package var name: String
  /// Other names by which it is found: those of StoreKit and of the articles.
  package var aliases: [String] = []
  package var group: Group
  package var meaning: Phrase
  /// The values of an axis, or the keys of a group, each with its meaning.
  package var values: [Fact] = []
  package var facts: [Fact] = []

  /// Creates an explanation.
  /// - Parameter meaning: the complete English text, as declared.
  /// - Parameter facts: the facts; facts without a text are omitted.
  /// - Parameter sources: numbers of articles, or letters, as in `000, I`.
  /// - Parameter article: the source if the meaning names no rule and `sources` is empty.
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

  /// Adds a fact if it has a text.
  private mutating func add(_ name: Phrase, _ text: Phrase?) {
    if let text, !text.english.isEmpty { facts.append(Fact(name: name, text: text)) }
  }

  /// Whether a text has the form of a rule number, such as `C4`.
  private static func isCode(_ text: Substring) -> Bool {
    guard let letter = text.first, "SDCBPKGM".contains(letter) else { return false }
    return text.count > 1 && text.dropFirst().allSatisfy { $0.isASCII && $0.isNumber }
  }

  /// The rules that a text names in brackets, each with its article.
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

  /// All phrases of the explanation, for translation.
  package var phrases: [Phrase] {
    [group.title, group.heading, meaning] + (values + facts).flatMap { [$0.name, $0.text] }
  }

  /// All explanations of the format and of the world, by group. Reports add the columns of tables.
  package static let all: [Explanation] =
    keys + distributions + faults + groups + axes + designs + metrics + outcomes
    + dropPoints + events + rules + words
}
