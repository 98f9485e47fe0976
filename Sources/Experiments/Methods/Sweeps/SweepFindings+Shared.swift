package import Experiments
import PurchaseWorld
package import Scenarios
import Statistics

extension SweepFindings.Point {
  /// Creates the findings for a shared backend (B11): the intervals come from replications.
  package init(_ results: SharedBackendResults, at point: Sweep.Point) {
    let share = results.scenario.comparedShare
    valueIndices = point.valueIndices
    designs = results.scenario.designs.indices.map { design in
      SweepFindings.DesignFindings(
        chargeCount: results.charges(of: design),
        comparedEstimate: results.estimate(.share(share), of: design),
        lostSales: results.estimate(.share(.lostSale), of: design),
        doubleCharges: results.estimate(.share(.doubleCharge), of: design),
        recoveries: results.worstRecoveries(of: design))
    }
    differences = results.claims.map { claim in
      if case .number(let difference) = claim.measurement { difference } else { nil }
    }
    let means = designs.indices.map { design in
      results.values(.share(share), of: design).flatMap { ReplicatedMean($0).mean }
    }
    leastLosingDesignIndices = SweepFindings.least(means, .standard) { lowest, other, confidence in
      let difference = results.difference(.share(share), other, lowest, confidence)
      return difference.map { $0.interval.low <= 0 } ?? true
    }
    (hasCharge, faultsThatNeverOccurred) = (results.hasCharge, results.faultsThatNeverOccurred)
  }
}

extension SweepFindings.DesignFindings {
  /// The share of replications in which an outage left a shared backend metastable, with the exact
  /// interval, among replications that ended late enough to decide; nil if there are none.
  package var metastableShare: Estimate? {
    let decided = recoveries.filter { $0 != .undecided }
    if decided.isEmpty { return nil }
    let proportion = Proportion(count: decided.count { $0 == .metastable }, of: decided.count)
    return Estimate(proportion.value, proportion.interval(method: .clopperPearson), .share)
  }
}

extension SharedBackendResults {

  /// The worst recovery from an outage in each replication; empty without outages.
  fileprivate func worstRecoveries(of design: Int) -> [QueueRecovery] {
    counts[design].compactMap { $0.load.recoveries.max() }
  }
}
