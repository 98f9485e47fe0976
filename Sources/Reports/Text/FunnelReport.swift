package import Experiments
import JSONText
import PurchaseWorld
import Statistics

/// What the clients of a run logged, as text for people: the funnel and the ladder of retries.
package struct FunnelReport {
  private let findings: Findings

  /// How many designs stand side by side.
  private static let columns = 5

  private static let legend = [
    "How often clients logged each moment; a retry is whatever is not the first try of a transaction",
    "in the process of its tap. What no client logged is left out. The ladder: deliveries whose first",
    "try failed, and the share of them whose k-th retry failed too; a delivery that starts anew, at a",
    "launch for example, begins at its first try again.",
  ]

  package init(_ findings: Findings) { self.findings = findings }

  /// The funnel of every design, then the ladder of retries.
  package var text: String {
    let blocks = findings.designs.blocks(of: FunnelReport.columns)
    let isClimbed = findings.designs.contains { !$0.ledger.ladder.failures.isEmpty }
    let ladders =
      isClimbed
      ? blocks.map(ladder) : [["no first try failed, so there is no ladder of retries"]]
    let head = [findings.heading, findings.subtitle]
    return ([head] + blocks.map(funnel) + ladders + [FunnelReport.legend]).page
  }

  /// The ladder of retries: a row a rung, beside the published one if there is one.
  private func ladder(_ designs: [Findings.DesignFindings]) -> [String] {
    let published = findings.publishedLadder
    let ladders = designs.map { (name: $0.name, failures: $0.ledger.ladder.failures) }
    let longest = ladders.map(\.failures.count).max() ?? 0
    let told = (published.isEmpty ? [] : [(name: "published", failures: published)]) + ladders
    return Table(
      0..<(published.isEmpty ? longest : published.count),
      [.words("failed") { $0 == 0 ? "first try" : "retry \($0)" }]
        + told.map { name, failures in .numbers(name) { FunnelReport.cell(failures, $0) } }
    ).lines
  }

  /// The count of the first rung, and shares of it on the others; a dash after the last failure.
  private static func cell(_ failures: [Int], _ rung: Int) -> String {
    guard let first = failures.first, rung < failures.count else { return "–" }
    if rung == 0 { return Numerals.count(first) }
    return Numerals.fixed(Double(failures[rung]) / Double(first) * 100, digits: 1) + " %"
  }

  private func funnel(_ designs: [Findings.DesignFindings]) -> [String] {
    let funnels = designs.map { (name: $0.name, funnel: $0.ledger.funnel) }
    let logged = LogEvent.allCases.filter { event in funnels.contains { $0.funnel.count(event) > 0 }
    }
    return Table(
      logged.map(Optional.some) + [nil],
      [.words("logged") { $0?.name ?? "abnormal users" }]
        + funnels.map { name, funnel in
          .counts(name) { $0.map(funnel.count) ?? funnel.abnormalUsers }
        }
    ).lines
  }
}

extension Array {
  /// The elements in blocks of so many; the last one may have fewer.
  func blocks(of size: Int) -> [[Element]] {
    stride(from: 0, to: count, by: size).map { Array(self[$0..<Swift.min($0 + size, count)]) }
  }
}
