package import Scenarios
package import Statistics

/// The joint sums of two designs over the same users, for one claim that one lies below the other.
package struct PairLedger: Hashable, Sendable {
  /// What is compared.
  package let metric: Metric
  /// The product whose charges or intents count; nil for all.
  package let product: Int?
  /// The index of the design that is claimed to lie below.
  package let lower: Int
  /// The index of the other design.
  package let upper: Int
  /// The sums, the lower design first.
  package var moments = PairMoments()

  /// Makes an empty ledger for a comparison of designs given by index.
  package init(_ metric: Metric, product: Int?, lower: Int, upper: Int) {
    self.metric = metric
    self.product = product
    self.lower = lower
    self.upper = upper
  }

  /// Whether the comparison needs joint sums: percentiles do not have them.
  package static func supports(_ metric: Metric) -> Bool {
    switch metric {
    case .deliveryP50, .deliveryP95, .deliveryP99: false
    case .share, .lateRate, .failedRetryRate, .lostRevenue, .recoveredRevenue, .badDebt: true
    }
  }

  /// Whether the claim is about money.
  package var isMoney: Bool {
    metric == .lostRevenue || metric == .recoveredRevenue || metric == .badDebt
  }

  /// Whether a user who only cancelled counts, with 0 of 1: as an intent, and as anybody's money.
  package var countsCancels: Bool {
    if case .share(let share) = metric { return share.base == .intents }
    return isMoney
  }

  /// Whether every plain user contributes 0 of 1: not to the tries of the client's log, which can
  /// fail even so, not to bad debt, which a wrong list price makes, and not to one product.
  package var takesPlainForGranted: Bool {
    switch metric {
    case .failedRetryRate, .badDebt: false
    case .share, .lateRate, .lostRevenue, .recoveredRevenue, .deliveryP50, .deliveryP95,
      .deliveryP99:
      product == nil || isMoney
    }
  }

  package static func += (left: inout PairLedger, right: PairLedger) {
    left.moments += right.moments
  }
}
