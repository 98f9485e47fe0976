extension String {
  /// The text as a Swift string literal on one line.
  package var swiftLiteral: String { "\"" + escapingSwift(keepsLines: false) + "\"" }

  /// The text as a multi-line Swift string literal, whose first line begins at the current column.
  /// - Parameter indentation: the number of spaces before its other lines.
  package func swiftLines(indentation: Int) -> String {
    let margin = "\n" + String(repeating: " ", count: indentation)
    let lines = escapingSwift(keepsLines: true)
      .split(separator: "\n", omittingEmptySubsequences: false)
    return "\"\"\"" + lines.map { $0.isEmpty ? "\n" : margin + $0 }.joined() + margin + "\"\"\""
  }

  /// The text between the quotation marks of a literal, which cannot end the literal, interpolate,
  /// or control a terminal. See "The Swift Programming Language", section String Literals.
  private func escapingSwift(keepsLines: Bool) -> String {
    var command = HashCommand()
    var isAfterQuote = false
    return replacingScalars { scalar in
      let endsCommand = command.ends(with: scalar)
      // Three quotation marks would end a multi-line literal.
      let isBareQuote = scalar == "\"" && keepsLines && !isAfterQuote
      isAfterQuote = isBareQuote
      return switch scalar {
      case "\n" where keepsLines: nil
      case "\"": isBareQuote ? nil : "\\\""
      case "\\": "\\\\"
      case "\n": "\\n"
      case "\r": "\\r"
      case "\t": "\\t"
      case _ where endsCommand || scalar.isFormatControl: "\\u{\(String(scalar.value, radix: 16))}"
      default: nil
      }
    }
  }
}
