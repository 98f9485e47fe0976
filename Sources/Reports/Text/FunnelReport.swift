package import Experiments
import JSONText
import PurchaseWorld
import Statistics

/// What the clients of a run logged, as text for people: the funnel and the ladder of retries.
package struct FunnelReport {
  private let findings: Findings

  /// How many designs stand side by side.
  private static let columns = 5

  /// Makes the report of a run.
  package init(_ findings: Findings) { self.findings = findings }

  /// The funnel of every design, then the ladder of retries.
  package var text: String {
    var lines = [findings.heading, findings.subtitle]
    for start in stride(from: 0, to: findings.designs.count, by: FunnelReport.columns) {
      let end = min(start + FunnelReport.columns, findings.designs.count)
      lines += [""] + funnel(Array(findings.designs[start..<end]))
    }
    lines += ["", "How often clients logged each moment; a retry is whatever is not the first try"]
    lines += ["of a transaction in the process of its tap. What no client logged is left out."]
    return lines.joined(separator: "\n") + "\n"
  }

  private func funnel(_ designs: [Findings.DesignFindings]) -> [String] {
    var table = TextTable(
      [.words("logged")] + designs.map { .numbers($0.name.escapingControls) })
    for event in LogEvent.allCases {
      let counts = designs.map { $0.ledger.funnel.count(event) }
      guard counts.contains(where: { $0 > 0 }) else { continue }
      table.add([event.name] + counts.map { Numerals.count($0) })
    }
    table.add(
      ["abnormal users"] + designs.map { Numerals.count($0.ledger.funnel.abnormalUsers) })
    return table.lines
  }
}
