import Experiments
import Scenarios
import Statistics
import Testing

@testable import Reports

@Suite("ForestPlot")
struct ForestPlotTests {
  private static func names(_ rows: [(String, String?)]) -> [String] {
    let plot = ForestPlot(
      rows: rows.map { name, less in
        ForestPlot.Row(
          name: name, less: less, share: Estimate(1, Interval(low: 0.5, high: 2), .share),
          words: "1")
      }, title: "t", isSigned: true, label: "l")
    return plot.svg.matches(of: /class="name"[^>]*>([^<]*)</).map { String($0.1) }
  }

  @Test("names of pairs that differ at their ends are told apart, at either width")
  func pairs() {
    let pairs = ["1.0", "1.1", "1.2"].map { ("zero-loss-\($0)", String?("zero-loss-legacy")) }
    let labels = ForestPlotTests.names(pairs)
    #expect(labels.count == 6 && Set(labels).count >= 3, "\(labels)")
    #expect(Set(labels.prefix(3)).count == 3 && Set(labels.suffix(3)).count == 3)
    #expect(labels.allSatisfy { $0.contains(" − ") })
    #expect(ForestPlotTests.names([("a", "b")]) == ["a − b", "a − b"])
    #expect(ForestPlotTests.names([("a", nil)]) == ["a", "a"])
  }
}
