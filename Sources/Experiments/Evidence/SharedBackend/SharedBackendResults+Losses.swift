import PurchaseWorld
package import Scenarios

/// Selection of the lost order that reports show for a design, and amounts of money.
extension SharedBackendResults {
  /// The lowest user who lost an order, in the replication with the most lost orders. If all its
  /// orders were rescued, the lowest user in the sample of losses. Nil if no order was lost.
  /// - Returns: the replication counts from 1.
  package func losingUser(under design: Int) -> (replication: Int, user: UInt64)? {
    let lost = counts[design].map { $0.designCounters.all.count(.lost) }
    let order = lost.indices.sorted { (-lost[$0], $0) < (-lost[$1], $1) }
    return order.lazy.compactMap { replication in
      let designCounters = counts[design][replication].designCounters
      let users = LossTable.lossOutcomes.flatMap {
        designCounters.firstUsers($0.kind, $0.point).values
      }
      let user = users.min() ?? designCounters.lossSample.values.map(\.user).min()
      return user.map { (replication + 1, $0) }
    }.first
  }

  /// The lowest user who contributes to a metric, in the first replication with one; else nil.
  package func firstUser(
    _ metric: Metric, _ product: Int?, under design: Int
  ) -> (replication: Int, user: UInt64)? {
    guard let row = metric.row(in: CounterLayout(scenario)) else { return nil }
    return counts[design].enumerated().lazy.compactMap { replication, count in
      let user = count.designCounters.counters(product: product).firstUser(row: row)
      return user.map { (replication + 1, $0) }
    }.first
  }

  /// Amounts of all replications, in minor units.
  package func money(of design: Int) -> Money {
    counts[design].reduce(into: Money()) { $0 += $1.designCounters.all.money }
  }
}
