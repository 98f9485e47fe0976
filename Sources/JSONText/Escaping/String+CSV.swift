extension String {
  /// The text as one cell of comma-separated values (RFC 4180), which no program takes for a formula.
  ///
  /// What begins like a formula gets an apostrophe, which spreadsheets show as text.
  package var csvCell: String {
    let text = escapingControls(sparing: "\t\r\n", startsLines: false).unicodeScalars
    let isFormula =
      text.first.map { "=+-@＝＋－＠\t\r".unicodeScalars.contains($0) } ?? false && !isPlainNumber
    var cell = String.UnicodeScalarView()
    if isFormula { cell.append("'") }
    guard text.contains(where: { "\",\r\n".unicodeScalars.contains($0) }) else {
      return String(cell + text)
    }
    for scalar in text {
      if scalar == "\"" { cell.append("\"") }
      cell.append(scalar)
    }
    return "\"" + String(cell) + "\""
  }

  /// Whether the text is a number, which may begin with a sign and is no formula.
  private var isPlainNumber: Bool {
    utf8.allSatisfy { byte in
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || ".+-eE".utf8.contains(byte)
    } && Double(self) != nil
  }
}
