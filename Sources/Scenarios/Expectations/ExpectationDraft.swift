import EventEngine
import JSONText
import PurchaseWorld

struct ExpectationDraft {
  var design: FileValue?
  var metric: FileValue?
  var within: Given<Delay>?
  var retry: Given<Int>?
  var min: FileValue?
  var max: FileValue?
  var of: FileValue?
  var below: FileValue?
  var by: FileValue?
  var factor: Given<Int>?
  var product: FileValue?
  var charges: [ExpectedCharge] = []
  var flags: [CaseFlag]?

  /// The keys of a claim that bounds a metric of one design.
  static let range: [Field<ExpectationDraft>] =
    [design] + measure + [
      Field("min", bound, \.min, "the least value"),
      Field("max", bound, \.max, "the greatest value"),
      product,
    ]

  /// The keys of a claim that compares two designs.
  static let below: [Field<ExpectationDraft>] =
    measure + [
      Field("of", .later(.text), \.of, "the design that has less").required,
      Field("below", .later(.text), \.below, "the design that has more").required,
      Field("by", bound, \.by, "the least difference; 0 when not given"),
      // The multiples that can be claimed to lie below another design.
      Field(
        "factor", .integer(2...1_000), given: \.factor,
        "instead of 'by': a multiple that has less too"),
      product,
    ]

  /// The keys of a claim about the one user of a case.
  static let ending: [Field<ExpectationDraft>] = [
    design,
    Field("charges", .charges, \.charges, "how each charge ends, in order of charging").required,
    Field("flags", .list(of: .word, eachOnce: "flag "), \.flags, "the exact set of flags"),
  ]

  private static let design = Field<ExpectationDraft>(
    "design", .later(.text), \.design, "the design"
  ).required

  /// What is measured; a deadline alone is the metric of late deliveries.
  private static let measure: [Field<ExpectationDraft>] = [
    Field("metric", .later(.choice(Metric.names)), \.metric, "what is measured"),
    Field(
      "within", .durationAboveZero, given: \.within,
      "the deadline of the share that was not delivered within it"),
    Field(
      "retry", .integer(retries), given: \.retry,
      "the number of the retry of which failures are counted"),
  ]

  /// The retries whose failures are counted.
  static let retries = 1...ClientLog.rungs - 1

  private static let product = Field<ExpectationDraft>(
    "product", .later(.text), \.product, "the product to which the claim is restricted")

  /// The value of a metric, whose unit is not known yet.
  private static let bound = Form<FileValue>.later(
    .other("a number, or for delivery times a duration such as '5s'"),
    .any(of: [.value(.number(Metric.Unit.amounts)), .value(.duration)]))

  static let most = 10_000

  /// The keys that tell a comparison of two designs from a bound of one.
  static let comparing = ["of", "below", "by", "factor"]

  static let shape = ValueShape.inCase(
    .named("ending", .object(KeySet(ending, ExpectationDraft()))),
    otherwise: .byKeys(
      comparing,
      named("comparison", below, measuring(["by"]) + [.notBoth("by", "factor")]),
      otherwise: named(
        "bound", range, measuring(["min", "max"]) + [.atLeastOne(["min", "max"])])))

  private static func named(
    _ name: String, _ fields: [Field<ExpectationDraft>], _ rules: [KeyRule]
  ) -> ValueShape { .named(name, .object(KeySet(fields, ExpectationDraft(), rules: rules))) }

  /// What holds between a metric and the keys that go with it.
  ///
  /// - Parameter bounds: the keys whose values have the unit of the metric.
  private static func measuring(_ bounds: [String]) -> [KeyRule] {
    let units: [Metric.Unit] = [.share, .money, .time]
    let shapes = { (unit: Metric.Unit) in bounds.map { (key: $0, shape: unit.form.shape) } }
    return [
      .atLeastOne(["metric", "within"]),
      .when(
        .given("within"), shapes: [("metric", .value(.choice([Metric.late])))] + shapes(.share),
        forbids: ["retry"]), .when(.among("metric", [Metric.late]), requires: ["within"]),
      .when(.given("retry"), requires: ["metric"]),
      .when(.among("metric", [Metric.failedRetry]), requires: ["retry"], forbids: ["product"]),
      .when(.notAmong("metric", [Metric.failedRetry]), forbids: ["retry"]),
    ] + units.map { unit in .when(.among("metric", Metric.names(of: unit)), shapes: shapes(unit)) }
  }
}

private struct ChargeDraft {
  var outcome = ExpectedCharge.Class.delivered
  var kind: Given<LossKind>?
  var dropPoint: Given<DropPoint>?

  static let fields: [Field<ChargeDraft>] = [
    Field("outcome", .word, \.outcome, "the one class in which the charge ends").required,
    Field("kind", .word, given: \.kind, "how it was lost"),
    Field("dropPoint", .word, given: \.dropPoint, "where it was lost"),
  ]
}

extension Form<[ExpectedCharge]> {
  /// How charges must end; only a lost one has a kind and a drop point.
  fileprivate static var charges: Form {
    let kind = ValueKind.other("a list of charges")
    let onlyLost = KeyRule.when(
      .notAmong("outcome", [ExpectedCharge.Class.lost.rawValue]), forbids: ["kind", "dropPoint"])
    let keys = KeySet(ChargeDraft.fields, ChargeDraft(), rules: [onlyLost])
    let shape = ValueShape.named("charge", .object(keys))
    return Form(kind, shape: .list(shape, 0...FileValue.longestList)) { value in
      value.list(kind)?.compactMap { element in
        var draft = ChargeDraft()
        guard element.read(ChargeDraft.fields, into: &draft) else { return nil }
        if draft.outcome != .lost, let place = draft.kind?.place ?? draft.dropPoint?.place {
          return place.report(
            "a charge that is '\(draft.outcome.rawValue)' was not lost", expected: "outcome lost")
        }
        return ExpectedCharge(
          draft.outcome, kind: draft.kind?.value, dropPoint: draft.dropPoint?.value)
      }
    }
  }
}
