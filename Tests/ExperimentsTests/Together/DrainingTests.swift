import EventEngine
import Scenarios
import Testing

@testable import Experiments
@testable import PurchaseWorld

/// Queues that stay long after an outage: which sustain themselves, which drain, and which come back (B11).
@Suite("Metastable and draining queues")
struct DrainingTests {
  /// Users of two hours before one worker: a fifth of a tenth of an evening's 105,517, with retries twice after 60 s.
  /// - Parameter mean: of a verification in milliseconds.
  /// - Parameter late: the share of users who come up to two hours later.
  private static func evening(mean: Double, queue: Int, late: Double? = nil) throws -> Scenario {
    let ends = late.map { #", ["110m", \#($0)], ["239m", 1e-6]"# } ?? #", ["110m", 1e-5]"#
    let text = """
      { "name": "s", "seed": 11, "users": 5276, "replications": 4, "horizon": "4h",
        "catalog": [{ "product": "p", "price": 100, "items": ["p"] }],
        "device": { "launch": "1s" }, "store": { "processing": "2s", "callback": "200ms" },
        "backend": { "order": "300ms", "verify": "500ms", "storeCheck": "400ms",
          "capacity": { "workers": 1, "queue": \(queue),
            "service": { "verify": { "exponential": { "mean": "\(mean)ms" } }, "createOrder": "0s" },
            "normal": { "wait": "4s", "for": "5m" } } },
        "behavior": {
          "starts": { "empirical": { "points": [["20m", 0.9], ["25m", 0.6] \(ends)] } },
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

  private static func recoveries(_ scenario: Scenario) throws -> [Recovery] {
    try SharedRunner(scenario).run(workers: 2).recoveries(of: 0)[0]
  }

  @Test("B11: what is answered too late and comes again keeps a queue metastable")
  func metastable() throws {
    let found = try Self.recoveries(Self.evening(mean: 617.3, queue: 32))
    #expect(found == Array(repeating: .metastable, count: 4))
  }

  @Test("B11: one user in hundreds who comes hours later does not end it")
  func straggler() throws {
    let found = try Self.recoveries(Self.evening(mean: 617.3, queue: 32, late: 0.001))
    #expect(found == Array(repeating: .metastable, count: 4))
  }

  @Test("B11: with more capacity than the retries take the queue is back to normal")
  func above() throws {
    let found = try Self.recoveries(Self.evening(mean: 450, queue: 44))
    for recovery in found {
      guard case .after = recovery else {
        Issue.record("\(recovery)")
        continue
      }
    }
  }

  /// Users who come evenly before two workers with an endless queue, and whose patience outlasts it.
  private static func drain(hours: Int) throws -> Scenario {
    let text = """
      { "name": "s", "seed": 5, "users": \(16_200 * hours), "replications": 3, "horizon": "1d",
        "catalog": [{ "product": "p", "price": 100, "items": ["p"] }],
        "device": { "launch": "1s" }, "store": { "processing": "2s", "callback": "200ms" },
        "backend": { "order": "300ms", "verify": "500ms", "storeCheck": "400ms",
          "capacity": { "workers": 2, "queue": 100000000,
            "service": { "verify": "400ms", "createOrder": "0s" },
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

  @Test("B11: a queue that only drains is said to drain, with the time that it takes")
  func draining() throws {
    // By the fluid limit 2,700 retries of the outage drain at 0.5 a second: about 5,500 s after it.
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
