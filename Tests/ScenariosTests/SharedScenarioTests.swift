import EventEngine
import JSONText
import PurchaseWorld
import TestSupport
import Testing

@testable import Scenarios

@Suite("Scenarios whose users share a backend") struct SharedScenarioTests {
  private func problems(_ more: String) -> [String] {
    ScenariosTests.problems(#"{ "name": "s", "users": 1000, "designs": ["keep-1"], \#(more) }"#)
  }

  private let shared = #""backend": { "capacity": { "workers": 2 } }"#

  @Test("a capacity is read with its defaults")
  func reads() throws {
    let text = #"""
      { "name": "s", "designs": ["keep-1"], "replications": 7,
        "backend": { "capacity": { "workers": 3, "service": { "verify": { "exponential": { "mean": "1s" } } },
          "queue": 9, "full": "refuse", "normal": { "wait": "2s", "for": "1m" } } } }
      """#
    let scenario = try ScenarioReader.read(Array(text.utf8), file: "s")
    let capacity = try #require(scenario.population.conditions.backend.capacity)
    #expect((capacity.workerCount, capacity.maxQueueLength, scenario.replicationCount) == (3, 9, 7))
    expectEqual(capacity.serviceTimes.verify, .exponential(mean: .seconds(1)))
    expectEqual(capacity.serviceTimes.createOrder, Capacity.ServiceTimes().createOrder)
    expectEqual(capacity.recoveryCriterion.wait, .seconds(2))
    expectEqual(capacity.recoveryCriterion.duration, .seconds(60))
  }

  @Test(
    "a key that needs independent users is rejected with a reason, at its position",
    arguments: [
      (#""sampling": "stratified""#, "sampling: users who share a backend cannot be stratified"),
      (#""precision": { "halfWidth": 0.01 }"#, "precision: 'precision' needs independent users"),
    ])
  func refuses(key: String, words: String) {
    let found = problems(shared + ", " + key)
    #expect(found.contains { $0.contains(words) }, "\(found)")
  }

  @Test("keys and metrics of a shared backend are rejected without a shared backend")
  func needsCapacity() {
    let replications = problems(#""replications": 5"#)
    expectEqual(replications.first?.contains("'replications' does not apply"), true)
    let claim = #""expect": [{ "design": "keep-1", "metric": "recoveryTime", "max": "1m" }]"#
    expectEqual(
      problems(claim).first?.contains("'recoveryTime' is a metric of a shared backend"), true)
    expectEqual(problems(shared + ", " + claim), [])
  }

  @Test("a case cannot have a shared backend")
  func noCase() {
    let found = problems(shared + #", "plan": [{ "tap": 1 }]"#)
    #expect(found.contains { $0.contains("'capacity' is not allowed in a case") }, "\(found)")
  }
}
