/// What stands over a column, declared once with the breaks of text; pages and Markdown set it on one line.
struct ColumnTitle {
  /// Lines, of which some may be empty; a soft hyphen stands where a break divides a word.
  private let broken: String

  init(_ broken: String) { self.broken = broken }

  /// As text sets it.
  var text: String { broken.replacing("\u{AD}", with: "-") }

  /// On one line: with spaces for breaks, but behind a hyphen, in a divided word and between Chinese letters.
  var line: String {
    broken.lines.filter { !$0.isEmpty }.reduce("") { line, next in
      guard let last = line.last, let first = next.first else { return next }
      if last == "\u{AD}" { return line.dropLast() + next }
      let areWide = [last, first].allSatisfy { DisplayWidth.of(String($0)) > 1 }
      return line + (last == "-" || areWide ? "" : " ") + next
    }
  }
}
