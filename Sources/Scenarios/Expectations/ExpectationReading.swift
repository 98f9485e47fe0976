import EventEngine
import JSONText
import PurchaseWorld

/// The expectations of a file as they are read, and the deadlines that they ask for.
struct ExpectationReading {
  private let designs: DesignReading
  /// The names of the products; nil when the catalog is wrong.
  private let products: [String]?
  private let horizon: Delay
  /// The currency of bounds of money; nil where they are minor units.
  private let currency: Currency?
  private(set) var expectations: [Expectation] = []
  /// The distinct deadlines, ascending.
  private(set) var deadlines: [Delay] = []

  init(designs: DesignReading, catalog: Catalog?, horizon: Delay, currency: Currency?) {
    (self.designs, self.horizon, self.currency) = (designs, horizon, currency)
    products = catalog?.products.map(\.name)
  }

  mutating func read(_ value: FileValue) {
    for element in value.list(.other("a list of expectations"), most: ExpectationDraft.most) ?? [] {
      guard let (claim, product) = claim(element) else { continue }
      let (line, column) = (element.json.position.line, element.json.position.column)
      expectations += [
        Expectation(claim, product: product, line: line, column: column, path: element.path)
      ]
    }
  }

  private mutating func claim(_ value: FileValue) -> (claim: Expectation.Claim, product: Int?)? {
    if value.json.members == nil { return value.refuse(.other("an object")) }
    let before = value.log.count
    var draft = ExpectationDraft()
    let claim: Expectation.Claim?
    if value.log.isCase || value.has("charges") || value.has("flags") {
      if !value.log.isCase {
        return value.report(
          "charges and flags of a scenario", expected: "a metric (only cases have one user)")
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
      // Which products there are is not known, but a product has a name.
      _ = value.text()
      return nil
    }
    guard let claim, value.log.count == before else { return nil }
    return (claim, product)
  }

  /// A retry that a design never makes cannot fail, so no bound on it says anything.
  private func checkRetries(of claim: Expectation.Claim, _ draft: ExpectationDraft) {
    guard case .failedRetryRate(let retry) = claim.metric else { return }
    for design in designs.designs where claim.designs.contains(design.name) {
      let made = design.retry.delays.count
      if retry <= made || (design.retry.repeatLast && made > 0) { continue }
      draft.retry?.place?.report(
        meaning: "design \(design.name.quoted) makes \(made) retries",
        expected: made == 0 ? "a design that retries" : "a retry from 1 to \(made)")
    }
  }

  /// Reads the name of a design of the file; a design that is wrong itself is passed over.
  private func design(_ value: FileValue?) -> String? {
    value.flatMap(designs.index).map { designs.designs[$0].name }
  }

  private func below(_ draft: ExpectationDraft, _ metric: Metric) -> Expectation.Claim? {
    let (of, below, margin) = (design(draft.of), design(draft.below), margin(draft, metric))
    guard let of, let below, let margin else { return nil }
    if of == below {
      draft.below?.report(
        meaning: "\(below.quoted) is compared with itself", expected: "another design")
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
      let (least, most) = (draft.min?.words ?? "", draft.max?.words ?? "")
      draft.max?.report(meaning: "max \(most) is below min \(least)", expected: "min at most max")
    }
    guard let design else { return nil }
    // No share is above 1, and nothing but a debt falls below 0.
    let most = metric.unit == .share ? 1 : Double.infinity
    if (min ?? 0) <= 0, (max ?? .infinity) >= most, metric != .badDebt {
      value.log.remark(
        value.problem(
          "remark: a claim that cannot fail", expected: "a bound that the metric can miss",
          concern: .meaning))
    }
    return .range(metric, design: design, min: min, max: max)
  }

  /// How a bound of a metric is read: of money in minor units, of a time in seconds.
  private func bound(_ metric: Metric) -> (FileValue) -> Double? {
    guard metric.unit == .money, let currency else { return metric.unit.form.read }
    return { $0.amount(0...Int.max, in: currency).map(Double.init) }
  }

  /// Reads the metric; a deadline alone is the metric of late deliveries.
  private mutating func metric(_ draft: ExpectationDraft, _ value: FileValue) -> Metric? {
    var name: String?
    if let metric = draft.metric {
      name = metric.choice(Metric.names, called: "metric")
      if name == nil { return nil }
    }
    if let within = draft.within { return lateRate(draft, name, within) }
    if name == Metric.failedRetry || draft.retry != nil { return failedRetry(draft, name, value) }
    if name == nil { return value.report("'metric' is missing", expected: "the name of a metric") }
    if name == Metric.late {
      return value.report("'within' is missing", expected: ValueKind.duration.phrase)
    }
    if let metric = name.flatMap(BackendMetric.init) { return .backend(metric) }
    return Metric.plain.first { $0.name == name }
  }

  private mutating func lateRate(
    _ draft: ExpectationDraft, _ name: String?, _ within: Given<Delay>
  ) -> Metric? {
    if let name, name != Metric.late {
      return draft.metric?.report(
        "'\(name)' has no deadline", expected: "'within' without a metric")
    }
    draft.retry?.place?.report(
      "'retry' without its metric", expected: .verbatim(Metric.failedRetry))
    guard let deadline = within.value else { return nil }
    if deadline > horizon {
      within.place?.report(
        meaning: "the deadline '\(deadline.words)' is behind the horizon",
        expected: "at most '\(horizon.words)'")
    }
    if !deadlines.contains(deadline) { deadlines = (deadlines + [deadline]).sorted() }
    return .lateRate(within: deadline)
  }

  /// Reads the metric of failed retries, which the client's log counts over all products together.
  private func failedRetry(
    _ draft: ExpectationDraft, _ name: String?, _ value: FileValue
  ) -> Metric? {
    if name != Metric.failedRetry {
      return draft.retry?.place?.report(
        "'retry' without its metric", expected: .verbatim(Metric.failedRetry))
    }
    draft.product?.report(
      "retries are counted over all products", expected: "a claim without 'product'")
    guard let retry = draft.retry else {
      return value.report(
        "'retry' is missing", expected: ValueKind.integer(ExpectationDraft.retries).phrase)
    }
    return retry.value.map { .failedRetryRate(retry: $0) }
  }
}

struct ExpectationDraft {
  var design, metric, min, max, of, below, by, product: FileValue?
  var within: Given<Delay>?
  var retry, factor: Given<Int>?
  var charges: [ExpectedCharge] = []
  var flags: [CaseFlag]?

