import Foundation
import Statistics
import TestSupport
import Testing

/// Checks the articles against the code.
@Suite("Articles") struct ArticleTests {
  static func text(_ name: String) throws -> String {
    try PackageFiles.text("Sources/Statistics/Statistics.docc/\(name).md")
  }

  @Test("the article on intervals shows the computed intervals of counts")
  func rows() throws {
    let text = try ArticleTests.text("Intervals")
    for (count, total) in [(0, 1_000), (1, 1_000), (8, 1_000), (60, 1_000), (1_000, 1_000)] {
      let share = Proportion(count: count, of: total)
      let columns = IntervalMethod.allCases.map { method in
        let interval = share.interval(method: method)
        return String(format: "%.3f to %.3f", 1_000 * interval.low, 1_000 * interval.high)
      }
      let row = "| \(count) | \(total) | \(columns.joined(separator: " | ")) |\n"
      #expect(text.contains(row), "\(row)")
    }
  }

  @Test("the article on intervals states the count from which the score interval is used")
  func threshold() throws {
    let number = Int(BinomialLimits.minCountForScore)
    #expect(try ArticleTests.text("Intervals").contains("With at least \(number) users who count,"))
  }
}
