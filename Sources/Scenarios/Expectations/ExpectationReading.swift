import EventEngine
import JSONText
import PurchaseWorld

/// The expectations of a file as they are read, and the deadlines that they ask for.
struct ExpectationReading {
  private let designs: DesignReading
  private let names: [String]
  /// The names of the products; nil when the catalog is wrong.
  private let products: [String]?
  private let horizon: Delay
  private(set) var expectations: [Expectation] = []
  /// The distinct deadlines, ascending.
  private(set) var deadlines: [Delay] = []

  init(designs: DesignReading, catalog: Catalog?, horizon: Delay) {
    self.designs = designs
    self.names = designs.designs.map(\.name)
    self.products = catalog?.products.map(\.name)
    self.horizon = horizon
  }

  /// Reads the list of expectations.
  mutating func read(_ value: FileValue) {
    for element in value.list(.other("a list of expectations"), most: ExpectationDraft.most) ?? [] {
      guard let claim = claim(element) else { continue }
      let position = element.json.position
      expectations.append(
        Expectation(
          claim.claim, product: claim.product, line: position.line, column: position.column,
          path: element.path))
    }
  }

  private mutating func claim(_ value: FileValue) -> (claim: Expectation.Claim, product: Int?)? {
    guard case .object(let members) = value.json.content else {
      value.refuse(.other("an object"))
      return nil
    }
    let before = value.log.count
    let has = { (keys: [String]) in members.contains { keys.contains($0.key) } }
    var draft = ExpectationDraft()
    let claim: Expectation.Claim?
    if value.log.isCase || has(["charges", "flags"]) {
      if !value.log.isCase {
        value.report(
          "charges and flags of a scenario", expected: "a metric (only cases have one user)")
        return nil
      }
      value.read(ExpectationDraft.ending, into: &draft)
      claim = ending(draft)
    } else if has(ExpectationDraft.comparing) {
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
    let (metric, names): (Metric, [String]) =
      switch claim {
      case .range(let metric, let design, _, _): (metric, [design])
      case .below(let metric, let of, let below, _): (metric, [of, below])
      case .ending: (.lostRate, [])
      }
    guard case .failedRetryRate(let retry) = metric else { return }
    for design in designs.designs where names.contains(design.name) {
      let made = design.retry.delays.count
      if retry <= made || (design.retry.repeatLast && made > 0) { continue }
      draft.retry?.value.report(
        meaning: "design \(design.name.quoted) makes \(made) retries",
        expected: made == 0 ? "a design that retries" : "a retry from 1 to \(made)")
    }
  }

  /// Reads the name of a design of the file; a design that is wrong itself is passed over.
  private func design(_ value: FileValue?) -> String? {
    guard let value else { return nil }
    if case .string(let name) = value.json.content, !names.contains(name),
      names.isEmpty || designs.mayBeUnreadable(name)
    {
      return nil
    }
    return value.oneOf(names, "design")
  }

  private func ending(_ draft: ExpectationDraft) -> Expectation.Claim? {
    guard let design = self.design(draft.design) else { return nil }
    return .ending(design: design, charges: draft.charges, flags: draft.flags)
  }

  private func below(_ draft: ExpectationDraft, _ metric: Metric) -> Expectation.Claim? {
    let of = design(draft.of)
    let below = design(draft.below)
    let margin = margin(draft, metric)
    guard let of, let below, let margin else { return nil }
    if of == below {
      draft.below?.report(
        meaning: "\(below.quoted) is compared with itself", expected: "another design")
    }
    return .below(metric, of: of, below: below, by: margin)
  }

  private func margin(_ draft: ExpectationDraft, _ metric: Metric) -> Expectation.Margin? {
    let by = draft.by.map { $0.bound(metric.unit) } ?? 0
    guard let (factor, value) = draft.factor else { return by.map { .difference($0) } }
    if draft.by != nil { value.report("'by' and 'factor' are both given", expected: "one of them") }
    return factor.map { .factor($0) }
  }

  private func range(
    _ draft: ExpectationDraft, _ metric: Metric, _ value: FileValue
  ) -> Expectation.Claim? {
    let design = self.design(draft.design)
    if draft.min == nil, draft.max == nil {
      value.report("no bound is given", expected: "'min', 'max' or both")
      return nil
    }
    let min = draft.min?.bound(metric.unit)
    let max = draft.max?.bound(metric.unit)
    if let min, let max, min > max {
      draft.max?.report(
        meaning: "max \(max.words) is below min \(min.words)", expected: "min at most max")
    }
    guard let design else { return nil }
    // No share is above 1, and nothing but a debt falls below 0.
    let most = metric.unit == .share ? 1 : Double.infinity
    if (min ?? 0) <= 0, (max ?? .infinity) >= most, metric != .badDebt {
      value.log.remark(
        at: value.json.position, path: value.path, "a claim that cannot fail",
        expected: "a bound that the metric can miss")
    }
    return .range(metric, design: design, min: min, max: max)
  }

  /// Reads the metric; a deadline alone is the metric of late deliveries.
  private mutating func metric(_ draft: ExpectationDraft, _ value: FileValue) -> Metric? {
    var name: String?
    if let metric = draft.metric {
      name = metric.choice(Metric.names, called: "metric")
      if name == nil { return nil }
    }
    guard let (within, place) = draft.within else {
      if name == Metric.failedRetry || draft.retry != nil { return failedRetry(draft, name, value) }
      if name == nil {
        value.report("'metric' is missing", expected: "the name of a metric")
      } else if name == Metric.late {
        value.report("'within' is missing", expected: ValueKind.duration.words)
      }
      return Metric.plain.first { $0.name == name }
    }
    if let name, name != Metric.late {
      draft.metric?.report("'\(name)' has no deadline", expected: "'within' without a metric")
      return nil
    }
    if let retry = draft.retry {
      retry.value.report("'retry' without its metric", expected: Metric.failedRetry)
    }
    guard let within else { return nil }
    if within > horizon {
      place.report(
        meaning: "the deadline '\(within.words)' is behind the horizon",
        expected: "at most '\(horizon.words)'")
    }
    if !deadlines.contains(within) { deadlines = (deadlines + [within]).sorted() }
    return .lateRate(within: within)
  }

  /// Reads the metric of failed retries, which the client's log counts over all products together.
  private func failedRetry(
    _ draft: ExpectationDraft, _ name: String?, _ value: FileValue
  ) -> Metric? {
    guard name == Metric.failedRetry else {
      draft.retry?.value.report("'retry' without its metric", expected: Metric.failedRetry)
      return nil
    }
    draft.product?.report(
      "retries are counted over all products", expected: "a claim without 'product'")
    guard let retry = draft.retry else {
      value.report(
        "'retry' is missing", expected: ValueKind.integer(ExpectationDraft.retries).words)
      return nil
    }
    return retry.number.map { .failedRetryRate(retry: $0) }
  }
}

extension FileValue {
  /// Reads a name that must be one of some names.
  func oneOf(_ names: [String], _ what: String) -> String? {
    index(among: names, what).map { names[$0] }
  }

  /// Reads a name that must be one of some names, as its index.
  func index(among names: [String], _ what: String) -> Int? {
    guard let name = text() else { return nil }
    if let index = names.firstIndex(of: name) { return index }
    // A grid can have hundreds of members; a list of all would hide the rest of the message.
    report(
      meaning: "unknown \(what) \(name.quoted)",
      expected: names.count > 20 ? "a \(what) of this file" : names.choice,
      suggestion: NearestName.of(name, among: names))
    return nil
  }

  /// Reads the bound of a metric: a share, an amount of money, or a duration in seconds.
  fileprivate func bound(_ unit: Metric.Unit) -> Double? {
    switch unit {
    case .share: number(0...1)
    case .money: number(0...Metric.Unit.mostMoney)
    case .time: duration()?.seconds
    }
  }
}
