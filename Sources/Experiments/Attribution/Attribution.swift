package import PurchaseWorld
package import Scenarios
package import Statistics

/// Why orders were lost: where and by which fault under each design, and what each axis buys between
/// two of them.
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
    /// The kind of loss and the drop point; nil for rescued orders.
    package var drop: Loss?
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

  /// What was lost under one design.
  package struct DesignLosses: Sendable {
    package var name: String
    package var charges: Int
    package var all: Count
    /// The ways in which anything was lost, the most frequent first; they add up to all.
    package var ways: [Way]
    /// Every declared fault, in order; several necessary faults of one order count for each.
    package var causes: [Cause]
    /// The sets of necessary faults that occurred, the most frequent first; with the following
    /// counts they add up to all.
    package var exactly: [Needs]
    /// Orders that needed more than three faults.
    package var more: Count
    /// Orders that needed faults, but no single one.
    package var noSingleFault: Count
    /// Orders that would have been lost without any fault.
    package var noFault: Count
  }

  package let scenario: Scenario
  /// The designs that were asked for, in the order of the scenario.
  package var designs: [DesignLosses]
  /// What each axis buys; nil when there is only one design.
  package var axes: AxisComparison?
  /// Why not all users were played; nil: they were.
  package var cut: Cut?

  /// Draws the conclusions from the books of a scenario.
  ///
  /// - Parameters:
  ///   - axes: what each axis buys.
  ///   - only: the name of the only design to tell of; nil for all.
  ///   - cut: why fewer users were played than the scenario has.
  package init(
    _ scenario: Scenario, _ books: LossBooks, axes: AxisComparison?, only: String? = nil,
    cut: Cut? = nil
  ) {
    self.scenario = scenario
    designs = zip(scenario.designs, books.designs).filter { only == nil || only == $0.0.name }
      .map { DesignLosses($0.name, $1) }
    self.axes = axes
    self.cut = cut
  }

  /// The number of users who met every design.
  package var users: Int { scenario.isCase ? 1 : scenario.users }

  /// The declared faults by index.
  package var faults: [FaultKind] { scenario.declaredFaults }
}

extension Attribution.DesignLosses {
  fileprivate init(_ name: String, _ losses: Losses) {
    let count = { (row: LossRow) in
      Attribution.Count(
        orders: row.orders, rate: Proportion(row.moments(of: losses.charges, losses.chargeSquares)),
        firstUsers: row.firstUsers.values)
    }
    self.name = name
    charges = losses.charges
    all = count(losses.all)
    let drops = zip(DropTable.ways, losses.ways).map { way, row in
      Attribution.Way(drop: Loss(way.kind, way.point), count: count(row))
    }
    let ways = drops + [Attribution.Way(drop: nil, count: count(losses.rescued))]
    self.ways = ways.filter { $0.count.orders > 0 }.enumerated()
      .sorted { left, right in
        let (first, second) = (left.element.count.orders, right.element.count.orders)
        return first == second ? left.offset < right.offset : first > second
      }
      .map(\.element)
    causes = losses.causes.indices.map { fault in
      Attribution.Cause(
        declaration: fault, count: count(losses.causes[fault]), alone: losses.alone[fault])
    }
    exactly = losses.exactly.map { Attribution.Needs(declarations: $0, count: count($1)) }
      .sorted { left, right in
        left.count.orders == right.count.orders
          ? left.declarations.lexicographicallyPrecedes(right.declarations)
          : left.count.orders > right.count.orders
      }
    more = count(losses.more)
    noSingleFault = count(losses.noSingleFault)
    noFault = count(losses.noFault)
  }
}

extension LossBooks {
  /// The index of the design that lost the smallest share of its charges, the first of equals, beside
  /// one that is compared with it; nil when there is no other.
  package func best(beside reference: Int) -> Int? {
    let rates = designs.map { losses in
      losses.charges == 0 ? 0 : Double(losses.all.orders) / Double(losses.charges)
    }
    return rates.indices.filter { $0 != reference }.min { (rates[$0], $0) < (rates[$1], $1) }
  }
}
