package import PurchaseWorld
package import Scenarios
import Statistics

/// Comparison of two designs over replications with the same users, by the share by which designs
/// are compared (`Scenario.comparedShare`).
package struct SharedBackendComparison: Sendable {
  /// A user who lost an order under only one of the designs.
  package struct DiscordantUser: Sendable {
    package var replication: Int
    package var user: UInt64
    /// The end of the first lost charge.
    package var status: ChargeStatus
  }

  /// The indices of the designs.
  package var pair: DesignPair
  /// Compared share, and lost sales: second design minus first; nil if there is nothing to measure.
  package var difference, lostSalesDifference: Estimate?
  /// The numbers of replications in which the second design's share is lower, or higher.
  package var lowerReplicationCount = 0, more = 0
  /// The index of the design with the lower share; nil if undecided. All decided pairs of a run are
  /// right with at least the confidence (C. E. Bonferroni's inequality).
  package var lowerDesign: Int?
  /// Known users who lost an order under one design only, by replication and number.
  package var losersUnderFirstOnly: [DiscordantUser] = [],
    losersUnderSecondOnly: [DiscordantUser] = []
}

extension SharedBackendResults {
  /// The pairs of the scenario, in their order.
  package var comparisons: [SharedBackendComparison] {
    let metric = Metric.share(scenario.comparedShare)
    let together = confidence.shared(by: scenario.pairs.count)
    return scenario.pairs.map { pair in
      let (first, second) = (pair.first, pair.second)
      var found = SharedBackendComparison(
        pair: pair, difference: difference(metric, second, first),
        lostSalesDifference: difference(.share(.lostSale), second, first))
      let values = zip(values(metric, of: first) ?? [], values(metric, of: second) ?? [])
      found.lowerReplicationCount = values.count { $1 < $0 }
      found.more = values.count { $1 > $0 }
      if let difference = difference(metric, second, first, together) {
        if difference.interval.high < 0 { found.lowerDesign = second }
        if difference.interval.low > 0 { found.lowerDesign = first }
      }
      found.losersUnderFirstOnly = discordantUsers(from: first, to: second)
      found.losersUnderSecondOnly = discordantUsers(from: second, to: first)
      return found
    }
  }

  /// Users who lost an order under one design only, as far as the lists of losses reach.
  private func discordantUsers(from loser: Int, to saver: Int) -> [SharedBackendComparison
    .DiscordantUser]
  {
    zip(counts[loser], counts[saver]).enumerated().flatMap { index, counts in
      let (lost, others) = (counts.0.designCounters.lossSample, counts.1.designCounters.lossSample)
      let losingUsers = Set(others.values.map(\.user))
      // A full list has no information about users after its last entry.
      let end =
        others.isTruncated ? others.values.last.map { LossSample.samplingRank($0.user) } : nil
      let alone = lost.values.filter { order in
        !losingUsers.contains(order.user)
          && end.map { LossSample.samplingRank(order.user) < $0 } ?? true
      }
      let firsts = alone.filter { order in
        !alone.contains { $0.user == order.user && $0.charge < order.charge }
      }
      return firsts.sorted { $0.user < $1.user }.map {
        SharedBackendComparison.DiscordantUser(
          replication: index + 1, user: $0.user, status: $0.status)
      }
    }
  }
}
