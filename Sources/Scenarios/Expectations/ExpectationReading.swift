import EventEngine
import JSONText
import PurchaseWorld

/// Reads the expectations of a file, and collects their deadlines.
struct ExpectationReading {
  private let designs: DesignReading
  /// The names of the products; nil if the catalog is invalid.
  private let products: [String]?
  private let horizon: Delay
  /// The currency of bounds of money; nil if they are minor units.
  private let currency: Currency?
  private(set) var expectations: [Expectation] = []
  /// The distinct deadlines in ascending order.
  private(set) var deadlines: [Delay] = []

  init(designs: DesignReading, catalog: Catalog?, horizon: Delay, currency: Currency?) {
    (self.designs, self.horizon, self.currency) = (designs, horizon, currency)
    products = catalog?.products.map(\.name)
  }

  mutating func read(_ value: FileValue) {
    for element in value.list(.other("a list of expectations"), maximum: ExpectationDraft.maximum)
      ?? []
    {
      guard let (claim, product) = claim(element) else { continue }
      let place = element.json.position
      expectations.append(
        Expectation(
          claim, product: product, line: place.line, column: place.column, path: element.path))
    }
  }

  private mutating func claim(_ value: FileValue) -> (claim: Expectation.Claim, product: Int?)? {
    if value.json.members == nil { return value.reportMismatch(.other("an object")) }
    let before = value.log.count
    var draft = ExpectationDraft()
    let claim: Expectation.Claim?
    if value.log.isCase || value.has("charges") || value.has("flags") {
      if !value.log.isCase {
        return value.report("only a case can expect charges and flags", expected: "a metric")
      }
      value.read(ExpectationDraft.ending, into: &draft)
      claim = design(draft.design).map {
        .ending(design: $0, charges: draft.charges, flags: Set(draft.flags ?? []))
      }
    } else if ExpectationDraft.comparing.contains(where: value.has) {
      value.read(ExpectationDraft.below, into: &draft)
      claim = metric(draft, value).flatMap { below(draft, $0) }
    } else {
      value.read(ExpectationDraft.range, into: &draft)
      claim = metric(draft, value).flatMap { range(draft, $0, value) }
    }
    if let claim { checkRetries(of: claim, draft) }
    let product = draft.product.flatMap { value -> Int? in
      if let products { return value.index(among: products, "product") }
      // The products are unknown, but the name of a product is a string.
      _ = value.text()
      return nil
    }
    guard let claim, value.log.count == before else { return nil }
    return (claim, product)
  }

  /// Reports a retry that a design never makes, whose failures no bound can limit.
  private func checkRetries(of claim: Expectation.Claim, _ draft: ExpectationDraft) {
    guard case .failedRetryRate(let retry) = claim.metric else { return }
    for design in designs.designs where claim.designs.contains(design.name) {
      let made = design.retry.delays.count
      if retry <= made || (design.retry.repeatsLastDelay && made > 0) { continue }
      draft.retry?.place?.reportSemanticProblem(
        "design \(design.name.quoted) makes only \(made) retries",
        expected: made == 0 ? "a design that retries" : "a retry from 1 to \(made)")
    }
  }

  /// Reads the name of a design of the file; nil for an invalid design, without a problem.
  private func design(_ value: FileValue?) -> String? {
    value.flatMap(designs.index).map { designs.designs[$0].name }
  }

  private func below(_ draft: ExpectationDraft, _ metric: Metric) -> Expectation.Claim? {
    let (of, below, margin) = (design(draft.of), design(draft.below), margin(draft, metric))
    guard let of, let below, let margin else { return nil }
    if of == below {
      draft.below?.reportSemanticProblem(
        "\(below.quoted) is compared with itself", expected: "another design")
    }
    return .below(metric, of: of, below: below, by: margin)
  }

  private func margin(_ draft: ExpectationDraft, _ metric: Metric) -> Expectation.Margin? {
    let by = draft.by.map(bound(metric)) ?? 0
    guard let factor = draft.factor else { return by.map { .difference($0) } }
    if draft.by != nil {
      factor.place?.report("'by' and 'factor' are both given", expected: "one of them")
    }
    return factor.value.map { .factor($0) }
  }

