import EventEngine
package import Scenarios
package import Statistics

extension Tally {
  /// A share with its interval; nil when there is nothing of which it could be a share.
  package func rate(_ share: Share) -> Proportion? { Proportion(moments(share)) }

  /// A quantile of the time to delivery with its interval; nil without a charge.
  ///
  /// The charges of one user may share their fate, so the limits count as many independent charges
  /// as would remain if they all did (Kish 1965, section 5.4).
  package func quantile(_ level: Double, exact: Bool = false) -> Quantile? {
    let charges = moments(.lost)
    guard charges.denominators > 0 else { return nil }
    let total = Double(charges.denominators)
    let effective = total * total / Double(charges.denominatorSquares)
    return Quantile(level, of: times, effective: exact ? nil : effective)
  }

  /// A metric with its interval; nil when there is nothing to measure.
  ///
  /// - Parameters:
  ///   - shape: the deadlines that were counted.
  ///   - users: the number of users.
  ///   - exact: whether nothing was random, so that the number is known without doubt.
  package func estimate(
    _ metric: Metric, shape: Shape, users: Int, exact: Bool
  ) -> Estimate? {
    switch metric {
    case .deliveryP50: return quantile(0.50, exact: exact)?.estimate
    case .deliveryP95: return quantile(0.95, exact: exact)?.estimate
    case .deliveryP99: return quantile(0.99, exact: exact)?.estimate
    case .lostRevenue: return amount(money.lost, lostSquares, users)
    case .recoveredRevenue: return amount(money.recovered, recoveredSquares, users)
    case .badDebt: return amount(money.badDebt, badDebtSquares, users)
    case .lateRate(let deadline):
      guard let row = shape.row(within: deadline) else {
        preconditionFailure("a deadline that is claimed is counted")
      }
      return Proportion(moments(row: row, of: .charges))?.estimate
    default:
      guard let share = Share(metric) else { preconditionFailure("a metric has an estimate") }
      return rate(share)?.estimate
    }
  }

  private func amount(_ sum: Int, _ squares: Int128, _ users: Int) -> Estimate? {
    guard users > 0 else { return nil }
    let total = AmountTotal(sum: sum, squares: squares, users: users)
    return Estimate(Double(sum), total.interval, .money)
  }
}

extension Proportion {
  /// The share with its interval as an estimate.
  package var estimate: Estimate { Estimate(value, interval, .share) }
}
