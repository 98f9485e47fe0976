import JSONText
import PurchaseWorld

/// A `precision` during reading.
package struct PrecisionDraft {
  private var halfWidth, relativeHalfWidth: Double?
  private var until: Precision.Decision?
  private var confidence = 0.95
  private var atMost = 10_000_000
  private var design: FileValue?

  package static let fields: [Field<PrecisionDraft>] = [
    Field(
      "halfWidth", .number(1e-9...0.5), \.halfWidth,
      "the maximum half-width of the intervals of lost rates"),
    Field(
      "relativeHalfWidth", .number(0.001...10), \.relativeHalfWidth,
      "the same, as a multiple of the rate"),
    Field(
      "until", .decision, \.until,
      "what the run must decide; 'decided': every expectation, and which of every two designs"
        + " loses fewer orders"),
    .number(
      "confidence", 0.5...0.9999, \.confidence,
      "the confidence of all intervals together, at all checks of the precision"),
    .integer(
      "atMost", 1...1_000_000_000, \.atMost,
      "the maximum number of users, even if the precision is not reached"),
    Field(
      "design", .later(.text), \.design,
      "the design whose rate must reach the precision; by default every design"),
  ]

  private static let goals = ["halfWidth", "relativeHalfWidth", "until"]

  static let shape = ValueShape.object(
    KeySet(fields, PrecisionDraft(), rules: [.exactlyOne(goals), .notBoth("until", "design")]))

  /// Reads a `precision`; returns nil after reporting a problem.
  static func read(_ value: FileValue, designs: DesignReading) -> Precision? {
    guard let draft = value.read(fields, PrecisionDraft()) else { return nil }
    let given = goals.filter(value.has)
    guard let goal = draft.goal, given.count == 1 else {
      return value.report(
        given.isEmpty ? "'precision' has no goal" : "'precision' has \(given.count) goals",
        expected: .choice(goals))
    }
    var precision = Precision(goal)
    (precision.confidence, precision.maxUsers) = (draft.confidence, draft.atMost)
    guard let design = draft.design else { return precision }
    if goal.decision != nil {
      return design.report(
        "'design' is not allowed with 'until'", expected: "a 'precision' without 'design'")
    }
    precision.design = designs.index(of: design).map { designs.designs[$0].name }
    return precision.design == nil ? nil : precision
  }

  private var goal: Precision.Goal? {
    halfWidth.map { .halfWidth($0) } ?? relativeHalfWidth.map { .relativeHalfWidth($0) }
      ?? until.map { .until($0) }
  }
}

extension Precision.Decision {
  package static let fields: [Field<Precision.Decision>] = [
    .boolean(
      "expectations", \.decidesExpectationsOnly,
      "whether the run must decide only the expectations, not the ranking of the designs"),
    Field(
      "margin", .number(1e-9...0.5), \.margin,
      "a negligible difference: a result is decided if its whole interval is closer to a tie"),
  ]

  /// The word that requires every decision.
  static let word = "decided"

  fileprivate static let shape = ValueShape.any(of: [
    .value(.choice([word])),
    .object(KeySet(fields, Precision.Decision(), rules: [.atLeastOne(fields.map(\.name))])),
  ])
}

extension ValueFormat<Precision.Decision> {
  fileprivate static var decision: ValueFormat {
    let kind = ValueKind.other("'decided', or an object with 'expectations' or 'margin'")
    return ValueFormat(kind, shape: Precision.Decision.shape) { value in
      var decision = Precision.Decision()
      guard value.json.members != nil else {
        return value.choice([Precision.Decision.word], of: kind) == nil ? nil : decision
      }
      guard value.read(Precision.Decision.fields, into: &decision) else { return nil }
      if Precision.Decision.fields.contains(where: { value.has($0.name) }) { return decision }
      return value.report("'until' has nothing to decide", expected: "'expectations' or 'margin'")
    }
  }
}