  /// The keys of a claim that bounds a metric of one design.
  static let range: [Field<ExpectationDraft>] =
    [design] + measure + [
      Field("min", bound, \.min, "the least value"),
      Field("max", bound, \.max, "the greatest value"), product,
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
        "instead of 'by': a multiple that has less too"), product,
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
      comparing, named("comparison", below, measuring(["by"]) + [.notBoth("by", "factor")]),
      otherwise: named("bound", range, measuring(["min", "max"]) + [.atLeastOne(["min", "max"])])))

  private static func named(
    _ name: String, _ fields: [Field<ExpectationDraft>], _ rules: [KeyRule]
  ) -> ValueShape { .named(name, .object(KeySet(fields, ExpectationDraft(), rules: rules))) }

  /// What holds between a metric and the keys that go with it.
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
  var kind: Given<ExpectedCharge.Kind>?
  var dropPoint: Given<DropPoint>?

  static let fields: [Field<ChargeDraft>] = [
    Field("outcome", .word, \.outcome, "the one class in which the charge ends").required,
    Field(
      "kind", .word, given: \.kind,
      "how it was lost, or what it had come to when the store refunded it (G10)"),
    Field("dropPoint", .word, given: \.dropPoint, "where it was lost, or would have been (G10)"),
  ]
}

extension Form<[ExpectedCharge]> {
  /// How charges must end; only a lost one, or one that the store took back, has a kind and a drop point.
  fileprivate static var charges: Form {
    let kind = ValueKind.other("a list of charges")
    let gone: [ExpectedCharge.Class] = [.lost, .refunded]
    let onlyLost = KeyRule.when(
      .notAmong("outcome", gone.map(\.rawValue)), forbids: ["kind", "dropPoint"])
    let undelivered = KeyRule.when(
      .among("outcome", [ExpectedCharge.Class.lost.rawValue]),
      shapes: [("kind", .value(.choice(LossKind.allCases.map(\.rawValue))))])
    let notLost = KeyRule.when(
      .among("kind", [ExpectedCharge.Kind.delivered.rawValue]), forbids: ["dropPoint"])
    let keys = KeySet(ChargeDraft.fields, ChargeDraft(), rules: [onlyLost, undelivered, notLost])
    let shape = ValueShape.named("charge", .object(keys))
    return Form(kind, shape: .list(shape, 0...FileValue.longestList)) { value in
      value.list(kind)?.compactMap { element in
        var draft = ChargeDraft()
        guard element.read(ChargeDraft.fields, into: &draft) else { return nil }
        if !gone.contains(draft.outcome), let place = draft.kind?.place ?? draft.dropPoint?.place {
          return place.report(
            "a charge that is '\(draft.outcome.rawValue)' was not lost",
            expected: "outcome lost, or refunded")
        }
        if draft.kind?.value == .delivered {
          if draft.outcome == .lost {
            return draft.kind?.place?.report(
              "a charge that is 'lost' was not delivered",
              expected: .choice(LossKind.allCases.map(\.rawValue)))
          }
          if let place = draft.dropPoint?.place {
            return place.report("what was delivered was not lost", expected: "no drop point")
          }
        }
        return ExpectedCharge(
          draft.outcome, kind: draft.kind?.value, dropPoint: draft.dropPoint?.value)
      }
    }
  }
}
