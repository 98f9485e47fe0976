package import PurchaseWorld
import Scenarios
package import Statistics

/// The counts of one design over all parts of a sample.
package struct SampledLedger: Sendable {
  package let parts: Sampled<Ledger>

  package init(_ parts: Sampled<Ledger>) { self.parts = parts }

  /// The number of users who were asked for.
  package var users: Int { parts.users }
  /// The number of events that were handled.
  package var events: Int { parts.sum(\.events) }
  /// Which declarations of faults struck, by index, as bits.
  package var struck: UInt64 { parts.parts.reduce(0) { $0 | $1.part.struck } }
  /// The counts over all products.
  package var all: SampledTally { SampledTally(parts.map(\.all)) }
  /// The counts of each product; empty when the catalog has only one.
  package var products: [SampledTally] {
    parts.parts[0].part.products.indices.map { tally(product: $0) }
  }
  /// What clients logged.
  package var funnel: Funnel {
    parts.isPlain ? parts.parts[0].part.funnel : Funnel(parts.map(\.funnel))
  }
  /// The failed tries of deliveries.
  package var ladder: SampledLadder { SampledLadder(parts.map(\.ladder)) }

  /// The charges of the users whom a kind of fault struck, by its place in ``Shape/faultKinds``.
  package func struckCharges(_ place: Int) -> Int {
    parts.count { $0.struckUsers.rows[place].moments.denominators }
  }

  /// The lost-order rate of the users whom a kind of fault struck; nil without charges.
  package func struckRate(_ place: Int) -> Estimate? {
    parts.map { $0.struckUsers.rows[place].moments }.share
  }

  /// The lowest number of a user who lost an order and whom a kind of fault struck.
  package func firstStruckLoser(_ place: Int) -> UInt64? {
    parts.parts.compactMap { $0.part.struckUsers.rows[place].firstUser }.min()
  }

  /// A sample of the lost orders.
  package var losses: LossList {
    parts.parts.reduce(into: LossList()) { $0 += $1.part.losses }
  }

  /// The tally of a product, or of all.
  package func tally(product: Int?) -> SampledTally {
    SampledTally(parts.map { $0.tally(product: product) })
  }

  /// The first users, by number, who lost an order in one way; at most `Ledger.namedUsers`.
  package func firstUsers(_ kind: LossKind, _ point: DropPoint) -> [UInt64] {
    let users = parts.parts.flatMap { $0.part.firstUsers(kind, point) }.sorted()
    return Array(users.prefix(Ledger.namedUsers))
  }
}

/// The retries of one design over all parts of a sample.
package struct SampledLadder: Sendable {
  private let parts: Sampled<RetryLadder>

  init(_ parts: Sampled<RetryLadder>) { self.parts = parts }

  /// The number of failed tries: first ones, then those of each retry up to the last that failed.
  package var failures: [Int] {
    let rungs = parts.parts.map(\.part.failures.count).max() ?? 0
    return (0..<rungs).map { rung in
      parts.count { rung < $0.failures.count ? $0.failures[rung] : 0 }
    }
  }

  /// The share of deliveries whose first try failed in which a retry, from 1, failed too; nil when
  /// no first try failed.
  package func rate(retry: Int) -> Estimate? { parts.map { $0.moments(retry: retry) }.share }
}

extension Sampled<RatioMoments> {
  /// A share with its interval; nil where there is nothing of which it could be a share.
  package var share: Estimate? {
    if isPlain {
      guard let proportion = Proportion(parts[0].part) else { return nil }
      let interval = proportion.interval(method: certainty.method, confidence: certainty.confidence)
      return Estimate(proportion.value, interval, .share)
    }
    guard let ratio = stratified else { return nil }
    let interval = ratio.interval(confidence: certainty.confidence)
    return Estimate(ratio.value, interval, .share)
  }

  /// The estimator of a stratified sample; nil where there is nothing to estimate.
  package var stratified: StratifiedRatio? { StratifiedRatio(strata) }
}

extension Sampled where Part: Hashable {
  /// The parts as the estimators of strata take them.
  var strata: [StratumSample<Part>] {
    parts.map { stratum, moments in
      StratumSample(
        weight: stratum.weight, users: stratum.users, moments: moments, canCount: stratum.canCharge)
    }
  }
}
