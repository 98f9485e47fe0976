import Statistics
import TestSupport
import Testing

@testable import Experiments
@testable import Methods
@testable import PurchaseWorld
@testable import Scenarios

/// With a shared backend, verdicts must be supported by the counts of all replications.
@Suite("Verdicts supported by enough counts") struct SupportedVerdictTests {
  private static func run(
    users: Int, replications: Int, expect: String, designs: String = #""naive", "keep-2""#,
    crash: Double = 0, more: String = ""
  ) throws -> SharedBackendResults {
    let faults =
      crash > 0
      ? #""faults": [{ "fault": "crash", "probability": \#(crash), "at": "charge" }],"# : ""
    let text = """
      { "name": "s", "users": \(users), "replications": \(replications), "horizon": "2d",
        "catalog": [{ "product": "p", "price": 100, "items": ["i"] }],
        "behavior": { "starts": { "uniform": { "from": "0s", "to": "1h" } } },
        \(faults) \(more)
        "backend": { "capacity": { "workers": 8 } }, "designs": [\(designs)],
        "expect": [\(expect)] }
      """
    return try SharedBackendRunner(ScenarioReader.read(Array(text.utf8), file: "s")).run(workers: 2)
  }

  private static func verdicts(_ results: SharedBackendResults) -> [Verdict] {
    results.claims.map(\.verdict)
  }

  @Test("two users without a lost order do not pass a bound of one in a million")
  func twoUsers() throws {
    let found = try Self.run(
      users: 1, replications: 2,
      expect: #"{ "design": "naive", "metric": "lostRate", "max": 0.000001 }"#)
    expectEqual(found.verdict, .inconclusive)
    let rate = try #require(found.estimate(.lostRate, of: 0))
    // 1 − 0.025^(1/2)
    #expect(rate.value == 0 && abs(rate.interval.high - 0.841_886) < 1e-5)
  }

  @Test("one user in five replications decides no pair, in either direction")
  func oneUser() throws {
    let below = { (of: String, than: String) in
      #"{ "metric": "lostRate", "of": "\#(of)", "below": "\#(than)" }"#
    }
    for crash in [0.0, 1] {
      let found = try Self.run(
        users: 1, replications: 5,
        expect: below("keep-2", "naive") + "," + below("naive", "keep-2"), crash: crash)
      expectEqual(Self.verdicts(found), [.inconclusive, .inconclusive], "\(crash)")
    }
  }

  /// Every metric that runs of users who share a backend can bound.
  private static let metrics: [Metric] =
    ShareMetric.expectationMetrics.filter { !$0.isOfAutoRefunds }.map { .share($0) }
    + [.lostRevenue, .recoveredRevenue, .badDebt, .deliveryP50, .deliveryP95, .deliveryP99]
    + BackendMetric.allCases.map { .backend($0) }

  private static let outage = #""outages": [{ "of": "backend", "from": "10m", "lasts": "5m" }],"#

  @Test("with few users, no interval has a width of 0 and no difference is decided")
  func everyMetric() throws {
    for (users, replications) in [(1, 2), (1, 5), (2, 4), (5, 3)] {
      let found = try Self.run(
        users: users, replications: replications, expect: "", more: Self.outage)
      var measured = 0
      for metric in Self.metrics {
        for design in 0..<2 {
          guard let estimate = found.estimate(metric, of: design) else { continue }
          measured += 1
          #expect(
            estimate.interval.low < estimate.interval.high,
            "\(metric.name) of \(users) users: \(estimate)")
        }
        if let difference = found.difference(metric, 1, 0) {
          expectEqual(
            Verdict(of: difference.interval, reaching: 0), .inconclusive,
            "\(metric.name) of \(users) users: \(difference)")
        }
      }
      #expect(measured > 20)
    }
  }

