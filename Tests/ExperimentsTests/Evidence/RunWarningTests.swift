import Scenarios
import Statistics
import TestSupport
import Testing

@testable import Experiments
@testable import Methods
@testable import PurchaseWorld

/// Problems that a run reports: the same with single users and with a shared backend.
@Suite("Problems that runs report") struct RunWarningTests {
  /// The troubles of a scenario without and with a shared backend, and whether either passes.
  private static func warnings(
    _ more: String, cancels: Double = 0, price: Int = 100, expect: String = ""
  ) throws -> [(warnings: [RunWarning], verdict: Verdict)] {
    try ["", #""backend": { "capacity": { "workers": 50 } }, "replications": 3,"#].map { backend in
      let text = """
        { "name": "s", "users": 300, "horizon": "10d", \(backend)
          "catalog": [{ "product": "p", "price": \(price), "items": ["i"] }],
          "behavior": { "cancels": \(cancels),
            "starts": { "uniform": { "from": "0s", "to": "1h" } } },
          \(more) "designs": ["naive"],
          "expect": [{ "design": "naive", "metric": "lostSaleRate", "max": 1 } \(expect)] }
        """
      let scenario = try ScenarioReader.read(Array(text.utf8), file: "s")
      if scenario.hasSharedBackend {
        let results = try SharedBackendRunner(scenario).run(workers: 2)
        return (results.warnings, results.verdict)
      }
      let findings = RunFindings(Runner(scenario).run(workers: 2))
      return (findings.warnings, findings.verdict)
    }
  }

  private static func expect(
    _ found: [(warnings: [RunWarning], verdict: Verdict)], _ warnings: [RunWarning]
  ) {
    for found in found {
      expectEqual(found.warnings, warnings)
      expectEqual(found.verdict, (warnings.isEmpty ? .pass : .inconclusive))
    }
  }

  @Test("a fault that never occurs is reported, with and without a shared backend")
  func neverOccurred() throws {
    let faults = { (chance: Double) in
      """
      "faults": [{ "fault": "networkLoss", "probability": 0.5 },
        { "fault": "crash", "probability": \(chance) }],
      """
    }
    Self.expect(try Self.warnings(faults(0)), [.neverOccurred(declaration: 1, .crash)])
    Self.expect(try Self.warnings(faults(0.5)), [])
  }

  @Test("an outage after the horizon, or one that affects no purchase, is reported")
  func outages() throws {
    let outage = { (from: String) in
      #""outages": [{ "of": "backend", "from": "\#(from)", "lasts": "1h" }],"#
    }
    Self.expect(try Self.warnings(outage("3000d")), [.afterHorizon(outage: 0)])
    Self.expect(try Self.warnings(outage("9d")), [.noIntentAffected])
    Self.expect(try Self.warnings(outage("5m")), [])
  }

  @Test("a run without charges reports that, and not also outages without effect")
  func noCharge() throws {
    let found = try Self.warnings(
      #""outages": [{ "of": "backend", "from": "5m", "lasts": "1h" }],"#, cancels: 1)
    for found in found { expectEqual(found.warnings, [.noCharge]) }
  }

  @Test("a run whose charges were all refunded does not report missing charges")
  func refunded() throws {
    let refund = #""faults": [{ "fault": "refund", "probability": 1, "at": "delivery" }],"#
    Self.expect(try Self.warnings(refund), [])
  }

  @Test("a run whose charges Play refunded automatically does not report missing charges")
  func autoRefundedAmount() throws {
    let text = """
      { "name": "s", "users": 200, "horizon": "7d",
        "catalog": [{ "product": "p", "price": 600, "items": ["i"] }],
        "designs": [{ "name": "own", "store": "playBilling", "payload": "intent",
          "binding": { "item": ["payload"], "account": ["payload"] },
          "finish": "afterVerification" }],
        "faults": [{ "fault": "crash", "probability": 1, "at": "charge" }],
        "behavior": { "neverReturns": 1 } }
      """
    let findings = RunFindings(
      Runner(try ScenarioReader.read(Array(text.utf8), file: "s")).run(workers: 1))
    let counters = findings.designs[0].totalCounters
    #expect(counters.total(.charges) == 0 && counters.refunded == 200)
    expectEqual(findings.warnings, [])
  }

  @Test("a backend call that no design makes is reported")
  func neverCalled() throws {
    Self.expect(
      try Self.warnings(#""calls": [{ "name": "config", "takes": "2s" }],"#),
      [.neverCalled(call: 0)])
  }

  @Test("a bound on money is reported and decides nothing if every price is 0")
  func zeroPrices() throws {
    let bound = #", { "design": "naive", "metric": "lostRevenue", "max": 10000 }"#
    Self.expect(try Self.warnings("", price: 0, expect: bound), [.zeroPrices(claim: 1)])
    Self.expect(try Self.warnings("", expect: bound), [])
  }

  @Test("a sweep does not report missing charges if all charges were refunded")
  func sweep() throws {
    let text = { (cancels: Double) in
      """
      { "name": "s", "users": 200, "horizon": "7d", "designs": ["naive", "keep-2"],
        "catalog": [{ "product": "p", "items": ["i"] }], "behavior": { "cancels": \(cancels) },
        "faults": [{ "fault": "refund", "probability": 1, "at": "delivery" }],
        "sweep": { "value": "behavior.sheet", "values": ["5s", "9s"] } }
      """
    }
    let warnings = try [0.0, 1].map { cancels in
      let scenario = try ScenarioReader.read(Array(text(cancels).utf8), file: "s")
      guard let plan = SweepPlan(scenario) else { return [SweepFindings.SweepWarning]() }
      let points = plan.sweep.points.enumerated().map { index, point in
        SweepFindings.Point(Runner(plan.scenario(at: index)).run(workers: 1), at: point)
      }
      return SweepFindings(plan, points).warnings
    }
    expectEqual(warnings[0], [])
    expectEqual(warnings[1].prefix(2), [.noCharge(point: 0), .noCharge(point: 1)])
  }
}
