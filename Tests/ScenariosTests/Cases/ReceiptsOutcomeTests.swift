import EventEngine
import PurchaseWorld
import Scenarios
import TestSupport
import Testing

/// What a rate of the scenario `receipts` cannot say: where the orders were lost.
@Suite struct ReceiptsOutcomeTests {
  @Test func `what bound-sync loses is collected for support`() throws {
    let scenario = try ScenarioFile.read(Shipped.path(of: "receipts"))
    let design = try #require(scenario.designs.first { $0.name == "bound-sync" })
    var stage = Stage(conditions: scenario.population.conditions)
    var user = VirtualUser(number: 0, draws: Draws(seed: scenario.seed, user: 0))
    var outcome = Outcome()
    var lost: Set<Fate> = []
    for number in 0..<3_000 {
      scenario.population.draw(UInt64(number), seed: scenario.seed, into: &user)
      try stage.playOut(design, of: user, into: &outcome)
      lost.formUnion(outcome.charges.map(\.fate).filter(\.countsAsLost))
    }
    // Without a recovery page for failed tries, only what was collected can be rescued.
    expectEqual(design.retry.ending, .wait)
    expectEqual(lost, [.rescued, .lost(.undelivered, .unboundCollected)])
  }
}