  @Test("equal recovery times in three or five replications decide no bound, and in six they do")
  func equalRecoveries() throws {
    let expect = #"{ "design": "keep-2", "metric": "recoveryTime", "max": "1m" }"#
    for (replications, verdict) in [(3, Verdict.inconclusive), (5, .inconclusive), (6, .pass)] {
      let found = try Self.run(
        users: 300, replications: replications, expect: expect, designs: #""keep-2""#,
        more: Self.outage)
      expectEqual(found.values(.backend(.recoveryTime), of: 0)?.allSatisfy { $0 == 0 }, true)
      expectEqual(Self.verdicts(found), [verdict], "\(replications)")
    }
  }

  @Test("expectations with enough charges are decided, as pass and as fail")
  func supported() throws {
    let expect = """
      { "design": "naive", "metric": "lostRate", "max": 0.5 },
      { "design": "naive", "metric": "lostRate", "max": 0.1 },
      { "design": "naive", "metric": "lostRate", "min": 0.1 },
      { "design": "keep-2", "metric": "lostRate", "max": 0.01 },
      { "design": "keep-2", "metric": "lostRate", "min": 0.01 },
      { "metric": "lostRate", "of": "keep-2", "below": "naive", "by": 0.1 },
      { "metric": "lostRate", "of": "naive", "below": "keep-2" },
      { "metric": "lostRevenue", "of": "keep-2", "below": "naive" },
      { "metric": "lostRevenue", "of": "naive", "below": "keep-2" },
      { "design": "naive", "metric": "lostRevenue", "min": 1000 },
      { "design": "naive", "metric": "lostRevenue", "max": 1000 },
      { "design": "keep-2", "metric": "waitP99", "max": "1m" },
      { "design": "keep-2", "metric": "refusedRequestRate", "max": 0.01 },
      { "design": "keep-2", "metric": "workPerCharge", "max": "1s" },
      { "design": "keep-2", "metric": "workPerCharge", "min": "1s" }
      """
    let found = try Self.run(users: 500, replications: 5, expect: expect, crash: 0.3)
    let decided: [Verdict] = [
      .pass, .fail, .pass, .pass, .fail, .pass, .fail, .pass, .fail, .pass, .fail, .pass, .pass,
      .pass, .fail,
    ]
    expectEqual(Self.verdicts(found), decided)
  }

  @Test("designs are tied as the least if too few users separate them")
  func least() throws {
    let found = { (users: Int) in
      let results = try Self.run(users: users, replications: 5, expect: "", crash: 1)
      let point = SweepFindings.Point(
        results, at: Sweep.Point(valueIndices: [0], scenario: results.scenario))
      return point.leastLosingDesignIndices.sorted()
    }
    #expect(try found(1) == [0, 1])
    #expect(try found(200) == [1])
  }

  @Test("few users never decide an expectation, and many users nearly always do")
  func counts() throws {
    var decided = [0, 0], wrong = 0
    for seed in 1...20 {
      for (place, users) in [(0, 1), (1, 300)] {
        let text = """
          { "name": "s", "seed": \(seed), "users": \(users), "replications": 5, "horizon": "2d",
            "catalog": [{ "product": "p", "price": 100, "items": ["i"] }],
            "faults": [{ "fault": "crash", "probability": 0.3, "at": "charge" }],
            "backend": { "capacity": { "workers": 1000 } }, "designs": ["naive", "keep-2"],
            "expect": [
              { "metric": "lostRate", "of": "keep-2", "below": "naive" },
              { "design": "keep-2", "metric": "lostRate", "max": 0.1 }
            ] }
          """
        let results = try SharedBackendRunner(ScenarioReader.read(Array(text.utf8), file: "s"))
          .run(workers: 2)
        for verdict in Self.verdicts(results) {
          decided[place] += verdict == .pass ? 1 : 0
          wrong += verdict == .fail ? 1 : 0
        }
      }
    }
    #expect(decided == [0, 40] && wrong == 0, "\(decided), \(wrong) wrong")
  }
}
