extension String {
  /// The text as the contents of an element or an attribute of HTML, SVG or XML.
  package var escapingMarkup: String {
    showableInMarkup.replacingScalars { scalar in
      switch scalar {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      case "\"": "&quot;"
      default: nil
      }
    }
  }

  /// A text of several lines as the contents of an element.
  package var escapingMarkupLines: String { escapingLines(\.escapingMarkup) }

  /// The text without what would steer its reader and without what XML cannot hold.
  package var showableInMarkup: String {
    // The two last places of every plane are no characters; XML refuses those of the first.
    escapingControls(startsLines: false).replacingScalars {
      $0.value & 0xFFFE == 0xFFFE ? "\u{FFFD}" : nil
    }
  }

  /// A text whose lines are escaped each for itself; a line ends with LF or CR LF.
  func escapingLines(_ escaped: (String) -> String) -> String {
    unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      escaped(String(line.last == "\r" ? line.dropLast() : line))
    }.joined(separator: "\n")
  }
}
