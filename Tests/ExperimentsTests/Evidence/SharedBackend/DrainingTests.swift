import EventEngine
import Scenarios
import TestSupport
import Testing

@testable import Experiments
@testable import PurchaseWorld

/// Queues that stay long after an outage: they sustain themselves, drain, or return to normal (B11).
@Suite("Metastable and draining queues") struct DrainingTests {
  /// The share of an evening's users who are still to come after each time; about one of them comes much later.
  private static let arrivals = """
    ["2m", 0.99], ["4m", 0.98], ["6m", 0.97], ["8m", 0.96], ["10m", 0.95],
    ["12m", 0.94], ["14m", 0.93], ["16m", 0.92], ["18m", 0.91], ["20m", 0.9],
    ["21m", 0.84], ["22m", 0.78], ["23m", 0.72], ["24m", 0.66], ["25m", 0.6],
    ["30m", 0.564706], ["35m", 0.529413], ["40m", 0.494119], ["45m", 0.458826],
    ["50m", 0.423532], ["55m", 0.388239], ["60m", 0.352945], ["65m", 0.317652],
    ["70m", 0.282358], ["75m", 0.247065], ["80m", 0.211771], ["85m", 0.176478],
    ["90m", 0.141184], ["95m", 0.105891], ["100m", 0.070597], ["105m", 0.035304],
    ["110m", 1e-5]
    """

  /// A fifth of an evening's 105,517 users before a fifth of its workers, with two retries after 60 s.
  /// - Parameter mean: of a verification in milliseconds.
  /// - Parameter isLate: whether about one of the users comes up to two hours after the others.
  private static func evening(mean: Double, queue: Int, isLate: Bool = false) throws -> Scenario {
    let ends = isLate ? #", ["239m", 1e-6]"# : ""
    let text = """
      { "name": "s", "seed": 11, "users": 21103, "replications": 4, "horizon": "4h",
        "catalog": [{ "product": "p", "price": 100, "items": ["p"] }],
        "device": { "launch": "1s" }, "store": { "processing": "2s", "callback": "200ms" },
        "backend": { "order": "300ms", "verify": "500ms", "storeCheck": "400ms",
          "capacity": { "workers": 4, "queue": \(queue),
            "service": { "verify": { "exponential": { "mean": "\(mean)ms" } }, "createOrder": "0s" },
            "normal": { "wait": "2s", "for": "5m" } } },
        "behavior": {
          "starts": { "empirical": { "points": [\(arrivals)\(ends)] } },
          "browse": "20s", "sheet": "8s", "patience": "30s", "reopens": "1m", "dwell": "30m",
          "neverReturns": 1 },
        "designs": [{ "name": "d", "timing": "purchaseFirst",
          "binding": { "item": ["product"], "account": ["session"], "unbound": "keep" },
          "finish": "afterVerification",
          "retry": { "delays": ["60s", "60s"], "timeout": "5s", "resumeOn": [], "then": "wait" },
          "records": { "in": "keychain", "at": ["purchased"] } }],
        "outages": [{ "of": "backend", "from": "20m", "lasts": "5m" }] }
      """
    return try ScenarioReader.read(Array(text.utf8), file: "s")
  }

  private static func recoveries(_ scenario: Scenario) throws -> [QueueRecovery] {
    try SharedBackendRunner(scenario).run(workers: 2).recoveries(of: 0)[0]
  }

  @Test("B11: late answers whose requests are sent again keep a queue metastable")
  func metastable() throws {
    let found = try Self.recoveries(Self.evening(mean: 617.284, queue: 129))
    expectEqual(found, Array(repeating: .metastable, count: 4))
  }

  @Test("B11: one late user among 21,103 does not end a metastable state")
  func lateUser() throws {
    let found = try Self.recoveries(Self.evening(mean: 617.284, queue: 129, isLate: true))
    expectEqual(found, Array(repeating: .metastable, count: 4))
  }

  @Test("B11: a queue with more capacity than the retries need returns to normal")
  func above() throws {
    let found = try Self.recoveries(Self.evening(mean: 529.1, queue: 151))
    for recovery in found {
      guard case .after = recovery else {
        Issue.record("\(recovery)")
        continue
      }
    }
  }

  /// Users who arrive evenly at two workers with an endless queue, and are patient enough for it.
  private static func drain(hours: Int) throws -> Scenario {
    let text = """
      { "name": "s", "seed": 5, "users": \(12_960 * hours), "replications": 3, "horizon": "1d",
        "catalog": [{ "product": "p", "price": 100, "items": ["p"] }],
        "device": { "launch": "1s" }, "store": { "processing": "2s", "callback": "200ms" },
        "backend": { "order": "300ms", "verify": "500ms", "storeCheck": "400ms",
          "capacity": { "workers": 2, "queue": 100000000,
            "service": { "verify": "500ms", "createOrder": "0s" },
            "normal": { "wait": "10s", "for": "5m" } } },
        "behavior": { "starts": { "uniform": { "from": "0s", "to": "\(hours)h" } },
          "browse": "20s", "sheet": "8s", "patience": "30s", "reopens": "1m", "dwell": "5h",
          "neverReturns": 1 },
        "designs": [{ "name": "d", "timing": "purchaseFirst",
          "binding": { "item": ["product"], "account": ["session"], "unbound": "keep" },
          "finish": "afterVerification",
          "retry": { "delays": ["2m"], "timeout": "10m", "resumeOn": [], "then": "wait" },
          "records": { "in": "keychain", "at": ["purchased"] } }],
        "outages": [{ "of": "backend", "from": "30m", "lasts": "10m" }] }
      """
    return try ScenarioReader.read(Array(text.utf8), file: "s")
  }

  @Test("B11: a queue that only drains is reported as draining, with the time that it takes")
  func draining() throws {
    // By the fluid limit the backlog of the outage drains about 5,500 s after it.
    let whole = try Self.recoveries(Self.drain(hours: 4)).map { recovery -> Double in
      guard case .after(let time) = recovery else { return .nan }
      return time.seconds
    }
    #expect(whole.allSatisfy { abs($0 - 5_500) < 550 }, "\(whole)")
    let short = try Self.recoveries(Self.drain(hours: 2)).map { recovery -> Double in
      guard case .draining(let time) = recovery else { return .nan }
      return time.seconds
    }
    #expect(short.allSatisfy { abs($0 - 5_500) < 825 }, "\(short)")
  }
}
