import JSONText
import PurchaseWorld

/// A `precision` while it is read.
package struct PrecisionDraft {
  private var halfWidth: Double?
  private var relativeHalfWidth: Double?
  private var until: Precision.Decision?
  private var confidence = 0.95
  private var atMost = 10_000_000
  private var design: FileValue?

  package static let fields: [Field<PrecisionDraft>] = [
    Field(
      "halfWidth", .number(1e-9...0.5), \.halfWidth,
      "half the width of the intervals of lost rates, at most"),
    Field(
      "relativeHalfWidth", .number(0.001...10), \.relativeHalfWidth,
      "the same, as a multiple of the rate"),
    Field(
      "until", .decision, \.until,
      "what must be decided; 'decided': every expectation, and which of any two designs loses fewer"
        + " orders"),
    .number(
      "confidence", 0.5...0.9999, \.confidence, "the confidence of all intervals, over all looks"),
    .integer("atMost", 1...1_000_000_000, \.atMost, "the most users, whatever is known by then"),
    Field(
      "design", .later(.text), \.design,
      "the design whose rate must be known; by default every design"),
  ]

  private static let goals = ["halfWidth", "relativeHalfWidth", "until"]

  static let shape = ValueShape.object(
    KeySet(fields, PrecisionDraft(), rules: [.exactlyOne(goals), .notBoth("until", "design")]))

  /// Reads a `precision` among some designs; nil after it has reported what is wrong.
  static func read(_ value: FileValue, designs: DesignReading) -> Precision? {
    var draft = PrecisionDraft()
    guard value.read(fields, into: &draft) else { return nil }
    let given = goals.filter(value.has)
    guard let goal = draft.goal, given.count == 1 else {
      return value.report(
        given.isEmpty ? "a precision without a goal" : "a precision with \(given.count) goals",
        expected: .choice(goals))
    }
    var precision = Precision(goal)
    (precision.confidence, precision.atMost) = (draft.confidence, draft.atMost)
    guard let design = draft.design else { return precision }
    if goal.decision != nil {
      return design.report(
        "a design has no meaning with 'until'", expected: "a precision without it")
    }
    precision.design = designs.index(of: design).map { designs.designs[$0].name }
    return precision.design == nil ? nil : precision
  }

  private var goal: Precision.Goal? {
    if let halfWidth { return .halfWidth(halfWidth) }
    if let relativeHalfWidth { return .relativeHalfWidth(relativeHalfWidth) }
    return until.map { .until($0) }
  }
}

extension Precision.Decision {
  package static let fields: [Field<Precision.Decision>] = [
    .boolean(
      "expectations", \.expectationsAlone,
      "whether the expectations are all that must be decided, whatever the ranking"),
    Field(
      "margin", .number(1e-9...0.5), \.margin,
      "how much of a share matters to nobody: what is known to lie within it of a tie is decided"),
  ]

  /// What decides everything, as a word.
  static let word = "decided"

  fileprivate static let shape = ValueShape.any(of: [
    .value(.choice([word])),
    .object(KeySet(fields, Precision.Decision(), rules: [.atLeastOne(fields.map(\.name))])),
  ])
}

extension Form<Precision.Decision> {
  fileprivate static var decision: Form {
    let kind = ValueKind.other("'decided', or an object with 'expectations' or 'margin'")
    return Form(kind, shape: Precision.Decision.shape) { value in
      var decision = Precision.Decision()
      guard value.json.members != nil else {
        return value.choice([Precision.Decision.word], of: kind) == nil ? nil : decision
      }
      guard value.read(Precision.Decision.fields, into: &decision) else { return nil }
      if Precision.Decision.fields.contains(where: { value.has($0.name) }) { return decision }
      return value.report("nothing is to be decided", expected: "'expectations' or 'margin'")
    }
  }
}
