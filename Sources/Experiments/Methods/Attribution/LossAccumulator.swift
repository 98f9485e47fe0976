import Statistics
package import Experiments
package import PurchaseWorld
package import Scenarios
import Synchronization

/// Accumulator of lost orders, by drop point and by necessary fault.
package struct LossAccumulator: Accumulator {
  package internal(set) var lossCountsByDesign: [DesignLossCounts]

  private let scenario: Scenario, butFor: FaultRemoval

  package init(_ scenario: Scenario) {
    self.scenario = scenario
    butFor = FaultRemoval(scenario)
    let declarations = scenario.declaredFaults.count
    lossCountsByDesign = scenario.designs.map { _ in DesignLossCounts(declarations: declarations) }
  }

  package mutating func add(_ outcome: UserOutcome, design: Int, of user: UInt64)
    throws(AbortedSimulation)
  {
    let hasLost = outcome.charges.contains { $0.status.isLostOrAutoRefunded }
    let causes = hasLost ? try butFor.causes(of: outcome, scenario.designs[design], user: user) : []
    lossCountsByDesign[design].add(outcome, causes, of: user)
  }

  package static func += (left: inout LossAccumulator, right: LossAccumulator) {
    for design in left.lossCountsByDesign.indices {
      left.lossCountsByDesign[design] += right.lossCountsByDesign[design]
    }
  }
}

/// Lost orders of one design, by drop point and by cause.
package struct DesignLossCounts: Hashable, Sendable {
  /// The largest set of necessary faults that is counted separately; it bounds the memory.
  package static let maxFaultSetSize = 3

  /// Charges without refunds on request, and Σd² of the charges of a user.
  package private(set) var charges = 0, chargeSquares = 0
  /// All orders that were lost, rescued, or refunded before the correct delivery (G10).
  package private(set) var all = LossRow()
  /// The rescued orders, which have no drop point.
  package private(set) var rescued = LossRow()
  /// Lost orders, and refunded orders, by kind of loss and drop point as in ``LossTable``.
  package private(set) var lossOutcomes: [LossRow], refundedOutcomes: [LossRow]
  /// Orders that would not have been lost without a fault, by declaration.
  package private(set) var lossesByNecessaryFault: [LossRow]
  /// The orders among them that needed one occurrence of the fault and nothing else.
  package private(set) var soleFaultLossCounts: [Int]
  /// Orders by the exact set of faults that they needed, up to ``maxFaultSetSize`` faults.
  package private(set) var necessaryFaultSets: [[Int]: LossRow] = [:]
  /// Orders that needed more than ``maxFaultSetSize`` faults.
  package private(set) var lossesNeedingMoreFaults = LossRow()
  /// Orders that needed faults, but no single one, and orders that needed none.
  package private(set) var lossesWithoutSingleNecessaryFault = LossRow(), noFault = LossRow()

  package init(declarations: Int) {
    lossOutcomes = Array(repeating: LossRow(), count: LossTable.count)
    refundedOutcomes = lossOutcomes
    lossesByNecessaryFault = Array(repeating: LossRow(), count: declarations)
    soleFaultLossCounts = Array(repeating: 0, count: declarations)
  }

  /// Adds a user with the causes of the user's lost orders, one element per order.
  package mutating func add(_ outcome: UserOutcome, _ found: [LostOrderCause], of user: UInt64) {
    let userCharges = outcome.chargeCounts.charges
    charges += userCharges
    chargeSquares += userCharges * userCharges
    let lost = outcome.charges.filter(\.status.isLostOrAutoRefunded)
    precondition(lost.count == found.count, "every lost order has a cause element")
    if lost.isEmpty { return }
    all.add(lost.count, of: userCharges, user: user)
    addWays(lost, userCharges, user)
    lossesWithoutSingleNecessaryFault.add(
      found.count { $0 == .noSingleFault }, of: userCharges, user: user)
    noFault.add(found.count { $0 == .noFault }, of: userCharges, user: user)
    addNeeds(found, userCharges, user)
  }

  private mutating func addWays(_ lost: [ChargeOutcome], _ userCharges: Int, _ user: UInt64) {
    rescued.add(lost.count { $0.status == .rescued }, of: userCharges, user: user)
    var (counts, refunds) = ([Int: Int](), [Int: Int]())
    for charge in lost {
      switch charge.status {
      case .lost(let kind, let point): counts[LossSet.index(of: kind, point), default: 0] += 1
      case .autoRefunded(.lost(let kind, let point)):
        refunds[LossSet.index(of: kind, point), default: 0] += 1
      case .delivered, .recovered, .rescued, .refunded, .autoRefunded(.delivered): break
      }
    }
    for (place, count) in counts { lossOutcomes[place].add(count, of: userCharges, user: user) }
    for (place, count) in refunds {
      refundedOutcomes[place].add(count, of: userCharges, user: user)
    }
  }

  private mutating func addNeeds(_ found: [LostOrderCause], _ userCharges: Int, _ user: UInt64) {
    var (sets, single): ([[Int]: Int], [Int: Int]) = ([:], [:])
    for case .needs(let faults) in found {
      sets[faults, default: 0] += 1
      for fault in Set(faults) { single[fault, default: 0] += 1 }
      if faults.count == 1 { soleFaultLossCounts[faults[0]] += 1 }
    }
    for (fault, count) in single {
      lossesByNecessaryFault[fault].add(count, of: userCharges, user: user)
    }
    for (faults, count) in sets where faults.count <= DesignLossCounts.maxFaultSetSize {
      necessaryFaultSets[faults, default: LossRow()].add(count, of: userCharges, user: user)
    }
    let many = sets.filter { $0.key.count > DesignLossCounts.maxFaultSetSize }.values.reduce(0, +)
    lossesNeedingMoreFaults.add(many, of: userCharges, user: user)
  }

  static func += (left: inout DesignLossCounts, right: DesignLossCounts) {
    left.charges += right.charges
    left.chargeSquares += right.chargeSquares
    left.all += right.all
    left.rescued += right.rescued
    for lossOutcome in left.lossOutcomes.indices {
      left.lossOutcomes[lossOutcome] += right.lossOutcomes[lossOutcome]
      left.refundedOutcomes[lossOutcome] += right.refundedOutcomes[lossOutcome]
    }
    for fault in left.lossesByNecessaryFault.indices {
      left.lossesByNecessaryFault[fault] += right.lossesByNecessaryFault[fault]
      left.soleFaultLossCounts[fault] += right.soleFaultLossCounts[fault]
    }
    for (faults, row) in right.necessaryFaultSets {
      left.necessaryFaultSets[faults, default: LossRow()] += row
    }
    left.lossesNeedingMoreFaults += right.lossesNeedingMoreFaults
    left.lossesWithoutSingleNecessaryFault += right.lossesWithoutSingleNecessaryFault
    left.noFault += right.noFault
  }
}

