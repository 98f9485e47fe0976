import EventEngine
import Experiments
import LossAttribution
import Methods
import PurchaseWorld
import Scenarios
import TestSupport
import Testing

@Suite("Loss attribution") struct LossAccumulatorTests {
  /// A design that keeps its record in memory and drops what it cannot bind.
  private static let design = """
    { "name": "d", "timing": "purchaseFirst", "payload": "intent", "finish": "onCallback",
      "records": { "in": "memory", "at": ["payment"] },
      "binding": { "item": ["payload", "record"], "account": ["session"], "unbound": "drop" } }
    """

  static func scenario(_ faults: String, designs: String = design, more: String = "") throws
    -> Scenario
  {
    let text = """
      { "name": "s", "users": 40, "faults": [\(faults)], "designs": [\(designs)] \(more) }
      """
    return try ScenarioReader.read(Array(text.utf8), file: "s.json")
  }

  private func losses(_ scenario: Scenario) -> DesignLossCounts {
    let totals: LossAccumulator = Runner(scenario).accumulate(workers: 1, progress: nil).totals
    return totals.lossCountsByDesign[0]
  }

  private static let crash = #"{ "fault": "crash", "probability": 1, "at": "charge" }"#
  private static let loss = #"{ "fault": "payloadLoss", "probability": 1, "at": "charge" }"#

  @Test("a fault without which no order is lost is the only cause")
  func alone() throws {
    let naive = losses(try Self.scenario(Self.crash, designs: #""naive""#))
    #expect(naive.all.orders == 40 && naive.charges == 40)
    #expect(naive.lossesByNecessaryFault[0].orders == 40 && naive.soleFaultLossCounts == [40])
    expectEqual(naive.necessaryFaultSets.mapValues(\.orders), [[0]: 40])
    #expect(naive.noFault.orders == 0 && naive.lossesWithoutSingleNecessaryFault.orders == 0)
  }

  @Test("a loss that needs two faults counts for both faults, and for neither alone")
  func together() throws {
    let one = try Self.scenario(Self.crash)
    expectEqual(losses(one).all.orders, 0)
    let two = losses(try Self.scenario(Self.crash + "," + Self.loss))
    expectEqual(two.all.orders, 40)
    #expect(
      two.lossesByNecessaryFault.map(\.orders) == [40, 40] && two.soleFaultLossCounts == [0, 0])
    expectEqual(two.necessaryFaultSets.mapValues(\.orders), [[0, 1]: 40])
  }

  @Test("two faults that can replace each other are not a single cause")
  func preempted() throws {
    // The first fault interrupts; without it the second fault does, and the payload is lost.
    let faults = ["spuriousCancel", "spuriousFailure"].map {
      #"{ "fault": "\#($0)", "probability": 1, "at": "sheet", "after": "1s" }"#
    }
    let design = """
      { "name": "d", "payload": "intent",
        "binding": { "item": ["payload"], "account": ["session"] } }
      """
    let one = losses(try Self.scenario(faults[0], designs: design))
    #expect(one.all.orders == 40 && one.lossesByNecessaryFault[0].orders == 40)
    let both = losses(try Self.scenario(faults.joined(separator: ","), designs: design))
    #expect(
      both.lossesWithoutSingleNecessaryFault.orders == 40
        && both.lossesByNecessaryFault.map(\.orders) == [0, 0])
  }

  @Test("a loss that occurs without any fault has no fault as its cause, even if one occurred")
  func noFault() throws {
    let catalog = """
      , "catalog": [{ "product": "p", "type": "consumable", "price": 1, "items": ["a", "b"] }]
      """
    let design = #"{ "name": "d", "binding": { "item": ["product"], "account": ["session"] } }"#
    let scenario = try Self.scenario(Self.crash, designs: design, more: catalog)
    let found = losses(scenario)
    #expect(found.all.orders == 40 && found.noFault.orders == 40)
    #expect(found.lossesByNecessaryFault[0].orders == 0 && found.necessaryFaultSets.isEmpty)
  }

  /// The shipped scenario `field`, with few users and more frequent faults.
  private func field() throws -> Scenario {
    var scenario = try ScenarioFileReader.read(PackageFiles.path("scenarios/field.json"))
    scenario.userCount = 500
    scenario.population.purchasesPerUser = 2
    for fault in scenario.population.faults.indices {
      scenario.population.faults[fault].probability = Probability(0.12)
    }
    scenario.designs = scenario.designs.filter {
      ["naive", "zero-loss-1.0", "singleton-async", "keep-2"].contains($0.name)
    }
    return scenario
  }

