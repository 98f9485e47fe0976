extension String {
  /// The text as a JSON string, safe for a terminal and the log of a CI service.
  package var jsonText: String {
    var command = HashCommand()
    let text = replacingScalars { scalar in
      let endsCommand = command.ends(with: scalar)
      return switch scalar {
      case "\"": "\\\""
      case "\\": "\\\\"
      case "\n": "\\n"
      case "\r": "\\r"
      case "\t": "\\t"
      case _ where endsCommand || scalar.isFormatControl:
        String(scalar).utf16.map { "\\u" + $0.digits(4, radix: 16) }.joined()
      default: nil
      }
    }
    return "\"" + text + "\""
  }

  /// The text as one cell of comma-separated values (RFC 4180), which no program reads as a
  /// formula.
  ///
  /// A text that begins like a formula gets an apostrophe, so that spreadsheets show it as text.
  package var csvCell: String {
    let text = escapingControls(sparing: "\t\r\n", startsLines: false)
    let scalars = text.unicodeScalars
    let isFormula =
      scalars.first.map { "=+-@＝＋－＠\t\r".unicodeScalars.contains($0) } ?? false && !isPlainNumber
    let cell = (isFormula ? "'" : "") + text
    guard scalars.contains(where: { "\",\r\n".unicodeScalars.contains($0) }) else { return cell }
    return "\"" + cell.replacingScalars { $0 == "\"" ? "\"\"" : nil } + "\""
  }

  /// Whether the text is a number, which can begin with a sign and is not a formula.
  private var isPlainNumber: Bool {
    utf8.allSatisfy { $0.isDigit || ".+-eE".utf8.contains($0) } && Double(self) != nil
  }
}

extension UnsignedInteger {
  package func digits(_ count: Int, radix: Int) -> String {
    let digits = String(self, radix: radix)
    return String(repeating: "0", count: Swift.max(0, count - digits.count)) + digits
  }
}
