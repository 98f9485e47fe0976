import EventEngine
import JSONText

extension Explanation {
  /// The keys of scenarios and cases with their paths, which skip lists, as in `catalog.price`.
  static let keys: [Explanation] = {
    var collector = KeyCollector()
    collector.add(ScenarioSchema.keys(ofCase: false), under: "")
    collector.add(KeySet(DesignHead.fields, DesignHead()), under: "designs")
    collector.isCase = true
    collector.add(ScenarioSchema.keys(ofCase: true), under: "")
    return grouped(collector.found)
  }()

  static let distributions: [Explanation] = DistributionFamily.all.flatMap { family in
    let place = Phrase.verbatim("{ \"\(family.name)\": { … } }")
    let facts: [(Phrase, Phrase?)] = [
      ("written", .words("{0} wherever a duration can be random", [place])),
      ("keys", .names(family.fields.map(\.name))),
    ]
    let format = Phrase.verbatim("ScenarioFormat")
    return [Explanation(family.name, .distribution, family.summary, facts, otherwise: format)]
      + family.fields.map { field in
        Explanation(
          family.name + "." + field.name, .distribution, field.summary,
          [("takes", field.kind.phrase)], otherwise: format)
      }
  }
}

/// Collects the keys of objects by a search through their shapes.
private struct KeyCollector {
  /// Whether the keys are those of cases.
  var isCase = false
  private(set) var found: [Explanation] = []
  private var places: [String: Int] = [:]

  mutating func add(_ set: KeySet, under path: String) {
    for key in set.keys where !isCase || key.isForCases {
      let name = path.isEmpty ? key.name : path + "." + key.name
      // A file with a plan is a case, so the plan is explained there.
      if name == "plan", !isCase { continue }
      add(key, name)
      add(key.shape, under: name)
    }
  }

  /// Adds a key, or its different default in a case.
  private mutating func add(_ key: Key, _ name: String) {
    if let place = places[name] {
      if isCase, let standard = key.defaultValue?.line,
        let other = found[place].facts.first(where: { $0.name == "default" }),
        other.text != .verbatim(standard)
      {
        let fact = Explanation.Fact(name: "in a case", text: .verbatim(standard))
        found[place].facts.insert(fact, at: found[place].facts.count - 1)
      }
      return
    }
    places[name] = found.count
    found.append(
      Explanation(
        name, .key, key.summary,
        [
          ("takes", key.kind.phrase),
          ("default", key.isRequired ? "none (required)" : .json(key.defaultValue)),
          ("default", key.defaultDescription), ("only", isCase ? "in a case" : nil),
          ("not", key.isForCases ? nil : "in a case"),
        ], otherwise: .verbatim("ScenarioFormat")))
  }

  private mutating func add(_ shape: ValueShape, under path: String) {
    switch shape {
    case .object(let set): add(set, under: path)
    case .named("design", _), .value, .durationAboveZero, .pattern, .pair, .anything: break
    case .named(_, let shape), .list(let shape, _, _): add(shape, under: path)
    case .any(let shapes): for shape in shapes { add(shape, under: path) }
    case .byWord(let word, let summary, let alternatives):
      // Keys that all kinds of faults share are explained once; other keys with their fault.
      guard case .named(_, .object(let set))? = alternatives.first?.shape else { return }
      let kinds = ValueKind.choice(alternatives.map(\.word))
      var keys = [Key(name: word, kind: kinds, shape: .value(kinds), summary: summary)]
      for var key in set.keys where FaultDraft.sharedKeys.contains(key.name) {
        if key.name == "at" {
          (key.defaultValue, key.defaultDescription) = (nil, "that of the kind of fault")
        }
        keys.append(key)
      }
      add(KeySet(keys), under: path)
    case .byKeys(_, let shape, let otherwise):
      for shape in [otherwise, shape] { add(shape, under: path) }
    case .inCase(let shape, let otherwise): add(isCase ? shape : otherwise, under: path)
    }
  }
}