  private func range(
    _ draft: ExpectationDraft, _ metric: Metric, _ value: FileValue
  ) -> Expectation.Claim? {
    let design = self.design(draft.design)
    if draft.min == nil, draft.max == nil {
      return value.report("no bound is given", expected: "'min', 'max' or both")
    }
    let (min, max) = (draft.min.flatMap(bound(metric)), draft.max.flatMap(bound(metric)))
    if let min, let max, min > max {
      let (least, maximum) = (draft.min?.words ?? "", draft.max?.words ?? "")
      draft.max?.reportSemanticProblem(
        "'max' (\(maximum)) is below 'min' (\(least))", expected: "'min' not above 'max'")
    }
    guard let design else { return nil }
    // No share is above 1, and only a debt can be below 0.
    let maximum = metric.unit == .share ? 1 : Double.infinity
    if (min ?? 0) <= 0, (max ?? .infinity) >= maximum, metric != .badDebt {
      value.remark(
        "remark: this expectation cannot fail", expected: "a bound that the metric can violate")
    }
    return .range(metric, design: design, min: min, max: max)
  }

  /// The reader of a bound: money in minor units, times in seconds.
  private func bound(_ metric: Metric) -> (FileValue) -> Double? {
    guard metric.unit == .money, let currency else { return metric.unit.form.read }
    return { $0.amount(0...Int.max, in: currency).map(Double.init) }
  }

  /// Reads the metric; a deadline without a metric means late deliveries.
  private mutating func metric(_ draft: ExpectationDraft, _ value: FileValue) -> Metric? {
    let name = draft.metric.flatMap { $0.choice(Metric.names, called: "metric") }
    if draft.metric != nil, name == nil { return nil }
    if let within = draft.within { return lateRate(draft, name, within) }
    if name == Metric.failedRetry || draft.retry != nil { return failedRetry(draft, name, value) }
    if name == nil { return value.report("'metric' is missing", expected: "the name of a metric") }
    if name == Metric.late {
      return value.report("'within' is missing", expected: ValueKind.duration.phrase)
    }
    if let metric = name.flatMap(BackendMetric.init) { return .backend(metric) }
    return Metric.withoutParameters.first { $0.name == name }
  }

  private mutating func lateRate(
    _ draft: ExpectationDraft, _ name: String?, _ within: ReadValue<Delay>
  ) -> Metric? {
    if let name, name != Metric.late {
      return draft.metric?.report(
        "'\(name)' has no deadline", expected: "'within' without a metric")
    }
    draft.retry?.place?.report(
      "'retry' is given without its metric", expected: .verbatim(Metric.failedRetry))
    guard let deadline = within.value else { return nil }
    if deadline > horizon {
      within.place?.reportSemanticProblem(
        "the deadline '\(deadline.words)' is after the horizon",
        expected: "at most '\(horizon.words)'")
    }
    if !deadlines.contains(deadline) { deadlines = (deadlines + [deadline]).sorted() }
    return .lateRate(within: deadline)
  }

  /// Reads the metric of failed retries, which the client's log counts over all products.
  private func failedRetry(
    _ draft: ExpectationDraft, _ name: String?, _ value: FileValue
  ) -> Metric? {
    if name != Metric.failedRetry {
      return draft.retry?.place?.report(
        "'retry' is given without its metric", expected: .verbatim(Metric.failedRetry))
    }
    draft.product?.report(
      "retries are counted over all products", expected: "an expectation without 'product'")
    guard let retry = draft.retry else {
      return value.report(
        "'retry' is missing", expected: ValueKind.integer(ExpectationDraft.retries).phrase)
    }
    return retry.value.map { .failedRetryRate(retry: $0) }
  }
}

struct ExpectationDraft {
  var design, metric, min, max, of, below, by, product: FileValue?
  var within: ReadValue<Delay>?
  var retry, factor: ReadValue<Int>?
  var charges: [CaseChargeResult] = []
  var flags: [CaseFlag]?

  /// The keys of a claim that bounds a metric of one design.
  static let range: [Field<ExpectationDraft>] =
    [design] + measure + [
      Field("min", bound, \.min, "the lower bound"),
      Field("max", bound, \.max, "the upper bound"), product,
    ]

  /// The keys of a claim that compares two designs.
  static let below: [Field<ExpectationDraft>] =
    measure + [
      Field("of", .later(.text), \.of, "the design with the lower value").required,
      Field("below", .later(.text), \.below, "the design with the higher value").required,
      Field("by", bound, \.by, "the minimum difference; by default 0"),
      // The factors with which the lower value can still be below the other.
      Field(
        "factor", .integer(2...1_000), given: \.factor,
        "instead of 'by': a factor; the lower value times this factor must still be lower"),
      product,
    ]

