import JSONText

/// What one name of the format or of the results means: a key, a fault, an axis, a word.
package struct Explanation: Hashable, Sendable {
  /// What kind of name it is, in the order in which names are listed.
  package enum Group: String, CaseIterable, Sendable {
    case key = "key of a scenario"
    case distribution = "distribution"
    case fault = "fault"
    case parameter = "parameter of a fault"
    case axis = "axis of designs"
    case value = "value of an axis"
    case design = "built-in design"
    case metric = "metric"
    case dropPoint = "drop point"
    case word = "word"

    /// The heading under which the names are listed.
    package var heading: String {
      switch self {
      case .key: "keys of a scenario"
      case .distribution: "distributions"
      case .fault: "faults"
      case .parameter: "parameters of faults"
      case .axis: "axes of designs"
      case .value: "values of axes"
      case .design: "built-in designs"
      case .metric: "metrics"
      case .dropPoint: "drop points"
      case .word: "words"
      }
    }
  }

  /// One more thing that is known, such as `default` and `"1m"`.
  package struct Fact: Hashable, Sendable {
    package var name: String
    package var text: String
  }

  /// The whole name, such as `behavior.patience`.
  package var name: String
  package var group: Group
  package var meaning: String
  package var facts: [Fact] = []

  init(_ name: String, _ group: Group, _ meaning: String) {
    self.name = name
    self.group = group
    self.meaning = meaning
  }

  /// Adds a fact, if there is something to say.
  mutating func add(_ name: String, _ text: String?) {
    if let text, !text.isEmpty { facts.append(Fact(name: name, text: text)) }
  }

  /// Adds where the meaning comes from: the rules that it names, and articles.
  ///
  /// - Parameter sources: numbers of articles, or letters, as in `000, I`.
  mutating func addSource(_ sources: String = "", otherwise article: String) {
    let rules = Explanation.rules(in: meaning)
    var parts = rules.isEmpty ? [] : [rules.joined(separator: ", ")]
    if !sources.isEmpty { parts.append("[" + sources + "]") }
    add("source", parts.isEmpty ? article : parts.joined(separator: "; "))
  }

  /// The rules that a text names in brackets, each with the article that states it.
  private static func rules(in text: String) -> [String] {
    let articles: [Character: String] = [
      "S": "StoreRules", "D": "DeviceRules", "C": "ClientRules", "B": "BackendRules",
      "P": "UserRules",
    ]
    return text.matches(of: /\(([SDCBP][0-9]+(?:, [SDCBP][0-9]+)*)\)/).flatMap { match in
      match.1.split(separator: ", ").compactMap { rule in
        rule.first.flatMap { articles[$0] }.map { "rule \(rule) (\($0))" }
      }
    }
  }
}

extension Explanation {
  /// Everything that can be explained, by group.
  package static let all: [Explanation] =
    keys + distributions + faults + axes + designs + metrics + dropPoints + words

  /// The explanations of a name: those of the whole name, else those of its last part, as in
  /// `patience` for `behavior.patience`. Letters may be large or small.
  package static func of(_ word: String) -> [Explanation] {
    let wanted = word.lowercased()
    let whole = all.filter { $0.name.lowercased() == wanted }
    if !whole.isEmpty { return whole }
    return all.filter { $0.name.lowercased().hasSuffix("." + wanted) }
      + all.filter { $0.group == .value && $0.name.lowercased().hasSuffix("=" + wanted) }
  }

  /// The names that are like a word of which nothing is known, at most five.
  package static func near(_ word: String) -> [String] {
    var near: [String] = []
    for explanation in all {
      let name = explanation.name
      let parts = [name, name.split { $0 == "." || $0 == "=" }.last.map(String.init) ?? name]
      if NearestName.of(word, among: parts) != nil, !near.contains(name) { near.append(name) }
    }
    let containing = all.map(\.name).filter {
      word.count > 2 && $0.lowercased().contains(word.lowercased())
    }
    for name in containing where !near.contains(name) { near.append(name) }
    return Array(near.prefix(5))
  }
}