/// Lost orders in one category, with the sums for the interval of their rate.
package struct LossRow: Hashable, Sendable {
  /// The orders among the charges of users with at least one such order.
  private var moments = RatioMoments()
  package private(set) var firstUsers = FirstUsers()

  package var orders: Int { moments.numeratorSum }

  /// Adds the orders of one user among the user's charges; every user is added once.
  mutating func add(_ orders: Int, of charges: Int, user: UInt64) {
    guard orders > 0 else { return }
    moments.add(orders, of: charges)
    firstUsers.add(user)
  }

  static func += (left: inout LossRow, right: LossRow) {
    left.moments += right.moments
    left.firstUsers += right.firstUsers
  }

  /// The moments of the share of all charges, given Σd and Σd² over all users.
  func moments(of charges: Int, _ chargeSquares: Int) -> RatioMoments {
    var moments = moments
    (moments.denominatorSum, moments.denominatorSquareSum) = (charges, Int128(chargeSquares))
    return moments
  }
}

/// The planned faults that a lost order needed.
package enum LostOrderCause: Hashable, Sendable {
  /// The order would not have been lost without any one of these faults, by declaration in order; a
  /// declaration is repeated for each necessary occurrence.
  case needs([Int])
  /// The order would have been lost without any single fault, but not without all faults.
  case noSingleFault
  /// The order would have been lost without any fault.
  case noFault
}

/// Repeats users who lost an order, each time without one of their planned faults.
///
/// A fault is a cause of a loss if the order would not have been lost without it (*condicio sine
/// qua non*). Draws are keyed by their place, so everything else about the user stays the same. The test
/// misses causes of which each one would be sufficient (J. Y. Halpern and J. Pearl, "Causes and
/// explanations: a structural-model approach. Part I: Causes", British Journal for the Philosophy
/// of Science 56 (2005) 843–887); these orders are counted separately.
///
/// A class, because a simulator cannot be copied and accumulators can. Every worker has one.
final class FaultRemoval: Sendable {
  private let scenario: Scenario, rehearsal: Mutex<SimulatorSlot>

