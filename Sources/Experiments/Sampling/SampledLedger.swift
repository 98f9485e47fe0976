package import PurchaseWorld
import Scenarios
package import Statistics

/// The counts of one design over all parts of a sample.
package typealias SampledLedger = Sampled<Ledger>

extension SampledLedger {
  /// The number of events that were handled.
  package var events: Int { sum(\.events) }
  /// The counts over all products, and of each; empty when the catalog has only one.
  package var all: SampledTally { map(\.all) }
  package var products: [SampledTally] { parts[0].part.products.indices.map { tally(product: $0) } }
  /// What clients logged.
  package var funnel: Funnel { isPlain ? parts[0].part.funnel : Funnel(map(\.funnel)) }
  /// The failed tries of deliveries.
  package var ladder: Sampled<RetryLadder> { map(\.ladder) }
  /// A sample of the lost orders.
  package var losses: LossList { parts.reduce(into: LossList()) { $0 += $1.part.losses } }

  /// The charges of the users whom a kind of fault struck, by its place in ``Shape/faultKinds``.
  package func struckCharges(_ place: Int) -> Int {
    count { $0.struckUsers.rows[place].moments.denominators }
  }

  /// The lost-order rate of the users whom a kind of fault struck; nil without charges.
  package func struckRate(_ place: Int) -> Estimate? {
    map { $0.struckUsers.rows[place].moments }.share
  }

  /// The lowest number of a user who lost an order and whom a kind of fault struck.
  package func firstStruckLoser(_ place: Int) -> UInt64? {
    parts.compactMap { $0.part.struckUsers.rows[place].firstUser }.min()
  }

  /// The tally of a product, or of all.
  package func tally(product: Int?) -> SampledTally { map { $0.tally(product: product) } }

  /// The first users, by number, who lost an order in one way.
  package func firstUsers(_ kind: LossKind, _ point: DropPoint) -> [UInt64] {
    parts.reduce(into: FirstUsers()) { $0 += $1.part.firstUsers(kind, point) }.values
  }
}

extension Sampled<RetryLadder> {
  /// The number of failed tries: first ones, then those of each retry up to the last that failed.
  package var failures: [Int] {
    let rungs = parts.map(\.part.failures.count).max() ?? 0
    return (0..<rungs).map { rung in count { rung < $0.failures.count ? $0.failures[rung] : 0 } }
  }

  /// The share of deliveries with a failed first try whose retry, from 1, failed too; nil without any.
  package func rate(retry: Int) -> Estimate? { map { $0.moments(retry: retry) }.share }
}

extension Sampled<RatioMoments> {
  /// A share with its interval; nil where there is nothing of which it could be a share.
  package var share: Estimate? {
    func estimate(_ share: some EstimatedShare) -> Estimate {
      let interval = share.interval(method: certainty.method, confidence: certainty.confidence)
      return Estimate(share.value, interval, .share)
    }
    return isPlain
      ? Proportion(parts[0].part).map { estimate($0) } : stratified.map { estimate($0) }
  }

  /// The estimator of a stratified sample; nil where there is nothing to estimate.
  package var stratified: StratifiedRatio? { StratifiedRatio(strata) }
}
