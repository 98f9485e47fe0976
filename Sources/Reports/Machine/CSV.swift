/// Comma-separated values (RFC 4180) that no program takes for formulas.
enum CSV {
  /// Rows of cells, each row ended by CR LF.
  static func text(_ rows: [[String]]) -> String {
    rows.map { $0.map(cell).joined(separator: ",") + "\r\n" }.joined()
  }

  /// A text as one cell, which no program takes for a formula.
  ///
  /// What begins like one gets an apostrophe, which spreadsheets show as text.
  static func cell(_ text: String) -> String {
    let scalars = text.unicodeScalars
    // A negative number begins like a formula and is none.
    let isFormula =
      scalars.first.map { "=+-@\t\r".unicodeScalars.contains($0) } ?? false
      && Double(text) == nil
    let apostrophe = isFormula ? "'" : ""
    guard scalars.contains(where: { "\",\r\n".unicodeScalars.contains($0) }) else {
      return apostrophe + text
    }
    var cell = "\"" + apostrophe
    for scalar in scalars {
      if scalar == "\"" { cell += "\"" }
      cell.unicodeScalars.append(scalar)
    }
    return cell + "\""
  }
}
