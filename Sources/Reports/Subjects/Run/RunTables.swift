import Experiments
package import Methods
import Scenarios

/// Tables of a run on every surface, beside those of designs and of lost orders.
package enum RunTables {
  static let all: [ReportTable<RunFindings>] = [comparisons]

  /// Names of their files.
  package static let fileNames = all.fileNames()
  package static func fileContents(for findings: RunFindings) -> [String] {
    all.files(of: findings)
  }

  /// Text has a table per first design; the page has a chart.
  private static let comparisons: ReportTable<RunFindings> = ReportTable(
    "comparisons", { language in language("Paired differences") },
    "pairs of designs; none for a case",
    isOptional: true, on: [.markdown], rows: { $0.comparisons },
    columns: [
      ReportTableColumn(SummaryJSON.pair) { _, _ in [.words("A", \.first), .words("B", \.second)] },
      ReportTableColumn(SummaryJSON.comparison) { RunReport($0, $1).pairColumns },
    ])
}
