import EventEngine
package import JSONText
import PurchaseWorld

extension Expectation.Claim {
  /// The claim as a scenario can declare it.
  /// - Parameter product: the name of the product that it is limited to; nil for all.
  /// - Parameter currency: the currency of the scenario; nil if amounts are minor units.
  package func output(product: String? = nil, currency: Currency? = nil) -> JSONOutput {
    switch self {
    case .range(let metric, let design, let min, let max):
      return .object(
        [.init("design", .string(design))] + metric.keys + metric.bound("min", min, currency)
          + metric.bound("max", max, currency) + named(product))
    case .below(let metric, let lower, let upper, let margin):
      let least: [JSONOutput.Member] =
        switch margin {
        case .difference(let by): by > 0 ? metric.bound("by", by, currency) : []
        case .factor(let factor): [.init("factor", .integer(factor))]
        }
      return .object(
        metric.keys + [.init("of", .string(lower)), .init("below", .string(upper))] + least
          + named(product))
    case .ending(let design, let charges, let flags):
      let words = CaseFlag.allCases.filter(flags.contains).map { JSONOutput.string($0.rawValue) }
      return .object(
        [.init("design", .string(design)), .init("charges", .array(charges.map(\.output)))]
          + (words.isEmpty ? [] : [.init("flags", .array(words))]))
    }
  }

  private func named(_ product: String?) -> [JSONOutput.Member] {
    product.map { [.init("product", .string($0))] } ?? []
  }
}

extension CaseChargeResult {
  fileprivate var output: JSONOutput {
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
    let output: JSONOutput =
      switch unit {
      case .share: .number(value)
      case .money: .amount(Int(value.rounded()), in: currency)
      case .time: .string(Delay(roundingSeconds: value).words)
      }
    return [.init(key, output)]
  }
}
