import EventEngine
import JSONText
import PurchaseWorld

extension Explanation {
  /// The faults, each followed by its parameters.
  static let faults: [Explanation] =
    FaultCatalog.all.map { fault in
      var explanation = Explanation(fault.kind.rawValue, .fault, fault.effect)
      let anchor = Phrase.verbatim(FaultDraft.output(fault.anchor).line)
      explanation.add("at", .words("by default the {0} of the intent", [anchor]))
      explanation.add("keys", .names(fault.parameters.map(\.name)))
      explanation.addSource(fault.sources, otherwise: "an assumption of ours")
      return explanation
    }
    + FaultCatalog.all.flatMap { fault in
      KeySet(fault.parameters, fault.defaults(Behavior())).keys.map { key in
        var explanation = Explanation(fault.kind.rawValue + "." + key.name, .parameter, key.summary)
        explanation.add("takes", key.kind.phrase)
        explanation.add("default", value: key.standard)
        if key.standard == nil { explanation.add("default", key.fallback) }
        explanation.addSource(fault.sources, otherwise: "an assumption of ours")
        return explanation
      }
    }

  /// The axes, and those of their values that are words.
  static let axes: [Explanation] =
    DesignAxes.all.map { axis in
      var explanation = Explanation(axis.name, .axis, axis.summary)
      explanation.values = axis.meanings.map {
        Fact(name: .verbatim($0.word), text: .words($0.meaning))
      }
      explanation.add("takes", takes(axis))
      explanation.add("default", value: axis.value(in: Design(name: "")))
      explanation.add("written", "in an object of 'designs', or varied under 'vary'")
      explanation.addSource(otherwise: .verbatim("DesignAxes"))
      return explanation
    } + DesignAxes.all.flatMap { axis in axis.meanings.map { value($0, of: axis) } }

  /// What an axis takes; words stand above with their meanings.
  private static func takes(_ axis: Field<Design>) -> Phrase {
    switch axis.kind {
    case .choice(let words) where words.count > 1: "one of these values"
    case .list(of: .choice): "a list of these values"
    case let kind: kind.phrase
    }
  }

  private static func value(_ value: WordMeaning, of axis: Field<Design>) -> Explanation {
    var explanation = Explanation("\(axis.name)=\(value.word)", .value, value.meaning)
    func has(_ design: Design) -> Bool {
      switch axis.value(in: design) {
      case .string(let text): text == value.word
      case .array(let elements): elements.contains(.string(value.word))
      default: false
      }
    }
    explanation.add("axis", .words("{0}: {1}", [.verbatim(axis.name), .words(axis.summary)]))
    let designs = BuiltInDesign.all.map(\.design).filter(has).map(\.name)
    explanation.add("built in", designs.isEmpty ? "in no design" : .names(designs))
    let standard = Design(name: "")
    if has(standard) {
      explanation.add("default", "it is the default")
    } else {
      explanation.add("default", value: axis.value(in: standard))
    }
    explanation.addSource(otherwise: .verbatim("DesignAxes"))
    return explanation
  }

  static let designs: [Explanation] = BuiltInDesign.all.map { builtIn in
    var explanation = Explanation(builtIn.design.name, .design, builtIn.title)
    let axes = DesignAxes.all.filter {
      $0.value(in: builtIn.design) != $0.value(in: Design(name: ""))
    }
    for axis in axes {
      explanation.add(.verbatim(axis.name), value: axis.value(in: builtIn.design))
    }
    let sources = Phrase.verbatim("[" + builtIn.sources.joined(separator: ", ") + "]")
    explanation.add("source", .words("{0}; {1}", [sources, .verbatim("Designs")]))
    return explanation
  }

  static let metrics: [Explanation] = Metric.rows.map { metric in
    var explanation = Explanation(metric.name, .metric, metric.meaning)
    explanation.add("bounds", metric.unit.phrase)
    explanation.addSource(otherwise: .verbatim("Outcomes"))
    return explanation
  }

  /// How charges end, the kinds of loss, and the flags that a case states.
  static let outcomes: [Explanation] =
    ExpectedCharge.Class.allCases.map {
      ending($0.rawValue, .outcome, $0.meaning, "as 'outcome' of a charge in 'expect' of a case")
    }
    + LossKind.allCases.map {
      ending($0.rawValue, .lossKind, $0.meaning, "as 'kind' of a charge in 'expect' of a case")
    }
    + CaseFlag.allCases.map {
      ending($0.rawValue, .flag, $0.meaning, "in 'flags' in 'expect' of a case")
    }

  static let dropPoints: [Explanation] = DropPoint.allCases.map {
    ending($0.rawValue, .dropPoint, $0.meaning, "as 'dropPoint' of a charge in 'expect' of a case")
  }

  private static func ending(
    _ name: String, _ group: Group, _ meaning: String, _ place: Phrase
  ) -> Explanation {
    var explanation = Explanation(name, group, meaning)
    explanation.add("written", place)
    explanation.addSource(otherwise: .verbatim("Outcomes"))
    return explanation
  }

  static let rules: [Explanation] = WorldRule.all.map { rule in
    var explanation = Explanation(rule.code, .rule, rule.meaning)
    explanation.add("title", .words(rule.title))
    // Its own article, whatever other rules it names.
    explanation.add("source", .verbatim(rule.article))
    return explanation
  }

  static let words: [Explanation] = GlossaryWord.all.map { word in
    var explanation = Explanation(word.term, .word, word.meaning)
    explanation.add("elsewhere", .verbatim(word.elsewhere))
    explanation.addSource(otherwise: .verbatim("Glossary"))
    explanation.aliases = [word.term, word.elsewhere].flatMap { text in
      text.filter { !"`:".contains($0) }.split(separator: ", ").map(String.init)
    }
    return explanation
  }
}
