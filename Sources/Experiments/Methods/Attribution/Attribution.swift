package import Experiments
package import PurchaseWorld
package import Scenarios
package import Statistics

/// Causes of lost orders under each design, and the contribution of each axis between two designs.
package struct Attribution: ScenarioResult {
  /// Lost orders of one group: their number, their share of the charges and their first users.
  package struct Count: Hashable, Sendable {
    package var orders: Int
    /// Their share of the charges; nil without a charge.
    package var rate: Proportion?
    /// The lowest numbers of users with such an order.
    package var firstUsers: [UInt64]
  }

  /// Lost orders by kind of loss and drop point.
  package struct LossOutcomeCount: Hashable, Sendable {
    package var lossOutcome: LossSet.LossOutcome, count: Count
  }

  /// A declared fault without which orders would not have been lost.
  package struct LossCause: Hashable, Sendable {
    /// The index of the declaration in the scenario, or in the plan of a case.
    package var declaration: Int
    package var count: Count
    /// The orders that needed exactly one occurrence of this fault and no other fault.
    package var soleCauseOrders: Int
  }

  /// Lost orders that needed exactly these faults.
  package struct NecessaryFaultSetCount: Hashable, Sendable {
    /// The declarations in order, repeated for every necessary occurrence.
    package var declarations: [Int]
    package var count: Count
  }

  /// Lost orders of one design.
  package struct DesignLosses: Sendable {
    package let name: String
    fileprivate let losses: DesignLossCounts
  }

  package let scenario: Scenario
  /// The requested designs, in the order of the scenario.
  package var designs: [DesignLosses]
  /// The contribution of each axis; nil if no two designs are compared.
  package var axes: AxisAttribution?
  /// The reason of an incomplete run; nil if all users were simulated.
  package var interruption: Interruption?

  /// Creates the attribution from the accumulator of a scenario.
  /// - Parameter only: the name of the only design to report; nil for all designs.
  package init(
    _ scenario: Scenario, _ totals: LossAccumulator, axes: AxisAttribution?, only: String? = nil,
    interruption: Interruption? = nil
  ) {
    (self.scenario, self.axes, self.interruption) = (scenario, axes, interruption)
    designs = zip(scenario.designs, totals.lossCountsByDesign)
      .filter { design, _ in only == nil || only == design.name }
      .map { DesignLosses(name: $0.name, losses: $1) }
  }

  /// The number of users who were simulated under every design.
  package var users: Int { scenario.isCase ? 1 : scenario.userCount }
  package var faults: [FaultKind] { scenario.declaredFaults }
}

extension Attribution.DesignLosses {
  package typealias Count = Attribution.Count

  package var charges: Int { losses.charges }
  package var all: Count { count(losses.all) }
  /// The lost orders that needed more than three faults.
  package var moreThanThreeFaults: Count { count(losses.lossesNeedingMoreFaults) }
  /// The lost orders that needed faults, but would have been lost without any single one of them.
  package var noSingleNecessaryFault: Count { count(losses.lossesWithoutSingleNecessaryFault) }
  /// The lost orders that needed no fault: the design loses them by itself.
  package var noFault: Count { count(losses.noFault) }

  /// The kinds of loss that occurred, the most frequent first; their sum is all lost orders.
  package var lossOutcomes: [Attribution.LossOutcomeCount] {
    let known: [LossSet.LossOutcome] =
      LossTable.lossOutcomes.map { .lost($0.kind, $0.point) } + [.rescued]
      + LossTable.lossOutcomes.map { .autoRefunded($0.kind, $0.point) }
    let lossOutcomes = zip(known, losses.lossOutcomes + [losses.rescued] + losses.refundedOutcomes)
      .filter { $1.orders > 0 }.map {
        Attribution.LossOutcomeCount(lossOutcome: $0, count: count($1))
      }
    return lossOutcomes.indices.sorted {
      (-lossOutcomes[$0].count.orders, $0) < (-lossOutcomes[$1].count.orders, $1)
    }.map { lossOutcomes[$0] }
  }

  /// Every declared fault, in order; several necessary faults of one order count for each.
  package var causes: [Attribution.LossCause] {
    zip(losses.lossesByNecessaryFault, losses.soleFaultLossCounts).enumerated().map {
      fault, cause in
      Attribution.LossCause(declaration: fault, count: count(cause.0), soleCauseOrders: cause.1)
    }
  }

  /// The lost orders by the exact set of faults that they needed, the most frequent first; with
  /// ``moreThanThreeFaults``, ``noSingleNecessaryFault`` and ``noFault`` their sum is all lost
  /// orders.
  package var necessaryFaultSets: [Attribution.NecessaryFaultSetCount] {
    losses.necessaryFaultSets.map {
      Attribution.NecessaryFaultSetCount(declarations: $0, count: count($1))
    }.sorted { left, right in
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

extension LossAccumulator {
  /// The index of the design with the smallest share of lost charges, other than a reference
  /// design; the first in case of a tie, nil if there is no other design.
  /// - Parameter some: the indices of the candidates.
  package func lowestLossDesign(otherThan reference: Int, among some: [Int]) -> Int? {
    let rates = lossCountsByDesign.map { losses in
      losses.charges == 0 ? 0 : Double(losses.all.orders) / Double(losses.charges)
    }
    return some.filter { $0 != reference }.min { (rates[$0], $0) < (rates[$1], $1) }
  }
}
