import PurchaseWorld
package import Scenarios
package import Statistics

/// The joint sums of two designs over the same users, for one claim that one lies below the other.
package struct PairLedger: Hashable, Sendable {
  /// The index of the claim among the expectations of its scenario.
  let claim: Int
  package let metric: Metric
  /// The product whose charges or intents count; nil for all.
  let product: Int?
  /// The indices of the design that is claimed to lie below, and of the other.
  let lower: Int
  let upper: Int
  let isMoney: Bool
  /// Whether a user who only cancelled counts, with 0 of 1: as an intent, and as anybody's money.
  let countsCancels: Bool
  /// Whether every plain user contributes 0 of 1: not to the tries of the client's log, which can
  /// fail even so, not to bad debt, which a wrong list price makes, and not to one product.
  let takesPlainForGranted: Bool
  /// The sums, the lower design first, but for the ``plainUsers``.
  package var moments = PairMoments()
  /// Users who contributed 0 of 1 under both designs, without those of ``takesPlainForGranted``.
  var plainUsers = 0

  /// Makes an empty ledger; nil for a claim that needs no joint sums, as percentiles do not have them.
  init?(_ expectation: Expectation, _ claim: Int, _ designs: [Design]) {
    guard case .below(let metric, let of, let below, _) = expectation.claim,
      let lower = designs.firstIndex(where: { $0.name == of }),
      let upper = designs.firstIndex(where: { $0.name == below })
    else { return nil }
    product = expectation.product
    switch metric {
    case .deliveryP50, .deliveryP95, .deliveryP99: return nil
    case .share(let share): (isMoney, countsCancels) = (false, share.base == .intents)
    case .lateRate, .failedRetryRate: (isMoney, countsCancels) = (false, false)
    case .lostRevenue, .recoveredRevenue, .badDebt: (isMoney, countsCancels) = (true, true)
    }
    takesPlainForGranted =
      switch metric {
      case .failedRetryRate, .badDebt: false
      default: product == nil || isMoney
      }
    (self.claim, self.metric, self.lower, self.upper) = (claim, metric, lower, upper)
  }
}
