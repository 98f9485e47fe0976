import EventEngine
package import JSONText
import PurchaseWorld

extension Expectation.Claim {
  /// The claim as a scenario can declare it.
  /// - Parameter product: the name of the product that it is limited to; nil for all.
  /// - Parameter currency: the currency of the scenario; nil if amounts are minor units.
  package func output(product: String? = nil, currency: Currency? = nil) -> JSONOutput {
    let limit = product.map { [JSONOutput.Member("product", .string($0))] } ?? []
    switch self {
    case .range(let metric, let design, let min, let max):
      return .object(
        [.init("design", .string(design))] + metric.keys + metric.bound("min", min, currency)
          + metric.bound("max", max, currency) + limit)
    case .below(let metric, let lower, let upper, let margin):
      let least: [JSONOutput.Member] =
        switch margin {
        case .difference(let by): by > 0 ? metric.bound("by", by, currency) : []
        case .factor(let factor): [.init("factor", .integer(factor))]
        }
      return .object(
        metric.keys + [.init("of", .string(lower)), .init("below", .string(upper))] + least + limit)
    case .ending(let design, let charges, let flags):
      let words = CaseFlag.allCases.filter(flags.contains).map { JSONOutput.string($0.rawValue) }
      return .object(present: [
        "design": .string(design), "charges": .array(charges.map(\.output)),
        "flags": .listed(words),
      ])
    }
  }
}

extension CaseChargeResult {
  /// The charge as a case declares it.
  var output: JSONOutput {
    .object(present: [
      "outcome": .string(outcome.rawValue), "kind": kind.map { .string($0.rawValue) },
      "dropPoint": dropPoint.map { .string($0.rawValue) },
    ])
  }
}

extension Metric {
  /// The keys of a claim that select the metric.
  fileprivate var keys: [JSONOutput.Member] {
    switch self {
    case .lateRate(let within): [.init("within", .string(within.words))]
    case .failedRetryRate(let retry):
      [.init("metric", .string(name)), .init("retry", .integer(retry))]
    case .share, .lostRevenue, .recoveredRevenue, .badDebt, .deliveryP50, .deliveryP95,
      .deliveryP99, .backend:
      [.init("metric", .string(name))]
    }
  }

  fileprivate func bound(
    _ key: String, _ value: Double?, _ currency: Currency?
  ) -> [JSONOutput.Member] {
    guard let value else { return [] }
    return switch unit {
    case .share: [.init(key, .number(value))]
    case .money: [.init(key, .amount(Int(value.rounded()), in: currency))]
    case .time: [.init(key, .string(Delay(roundingSeconds: value).words))]
    }
  }
}
