import JSONText

/// Comma-separated values (RFC 4180) that no program takes for formulas.
enum CSV {
  /// Rows of cells, each row ended by CR LF.
  static func text(_ rows: [[String]]) -> String {
    rows.map { $0.map(\.csvCell).joined(separator: ",") + "\r\n" }.joined()
  }
}
