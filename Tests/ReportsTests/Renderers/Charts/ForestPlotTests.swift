import Experiments
import Foundation
import Scenarios
import Statistics
import TestSupport
import Testing

@testable import Reports

@Suite("ForestPlot") struct ForestPlotTests {
  /// The texts of the names of rows, those of the wide chart first.
  private static func names(_ rows: [(String, String?)]) -> [[String]] {
    let plot = ForestPlot(
      rows: rows.map { name, less in
        ForestPlot.Row(
          name: name, less: less, value: Estimate(1, Interval(low: 0.5, high: 2), .share),
          words: "1")
      }, title: "t", isSigned: true, label: "l")
    return plot.svg.components(separatedBy: "<svg class=\"chart narrow").map { chart in
      chart.matches(of: /class="name"[^>]*>([^<]*)</).map { String($0.1) }
    }
  }

  @Test("pair names are shown completely at either width, on as many lines as needed")
  func pairs() {
    let pairs = ["1.0", "1.1", "1.2"].map { ("zero-loss-\($0)", String?("zero-loss-legacy")) }
    for chart in Self.names(pairs) {
      let whole = chart.joined(separator: " ")
      for (name, _) in pairs { #expect(whole.contains("\(name) − zero-loss-legacy"), "\(whole)") }
    }
    expectEqual(Self.names([("a", "b")]), [["a − b"], ["a − b"]])
    expectEqual(Self.names([("a", nil)]), [["a"], ["a"]])
  }

  @Test("money is drawn in its currency, times in seconds, infinite times at the end of the axis")
  func units() throws {
    let row = { (value: Double, unit: Estimate.Unit) in
      ForestPlot.Row(
        name: "a", value: Estimate(value, Interval(low: value, high: value), unit), words: "w")
    }
    let times = ForestPlot(rows: [row(3, .time), row(.infinity, .time)], title: "t", label: "l").svg
    #expect(times.contains(">1.0 s<") && times.contains(">10 s<"))
    expectEqual(times.matches(of: /class="mark hollow"/).count, 2, "once in either width")
    let euro = try #require(Currency(code: "EUR"))
    let money = ForestPlot(rows: [row(100_000, .money)], title: "t", label: "l", currency: euro).svg
    #expect(money.contains(">1,000<") && !money.contains(">100,000<"))
  }
}