  /// The keys of a claim about the single user of a case.
  static let ending: [Field<ExpectationDraft>] = [
    design,
    Field("charges", .charges, \.charges, "how each charge ends, in the order of the charges")
      .required,
    Field("flags", .list(of: .word, eachOnce: "flag "), \.flags, "the exact set of flags"),
  ]

  private static let design = Field<ExpectationDraft>(
    "design", .later(.text), \.design, "the name of the design"
  ).required

  /// The keys of the metric; a deadline without a metric means late deliveries.
  private static let measure: [Field<ExpectationDraft>] = [
    Field("metric", .later(.choice(Metric.names)), \.metric, "the metric to bound or to compare"),
    Field(
      "within", .durationAboveZero, given: \.within,
      "the deadline of 'lateRate': the share of charges not delivered within it"),
    Field(
      "retry", .integer(retries), given: \.retry,
      "the number of the retry whose failures are counted"),
  ]

  /// The numbers of the retries whose failures are counted.
  static let retries = 1...ClientLog.maxCountedTries - 1

  private static let product = Field<ExpectationDraft>(
    "product", .later(.text), \.product,
    "the product that the expectation is limited to; by default all products")

  /// The bound of a metric whose unit is still unknown.
  private static let bound = ValueFormat<FileValue>.later(
    .other("a number, or for delivery times a duration such as '5s'"),
    .any(of: [.value(.number(Metric.Unit.amounts)), .value(.duration)]))

  static let maximum = 10_000

  /// The keys that distinguish a comparison of two designs from a bound of one.
  static let comparing = ["of", "below", "by", "factor"]

  static let shape = ValueShape.inCase(
    .named("ending", .object(KeySet(ending, ExpectationDraft()))),
    otherwise: .byKeys(
      comparing, named("comparison", below, measuring(["by"]) + [.notBoth("by", "factor")]),
      otherwise: named("bound", range, measuring(["min", "max"]) + [.atLeastOne(["min", "max"])])))

  private static func named(
    _ name: String, _ fields: [Field<ExpectationDraft>], _ rules: [KeyRule]
  ) -> ValueShape { .named(name, .object(KeySet(fields, ExpectationDraft(), rules: rules))) }

  /// The rules between a metric and its keys.
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
  var outcome = CaseChargeResult.Outcome.delivered
  var kind: ReadValue<CaseChargeResult.Kind>?
  var dropPoint: ReadValue<DropPoint>?

  static let fields: [Field<ChargeDraft>] = [
    Field("outcome", .word, \.outcome, "the outcome of the charge").required,
    Field(
      "kind", .word, given: \.kind,
      "the kind of loss, or the state of the order when the store refunded it (G10)"),
    Field(
      "dropPoint", .word, given: \.dropPoint,
      "where the order was lost, or would have been lost without the refund (G10)"),
  ]
}

extension ValueFormat<[CaseChargeResult]> {
  /// The expected outcomes of charges; only a lost or refunded charge has a kind and a drop point.
  fileprivate static var charges: ValueFormat {
    let kind = ValueKind.other("a list of charges")
    let gone: [CaseChargeResult.Outcome] = [.lost, .refunded]
    let kinds = LossKind.allCases.map(\.rawValue)
    let rules: [KeyRule] = [
      .when(.notAmong("outcome", gone.map(\.rawValue)), forbids: ["kind", "dropPoint"]),
      .when(.among("outcome", ["lost"]), shapes: [("kind", .value(.choice(kinds)))]),
      .when(.among("kind", ["delivered"]), forbids: ["dropPoint"]),
    ]
    let keys = KeySet(ChargeDraft.fields, ChargeDraft(), rules: rules)
    let shape = ValueShape.named("charge", .object(keys))
    return ValueFormat(kind, shape: .list(shape, 0...FileValue.maxListLength)) { value in
      value.list(kind)?.compactMap { element in
        guard let draft = element.read(ChargeDraft.fields, ChargeDraft()) else { return nil }
        if !gone.contains(draft.outcome), let place = draft.kind?.place ?? draft.dropPoint?.place {
          return place.report(
            "a '\(draft.outcome.rawValue)' charge is not lost",
            expected: "the outcome 'lost' or 'refunded'")
        }
        if draft.kind?.value == .delivered {
          if draft.outcome == .lost {
            return draft.kind?.place?.report(
              "a 'lost' charge is not delivered", expected: .choice(kinds))
          }
          if let place = draft.dropPoint?.place {
            return place.report("a delivered charge was not lost", expected: "no 'dropPoint'")
          }
        }
        return CaseChargeResult(
          draft.outcome, kind: draft.kind?.value, dropPoint: draft.dropPoint?.value)
      }
    }
  }
}
