import PurchaseWorld
package import Scenarios

/// Which lost order is shown of a design, and amounts of money.
extension SharedResults {
  /// The lowest user who lost an order, in the replication that lost most; one whose orders were all rescued
  /// shows the lowest user who is known. Nil where no order was lost.
  package func loser(under design: Int) -> (replication: Int, user: UInt64)? {
    let lost = counts[design].map { $0.ledger.all.count(.lost) }
    let order = lost.indices.sorted { (-lost[$0], $0) < (-lost[$1], $1) }
    for replication in order {
      let ledger = counts[design][replication].ledger
      let users = DropTable.ways.flatMap { ledger.firstUsers($0.kind, $0.point).values }
      guard let user = users.min() ?? ledger.losses.values.map(\.user).min() else { continue }
      return (replication + 1, user)
    }
    return nil
  }

  /// The lowest user who adds to a metric, in the first replication in which one does; nil where nobody is known to.
  package func firstUser(
    _ metric: Metric, _ product: Int?, under design: Int
  ) -> (replication: Int, user: UInt64)? {
    guard let row = metric.row(in: Shape(scenario)) else { return nil }
    for (replication, count) in counts[design].enumerated() {
      if let user = count.ledger.tally(product: product).firstUser(row: row) {
        return (replication + 1, user)
      }
    }
    return nil
  }

  /// Minor units of all replications.
  package func money(of design: Int) -> Money {
    counts[design].reduce(into: Money()) { $0 += $1.ledger.all.money }
  }
}
