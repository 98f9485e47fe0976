import Reports

/// Lines for a terminal, which would break them anywhere.
extension String {
  /// A text in lines of at most so many columns, broken at spaces and beside characters that are written
  /// wide; what goes on stands below what it belongs to.
  ///
  /// Left as they are: what cannot be broken, what is to be pasted (commands and JSON), and lines that
  /// write over themselves.
  /// - Parameter commands: the names of the subcommands, by which a command is found.
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
    // Prose goes on where it began, what is indented two columns further in.
    let further = label.isEmpty && !indent.isEmpty ? 2 : 0
    let margin = min(String.visibleWidth(of: indent) + further, columns / 2)
    let room = columns - margin
    let lines = LineBreaking.lines(of: text, cuts: false) { String.visibleWidth(of: $0) <= room }
    return indent + lines.joined(separator: "\n" + String(repeating: " ", count: margin))
  }

  /// The cells at the beginning of a line of a table, each with the two or more spaces behind it, that have
  /// room in some columns; empty without such.
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

  /// Whether a break would spoil what is pasted from a line: a command, alone or behind its label, or JSON.
  private func isToBePasted(_ commands: [String]) -> Bool {
    let text = drop { $0 == " " }
    if let first = text.first, "{}[]\"".contains(first) { return true }
    return commands.contains { name in
      let command = "\(Program.call) \(name) "
      return text.hasPrefix(command)
        || ["  ", ": ", "：", "| "].contains { text.contains($0 + command) }
    }
  }

  /// The columns of a line on a terminal; colours take none.
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
