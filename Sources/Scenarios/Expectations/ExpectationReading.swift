import EventEngine
import JSONText
import PurchaseWorld

/// The expectations of a file as they are read, and the deadlines that they ask for.
struct ExpectationReading {
  let designs: [String]
  let products: [String]
  let horizon: Delay
  private(set) var expectations: [Expectation] = []
  /// The distinct deadlines, ascending.
  private(set) var deadlines: [Delay] = []

  init(designs: [String], products: [String], horizon: Delay) {
    self.designs = designs
    self.products = products
    self.horizon = horizon
  }

  /// Reads the list of expectations.
  mutating func read(_ value: FileValue) {
    for element in value.list(.other("a list of expectations")) ?? [] {
      guard let claim = claim(element) else { continue }
      let position = element.json.position
      expectations.append(
        Expectation(
          claim.claim, product: claim.product, line: position.line, column: position.column,
          path: element.path))
    }
  }

  private mutating func claim(
    _ value: FileValue
  ) -> (claim: Expectation.Claim, product: Int?)? {
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
          "charges and flags of a scenario", expected: "a metric; only cases have one user")
        return nil
      }
      value.read(ExpectationDraft.ending, into: &draft)
      claim = ending(draft)
    } else if has(["of", "below", "by"]) {
      value.read(ExpectationDraft.below, into: &draft)
      claim = metric(draft, value).flatMap { below(draft, $0) }
    } else {
      value.read(ExpectationDraft.range, into: &draft)
      claim = metric(draft, value).flatMap { range(draft, $0, value) }
    }
    let product = draft.product.flatMap { $0.index(among: products, "product") }
    guard let claim, value.log.count == before else { return nil }
    return (claim, product)
  }

  private func ending(_ draft: ExpectationDraft) -> Expectation.Claim? {
    guard let design = draft.design?.oneOf(designs, "design") else { return nil }
    return .ending(design: design, charges: draft.charges, flags: draft.flags)
  }

  private func below(_ draft: ExpectationDraft, _ metric: Metric) -> Expectation.Claim? {
    let of = draft.of?.oneOf(designs, "design")
    let below = draft.below?.oneOf(designs, "design")
    let by = draft.by.map { $0.bound(metric.unit) } ?? 0
    guard let of, let below, let by else { return nil }
    if of == below {
      draft.below?.report("\(below.quoted) is compared with itself", expected: "another design")
    }
    return .below(metric, of: of, below: below, by: by)
  }

  private func range(
    _ draft: ExpectationDraft, _ metric: Metric, _ value: FileValue
  ) -> Expectation.Claim? {
    let design = draft.design?.oneOf(designs, "design")
    if draft.min == nil, draft.max == nil {
      value.report("no bound is given", expected: "'min', 'max' or both")
      return nil
    }
    let min = draft.min?.bound(metric.unit)
    let max = draft.max?.bound(metric.unit)
    if let min, let max, min > max {
      draft.max?.report("max \(max.words) is below min \(min.words)", expected: "min at most max")
    }
    guard let design else { return nil }
    return .range(metric, design: design, min: min, max: max)
  }

  /// Reads the metric; a deadline alone is the metric of late deliveries.
  private mutating func metric(_ draft: ExpectationDraft, _ value: FileValue) -> Metric? {
    var name: String?
    if let metric = draft.metric {
      name = metric.oneOf(Metric.named.map(\.name) + [Metric.late], "metric")
      if name == nil { return nil }
    }
    guard let within = draft.within else {
      if name == nil {
        value.report("'metric' is missing", expected: "the name of a metric")
      } else if name == Metric.late {
        value.report("'within' is missing", expected: ValueKind.duration.words)
      }
      return Metric.named.first { $0.name == name }?.metric
    }
    if let name, name != Metric.late {
      draft.metric?.report("'\(name)' has no deadline", expected: "'within' without a metric")
      return nil
    }
    if within > horizon {
      value.report(
        "the deadline '\(within.words)' is behind the horizon",
        expected: "at most '\(horizon.words)'")
      return nil
    }
    if !deadlines.contains(within) { deadlines = (deadlines + [within]).sorted() }
    return .lateRate(within: within)
  }
}

extension FileValue {
  /// Reads a name that must be one of some names.
  fileprivate func oneOf(_ names: [String], _ what: String) -> String? {
    index(among: names, what).map { names[$0] }
  }

  /// Reads a name that must be one of some names, as its index.
  fileprivate func index(among names: [String], _ what: String) -> Int? {
    guard let name = text() else { return nil }
    if let index = names.firstIndex(of: name) { return index }
    // A grid can have hundreds of members; a list of all would hide the rest of the message.
    report(
      "unknown \(what) \(name.quoted)",
      expected: names.count > 20 ? "a \(what) of this file" : "one of \(names.alternatives)",
      suggestion: NearestName.of(name, among: names))
    return nil
  }

  /// Reads the bound of a metric: a share, an amount of money, or a duration in seconds.
  fileprivate func bound(_ unit: Metric.Unit) -> Double? {
    switch unit {
    case .share: number(0...1)
    case .money: number(0...Double(Int.max))
    case .time: duration()?.seconds
    }
  }
}
