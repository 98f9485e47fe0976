extension String {
  /// The text in the quotes of JSON, as a terminal and the log of a CI service may show it.
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
      case _ where endsCommand || scalar.steersText:
        String(scalar).utf16.map { "\\u" + $0.digits(4, radix: 16) }.joined()
      default: nil
      }
    }
    return "\"" + text + "\""
  }
}

extension UnsignedInteger {
  package func digits(_ count: Int, radix: Int) -> String {
    let digits = String(self, radix: radix)
    return String(repeating: "0", count: Swift.max(0, count - digits.count)) + digits
  }
}
