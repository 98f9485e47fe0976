import JSONText
import PurchaseWorld

extension Explanation {
  /// The faults, each followed by its parameters.
  static let faults: [Explanation] =
    FaultCatalog.all.map { fault in
      let anchor = Phrase.verbatim(FaultDraft.output(fault.anchor).line)
      return Explanation(
        fault.kind.rawValue, .fault, fault.effect,
        [
          ("at", .words("by default the {0} of the intent", [anchor])),
          ("keys", .names(fault.parameters.map(\.name))),
        ], sources: fault.references, otherwise: "our own assumption")
    }
    + FaultCatalog.all.flatMap { fault in
      KeySet(fault.parameters, fault.defaults(Behavior())).keys.map { key in
        Explanation(
          fault.kind.rawValue + "." + key.name, .parameter, key.summary,
          [
            ("takes", key.kind.phrase),
            ("default", .json(key.defaultValue) ?? key.defaultDescription),
          ], sources: fault.references, otherwise: "our own assumption")
      }
    }

  /// The axes, followed by their values that are words.
  static let axes: [Explanation] =
    DesignAxes.all.map { axis in
      var explanation = Explanation(
        axis.name, .axis, axis.summary,
        [
          ("takes", takes(axis)), ("default", .json(axis.value(in: Design(name: "")))),
          ("written", "in a design, or as a list in 'vary', which makes a design for each value"),
        ], otherwise: .verbatim("DesignAxes"))
      explanation.values = axis.meanings.map {
        Fact(name: .verbatim($0.word), text: .words($0.meaning))
      }
      return explanation
    } + DesignAxes.all.flatMap { axis in axis.meanings.map { value($0, of: axis) } }

  /// The values that an axis takes; words are listed above with their meanings.
  private static func takes(_ axis: Field<Design>) -> Phrase {
    switch axis.kind {
    case .choice(let words) where words.count > 1: "one of these values"
    case .list(of: .choice): "a list of these values"
    case let kind: kind.phrase
    }
  }

  private static func value(_ value: WordMeaning, of axis: Field<Design>) -> Explanation {
    func has(_ design: Design) -> Bool {
      switch axis.value(in: design) {
      case .string(let text): text == value.word
      case .array(let elements): elements.contains(.string(value.word))
      default: false
      }
    }
    let standard = Design(name: "")
    let designs = BuiltInDesign.all.map(\.design).filter(has).map(\.name)
    return Explanation(
      "\(axis.name)=\(value.word)", .value, value.meaning,
      [
        ("axis", .words("{0}: {1}", [.verbatim(axis.name), .words(axis.summary)])),
        ("used by", designs.isEmpty ? "no built-in design" : .names(designs)),
        ("default", has(standard) ? "this value" : .json(axis.value(in: standard))),
      ], otherwise: .verbatim("DesignAxes"))
  }

  static let designs: [Explanation] = BuiltInDesign.all.map { builtIn in
    let axes = builtIn.design.axes(unlike: Design(name: ""))
    let sources = Phrase.verbatim("[" + builtIn.references.joined(separator: ", ") + "]")
    return Explanation(
      builtIn.design.name, .design, builtIn.title,
      axes.map { (.verbatim($0.name), .json($0.value(in: builtIn.design))) }
        + [("source", .words("{0}; {1}", [sources, .verbatim("Designs")]))])
  }

  static let metrics: [Explanation] = Metric.rows.map { metric in
    Explanation(
      metric.name, .metric, metric.meaning, [("bounds", metric.unit.form.kind.phrase)],
      otherwise: .verbatim("Outcomes"))
  }

  /// The outcomes of charges, the kinds of loss, and the flags of cases.
  static let outcomes: [Explanation] =
    CaseChargeResult.Outcome.allCases.map {
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

  private static func ending(_ name: String, _ group: Group, _ meaning: String, _ place: Phrase)
    -> Explanation
  { Explanation(name, group, meaning, [("written", place)], otherwise: .verbatim("Outcomes")) }

  /// The events that clients and backends log.
  static let events: [Explanation] =
    ClientLogEvent.allCases.map {
      event($0.name, $0.meaning, by: "the client, and counted by 'funnel', 'count' and 'fit'")
    } + BackendEvent.allCases.map { event($0.rawValue, $0.meaning, by: "the backend") }

  private static func event(_ name: String, _ meaning: String, by author: Phrase) -> Explanation {
    Explanation(
      name, .event, meaning, [("logged by", author)], otherwise: .verbatim("Observations"))
  }

  static let rules: [Explanation] = WorldRule.all.map { rule in
    // The source is its own article, even if it names other rules.
    Explanation(
      rule.code, .rule, rule.meaning,
      [("title", .words(rule.title)), ("source", .verbatim(rule.article))])
  }

  static let words: [Explanation] = GlossaryTerm.all.map { word in
    var explanation = Explanation(
      word.term, .word, word.meaning, [("also called", .verbatim(word.alsoCalled))],
      otherwise: .verbatim("Glossary"))
    explanation.aliases = [word.term, word.alsoCalled].flatMap { text in
      text.filter { !"`:".contains($0) }.split(separator: ", ").map(String.init)
    }
    return explanation
  }
}
