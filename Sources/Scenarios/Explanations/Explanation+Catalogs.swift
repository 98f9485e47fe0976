import EventEngine
import JSONText
import PurchaseWorld

extension Explanation {
  /// The faults, each followed by its parameters.
  static let faults: [Explanation] =
    FaultCatalog.all.map { fault in
      var explanation = Explanation(fault.kind.rawValue, .fault, fault.effect)
      explanation.add("at", "by default the \(FaultDraft.output(fault.anchor).line) of the intent")
      explanation.add("keys", fault.parameters.map(\.name).joined(separator: ", "))
      explanation.addSource(fault.sources, otherwise: "an assumption of ours")
      return explanation
    }
    + FaultCatalog.all.flatMap { fault in
      KeySet(fault.parameters, fault.defaults(Behavior())).keys.map { key in
        var explanation = Explanation(
          fault.kind.rawValue + "." + key.name, .parameter, key.summary)
        explanation.add("takes", key.kind.words)
        explanation.add("default", key.standard?.line ?? key.fallback)
        explanation.addSource(fault.sources, otherwise: "an assumption of ours")
        return explanation
      }
    }

  /// The axes, and those of their values that are words.
  static let axes: [Explanation] =
    DesignAxes.all.map { axis in
      var explanation = Explanation(axis.name, .axis, axis.summary)
      explanation.add("takes", axis.kind.words)
      explanation.add("default", axis.value(in: Design(name: ""))?.line)
      explanation.add("written", "in an object of 'designs', or varied under 'vary'")
      explanation.addSource(otherwise: "DesignAxes")
      return explanation
    }
    + DesignAxes.all.flatMap { axis in words(of: axis).map { value($0, of: axis) } }

  private static func words(of axis: Field<Design>) -> [String] {
    switch axis.kind {
    case .choice(let words), .list(of: .choice(let words)): words
    default: []
    }
  }

  private static func value(_ word: String, of axis: Field<Design>) -> Explanation {
    var explanation = Explanation("\(axis.name)=\(word)", .value, axis.summary)
    func has(_ design: Design) -> Bool {
      switch axis.value(in: design) {
      case .string(let text): text == word
      case .array(let elements): elements.contains(.string(word))
      default: false
      }
    }
    let designs = BuiltInDesign.all.map(\.design).filter(has).map(\.name)
    explanation.add("built in", designs.isEmpty ? "in no design" : designs.joined(separator: ", "))
    if has(Design(name: "")) { explanation.add("default", "it is the default") }
    explanation.addSource(otherwise: "DesignAxes")
    return explanation
  }

  static let designs: [Explanation] = BuiltInDesign.all.map { builtIn in
    var explanation = Explanation(builtIn.design.name, .design, builtIn.title)
    let axes = DesignAxes.all.filter {
      $0.value(in: builtIn.design) != $0.value(in: Design(name: ""))
    }
    for axis in axes { explanation.add(axis.name, axis.value(in: builtIn.design)?.line) }
    explanation.add("source", "[" + builtIn.sources.joined(separator: ", ") + "]; Designs")
    return explanation
  }

  static let metrics: [Explanation] = Metric.names.map { name in
    var explanation = Explanation(name, .metric, Metric.meaning(of: name) ?? "")
    let unit = Metric.Unit.allCases.first { Metric.names(of: $0).contains(name) } ?? .share
    explanation.add("bounds", unit.words)
    explanation.addSource(otherwise: "Outcomes")
    return explanation
  }

  static let dropPoints: [Explanation] = DropPoint.allCases.map { point in
    var explanation = Explanation(point.rawValue, .dropPoint, point.meaning)
    explanation.addSource(otherwise: "Outcomes")
    return explanation
  }

  static let words: [Explanation] = GlossaryWord.all.map { word in
    var explanation = Explanation(word.term, .word, word.meaning)
    explanation.add("elsewhere", word.elsewhere)
    explanation.addSource(otherwise: "Glossary")
    return explanation
  }
}
