import EventEngine
import Scenarios
import TestSupport
import Testing

@testable import Experiments
@testable import PurchaseWorld

/// The effects of a full queue and of a long queue (B11, B12).
@Suite("Overload of a shared backend") struct OverloadTests {
  /// Users who all buy at once, with one worker that needs a second for each `verify`.
  private static func scenario(
    _ users: Int, queue: Int, _ retry: String, _ more: String = ""
  ) throws -> Scenario {
    let text = """
      { "name": "s", "users": \(users), "horizon": "1d", "replications": 2,
        "catalog": [{ "product": "p", "price": 100, "items": ["i"] }],
        "store": { "processing": "2s" }, "behavior": { "sheet": "8s", "gap": "8h", "evicted": 1 },
        "backend": { "capacity": { "workers": 1, "queue": \(queue), "service": { "verify": "1s" } } },
        "designs": [{ "name": "d", "extends": "beiliao", "orderRequest": "merged", "retry": \(retry) }]\(more) }
      """
    return try ScenarioReader.read(Array(text.utf8), file: "s")
  }

  private static let none = #"{ "delays": [], "repeatLast": false, "resumeOn": [] }"#

  private static func simulate(_ scenario: Scenario) throws -> ReplicationCounters {
    try ReplicationCounters(scenario, design: 0, replication: 1, CancellationToken())
  }

  @Test("B11: a request to one worker waits for all earlier requests, in order of user number")
  func waits() throws {
    let scenario = try Self.scenario(10, queue: 100, Self.none)
    let load = try Self.simulate(scenario).load
    expectEqual(load.waits.sum, (0..<10).reduce(0, +) * 1_000_000)
    #expect(load.verify.served == 10 && load.workingTime == 10_000_000 && load.peak == 10)
    let simulated = SharedBackendSimulator(
      scenario.population, design: scenario.designs[0], seed: scenario.seed
    ).trace(7, of: 10)
    let waited = simulated.trace.entries.compactMap { entry in
      if case .waitsForWorker(_, _, let wait) = entry.occurrence { wait } else { nil }
    }
    expectEqual(waited, [.seconds(7)])
    #expect(simulated.outcome.charges[0].deliveredAfter != nil)
  }

  @Test("B11: an answer after the client's timeout is wasted work, and the goods are delivered")
  func wasted() throws {
    let count = try Self.simulate(Self.scenario(40, queue: 100, Self.none))
    // The client's timeout of fifteen seconds is over for requests that wait longer than 14.1 s.
    // They are sent again at the next launches, all at once.
    expectEqual(count.load.verify.wasted, 25 + 10)
    expectEqual(count.load.wasted, 35_000_000)
    expectEqual(count.designCounters.all.total(.charges), 40)
    // The backend has delivered, with or without an answer in time.
    expectEqual(count.overloadLost, 0)
  }

  @Test("B12: a full queue refuses at once, and the lost orders count as lost to overload")
  func refuses() throws {
    let count = try Self.simulate(Self.scenario(40, queue: 4, Self.none))
    // At each of the three launches of the day five are served.
    expectEqual(count.load.verify.refused, 35 + 30 + 25)
    expectEqual(count.overloadLost, 25)
    expectEqual(count.value(.refusedRequestRate), 90.0 / 105)
  }

  @Test("B12: afterRefusal retry waits the next delay, longest the longest one, wait for a trigger")
  func afterRefusal() throws {
    let ladder = { (rule: String) in
      #"{ "delays": ["1s", "9s", "2s"], "repeatLast": false, "resumeOn": [], "afterRefusal": "\#(rule)" }"#
    }
    let times = try ["retry", "longest", "wait"].map { rule in
      let scenario = try Self.scenario(30, queue: 0, ladder(rule))
      let simulated = SharedBackendSimulator(
        scenario.population, design: scenario.designs[0], seed: scenario.seed
      ).trace(29, of: 30)
      let sent = simulated.trace.entries.compactMap { entry in
        if case .sent = entry.occurrence { entry.time } else { nil }
      }
      return zip(sent.dropFirst(), sent).map { ($0 - $1).seconds }
    }
    // A refusal takes the round trip of half a second.
    #expect(times[0].first == 1.5 && times[0].dropFirst().first == 9.5)
    expectEqual(times[1].prefix(2), [9.5, 9.5])
    #expect(times[2].allSatisfy { $0 > 20_000 })
  }

  @Test("C7: a retry budget ends the tries of a process when half of its ten tokens are used")
  func budget() throws {
    let ladder = { (budget: String) in
      #"{ "delays": ["1s"], "repeatLast": true, "resumeOn": [], "budget": \#(budget) }"#
    }
    let sent = try ["null", "0.1"].map { budget in
      let scenario = try Self.scenario(
        1, queue: 0, ladder(budget),
        #", "outages": [{ "of": "backend", "from": "0s", "lasts": "1h" }]"#)
      let simulated = SharedBackendSimulator(
        scenario.population, design: scenario.designs[0], seed: scenario.seed
      ).trace(0, of: 1)
      return simulated.trace.entries.count { if case .sent = $0.occurrence { true } else { false } }
    }
    // Five in the process of the tap, and one at the next launch, which has a full bucket again.
    expectEqual(sent[1], 5 + 1)
    #expect(sent[0] > 6)
  }

  @Test("B11: after an outage, the queue returns to normal, or sustains itself and is metastable")
  func recovery() throws {
    let text = { (queue: Int, workers: Int) in
      """
      { "name": "s", "users": 2500, "horizon": "8h", "replications": 2,
        "catalog": [{ "product": "p", "price": 100, "items": ["i"] }],
        "behavior": { "starts": { "uniform": { "from": "0s", "to": "6h" } } },
        "backend": { "capacity": { "workers": \(workers), "queue": \(queue), "service": { "verify": "4s" },
            "normal": { "wait": "12s", "for": "1m" } } },
        "outages": [{ "of": "backend", "from": "1h", "lasts": "20m" }],
        "designs": [{ "name": "d", "extends": "beiliao", "orderRequest": "merged",
          "retry": { "delays": ["1s"], "repeatLast": true, "timeout": "15s" } }] }
      """
    }
    let recoveries = try [(4, 8), (4_000, 1)].map { queue, workers in
      let scenario = try ScenarioReader.read(Array(text(queue, workers).utf8), file: "s")
      return try Self.simulate(scenario).load.recoveries
    }
    #expect(recoveries[0].count == 1 && recoveries[1].count == 1)
    if case .after = recoveries[0][0] {} else { Issue.record("\(recoveries[0])") }
    expectEqual(recoveries[1], [.metastable])
  }

  @Test("a run has the same results with any number of workers")
  func workers() throws {
    let scenario = try Self.scenario(300, queue: 4, Self.none)
    let found = try [1, 2, 3].map { workers in
      try SharedBackendRunner(scenario).run(workers: workers)
    }
    for other in found.dropFirst() {
      expectEqual(other.counts.map { $0.map(\.load) }, found[0].counts.map { $0.map(\.load) })
      expectEqual(
        other.counts.map { $0.map(\.designCounters) },
        found[0].counts.map { $0.map(\.designCounters) })
    }
    #expect(found[0].estimate(.backend(.refusedRequestRate), of: 0) != nil)
  }
}
