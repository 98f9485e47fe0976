extension String {
  /// The text as a line of Markdown, or a part of one: nothing in it is markup (CommonMark and GitHub's).
  package var escapingMarkdown: String {
    var text = String.UnicodeScalarView()
    let scalars = escapingControls(startsLines: false).unicodeScalars
    let first = scalars.firstIndex { $0 != " " } ?? scalars.endIndex
    let last = scalars.lastIndex { $0 != " " } ?? scalars.startIndex
    // A number with a point behind it begins a list, as some signs do.
    let point = scalars[first...].drop { ("0"..."9").contains($0) }.startIndex
    for index in scalars.indices {
      let scalar = scalars[index]
      switch scalar {
      case "&": text.append(contentsOf: "&amp;".unicodeScalars)
      case "<": text.append(contentsOf: "&lt;".unicodeScalars)
      case ">": text.append(contentsOf: "&gt;".unicodeScalars)
      case "@": text.append(contentsOf: "&#64;".unicodeScalars)
      // Indentation, and two spaces at an end, mean something.
      case " " where index < first || index > last: text.append(contentsOf: "&#32;".unicodeScalars)
      case "\\", "`", "*", "_", "[", "]", "(", ")", "#", "|", "~", "!", "{", "}", "$":
        text.append(contentsOf: ["\\", scalar])
      case "-" where index == first, "+" where index == first, "=" where index == first,
        "." where index == point && point > first:
        text.append(contentsOf: ["\\", scalar])
      default: text.append(scalar)
      }
    }
    return String(text)
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

  private var longestBackquotes: Int {
    var (longest, row) = (0, 0)
    for scalar in unicodeScalars {
      row = scalar == "`" ? row + 1 : 0
      longest = max(longest, row)
    }
    return longest
  }
}
