extension String {
  /// The text as one cell of comma-separated values (RFC 4180), which no program takes for a formula.
  ///
  /// What begins like a formula gets an apostrophe, which spreadsheets show as text.
  package var csvCell: String {
    let text = escapingControls(sparing: "\t\r\n", startsLines: false)
    let scalars = text.unicodeScalars
    let isFormula =
      scalars.first.map { "=+-@＝＋－＠\t\r".unicodeScalars.contains($0) } ?? false && !isPlainNumber
    let cell = (isFormula ? "'" : "") + text
    guard scalars.contains(where: { "\",\r\n".unicodeScalars.contains($0) }) else { return cell }
    return "\"" + cell.replacingScalars { $0 == "\"" ? "\"\"" : nil } + "\""
  }

  /// Whether the text is a number, which may begin with a sign and is no formula.
  private var isPlainNumber: Bool {
    utf8.allSatisfy { $0.isDigit || ".+-eE".utf8.contains($0) } && Double(self) != nil
  }
}
