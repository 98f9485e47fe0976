extension String {
  /// The text as the contents of an element or an attribute of HTML, SVG or XML.
  package var escapingMarkup: String {
    var text = String.UnicodeScalarView()
    for scalar in showableInMarkup.unicodeScalars {
      switch scalar {
      case "&": text.append(contentsOf: "&amp;".unicodeScalars)
      case "<": text.append(contentsOf: "&lt;".unicodeScalars)
      case ">": text.append(contentsOf: "&gt;".unicodeScalars)
      case "\"": text.append(contentsOf: "&quot;".unicodeScalars)
      default: text.append(scalar)
      }
    }
    return String(text)
  }

  /// A text of several lines as the contents of an element.
  package var escapingMarkupLines: String { escapingLines(\.escapingMarkup) }

  /// The text without what would steer its reader and without what XML cannot hold.
  package var showableInMarkup: String {
    var text = String.UnicodeScalarView()
    for scalar in escapingControls(startsLines: false).unicodeScalars {
      // The two last places of every plane are no characters; XML refuses those of the first.
      let isCharacter = scalar.value & 0xFFFE != 0xFFFE
      text.append(isCharacter ? scalar : "\u{FFFD}")
    }
    return String(text)
  }

  /// A text whose lines are escaped each for itself; a line ends with LF or CR LF.
  func escapingLines(_ escaped: (String) -> String) -> String {
    unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      escaped(String(line.last == "\r" ? line.dropLast() : line))
    }.joined(separator: "\n")
  }
}
