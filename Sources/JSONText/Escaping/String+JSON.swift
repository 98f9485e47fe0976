extension String {
  /// The text in the quotes of JSON, as a terminal and the log of a CI service may show it.
  package var jsonText: String {
    var text = String.UnicodeScalarView("\"".unicodeScalars)
    var command = HashCommand()
    for scalar in unicodeScalars {
      let endsCommand = command.ends(with: scalar)
      switch scalar {
      case "\"": text.append(contentsOf: "\\\"".unicodeScalars)
      case "\\": text.append(contentsOf: "\\\\".unicodeScalars)
      case "\n": text.append(contentsOf: "\\n".unicodeScalars)
      case "\r": text.append(contentsOf: "\\r".unicodeScalars)
      case "\t": text.append(contentsOf: "\\t".unicodeScalars)
      case _ where endsCommand || scalar.steersText:
        for unit in UTF16.encode(scalar)! {
          let digits = String(unit, radix: 16)
          text.append(
            contentsOf: ("\\u" + String(repeating: "0", count: 4 - digits.count) + digits)
              .unicodeScalars)
        }
      default: text.append(scalar)
      }
    }
    text.append("\"")
    return String(text)
  }
}