  init(_ scenario: Scenario) {
    self.scenario = scenario
    rehearsal = Mutex(SimulatorSlot(scenario.population, seed: scenario.seed))
  }

  /// The causes of a user's lost orders, intent by intent. A fault whose absence saves only some
  /// orders of an intent counts as a cause of the first ones.
  /// - Throws: if a simulation without some fault does not end.
  func causes(
    of outcome: UserOutcome, _ design: Design, user number: UInt64
  ) throws(AbortedSimulation) -> [LostOrderCause] {
    try rehearsal.withLock { rehearsal throws(AbortedSimulation) in
      rehearsal.draw(number, seed: scenario.seed)
      let lost = outcome.lostByIntent(of: rehearsal.user.intents.count)
      return try rehearsal.causes(of: lost, design)
    }
  }
}

extension SimulatorSlot {
  /// The causes of lost orders of the current user.
  fileprivate mutating func causes(
    of lost: [Int], _ design: Design
  ) throws(AbortedSimulation) -> [LostOrderCause] {
    let plan = user.plannedFaults
    var needs: [[[Int]]] = lost.map { Array(repeating: [], count: $0) }
    for (index, planned) in plan.enumerated() {
      user.plannedFaults = plan
      user.plannedFaults.remove(at: index)
      let left = try lostAgain(design)
      for intent in lost.indices {
        for order in 0..<max(0, lost[intent] - left[intent]) {
          needs[intent][order].append(planned.declarationIndex)
        }
      }
    }
    user.plannedFaults = []
    let byItself = try lostAgain(design)
    return lost.indices.flatMap { intent in
      var rest = byItself[intent]
      return needs[intent].map { needed -> LostOrderCause in
        if !needed.isEmpty { return .needs(needed.sorted()) }
        rest -= 1
        return rest >= 0 ? .noFault : .noSingleFault
      }
    }
  }

  private mutating func lostAgain(_ design: Design) throws(AbortedSimulation) -> [Int] {
    try simulator.simulate(design, of: user, into: &outcome)
    return outcome.lostByIntent(of: user.intents.count)
  }
}

extension UserOutcome {
  /// The charges of each drawn intent that were lost, rescued or auto-refunded. Repetitions can
  /// differ in the intents that arise, so drawn intents identify them.
  fileprivate func lostByIntent(of intentCount: Int) -> [Int] {
    var lost = Array(repeating: 0, count: intentCount)
    for charge in charges where charge.status.isLostOrAutoRefunded {
      lost[intents[charge.intentIndex].intentIndex] += 1
    }
    return lost
  }
}

extension LossAccumulator: Archivable {
  package mutating func transcode(_ archive: inout Archive) throws(ArchiveError) {
    try archive.values(&lossCountsByDesign)
  }
}

extension DesignLossCounts: Archivable {
  package mutating func transcode(_ archive: inout Archive) throws(ArchiveError) {
    try archive.count(&charges)
    try archive.count(&chargeSquares)
    for row in [
      \DesignLossCounts.all, \.rescued, \.lossesNeedingMoreFaults,
      \.lossesWithoutSingleNecessaryFault, \.noFault,
    ] { try self[keyPath: row].transcode(&archive) }
    try archive.values(&lossOutcomes)
    try archive.values(&refundedOutcomes)
    try archive.values(&lossesByNecessaryFault)
    try archive.counts(&soleFaultLossCounts)
    // Sorted, so equal accumulators have equal numbers.
    var sets = necessaryFaultSets.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map {
      ($0.key, $0.value)
    }
    let declarations = lossesByNecessaryFault.count
    try archive.list(&sets, ([], LossRow())) { archive, set throws(ArchiveError) in
      try archive.list(&set.0, maximum: DesignLossCounts.maxFaultSetSize, 0) {
        archive, fault throws(ArchiveError) in
        try archive.number(&fault, in: 0...max(0, declarations - 1))
      }
      try set.1.transcode(&archive)
    }
    necessaryFaultSets = Dictionary(sets) { first, _ in first }
    try archive.check(necessaryFaultSets.count == sets.count)
  }
}

extension LossRow: Archivable {
  package mutating func transcode(_ archive: inout Archive) throws(ArchiveError) {
    try moments.transcode(&archive)
    try firstUsers.transcode(&archive)
  }
}
