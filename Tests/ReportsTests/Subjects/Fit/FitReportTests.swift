import Fitting
import Experiments
import JSONText
import PurchaseWorld
import Scenarios
import TestSupport
import Testing

@testable import Reports

/// What is said of fits that did not go well.
@Suite struct FitReportTests {
  /// A small fit, whose findings are changed then.
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
    let fitter = Fitter(scenario, fit, table, users: 2_000, workers: 1, stop: StopSign())
    return try #require(try fitter.run())
  }

  @Test func `a search that did not come to rest is told first, on the page and for programs`()
    throws
  {
    var found = try Self.findings()
    found.shortfall = 0
    #expect(
      found.isAtRest && FitReport(found).verdict[0].hasPrefix("f: the fitted naive is not tested"))
    #expect(FitJSON.output(found).text.contains(#""atRest": true"#))
    found.shortfall = 4.25
    expectEqual(
      FitReport(found).verdict[0],
      "f: the search did not come to rest: simulated at the estimates the table is farther off by 4.3 than"
        + " is told; give it more users (--users), narrower ranges or other values to start at")
    #expect(FitReport(found, .zh).verdict[0].hasPrefix("f：搜索没有停稳：在估计值处模拟，表比所说的还远 4.3；"))
    #expect(FitJSON.output(found).text.contains(#""atRest": false"#))
    let page = FitSections(found, .en).page(source: "", command: "").text
    #expect(page.contains(#"<p class="verdict inconclusive">f: the search did not come to rest"#))
    #expect(page.contains("rise of the objective") && !page.contains("rise of the distance"))
    found.shortfall = 0
    found.rows[1].isOff = true
    let told = FitReport(found).verdict
    #expect(
      told[0].hasPrefix(
        "f: the search did not come to rest: as many values as rows could explain them all; "))
    #expect(told[2].hasPrefix("it explains all but iap_purchase_transaction_cancel (480 seen, "))
    found.shortfall = .infinity
    #expect(FitReport(found).verdict[0].contains("are no scenario that the format takes; "))
  }

  @Test func `what a report says in sentences has no more columns than a page`() throws {
    var found = try Self.findings()
    (found.shortfall, found.surfaceError, found.refused) = (5, 30, 3)
    for index in found.rows.indices { found.rows[index].isOff = true }
    found.rows += found.rows + found.rows
    for language in Language.allCases {
      let lines = FitReport(found, language).text.split(separator: "\n")
      #expect(lines.map { DisplayWidth.of(String($0)) }.max() ?? 0 <= 100)
    }
  }
}
