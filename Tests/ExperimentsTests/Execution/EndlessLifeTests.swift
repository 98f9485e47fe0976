import ExhaustiveSearch
import Methods
import EventEngine
import PurchaseWorld
import Scenarios
import Statistics
import TestSupport
import Testing

import Experiments

/// Lives that go on for more events than any may have.
@Suite("Endless lives")
struct EndlessLifeTests {
  private static func scenario(_ text: String) throws -> Scenario {
    try ScenarioReader.read(Array(text.utf8), file: "h.json")
  }

  /// A client that tries again every microsecond while the link is down.
  private static let retries = """
    { "name": "h", "users": 600, "faults": [{ "fault": "networkLoss", "probability": 1, "lasts": "14d" }],
      "designs": ["naive", { "name": "d", "extends": "keep-1",
        "retry": { "delays": ["1us"], "repeatLast": true } }] }
    """

  /// A user who comes every second for days, and whose client keeps an order.
  private static let visits = """
    { "name": "v", "users": 600, "horizon": "11d", "behavior": { "gap": "1s", "dwell": "1ms" },
      "faults": [{ "fault": "networkLoss", "probability": 1, "lasts": "11d" }], "designs": ["keep-1"] }
    """

  @Test("a run ends at the first endless life, says whose and why, and counts nothing of it")
  func run() throws {
    let scenario = try EndlessLifeTests.scenario(EndlessLifeTests.retries)
    for workers in [1, 3] {
      let results = Runner(scenario).run(workers: workers)
      let life = EndlessUser(design: "d", user: 0, cause: .retries)
      #expect(results.cut == .endless(life) && results.users == 0 && !results.hasCharge)
      let findings = Findings(results)
      #expect(findings.verdict == .inconclusive && findings.troubles == [.cut(.endless(life))])
    }
  }

  @Test("what drives a life is told from what follows of it")
  func cause() throws {
    let results = Runner(try EndlessLifeTests.scenario(EndlessLifeTests.visits)).run(workers: 1)
    guard case .endless(let life) = results.cut else {
      return #expect(Bool(false), "it has an end")
    }
    #expect(life.cause == .visits && life.cause.path == "behavior.gap" && !life.cause.isOfDesign)
    expectEqual(EndlessCause([.retry: 5, .timeout: 9, .visit: 5]), .visits)
    expectEqual(EndlessCause([.retry: 6, .visit: 5]), .retries)
    expectEqual(EndlessCause([.reconcile: 6, .visit: 5]).path, "server.reconciliation")
  }

  @Test("an exploration does not tell of placements whose life is endless as if they lost nothing")
  func exploration() throws {
    let scenario = try EndlessLifeTests.scenario(EndlessLifeTests.retries)
    for workers in [1, 2] {
      let found = Explorer(scenario.designs[1], .one, in: scenario, kinds: [.networkLoss])
        .explore(faults: 1, workers: workers)
      #expect(
        found.cut == .endless(EndlessUser(design: "d", user: nil, cause: .retries))
          && found.sizes.isEmpty)
    }
  }

  @Test("a trace of an endless life has its first and last moments, and says what is left out")
  func trace() throws {
    let scenario = try EndlessLifeTests.scenario(EndlessLifeTests.retries)
    var user = VirtualUser(number: 0, draws: Draws(seed: 1, user: 0))
    scenario.population.draw(0, seed: 1, into: &user)
    var stage = Stage(conditions: scenario.population.conditions)
    var outcome = Outcome()
    let trace = stage.trace(scenario.designs[1], of: user, into: &outcome)
    #expect(trace.isEndless && outcome == Outcome() && trace.entries.count == 2_001)
    guard case .skipped(let count) = trace.entries[1_000].moment else {
      return #expect(Bool(false), "nothing is left out")
    }
    #expect(count > 900_000)
    #expect(throws: EndlessLife.self) {
      try stage.playOut(scenario.designs[1], of: user, into: &outcome)
    }
    let short = stage.trace(scenario.designs[0], of: user, into: &outcome)
    #expect(!short.isEndless && short.entries.count < 100 && outcome.charges.count == 1)
  }
}
