package import PurchaseWorld
package import Scenarios
import Statistics

/// What replications say of two designs whose users are the same, by the share by which designs are compared
/// (`Scenario.comparedShare`).
package struct SharedComparison: Sendable {
  /// A user who lost an order under one of the designs alone.
  package struct Flip: Sendable {
    package var replication: Int
    package var user: UInt64
    /// How the first lost charge ended.
    package var fate: Fate
  }

  /// The places of the designs.
  package var pair: DesignPair
  /// The compared share, and the share of lost sales, of the second design less the first; nil: nothing to measure.
  package var difference, lostSales: Estimate?
  /// In how many replications the second design has less of the compared share than the first, and in how many more.
  package var fewer = 0, more = 0
  /// The place of the design that has less; nil: undecided. All of a run together are wrong with a probability of at
  /// most 1 minus the confidence (C. E. Bonferroni's inequality).
  package var least: Int?
  /// Users who are known to have lost an order under the first design alone, or the second, by replication and number.
  package var flipsOfFirst: [Flip] = [], flipsOfSecond: [Flip] = []
}

extension SharedResults {
  /// The pairs of the scenario, in their order.
  package var comparisons: [SharedComparison] {
    let metric = Metric.share(scenario.comparedShare)
    let together = confidence.shared(by: scenario.pairs.count)
    return scenario.pairs.map { pair in
      let (first, second) = (pair.first, pair.second)
      var found = SharedComparison(
        pair: pair, difference: difference(metric, second, first),
        lostSales: difference(.share(.lostSale), second, first))
      let values = zip(values(metric, of: first) ?? [], values(metric, of: second) ?? [])
      found.fewer = values.count { $1 < $0 }
      found.more = values.count { $1 > $0 }
      if let difference = difference(metric, second, first, together) {
        if difference.interval.high < 0 { found.least = second }
        if difference.interval.low > 0 { found.least = first }
      }
      found.flipsOfFirst = flips(from: first, to: second)
      found.flipsOfSecond = flips(from: second, to: first)
      return found
    }
  }

  /// Users who lost an order under one design and, as far as the lists of losses reach, none under the other.
  private func flips(from loser: Int, to saver: Int) -> [SharedComparison.Flip] {
    zip(counts[loser], counts[saver]).enumerated().flatMap { index, counts in
      let (lost, others) = (counts.0.ledger.losses, counts.1.ledger.losses)
      let losers = Set(others.values.map(\.user))
      // Of users behind the last one of a full list nothing is known.
      let end = others.isFull ? others.values.last.map { LossList.hash($0.user) } : nil
      let alone = lost.values.filter { order in
        !losers.contains(order.user) && end.map { LossList.hash(order.user) < $0 } ?? true
      }
      let firsts = alone.filter { order in
        !alone.contains { $0.user == order.user && $0.charge < order.charge }
      }
      return firsts.sorted { $0.user < $1.user }.map {
        SharedComparison.Flip(replication: index + 1, user: $0.user, fate: $0.fate)
      }
    }
  }
}
