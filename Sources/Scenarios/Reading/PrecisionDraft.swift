import JSONText

/// A `precision` while it is read.
package struct PrecisionDraft {
  private var halfWidth: Double?
  private var relativeHalfWidth: Double?
  private var until: String?
  private var confidence = 0.95
  private var atMost = 10_000_000
  private var design: FileValue?

  /// The keys of a precision, in the order in which they are explained.
  package static let fields: [Field<PrecisionDraft>] = [
    Field(
      "halfWidth", .number(1e-9...0.5), "half the width of the intervals of lost rates, at most"
    ) { value, draft in draft.halfWidth = value.number(1e-9...0.5) },
    Field("relativeHalfWidth", .number(0.001...10), "the same, as a multiple of the rate") {
      value, draft in draft.relativeHalfWidth = value.number(0.001...10)
    },
    Field(
      "until", .choice(["decided"]),
      "every expectation, and which of any two designs loses fewer orders"
    ) { value, draft in draft.until = value.choice(["decided"]) },
    .number(
      "confidence", 0.5...0.9999, \.confidence, "the confidence of all intervals, over all looks"),
    .integer(
      "atMost", 1...1_000_000_000, \.atMost, "the most users, whatever is known by then"),
    Field("design", .text, "the design whose rate must be known; by default every design") {
      $1.design = $0
    },
  ]

  package init() {}

  private static let goals = ["halfWidth", "relativeHalfWidth", "until"]

  /// What a precision looks like.
  static let shape = ValueShape.object(
    KeySet(fields, PrecisionDraft(), rules: [.exactlyOne(goals), .notBoth("until", "design")]))

  /// Reads a `precision`; nil after it has reported what is wrong.
  ///
  /// - Parameter designs: the names of the scenario's designs.
  static func read(_ value: FileValue, designs: [String]) -> Precision? {
    var draft = PrecisionDraft()
    guard value.read(fields, into: &draft), case .object(let members) = value.json.content else {
      return nil
    }
    let given = members.map(\.key).filter { goals.contains($0) }
    guard let goal = draft.goal, given.count == 1 else {
      value.report(
        given.isEmpty ? "a precision without a goal" : "a precision with \(given.count) goals",
        expected: goals.choice)
      return nil
    }
    var precision = Precision(goal)
    precision.confidence = draft.confidence
    precision.atMost = draft.atMost
    if let design = draft.design {
      guard goal != .decided else {
        design.report("a design has no meaning with 'until'", expected: "a precision without it")
        return nil
      }
      precision.design = design.oneOf(designs, "design")
      if precision.design == nil { return nil }
    }
    return precision
  }

  private var goal: Precision.Goal? {
    if let halfWidth { return .halfWidth(halfWidth) }
    if let relativeHalfWidth { return .relativeHalfWidth(relativeHalfWidth) }
    return until == nil ? nil : .decided
  }
}
