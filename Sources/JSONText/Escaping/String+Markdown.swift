extension String {
  /// The text as a line of Markdown, or a part of one: nothing in it is markup (CommonMark and GitHub's).
  package var escapingMarkdown: String {
    let scalars = escapingControls(startsLines: false).unicodeScalars
    let first = scalars.firstIndex { $0 != " " } ?? scalars.endIndex
    let last = scalars.lastIndex { $0 != " " } ?? scalars.startIndex
    // A number with a point behind it begins a list, as some signs do.
    let point = scalars[first...].drop { ("0"..."9").contains($0) }.startIndex
    return scalars.indices.map { index in
      switch scalars[index] {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      case "@": "&#64;"
      // Indentation, and two spaces at an end, mean something.
      case " " where index < first || index > last: "&#32;"
      case "\\", "`", "*", "_", "[", "]", "(", ")", "#", "|", "~", "!", "{", "}", "$",
        "-" where index == first, "+" where index == first, "=" where index == first,
        "." where index == point && point > first:
        "\\" + String(scalars[index])
      default: String(scalars[index])
      }
    }.joined()
  }

  /// The text as code within a line of Markdown, between more backquotes than it has in a row.
  package var markdownCode: String {
    let text = escapingControls(startsLines: false)
    let fence = String(repeating: "`", count: text.longestBackquotes + 1)
    // A space at each end is taken off, and keeps the text's own backquotes and spaces apart.
    let edge = [text.unicodeScalars.first, text.unicodeScalars.last]
    let space = edge.contains("`") || edge.contains(" ") || text.isEmpty ? " " : ""
    return fence + space + text + space + fence
  }

  /// Lines as a block of code of Markdown, with a fence longer than any row of backquotes in them.
  package var markdownBlock: String {
    let fence = String(repeating: "`", count: max(3, longestBackquotes + 1))
    return fence + "\n" + escapingLines(\.escapingControls) + "\n" + fence
  }

  private var longestBackquotes: Int { unicodeScalars.split { $0 != "`" }.map(\.count).max() ?? 0 }
}
