import EventEngine
import JSONText
import PurchaseWorld
import TestSupport
import Testing

@testable import Scenarios

@Suite("Scenarios whose users share a backend")
struct SharedScenarioTests {
  private func problems(_ more: String) -> [String] {
    let text = #"{ "name": "s", "users": 1000, "designs": ["keep-1"], \#(more) }"#
    do throws(Problems) {
      _ = try ScenarioReader.read(Array(text.utf8), file: "s")
      return []
    } catch { return error.list.map(\.description) }
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
    #expect((capacity.workers, capacity.queue, scenario.replications) == (3, 9, 7))
    expectEqual(capacity.service.verify, .exponential(mean: .seconds(1)))
    expectEqual(capacity.service.createOrder, Capacity.Service().createOrder)
    #expect((capacity.normal.wait, capacity.normal.lasts) == (.seconds(2), .seconds(60)))
  }

  @Test(
    "what takes users one by one is refused with a reason, at its place",
    arguments: [
      (#""sampling": "stratified""#, "sampling: strata of users who share a backend"),
      (#""precision": { "halfWidth": 0.01 }"#, "precision: 'precision' takes users one by one"),
    ])
  func refuses(key: String, words: String) {
    let found = problems(shared + ", " + key)
    #expect(found.contains { $0.contains(words) }, "\(found)")
  }

  @Test("what only a shared backend has is refused without one")
  func needsCapacity() {
    expectEqual(problems(#""replications": 5"#).first?.contains("replications of users"), true)
    let claim = #""expect": [{ "design": "keep-1", "metric": "recoveryTime", "max": "1m" }]"#
    expectEqual(problems(claim).first?.contains("'recoveryTime' is a number of a backend"), true)
    expectEqual(problems(shared + ", " + claim), [])
  }

  @Test("a case has one user, who shares nothing")
  func noCase() {
    let found = problems(shared + #", "plan": [{ "tap": 1 }]"#)
    #expect(found.contains { $0.contains("'capacity' has no meaning in a case") }, "\(found)")
  }
}
