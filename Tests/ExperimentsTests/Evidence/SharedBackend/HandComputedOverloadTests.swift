import EventEngine
import Scenarios
import TestSupport
import Testing

@testable import Experiments
@testable import PurchaseWorld

/// Ten users who buy at once, with one worker that needs a second, computed by hand (B11, B12).
///
/// Each opens the app, is ready at 1 s, taps at 21 s, pays at 29 s, is charged at 31 s and called back at 31.2 s. A request
/// travels for 0.25 s, the store's check takes 0.4 s, and a client waits 15 s.
@Suite("An overload computed by hand") struct HandComputedOverloadTests {
  private static func scenario(
    _ capacity: String = "", extends base: String = "beiliao", delays: String = "",
    resumeOn: String = "", horizon: String = "1d", more: String = ""
  ) throws -> Scenario {
    let text = """
      { "name": "s", "users": 10, "horizon": "\(horizon)", "replications": 2,
        "catalog": [{ "product": "p", "price": 100, "items": ["i"] }],
        "store": { "processing": "2s" }, "behavior": { "sheet": "8s", "gap": "8h", "evicted": 1 },
        "backend": { "capacity": { "workers": 1, "service": { "verify": "1s", "createOrder": "1s" },
          "normal": { "wait": "2s", "for": "1m" } \(capacity) } },
        "designs": [{ "name": "d", "extends": "\(base)", "orderRequest": "merged",
          "retry": { "delays": [\(delays)], "repeatLast": false, "resumeOn": [\(resumeOn)] } }] \(more) }
      """
    return try ScenarioReader.read(Array(text.utf8), file: "s")
  }

  private static func outage(_ from: String, _ lasts: String) -> String {
    #", "outages": [{ "of": "backend", "from": "\#(from)", "lasts": "\#(lasts)" }]"#
  }

  private static func simulate(_ scenario: Scenario) throws -> ReplicationCounters {
    try ReplicationCounters(scenario, design: 0, replication: 1, CancellationToken())
  }

  private static func run(_ user: UInt64, _ scenario: Scenario) -> (
    trace: Trace, outcome: UserOutcome
  ) {
    SharedBackendSimulator(scenario.population, design: scenario.designs[0], seed: scenario.seed)
      .trace(user, of: 10)
  }

