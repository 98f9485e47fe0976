import EventEngine
import Scenarios
import Statistics
import TestSupport
import Testing

@testable import Experiments
@testable import PurchaseWorld

@Suite("Estimates from replications (B11)") struct ReplicatedEstimateTests {
  @Test("if some values are infinite, the interval of the median is computed from ranks")
  func never() {
    // The median is between the lowest and the highest of six values with probability 1 − 2/64.
    let six = Estimate(replications: [5, .infinity, 1, 3, 2, 4], .time)
    #expect(six.value == 3 && six.interval == Interval(low: 1, high: .infinity))
    // The second and the eighth of nine values miss it with probability 20/512.
    let nine = Estimate(replications: [9, 8, 7, 6, 5, 4, 3, 2, .infinity], .time)
    #expect(nine.value == 6 && nine.interval == Interval(low: 3, high: 9))
    let maximum = Estimate(replications: [1, 2] + Array(repeating: .infinity, count: 6), .time)
    #expect(maximum.value == .infinity && maximum.interval.high == .infinity)
    // Equal values are not normal: three decide nothing, six the median; pooled counts have limits.
    let constant = { (count: Int) in
      Estimate(replications: Array(repeating: 0, count: count), .time)
    }
    expectEqual(constant(3).interval, Interval(low: -.infinity, high: .infinity))
    expectEqual(constant(6).interval, Interval(low: 0, high: 0))
    let support = Interval(low: -1, high: 2)
    expectEqual(Estimate(replications: [0, 0, 0], .share, supportedBy: support).interval, support)
    // Three values limit neither end.
    let three = Estimate(replications: [1, 2, .infinity], .time)
    #expect(three.value == 2 && three.interval == Interval(low: -.infinity, high: .infinity))
  }

  /// Two designs that are the same, before a backend that retries keep down.
  private static func storm(workers: Int) throws -> SharedBackendResults {
    let text = """
      { "name": "s", "users": 2500, "horizon": "8h", "replications": 2,
        "catalog": [{ "product": "p", "price": 100, "items": ["i"] }],
        "behavior": { "starts": { "uniform": { "from": "0s", "to": "6h" } } },
        "backend": { "capacity": { "workers": \(workers), "queue": 4000, "service": { "verify": "4s" },
            "normal": { "wait": "12s", "for": "1m" } } },
        "outages": [{ "of": "backend", "from": "1h", "lasts": "20m" }],
        "designs": [
          { "name": "d", "extends": "beiliao", "orderRequest": "merged",
            "retry": { "delays": ["1s"], "repeatLast": true, "timeout": "15s" } },
          { "name": "twin", "extends": "d" }] }
      """
    return try SharedBackendRunner(ScenarioReader.read(Array(text.utf8), file: "s")).run(workers: 2)
  }

  @Test("two designs that never recover differ by 0 in recovery time")
  func neverInBoth() throws {
    let found = try Self.storm(workers: 1)
    #expect(found.counts.joined().allSatisfy { $0.load.recoveries == [.metastable] })
    let difference = try #require(found.difference(.backend(.recoveryTime), 0, 1))
    // Two replications decide nothing.
    expectEqual(difference.value, 0)
    expectEqual(difference.interval, Interval(low: -.infinity, high: .infinity))
    // No time is below 0, although the ranks give no limit.
    let never = try #require(found.estimate(.backend(.recoveryTime), of: 0))
    #expect(never.value == .infinity && never.interval == Interval(low: 0, high: .infinity))
  }

  @Test("a time has no limit below 0, and a difference of times may have one")
  func timesBelowZero() throws {
    let found = try Self.storm(workers: 2)
    let values = try #require(found.values(.backend(.waitP99), of: 0))
    // Two replications that differ have an interval of 12.7 times half their difference on either side.
    let interval = Estimate(replications: [1, 3], .time).interval
    #expect(interval.low < 0)
    expectEqual(Set(values).count, 2)
    for metric in [BackendMetric.waitP99, .recoveryTime, .workPerCharge] {
      let estimate = try #require(found.estimate(.backend(metric), of: 0))
      #expect(estimate.interval.low >= 0, "\(metric)")
    }
    let none = try #require(found.difference(.backend(.waitP99), 0, 1))
    #expect(none.value == 0 && none.interval.low < 0 && none.interval.high > 0)
  }

  @Test("a charge is affected by overload if its intent is")
  func hitOverload() {
    var outcome = UserOutcome()
    // The user's first intent had no tap.
    outcome.intents = [1, 2].map { intentIndex in
      IntentOutcome(
        intentIndex: intentIndex, product: 0, wantsToPay: true,
        flags: intentIndex == 1 ? .hitOverload : [])
    }
    #expect(outcome.hitOverload(0) && !outcome.hitOverload(1))
  }
}
