package import Experiments
package import PurchaseWorld
package import Scenarios
package import Statistics

/// Why orders were lost, where and by which fault under each design, and what axes buy between two.
package struct Attribution: OfScenario {
  /// A number of lost orders.
  package struct Count: Hashable, Sendable {
    package var orders: Int
    /// Their share of the charges; nil without a charge.
    package var rate: Proportion?
    /// The lowest numbers of users with such an order.
    package var firstUsers: [UInt64]
  }

  /// A way in which orders were lost.
  package struct Way: Hashable, Sendable {
    package var way: LossSet.Way
    package var count: Count
  }

  /// A declared fault, but for which orders would not have been lost.
  package struct Cause: Hashable, Sendable {
    /// The declaration of the scenario, or of the case's plan, by index.
    package var declaration: Int
    package var count: Count
    /// Those orders that needed one strike of it and no other fault.
    package var alone: Int
  }

  /// The orders that needed exactly some faults.
  package struct Needs: Hashable, Sendable {
    /// The declarations in order, each once for every strike that was necessary.
    package var declarations: [Int]
    package var count: Count
  }

  package struct DesignLosses: Sendable {
    package let name: String
    fileprivate let losses: Losses
  }

  package let scenario: Scenario
  /// The designs that were asked for, in the order of the scenario.
  package var designs: [DesignLosses]
  /// What each axis buys; nil when there is only one design.
  package var axes: AxisComparison?
  /// Why not all users were played; nil: they were.
  package var cut: Cut?

  /// Draws the conclusions from the books of a scenario.
  /// - Parameter only: the name of the only design to tell of; nil for all.
  package init(
    _ scenario: Scenario, _ books: LossBooks, axes: AxisComparison?, only: String? = nil,
    cut: Cut? = nil
  ) {
    (self.scenario, self.axes, self.cut) = (scenario, axes, cut)
    designs = zip(scenario.designs, books.designs).filter { only == nil || only == $0.0.name }
      .map { DesignLosses(name: $0.name, losses: $1) }
  }

  /// The number of users who met every design.
  package var users: Int { scenario.isCase ? 1 : scenario.users }
  package var faults: [FaultKind] { scenario.declaredFaults }
}

extension Attribution.DesignLosses {
  package typealias Count = Attribution.Count

  package var charges: Int { losses.charges }
  package var all: Count { count(losses.all) }
  /// Orders that needed more than three faults; that needed faults, but no single one; or none.
  package var more: Count { count(losses.more) }
  package var noSingleFault: Count { count(losses.noSingleFault) }
  package var noFault: Count { count(losses.noFault) }

  /// The ways in which anything was lost, the most frequent first; they add up to all.
  package var ways: [Attribution.Way] {
    let known: [LossSet.Way] =
      DropTable.ways.map { .lost($0.kind, $0.point) } + [.rescued]
      + DropTable.ways.map { .takenBack($0.kind, $0.point) }
    let ways = zip(known, losses.ways + [losses.rescued] + losses.refundedWays)
      .filter { $1.orders > 0 }.map { Attribution.Way(way: $0, count: count($1)) }
    return ways.indices.sorted { (-ways[$0].count.orders, $0) < (-ways[$1].count.orders, $1) }
      .map { ways[$0] }
  }

  /// Every declared fault, in order; several necessary faults of one order count for each.
  package var causes: [Attribution.Cause] {
    zip(losses.causes, losses.alone).enumerated().map { fault, cause in
      Attribution.Cause(declaration: fault, count: count(cause.0), alone: cause.1)
    }
  }

  /// The sets of necessary faults that occurred, the most frequent first; with ``more``,
  /// ``noSingleFault`` and ``noFault`` they add up to all.
  package var exactly: [Attribution.Needs] {
    losses.exactly.map { Attribution.Needs(declarations: $0, count: count($1)) }
      .sorted { left, right in
        left.count.orders == right.count.orders
          ? left.declarations.lexicographicallyPrecedes(right.declarations)
          : left.count.orders > right.count.orders
      }
  }

  private func count(_ row: LossRow) -> Count {
    Count(
      orders: row.orders, rate: Proportion(row.moments(of: losses.charges, losses.chargeSquares)),
      firstUsers: row.firstUsers.values)
  }
}

extension LossBooks {
  /// The index of the design that lost the smallest share of its charges, the first of equals, beside
  /// one that is compared with it; nil when there is no other.
  /// - Parameter some: the indices of the designs that it may be.
  package func best(beside reference: Int, among some: [Int]) -> Int? {
    let rates = designs.map { losses in
      losses.charges == 0 ? 0 : Double(losses.all.orders) / Double(losses.charges)
    }
    return some.filter { $0 != reference }.min { (rates[$0], $0) < (rates[$1], $1) }
  }
}
