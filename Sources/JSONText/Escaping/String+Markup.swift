extension String {
  /// The text as the contents of an element or an attribute of HTML, SVG or XML.
  package var escapingMarkup: String {
    removingInvalidXMLCharacters.replacingScalars { scalar in
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

  /// The text without control characters and without characters that XML forbids.
  package var removingInvalidXMLCharacters: String {
    // The last two code points of every plane are not characters; XML forbids those of the first
    // plane.
    escapingControls(startsLines: false).replacingScalars {
      $0.value & 0xFFFE == 0xFFFE ? "\u{FFFD}" : nil
    }
  }

  /// The text with each line escaped separately; a line ends with LF or CR LF.
  func escapingLines(_ escaped: (String) -> String) -> String {
    unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      escaped(String(line.last == "\r" ? line.dropLast() : line))
    }.joined(separator: "\n")
  }

  /// The text as a line of Markdown, or a part of one, without markup (CommonMark and GitHub's).
  package var escapingMarkdown: String {
    let scalars = escapingControls(startsLines: false).unicodeScalars
    let first = scalars.firstIndex { $0 != " " } ?? scalars.endIndex
    let last = scalars.lastIndex { $0 != " " } ?? scalars.startIndex
    // A number followed by a point begins a list, as some signs do.
    let point = scalars[first...].drop { ("0"..."9").contains($0) }.startIndex
    return scalars.indices.map { index in
      switch scalars[index] {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      case "@": "&#64;"
      // Indentation and two spaces at the end of a line have a meaning.
      case " " where index < first || index > last: "&#32;"
      case "\\", "`", "*", "_", "[", "]", "(", ")", "#", "|", "~", "!", "{", "}", "$",
        "-" where index == first, "+" where index == first, "=" where index == first,
        "." where index == point && point > first:
        "\\" + String(scalars[index])
      default: String(scalars[index])
      }
    }.joined()
  }

  /// The text as inline code of Markdown, between more backquotes than its longest run.
  package var markdownCode: String {
    let text = escapingControls(startsLines: false)
    let fence = String(repeating: "`", count: text.longestBackquotes + 1)
    // Markdown removes one space at each end, which protects the text's own backquotes and spaces.
    let edge = [text.unicodeScalars.first, text.unicodeScalars.last]
    let space = edge.contains("`") || edge.contains(" ") || text.isEmpty ? " " : ""
    return fence + space + text + space + fence
  }

  /// Lines as a code block of Markdown, with a fence longer than any run of backquotes in them.
  package var markdownBlock: String {
    let fence = String(repeating: "`", count: max(3, longestBackquotes + 1))
    return fence + "\n" + escapingLines(\.escapingControls) + "\n" + fence
  }

  private var longestBackquotes: Int { unicodeScalars.split { $0 != "`" }.map(\.count).max() ?? 0 }

  /// The text as a label of a Mermaid diagram, in which only letters, digits and plain punctuation
  /// are literal.
  ///
  /// Characters of Mermaid's syntax, such as `;`, `#`, `%%` and `<`, are written as character
  /// numbers. After some words, a colon could define a style or wrap a line.
  package var escapingMermaid: String { escapingMermaid(allowsColons: allowsColonsInMermaid) }

  /// Whether colons of the text are safe as literals.
  package var allowsColonsInMermaid: Bool {
    !["style", "classDef", "wrap"].contains { unicodeScalars.contains($0.unicodeScalars) }
  }

  /// A part of a text as a label; its colons are literal if those of the whole text are safe.
  package func escapingMermaid(allowsColons: Bool) -> String {
    escapingControls(startsLines: false).replacingScalars { scalar in
      let isPlain =
        scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
        || " .,()-+/'_…⚡✗，。、；：（）".unicodeScalars.contains(scalar) || scalar == ":" && allowsColons
      return isPlain ? nil : "#\(scalar.value);"
    }
  }
}
