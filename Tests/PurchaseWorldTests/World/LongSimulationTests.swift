import EventEngine
import TestSupport
import Testing

@testable import PurchaseWorld

/// Simulations of many years: they spend their time on current events, and not on ended tasks.
@Suite("Long simulations") struct LongSimulationTests {
  @Test("C8: every visit tries again, and ended tasks are not scanned again")
  func endedTasks() {
    // The item is off the shelf for good: each launch tries the record again and is turned down.
    let conditions = Conditions.cases.with { $0.horizon = .seconds(1_000 * 86_400) }
    let keeper = Design.nonBlocking.with { $0.retry.resumeOn = .launch }
    var world = World(conditions: conditions)
    world.begin(keeper, person([tap(1)], [fault(.delisting, at: .sheet)], in: conditions))
    world.run()
    #expect(world.client.tasks.count > 1_000)
    #expect(world.client.openTasks.count <= 2)
  }
}
