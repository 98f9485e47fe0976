import JSONText

/// Comma-separated values (RFC 4180) that no program takes for formulas.
package enum CSV {
  /// One cell.
  package static func cell(_ text: String) -> String { text.csvCell }

  /// Rows of cells, each row ended by CR LF.
  package static func text(_ rows: [[String]]) -> String {
    rows.map { $0.map(\.csvCell).joined(separator: ",") + "\r\n" }.joined()
  }
}
