/// A table of aligned columns as text.
struct TextTable {
  /// One column: its header, line by line, and on which side its cells begin.
  struct Column {
    var header: [String]
    var isNumber: Bool

    /// A column of words, which begin at the left; a header may have several lines.
    static func words(_ header: String...) -> Column {
      Column(header: header.flatMap(\.lines), isNumber: false)
    }

    /// A column of numbers, which end at the right; a header may have several lines.
    static func numbers(_ header: String...) -> Column {
      Column(header: header.flatMap(\.lines), isNumber: true)
    }
  }

  /// The columns, from left to right.
  var columns: [Column]
  /// The rows, each with a cell a column.
  var rows: [[String]] = []

  /// Makes a table without rows.
  init(_ columns: [Column]) { self.columns = columns }

  mutating func add(_ row: [String]) {
    precondition(row.count == columns.count, "a row has a cell for every column")
    rows.append(row)
  }

  /// The lines of the table, without spaces at their ends.
  ///
  /// Columns that the page has no room for follow below, in blocks that begin with the first column.
  var lines: [String] {
    let height = columns.map(\.header.count).max() ?? 0
    let header = (0..<height).map { line in
      columns.map { line < $0.header.count ? $0.header[line] : "" }
    }
    let cells = header + rows
    let widths = columns.indices.map { column in
      cells.map { DisplayWidth.of($0[column]) }.max() ?? 0
    }
    let blocks = TextTable.blocks(widths).map { block in
      cells.map { row in line(of: row, block, widths) }
    }
    return Array(blocks.joined(separator: [""]))
  }

  private func line(of row: [String], _ block: [Int], _ widths: [Int]) -> String {
    var line = ""
    for (place, column) in block.enumerated() {
      if place > 0 { line += "  " }
      line += DisplayWidth.padded(row[column], to: widths[column], atEnd: !columns[column].isNumber)
    }
    while line.last == " " { line.removeLast() }
    return line
  }

  /// The columns that stand side by side: all, or as many as the page has room for, each block with the
  /// first one and at least one more.
  private static func blocks(_ widths: [Int]) -> [[Int]] {
    guard let room = Page.columns, let first = widths.first else { return [Array(widths.indices)] }
    var blocks: [[Int]] = []
    var block = [0]
    var width = first
    for column in widths.indices.dropFirst() {
      if block.count > 1, width + 2 + widths[column] > room {
        blocks.append(block)
        (block, width) = ([0], first)
      }
      block.append(column)
      width += 2 + widths[column]
    }
    return blocks + [block]
  }
}

/// The page on which text is shown to people.
package enum Page {
  /// How many columns it has while something is written for it; nil: as many as a line needs.
  @TaskLocal package static var columns: Int?
}

extension String {
  /// The lines of a text, empty ones too.
  var lines: [String] { split(separator: "\n", omittingEmptySubsequences: false).map(String.init) }
}
