import EventEngine
import JSONText
import PurchaseWorld

/// An expectation while it is read.
struct ExpectationDraft {
  var design: FileValue?
  var metric: FileValue?
  /// The deadline, nil when it is wrong, and where it stands.
  var within: (delay: Delay?, value: FileValue)?
  /// The number of the retry, nil when it is wrong, and where it stands.
  var retry: (number: Int?, value: FileValue)?
  var min: FileValue?
  var max: FileValue?
  var of: FileValue?
  var below: FileValue?
  var by: FileValue?
  /// The factor, nil when it is wrong, and where it stands.
  var factor: (factor: Int?, value: FileValue)?
  var product: FileValue?
  var charges: [ExpectedCharge] = []
  var flags: Set<CaseFlag> = []

  /// The keys of a claim that bounds a metric of one design.
  static let range: [Field<ExpectationDraft>] = [
    Field("design", .text, "the design") { $1.design = $0 }.required, metric, within, retry,
    Field("min", .other(bound), "the least value", shape: { _ in anyBound }) { $1.min = $0 },
    Field("max", .other(bound), "the greatest value", shape: { _ in anyBound }) { $1.max = $0 },
    product,
  ]

  /// The keys of a claim that compares two designs.
  static let below: [Field<ExpectationDraft>] = [
    metric, within, retry, Field("of", .text, "the design that has less") { $1.of = $0 }.required,
    Field("below", .text, "the design that has more") { $1.below = $0 }.required,
    Field(
      "by", .other(bound), "the least difference; 0 when not given", shape: { _ in anyBound }
    ) { $1.by = $0 },
    Field("factor", .integer(factors), "instead of 'by': a multiple that has less too") {
      $1.factor = ($0.integer(factors), $0)
    }, product,
  ]

  /// The keys of a claim about the one user of a case.
  static let ending: [Field<ExpectationDraft>] = [
    Field("design", .text, "the design") { $1.design = $0 }.required,
    Field(
      "charges", .other("a list of charges"), "how each charge ends, in order of charging",
      shape: { _ in .list(ChargeDraft.shape, 0...FileValue.longestList) }
    ) { value, draft in
      draft.charges = (value.list(.other("a list of charges")) ?? []).compactMap { $0.charge() }
    }.required,
    Field("flags", .list(of: .choice(CaseFlag.allCases.map(\.rawValue))), "the exact set of flags")
    {
      value, draft in
      let kind = ValueKind.list(of: .choice(CaseFlag.allCases.map(\.rawValue)))
      for element in value.list(kind) ?? [] {
        guard let flag = element.choice(of: CaseFlag.self) else { continue }
        if !draft.flags.insert(flag).inserted {
          element.report("flag \(flag.rawValue.quoted) is there twice", expected: "it once")
        }
      }
    },
  ]

  private static let metric = Field<ExpectationDraft>(
    "metric", .choice(Metric.names), "what is measured"
  ) { $1.metric = $0 }

  private static let within = Field<ExpectationDraft>(
    "within", .duration, "the deadline of the share that was not delivered within it",
    shape: { _ in .durationAboveZero }
  ) { $1.within = ($0.duration(allowsZero: false), $0) }

  private static let retry = Field<ExpectationDraft>(
    "retry", .integer(retries), "the number of the retry of which failures are counted"
  ) { $1.retry = ($0.integer(retries), $0) }

  /// The retries whose failures are counted.
  static let retries = 1...ClientLog.rungs - 1

  private static let product = Field<ExpectationDraft>(
    "product", .text, "the product to which the claim is restricted"
  ) { $1.product = $0 }

  /// The multiples that can be claimed to lie below another design.
  private static let factors = 2...1_000

  private static let bound: Phrase = "a number, or for delivery times a duration such as '5s'"

  private static let anyBound = ValueShape.any(of: [
    .value(.number(0...Metric.Unit.mostMoney)), .value(.duration),
  ])

  /// The most expectations of a file.
  static let most = 10_000

  /// The keys that tell a comparison of two designs from a bound of one.
  static let comparing = ["of", "below", "by", "factor"]

  /// What an expectation looks like.
  static let shape = ValueShape.inCase(
    .named("ending", .object(KeySet(ending, ExpectationDraft()))),
    otherwise: .byKeys(
      comparing,
      .named(
        "comparison",
        .object(
          KeySet(below, ExpectationDraft(), rules: measuring(["by"]) + [.notBoth("by", "factor")]))),
      otherwise: .named(
        "bound",
        .object(
          KeySet(
            range, ExpectationDraft(),
            rules: measuring(["min", "max"]) + [.atLeastOne(["min", "max"])])))))

  /// What holds between a metric and the keys that go with it.
  ///
  /// - Parameter bounds: the keys whose values have the unit of the metric.
  private static func measuring(_ bounds: [String]) -> [KeyRule] {
    let units: [Metric.Unit] = [.share, .money, .time]
    let shapes = { (unit: Metric.Unit) in bounds.map { (key: $0, shape: unit.shape) } }
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

/// How one charge must end, while it is read.
struct ChargeDraft {
  var outcome = ExpectedCharge.Class.delivered
  var kind: (value: LossKind, at: FileValue)?
  var dropPoint: (value: DropPoint, at: FileValue)?

  /// What an expected charge looks like: only a lost one has a kind and a drop point.
  static let shape = ValueShape.named(
    "charge",
    .object(
      KeySet(
        fields, ChargeDraft(),
        rules: [
          .when(
            .notAmong("outcome", [ExpectedCharge.Class.lost.rawValue]),
            forbids: ["kind", "dropPoint"])
        ])))

  /// The keys of an expected charge.
  static let fields: [Field<ChargeDraft>] = [
    .choice("outcome", \.outcome, "the one class in which the charge ends", word: \.rawValue)
      .required,
    Field("kind", .choice(LossKind.allCases.map(\.rawValue)), "how it was lost") { value, draft in
      if let kind = value.choice(of: LossKind.self) { draft.kind = (kind, value) }
    },
    Field("dropPoint", .choice(DropPoint.allCases.map(\.rawValue)), "where it was lost") {
      value, draft in
      if let point = value.choice(of: DropPoint.self) { draft.dropPoint = (point, value) }
    },
  ]
}

extension FileValue {
  /// Reads how one charge must end; only a lost one has a kind and a drop point.
  fileprivate func charge() -> ExpectedCharge? {
    var draft = ChargeDraft()
    guard read(ChargeDraft.fields, into: &draft) else { return nil }
    if draft.outcome != .lost, let place = draft.kind?.at ?? draft.dropPoint?.at {
      place.report(
        "a charge that is '\(draft.outcome.rawValue)' was not lost", expected: "outcome lost")
      return nil
    }
    return ExpectedCharge(draft.outcome, kind: draft.kind?.value, dropPoint: draft.dropPoint?.value)
  }
}
