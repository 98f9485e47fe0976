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

  /// The designs in blocks that fit a page.
  private var blocks: [[Findings.DesignFindings]] {
    stride(from: 0, to: findings.designs.count, by: FunnelReport.columns).map { start in
      Array(findings.designs[start..<min(start + FunnelReport.columns, findings.designs.count)])
    }
  }

  /// The funnel of every design, then the ladder of retries.
  package var text: String {
    var lines = [findings.heading, findings.subtitle()]
    for designs in blocks { lines += [""] + funnel(designs) }
    lines += [""] + ladder
    lines += [""] + FunnelReport.legend
    return lines.joined(separator: "\n") + "\n"
  }

  /// The ladder of retries: a row a rung, beside the published one if there is one.
  private var ladder: [String] {
    let published = findings.publishedLadder
    guard findings.designs.contains(where: { !$0.ledger.ladder.failures.isEmpty }) else {
      return ["no first try failed, so there is no ladder of retries"]
    }
    var lines: [String] = []
    for designs in blocks {
      let longest = designs.map(\.ledger.ladder.failures.count).max() ?? 0
      let rungs = published.isEmpty ? longest : published.count
      var columns: [TextTable.Column] = [.words("failed")]
      if !published.isEmpty { columns.append(.numbers("published")) }
      columns += designs.map { .numbers($0.name.escapingControls) }
      var table = TextTable(columns)
      for rung in 0..<rungs {
        var row = [rung == 0 ? "first try" : "retry \(rung)"]
        if !published.isEmpty { row.append(FunnelReport.cell(published, rung)) }
        table.add(row + designs.map { FunnelReport.cell($0.ledger.ladder.failures, rung) })
      }
      lines += (lines.isEmpty ? [] : [""]) + table.lines
    }
    return lines
  }

  /// The count of the first rung, and shares of it on the others; a dash after the last failure.
  private static func cell(_ failures: [Int], _ rung: Int) -> String {
    guard let first = failures.first, rung < failures.count else { return "–" }
    if rung == 0 { return Numerals.count(first) }
    return Numerals.fixed(Double(failures[rung]) / Double(first) * 100, digits: 1) + " %"
  }

  private func funnel(_ designs: [Findings.DesignFindings]) -> [String] {
    var table = TextTable([.words("logged")] + designs.map { .numbers($0.name.escapingControls) })
    for event in LogEvent.allCases {
      let counts = designs.map { $0.ledger.funnel.count(event) }
      guard counts.contains(where: { $0 > 0 }) else { continue }
      table.add([event.name] + counts.map { Numerals.count($0) })
    }
    table.add(["abnormal users"] + designs.map { Numerals.count($0.ledger.funnel.abnormalUsers) })
    return table.lines
  }
}
