import Experiments
import JSONText
import Methods
import PurchaseWorld
import Scenarios
import TestSupport
import Testing

@testable import Reports

/// The share of purchases affected by the declared outages, in reports.
@Suite("Outages in reports") struct OutageReportTests {
  /// Users who open the app at the start and pay half a minute later.
  private func findings(_ outages: String, _ more: String = "") throws -> RunFindings {
    return try Fixture.findings(
      """
      { "name": "out", "users": 400, "sampling": "plain", "store": { "processing": "2s" },
        "behavior": { "sheet": "8s", "starts": { "uniform": { "from": "0s", "to": "100s" } } },
        \(more) \(outages) "designs": [ "naive", "keep-2" ] }
      """)
  }

  private func markdown(_ findings: RunFindings) -> String {
    MarkdownReport.text([(RunRecord(findings, path: "out.json") { _, _ in "" }, [])])
  }

  @Test("An outage is reported with its share of the purchases in every report")
  func reported() throws {
    let all = try findings(#""outages": [{ "of": "backend", "from": "0s", "lasts": "1h" }],"#)
    expectEqual(all.outageShares, [1, 1])
    let words = "Outages affected 100.00 % of purchases"
    #expect(RunReport(all).text.contains(words))
    #expect(Fixture.page(all).contains(words) && markdown(all).contains(words))
    #expect(RunReport(all, .zh).text.contains("100.00 % 的购买遇到了 'outages' 所写的故障"))
    // About 40 of 100 users verify after the outage, because they verify 31.35 s after the opening.
    let part = try findings(#""outages": [{ "of": "backend", "from": "0s", "lasts": "91350ms" }],"#)
    let verified = part.outageShares[0]
    #expect(abs(verified - 0.6) < 4.5 * (0.24 / 400).squareRoot())
    let affected = part.designs[0].designCounters.count(\.outageIntents)
    expectEqual(Double(affected) / 400, verified)
    #expect(SummaryJSON.output(part).line.contains(#""metOutage": \#(affected)"#))
    // keep-2 requests its order 10 s before it verifies, so the outage affects more purchases.
    #expect(part.outageShares[1] > verified)
    #expect(RunReport(part).text.contains("of purchases, by design: intents whose user"))
  }

  @Test("An outage that affects no purchase is reported with a hint")
  func none() throws {
    let late = try findings(#""outages": [{ "of": "backend", "from": "13d", "lasts": "1h" }],"#)
    expectEqual(late.outageShares, [0, 0])
    #expect(RunReport(late).text.contains("Outages affected no purchase"))
    #expect(RunReport(late).text.contains("'behavior.starts' spreads the users over the run."))
  }

  @Test("Without an outage nothing is reported or counted, and a fault is not an outage")
  func without() throws {
    let fault = #""faults": [{ "fault": "backendOutage", "probability": 1, "at": "tap" }],"#
    for result in [try findings(""), try findings("", fault)] {
      expectEqual(result.outageShares, [])
      #expect(
        !RunReport(result).text.contains("Outages") && !Fixture.page(result).contains("Outages"))
      #expect(!markdown(result).contains("Outages"))
      #expect(!SummaryJSON.output(result).line.contains("metOutage"))
    }
  }

  @Test("Only users who want to pay are counted, weighted by their stratum")
  func payers() throws {
    let outage = #""outages": [{ "of": "backend", "from": "0s", "lasts": "1h" }],"#
    let found = try Fixture.findings(
      """
      { "name": "out", "users": 2000, "sampling": "stratified",
        "behavior": { "cancels": 0.5 }, \(outage)
        "faults": [{ "fault": "crash", "probability": 0.01 }], "designs": [ "keep-2" ] }
      """)
    #expect(!found.isPlainSample)
    #expect(abs(found.outageShares[0] - 1) < 1e-9)
    // Only users with a dead app buy within the outage; the sample over-represents them.
    let crashes = try Fixture.scenario(
      """
      { "name": "out", "users": 2000, "sampling": "stratified",
        "outages": [{ "of": "backend", "from": "30m", "lasts": "1h" }],
        "faults": [
          { "fault": "crash", "probability": 0.01, "at": "charge", "reopens": "40m" } ],
        "designs": [ "keep-2" ] }
      """)
    let rare = RunFindings(Runner(crashes).run(workers: 1))
    #expect(!rare.isPlainSample)
    #expect(abs(rare.outageShares[0] - 0.01) < 1e-9)
    #expect(RunReport(rare).text.contains("Outages affected 1.00 % of purchases"))
    expectEqual(RunFindings(Runner(crashes).run(workers: 3)).outageShares, rare.outageShares)
  }
}
