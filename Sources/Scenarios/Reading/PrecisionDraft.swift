import JSONText
import PurchaseWorld

/// A `precision` while it is read.
package struct PrecisionDraft {
  private var halfWidth: Double?
  private var relativeHalfWidth: Double?
  private var until: String?
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
      "until", .choice(["decided"]), \.until,
      "every expectation, and which of any two designs loses fewer orders"),
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
    if goal == .decided {
      return design.report(
        "a design has no meaning with 'until'", expected: "a precision without it")
    }
    precision.design = designs.index(of: design).map { designs.designs[$0].name }
    return precision.design == nil ? nil : precision
  }

  private var goal: Precision.Goal? {
    if let halfWidth { return .halfWidth(halfWidth) }
    if let relativeHalfWidth { return .relativeHalfWidth(relativeHalfWidth) }
    return until == nil ? nil : .decided
  }
}
