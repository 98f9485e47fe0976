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

  /// Adds a row.
  mutating func add(_ row: [String]) {
    precondition(row.count == columns.count, "a row has a cell for every column")
    rows.append(row)
  }

  /// The lines of the table, without spaces at their ends.
  var lines: [String] {
    let height = columns.map(\.header.count).max() ?? 0
    let header = (0..<height).map { line in
      columns.map { line < $0.header.count ? $0.header[line] : "" }
    }
    let cells = header + rows
    let widths = columns.indices.map { column in
      cells.map { DisplayWidth.of($0[column]) }.max() ?? 0
    }
    return cells.map { row in
      var line = ""
      for (column, cell) in row.enumerated() {
        if column > 0 { line += "  " }
        line += DisplayWidth.padded(
          cell, to: widths[column], atEnd: !columns[column].isNumber)
      }
      while line.last == " " { line.removeLast() }
      return line
    }
  }
}

extension String {
  /// The lines of a text, empty ones too.
  var lines: [String] {
    split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }
}
