import Experiments
import Fitting
import JSONText
import PurchaseWorld
import Scenarios
import TestSupport
import Testing

@testable import Reports

/// Reports of fits that did not succeed.
@Suite struct FitReportTests {
  /// A small fit whose findings the tests change.
  private static func findings() throws -> FitFindings {
    let text = """
      { "name": "f", "seed": 3, "designs": ["naive"], "behavior": { "cancels": 0.5 },
        "fit": { "design": "naive", "free": [
          { "path": "behavior.cancels", "from": 0.3, "to": 0.7 }] } }
      """
    let scenario = try ScenarioReader.read(Array(text.utf8), file: "f.json")
    let fit = try #require(scenario.fit)
    let table = FitTable([
      .init(.event(.purchaseClick, day: nil), 1_000),
      .init(.event(.transactionCancel, day: nil), 480),
    ])
    let fitter = Fitter(scenario, fit, table, users: 2_000, workers: 1, stop: CancellationToken())
    return try #require(try fitter.run())
  }

  @Test func `an unconverged search is reported first, on the page and in the JSON`() throws {
    var found = try Self.findings()
    found.surfaceExcess = 0
    #expect(
      found.hasConverged
        && FitReport(found).verdictLines[0].hasPrefix("f: the fit of naive cannot be tested"))
    #expect(FitJSON.output(found).text.contains(#""atRest": true"#))
    found.surfaceExcess = 4.25
    expectEqual(
      FitReport(found).verdictLines[0],
      "f: the search did not converge: simulated at the estimates, the table is farther off than"
        + " reported, by 4.3; increase the number of users (--users), narrow the ranges, or change"
        + " the values to start at")
    #expect(FitReport(found, .zh).verdictLines[0].hasPrefix("f：搜索没有收敛：在估计值处模拟，表比所报告的还远 4.3；"))
    #expect(FitJSON.output(found).text.contains(#""atRest": false"#))
    let page = FitSections(found, .en).page(source: "", command: "").text
    #expect(page.contains(#"<p class="verdict inconclusive">f: the search did not converge"#))
    #expect(page.contains("increase of the objective") && !page.contains("rise of the distance"))
    found.surfaceExcess = 0
    found.rows[1].isUnexplained = true
    let verdict = FitReport(found).verdictLines
    #expect(
      verdict[0].hasPrefix(
        "f: the search did not converge: as many values as rows could explain all rows; "))
    #expect(
      verdict[2].hasPrefix(
        "it explains all rows except iap_purchase_transaction_cancel (480 observed, "))
    found.surfaceExcess = .infinity
    #expect(FitReport(found).verdictLines[0].contains("are not a valid scenario; "))
  }

  @Test func `the sentences of a report are no wider than a page`() throws {
    var found = try Self.findings()
    (found.surfaceExcess, found.surfaceError, found.refused) = (5, 30, 3)
    for index in found.rows.indices { found.rows[index].isUnexplained = true }
    found.rows += found.rows + found.rows
    for language in Language.allCases {
      let lines = FitReport(found, language).text.split(separator: "\n")
      #expect(lines.map { DisplayWidth.of(String($0)) }.max() ?? 0 <= 100)
    }
  }
}