  @Test("drop points and exact fault sets each add up to the lost orders of the run")
  func sums() throws {
    let scenario = try field()
    let totals: LossAccumulator = Runner(scenario).accumulate(workers: 2, progress: nil).totals
    let countersByDesign = Runner(scenario).run(workers: 2).totals[0].countersByDesign
    for (found, designCounters) in zip(totals.lossCountsByDesign, countersByDesign) {
      let counters = designCounters.all
      #expect(found.all.orders == counters.count(.lost) && found.all.orders > 10)
      expectEqual(found.charges, counters.total(.charges))
      expectEqual(found.rescued.orders, counters.count(.rescued))
      for (lossOutcome, row) in zip(LossTable.lossOutcomes, found.lossOutcomes) {
        expectEqual(row.orders, counters.count(lossOutcome.kind, lossOutcome.point))
        expectEqual(row.firstUsers, designCounters.firstUsers(lossOutcome.kind, lossOutcome.point))
      }
      let sets = found.necessaryFaultSets.values.reduce(0) { $0 + $1.orders }
      let rest =
        found.lossesNeedingMoreFaults.orders + found.lossesWithoutSingleNecessaryFault.orders
        + found.noFault.orders
      expectEqual(sets + rest, found.all.orders)
      for (fault, row) in found.lossesByNecessaryFault.enumerated() {
        let named = found.necessaryFaultSets.filter { $0.key.contains(fault) }
        #expect(row.orders >= named.values.reduce(0) { $0 + $1.orders })
        #expect(found.soleFaultLossCounts[fault] == found.necessaryFaultSets[[fault]]?.orders ?? 0)
      }
    }
    #expect(totals.lossCountsByDesign.contains { $0.lossesWithoutSingleNecessaryFault.orders > 0 })
    #expect(
      totals.lossCountsByDesign.contains { $0.necessaryFaultSets.keys.contains { $0.count > 1 } })
  }

  @Test("without the fault of a cause, fewer orders of its first user are lost")
  func replay() throws {
    let scenario = try field()
    let totals: LossAccumulator = Runner(scenario).accumulate(workers: 1, progress: nil).totals
    var checked = 0
    for (design, found) in zip(scenario.designs, totals.lossCountsByDesign) {
      for (fault, row) in found.lossesByNecessaryFault.enumerated() {
        guard let number = row.firstUsers.values.first else { continue }
        let before = try lost(scenario, design, number) { _ in true }
        let plan = before.plan.filter { $0.declarationIndex == fault }
        #expect(!plan.isEmpty)
        let saved = try plan.contains { removed in
          let after = try lost(scenario, design, number) { $0 != removed }
          return zip(before.lost, after.lost).contains { $0 > $1 }
        }
        #expect(saved, "\(design.name), fault \(fault), user \(number)")
        checked += 1
      }
    }
    #expect(checked > 20)
  }

  @Test("an intent without a tap does not shift the later intents")
  func intentsWithoutTap() throws {
    let scenario = try field()
    let catalog = scenario.population.conditions.catalog
    var simulator = Simulator(conditions: scenario.population.conditions)
    var user = VirtualUser(number: 0, draws: KeyedDraws(seed: 0, user: 0))
    var outcome = UserOutcome()
    var gaps = 0
    for number in 0..<UInt64(scenario.userCount) {
      scenario.population.draw(number, seed: scenario.seed, into: &user)
      try simulator.simulate(scenario.designs[0], of: user, into: &outcome)
      for (index, intent) in outcome.intents.enumerated() {
        expectEqual(
          intent.product, catalog.items[user.intents[intent.intentIndex].itemIndex].productIndex)
        if intent.intentIndex != index { gaps += 1 }
      }
    }
    #expect(gaps > 0)
  }

  /// The lost orders of each intent of a user, with some of the planned faults.
  private func lost(
    _ scenario: Scenario, _ design: Design, _ number: UInt64, _ keeps: (PlannedFault) -> Bool
  ) throws -> (lost: [Int], plan: [PlannedFault]) {
    var user = scenario.population.user(number, seed: scenario.seed)
    let plan = user.plannedFaults
    user.plannedFaults = plan.filter(keeps)
    var simulator = Simulator(conditions: scenario.population.conditions)
    var outcome = UserOutcome()
    try simulator.simulate(design, of: user, into: &outcome)
    let lost = user.intents.indices.map { intentIndex in
      outcome.charges.count {
        outcome.intents[$0.intentIndex].intentIndex == intentIndex && $0.status.countsAsLost
      }
    }
    return (lost, plan)
  }

  @Test("1, 2 and 5 workers give the same counts")
  func workers() throws {
    let scenario = try field()
    let one: LossAccumulator = Runner(scenario).accumulate(workers: 1, progress: nil).totals
    for workers in [2, 5] {
      let many: LossAccumulator = Runner(scenario).accumulate(workers: workers, progress: nil)
        .totals
      expectEqual(many.lossCountsByDesign, one.lossCountsByDesign)
    }
  }

  @Test("orders with more than three necessary faults are counted together")
  func many() {
    var losses = DesignLossCounts(declarations: 5)
    let outcome = HandMade.outcome([HandMade.charge(.rescued), HandMade.charge(.rescued)])
    losses.add(outcome, [.needs([0, 1, 3, 4]), .needs([2, 2])], of: 7)
    #expect(
      losses.lossesNeedingMoreFaults.orders == 1
        && losses.necessaryFaultSets.mapValues(\.orders) == [[2, 2]: 1])
    #expect(
      losses.lossesByNecessaryFault.map(\.orders) == [1, 1, 1, 1, 1]
        && losses.soleFaultLossCounts == [0, 0, 0, 0, 0])
    #expect(losses.rescued.orders == 2 && losses.all.firstUsers.values == [7])
  }
}
