import Reports

/// Wraps lines for a terminal.
extension String {
  /// The text in lines of at most `columns` columns, broken at spaces and beside wide characters;
  /// continuation lines are indented below the text that they continue.
  ///
  /// Unbreakable text, text to paste (commands and JSON), and lines with a carriage return stay
  /// unchanged.
  /// - Parameter commands: the names of the subcommands, to recognize commands.
  package func wrapped(to columns: Int, commands: [String] = []) -> String {
    if unicodeScalars.contains("\r") { return self }
    return split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let line = String(line)
      return String.visibleWidth(of: line) <= columns || line.isToBePasted(commands)
        ? line : line.broken(to: columns)
    }.joined(separator: "\n")
  }

  private func broken(to columns: Int) -> String {
    let label = label(within: columns / 2)
    let indent = String(label.isEmpty ? prefix { $0 == " " } : label)
    let text = String(dropFirst(indent.count))
    // Prose continues at its own margin, indented text two columns further in.
    let further = label.isEmpty && !indent.isEmpty ? 2 : 0
    let margin = min(String.visibleWidth(of: indent) + further, columns / 2)
    let room = columns - margin
    let lines = LineBreaking.lines(of: text, cuts: false) { String.visibleWidth(of: $0) <= room }
    return indent + lines.joined(separator: "\n" + String(repeating: " ", count: margin))
  }

  /// The leading cells of a table row, each with the two or more spaces after it, as far as they
  /// fit some columns; empty if there are none.
  private func label(within columns: Int) -> Substring {
    var (end, width, spaces) = (startIndex, 0, 0)
    var isText = false
    for index in indices {
      if self[index] != " " {
        if isText, spaces > 1 { end = index }
        (isText, spaces) = (true, 0)
      } else {
        spaces += 1
      }
      width += DisplayWidth.of(self[index])
      if width > columns { break }
    }
    return self[..<end]
  }

  /// Whether the line has text to paste, which a break would spoil: JSON, or a command, alone or
  /// after a label.
  private func isToBePasted(_ commands: [String]) -> Bool {
    let text = drop { $0 == " " }
    if let first = text.first, "{}[]\"".contains(first) { return true }
    return commands.contains { name in
      let command = "\(Program.printedName) \(name) "
      return text.hasPrefix(command)
        || ["  ", ": ", "：", "| "].contains { text.contains($0 + command) }
    }
  }

  /// The visible columns of a line; colour codes take none.
  private static func visibleWidth(of line: String) -> Int {
    var (width, isEscape) = (0, false)
    for character in line {
      if character == "\u{1B}" { isEscape = true }
      if !isEscape { width += DisplayWidth.of(character) }
      if character == "m" { isEscape = false }
    }
    return width
  }
}
