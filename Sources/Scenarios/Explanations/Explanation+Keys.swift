import EventEngine
import JSONText
import PurchaseWorld

extension Explanation {
  /// The keys of scenarios and cases with their paths; lists are passed through, as in `catalog.price`.
  static let keys: [Explanation] = {
    var walk = KeyWalk()
    walk.add(ScenarioSchema.keys(ofCase: false), under: "", inCase: false)
    walk.add(ScenarioSchema.keys(ofCase: true), under: "", inCase: true)
    return walk.found
  }()

  static let distributions: [Explanation] = DistributionDraft.Family.allCases.flatMap { family in
    var whole = Explanation(family.rawValue, .distribution, family.summary)
    whole.add(
      "written",
      .words(
        "{0} wherever a duration may be drawn",
        [.verbatim("{ \"\(family.rawValue)\": { … } }")]))
    whole.add("keys", .names(family.fields.map(\.name)))
    whole.addSource(otherwise: .verbatim("ScenarioFormat"))
    return [whole]
      + family.fields.map { field in
        var part = Explanation(family.rawValue + "." + field.name, .distribution, field.summary)
        part.add("takes", field.kind.phrase)
        part.addSource(otherwise: .verbatim("ScenarioFormat"))
        return part
      }
  }
}

/// The keys on the way through the shapes of objects.
private struct KeyWalk {
  var found: [Explanation] = []
  private var places: [String: Int] = [:]

  mutating func add(_ set: KeySet, under path: String, inCase isCase: Bool) {
    for key in set.keys where !isCase || key.isForCases {
      let name = path.isEmpty ? key.name : path + "." + key.name
      // With a plan a file is a case, so the plan is told there.
      if name == "plan", !isCase { continue }
      add(key, name, inCase: isCase)
      add(key.shape, under: name, inCase: isCase)
    }
  }

  /// Adds a key, or what is different about it in a case.
  private mutating func add(_ key: Key, _ name: String, inCase isCase: Bool) {
    if let place = places[name] {
      if isCase, let standard = key.standard?.line,
        let other = found[place].facts.first(where: { $0.name == "default" }),
        other.text != .verbatim(standard)
      {
        let fact = Explanation.Fact(name: "in a case", text: .verbatim(standard))
        found[place].facts.insert(fact, at: found[place].facts.count - 1)
      }
      return
    }
    places[name] = found.count
    var explanation = Explanation(name, .key, key.summary)
    explanation.add("takes", key.kind.phrase)
    if key.isRequired {
      explanation.add("default", "none: it is required")
    } else {
      explanation.add("default", value: key.standard)
    }
    explanation.add("default", key.fallback)
    if isCase { explanation.add("only", "in a case") }
    if !key.isForCases { explanation.add("not", "in a case") }
    explanation.addSource(otherwise: .verbatim("ScenarioFormat"))
    found.append(explanation)
  }

  private mutating func add(_ shape: ValueShape, under path: String, inCase isCase: Bool) {
    switch shape {
    case .object(let set): add(set, under: path, inCase: isCase)
    case .named("design", _), .value, .durationAboveZero, .pattern, .pair, .anything: break
    case .named(_, let shape), .nullable(let shape), .list(let shape, _),
      .listWith(_, let shape, _):
      add(shape, under: path, inCase: isCase)
    case .any(let shapes): for shape in shapes { add(shape, under: path, inCase: isCase) }
    case .byWord(let word, let summary, let alternatives):
      // What all kinds of faults share is told once; what is their own, with the fault.
      guard let first = alternatives.first, case .named(_, .object(let set)) = first.shape else {
        return
      }
      let kinds = ValueKind.choice(alternatives.map(\.word))
      var keys = [Key(word, .value(kinds), summary, kind: kinds)]
      for var key in set.keys where FaultDraft.sharedKeys.contains(key.name) {
        if key.name == "at" {
          key.standard = nil
          key.fallback = "that of the kind of fault"
        }
        keys.append(key)
      }
      add(KeySet(keys), under: path, inCase: isCase)
    case .byKeys(_, let shape, let otherwise):
      add(otherwise, under: path, inCase: isCase)
      add(shape, under: path, inCase: isCase)
    case .inCase(let shape, let otherwise):
      add(isCase ? shape : otherwise, under: path, inCase: isCase)
    }
  }
}
