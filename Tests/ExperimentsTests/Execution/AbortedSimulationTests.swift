import EventEngine
import ExhaustiveSearch
import Experiments
import Methods
import PurchaseWorld
import Scenarios
import Statistics
import TestSupport
import Testing

/// Simulations that exceed the maximum number of events.
@Suite("Runaway simulations") struct RunawaySimulationTests {
  private static func scenario(_ text: String) throws -> Scenario {
    try ScenarioReader.read(Array(text.utf8), file: "h.json")
  }

  /// A client that tries again every microsecond while the link is down.
  private static let retries = """
    { "name": "h", "users": 600, "faults": [{ "fault": "networkLoss", "probability": 1, "lasts": "14d" }],
      "designs": ["naive", { "name": "d", "extends": "keep-1",
        "retry": { "delays": ["1us"], "repeatLast": true } }] }
    """

  /// A user who visits every second for days, with a client that keeps an order.
  private static let visits = """
    { "name": "v", "users": 600, "horizon": "11d", "behavior": { "gap": "1s", "dwell": "1ms" },
      "faults": [{ "fault": "networkLoss", "probability": 1, "lasts": "11d" }], "designs": ["keep-1"] }
    """

  @Test("a run ends at the first runaway simulation, reports user and cause, and counts nothing")
  func run() throws {
    let scenario = try Self.scenario(Self.retries)
    for workers in [1, 3] {
      let results = Runner(scenario).run(workers: workers)
      let expected = Interruption.runaway(AbortedUser(design: "d", user: 0, cause: .retries))
      #expect(results.interruption == expected && results.users == 0 && !results.hasCharge)
      let findings = RunFindings(results)
      #expect(findings.verdict == .inconclusive && findings.warnings == [.interruption(expected)])
    }
  }

  @Test("the cause of a runaway simulation is its driver, and not the events that follow")
  func cause() throws {
    let results = Runner(try Self.scenario(Self.visits)).run(workers: 1)
    guard case .runaway(let runaway) = results.interruption else {
      return #expect(Bool(false), "no runaway simulation")
    }
    #expect(runaway.cause == .visits && runaway.cause.path == "behavior.gap")
    #expect(!runaway.cause.isRelativeToDesign)
    expectEqual(RunawayCause([.retry: 5, .timeout: 9, .visit: 5]), .visits)
    expectEqual(RunawayCause([.retry: 6, .visit: 5]), .retries)
    expectEqual(RunawayCause([.reconcile: 6, .visit: 5]).path, "server.reconciliation")
  }

  @Test("an exploration does not report placements with a runaway simulation as harmless")
  func exploration() throws {
    let scenario = try Self.scenario(Self.retries)
    for workers in [1, 2] {
      let found = Explorer(scenario.designs[1], .one, in: scenario, kinds: [.networkLoss])
        .explore(faults: 1, workers: workers)
      #expect(
        found.interruption == .runaway(AbortedUser(design: "d", user: nil, cause: .retries))
          && found.resultsByFaultCount.isEmpty)
    }
  }

  @Test("a trace of a runaway simulation has its first and last events and the number omitted")
  func trace() throws {
    let scenario = try Self.scenario(Self.retries)
    let user = scenario.population.user(0, seed: 1)
    var simulator = Simulator(conditions: scenario.population.conditions)
    var outcome = UserOutcome()
    let trace = simulator.trace(scenario.designs[1], of: user, into: &outcome)
    #expect(trace.isRunaway && outcome == UserOutcome() && trace.entries.count == 2_001)
    guard case .skipped(let count) = trace.entries[1_000].occurrence else {
      return #expect(Bool(false), "nothing is left out")
    }
    #expect(count > 900_000)
    #expect(throws: AbortedSimulation.self) {
      try simulator.simulate(scenario.designs[1], of: user, into: &outcome)
    }
    let short = simulator.trace(scenario.designs[0], of: user, into: &outcome)
    #expect(!short.isRunaway && short.entries.count < 100 && outcome.charges.count == 1)
  }
}