  @Test("B11: waits, load course and recovery equal the values computed by hand")
  func afterAnOutage() throws {
    // All requests fail at 31.45 s; the clients give up at 46.2 s and send again 10 s later.
    let scenario = try Self.scenario(delays: "\"10s\"", more: Self.outage("31s", "9s"))
    let load = try Self.simulate(scenario).load
    #expect(load.verify.arrived == 20 && load.verify.duringOutage == 10 && load.verify.served == 10)
    #expect(load.verify.refused == 0 && load.verify.wasted == 0 && load.workingTime == 10_000_000)
    // Waits of 0, 1, …, 9 s, each with a resolution of 1/64.
    let (median, p99) = (
      try #require(load.waits.quantile(0.5)), try #require(load.waits.quantile(0.99))
    )
    #expect(abs(median - 4) <= 4.0 / 64 && abs(p99 - 9) <= 9.0 / 64)
    // The last request waited too long, at 56.45 s.
    expectEqual(load.recoveries, [.after(.milliseconds(16_450))])
    // From 22 s to 148 s in 240 bins of 0.525 s.
    #expect(
      load.loadTimeline.from == .start + .seconds(22)
        && load.loadTimeline.binWidth == .milliseconds(525))
    let bins = load.loadTimeline.bins.enumerated().filter { $0.element != LoadTimeline.Bin() }
    expectEqual(bins.map(\.offset), [18, 65])
    expectEqual(bins[0].element, LoadTimeline.Bin(arrived: 10))
    expectEqual(
      bins[1].element,
      LoadTimeline.Bin(arrived: 10, served: 10, totalWait: 45_000_000, longestQueue: 9))
  }

  @Test("B11: requests that wait when an outage begins are still processed")
  func outageMeanwhile() throws {
    let scenario = try Self.scenario(more: Self.outage("35s", "1h"))
    let load = try Self.simulate(scenario).load
    #expect(load.verify.arrived == 10 && load.verify.duringOutage == 0 && load.verify.served == 10)
    // Not normal before the outage, because requests wait.
    expectEqual(load.recoveries, [.overloaded])
    let (trace, outcome) = Self.run(9, scenario)
    expectEqual(outcome.charges[0].deliveredAfter, .milliseconds(9_850))
    expectEqual(outcome.charges[0].status, .delivered)
    let answers = trace.entries.filter {
      if case .answered(.verify, .delivered, _, _) = $0.occurrence { true } else { false }
    }
    expectEqual(answers.map(\.time), [.start + .milliseconds(41_100)])
  }

  @Test("B11: the backend processes a request whose client has died")
  func deadClients() throws {
    let crash =
      #", "faults": [{ "fault": "crash", "probability": 1, "at": "callback", "after": "3s" }]"#
    let scenario = try Self.scenario(more: crash)
    let (trace, outcome) = Self.run(9, scenario)
    let died = trace.entries.filter { if case .died = $0.occurrence { true } else { false } }
    expectEqual(died.first?.time, .start + .milliseconds(34_200))
    // Its turn is 6.25 s after that, and the goods are there when the check has ended.
    expectEqual(outcome.charges[0].deliveredAfter, .milliseconds(9_850))
    let load = try Self.simulate(scenario).load
    #expect(load.verify.served >= 10 && load.verify.refused == 0)
    // No answer was too late because of a wait.
    expectEqual(load.verify.wasted, 0)
  }

  @Test("B12: an order refused by a full queue counts as a sale lost to overload")
  func refusedSale() throws {
    let scenario = try Self.scenario(#", "queue": 4"#, extends: "keep-1")
    let count = try Self.simulate(scenario)
    // One is served and four wait.
    #expect(count.load.createOrder.arrived == 10 && count.load.createOrder.refused == 5)
    #expect(count.overloadLostSales == 5 && count.overloadLost == 0)
    expectEqual(count.value(.overloadLostSaleRate), 0.5)
  }

  @Test("B12: a time bin in which all requests are refused shows the full queue")
  func fullQueue() throws {
    var slow = try Self.scenario(#", "queue": 1"#, delays: "\"9s\"", horizon: "10m")
    slow.population.conditions.backend.capacity?.serviceTimes.verify = .constant(.seconds(100))
    let bins = try Self.simulate(slow).load.loadTimeline.bins
    // Bins of 2.5 s; a refused request is sent again after 9.5 s, at 40.95 s.
    expectEqual(
      bins[12],
      LoadTimeline.Bin(arrived: 10, refused: 8, served: 2, totalWait: 100_000_000, longestQueue: 1))
    expectEqual(bins[16], LoadTimeline.Bin(arrived: 8, refused: 8, longestQueue: 1))
  }

  @Test("B11: a wait longer than any run has the longest possible time")
  func endlessWaits() throws {
    var scenario = try Self.scenario(horizon: "1h")
    scenario.population.conditions.backend.capacity?.serviceTimes.verify = .constant(
      .seconds(15_000 * 86_400))
    let waits = try Self.simulate(scenario).load.waits
    // 0, 15,000 and 30,000 days, then more than the 36,525 of a hundred years.
    let longest = 7 * Int128(Delay.longest.microseconds)
    #expect(waits.count == 10 && waits.sum == 45_000 * 86_400 * 1_000_000 + longest)
  }

  @Test("B11: an accepted receipt that the queue answers too late counts as wasted work")
  func asynchronous() throws {
    // The round trip of half a second is within the patience, and with the check it would not be.
    let scenario = try Self.scenario()
    var designs = scenario.designs
    designs[0].backend.verification = .asynchronous
    designs[0].finish = .afterSubmission
    designs[0].retry.timeout = .milliseconds(800)
    var asynchronous = scenario
    asynchronous.designs = designs
    let load = try Self.simulate(asynchronous).load
    // All but the first wait a second or more and are sent again at the next launches.
    #expect(load.verify.wasted >= 9)
    expectEqual(load.wasted, Int128(load.verify.wasted) * 1_000_000)
  }
}
