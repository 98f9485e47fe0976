import EventEngine
import PurchaseWorld
import Scenarios
import TestSupport
import Testing

/// The drop points in the scenario `receipts`, which a rate cannot show.
@Suite struct ReceiptsOutcomeTests {
  @Test func `the losses of bound-sync are collected for support`() throws {
    let scenario = try ScenarioFileReader.read(Shipped.path(of: "receipts"))
    let design = try #require(scenario.designs.first { $0.name == "bound-sync" })
    var simulator = Simulator(conditions: scenario.population.conditions)
    var user = VirtualUser(number: 0, draws: KeyedDraws(seed: scenario.seed, user: 0))
    var outcome = UserOutcome()
    var lost: Set<ChargeStatus> = []
    for number in 0..<3_000 {
      scenario.population.draw(UInt64(number), seed: scenario.seed, into: &user)
      try simulator.simulate(design, of: user, into: &outcome)
      lost.formUnion(outcome.charges.map(\.status).filter(\.countsAsLost))
    }
    // Without a recovery page for failed tries, only collected transactions can be rescued.
    expectEqual(design.retry.onExhaustion, .wait)
    expectEqual(lost, [.rescued, .lost(.undelivered, .unboundCollected)])
  }
}
