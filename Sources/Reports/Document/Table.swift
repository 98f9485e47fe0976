import JSONText
package import Scenarios

/// A table for people: heads, and a cell a head in every row. Text, pages and Markdown set it, each in its way.
package struct Table {
  package enum Style {
    /// Begins at the left.
    case words
    /// Ends at the right.
    case numbers
    /// As words, which a page keeps on one line.
    case line
    /// As words, which are markup already: that of a page, or of Markdown.
    case markup
  }

  /// What stands above a column, declared once for text, pages and Markdown.
  package struct Head {
    /// With the breaks of text, of which some may follow each other; a soft hyphen stands where a break divides a word.
    var title: String
    var style: Style
    /// What a page shows when the pointer rests on it.
    var note = ""

    package static func words(_ title: String) -> Head { Head(title: title, style: .words) }
    package static func numbers(_ title: String) -> Head { Head(title: title, style: .numbers) }

    /// The lines that text sets.
    var lines: [String] { title.replacing("\u{AD}", with: "-").lines }

    /// What stands on one line: with spaces for breaks, but behind a hyphen, in a divided word and between Chinese
    /// letters.
    var line: String {
      title.lines.filter { !$0.isEmpty }.reduce("") { line, next in
        guard let last = line.last, let first = next.first else { return next }
        if last == "\u{AD}" { return line.dropLast() + next }
        let areWide = [last, first].allSatisfy { DisplayWidth.of(String($0)) > 1 }
        return line + (last == "-" || areWide ? "" : " ") + next
      }
    }
  }

  package struct Cell {
    var text: String
    /// By what a page sorts a number; nil for its text.
    var key: Double?

    /// What stands where there is nothing to measure, which sorts before all.
    package static let dash = Cell(text: "–", key: -1)
    package static func text(_ text: String) -> Cell { Cell(text: text) }

    package static func count(_ number: Int) -> Cell {
      Cell(text: Numerals.count(number), key: Double(number))
    }

    package static func money(_ units: Int, _ currency: Currency?) -> Cell {
      Cell(text: Numerals.money(units, currency), key: Double(units))
    }

    package static func share(_ share: Double?) -> Cell {
      share.map { Cell(text: Numerals.perMille($0), key: $0) } ?? .dash
    }
  }

  let heads: [Head]
  var rows: [[Cell]]

  /// A table whose rows are not all alike.
  package init(_ heads: [Head], _ rows: [[String]]) {
    precondition(rows.allSatisfy { $0.count == heads.count }, "a row has a cell for every column")
    self.heads = heads
    self.rows = rows.map { $0.map(Cell.text) }
  }

  /// A table with a row for each of some things.
  package init<Row>(_ rows: some Sequence<Row>, _ columns: [Column<Row>]) {
    heads = columns.map(\.head)
    self.rows = rows.map { row in columns.map { $0.cell(row) } }
  }
}

/// A column of a table, declared once: its head, and what it tells of each thing that has a row.
package struct Column<Row> {
  let head: Table.Head
  let cell: (Row) -> Table.Cell

  package typealias Text = (Row) -> String

  package static func words(_ title: String, _ text: @escaping Text) -> Self {
    set(.words, title, text)
  }
  package static func numbers(_ title: String, _ text: @escaping Text) -> Self {
    set(.numbers, title, text)
  }

  package static func set(_ style: Table.Style, _ title: String, _ text: @escaping Text) -> Self {
    Self(head: Table.Head(title: title, style: style)) { .text(text($0)) }
  }

  /// Numbers by which a page sorts its rows.
  package static func cells(_ title: String, _ cell: @escaping (Row) -> Table.Cell) -> Column {
    Column(head: .numbers(title), cell: cell)
  }

  package static func counts(_ title: String, _ count: @escaping (Row) -> Int) -> Column {
    cells(title) { .count(count($0)) }
  }
}

/// The page on which text is shown to people.
package enum Page {
  /// The columns for which paragraphs are set where there is no terminal.
  static let usual = 100
  /// How many columns it has while something is written for it; nil: as many as a line needs.
  @TaskLocal package static var columns: Int?
}

extension Table {
  /// The lines of the table as text, without spaces at their ends and without control characters.
  ///
  /// Columns that the page has no room for follow below, in blocks that begin with the first column.
  package var lines: [String] {
    let titles = heads.map(\.lines)
    let header = (0..<(titles.map(\.count).max() ?? 0)).map { line in
      titles.map { line < $0.count ? $0[line] : "" }
    }
    let cells = (header + rows.map { $0.map(\.text) }).map { $0.map(\.escapingControls) }
    let widths = heads.indices.map { place in cells.map { DisplayWidth.of($0[place]) }.max() ?? 0 }
    let blocks = Table.blocks(widths).map { block in
      cells.map { row in
        block.map { column in
          DisplayWidth.padded(
            row[column], to: widths[column], atEnd: heads[column].style != .numbers)
        }.joined(separator: "  ").withoutSpacesAtEnd
      }
    }
    return Array(blocks.joined(separator: [""]))
  }

  /// The same table with long words on several lines: what does not fit goes on in rows of its own below.
  /// - Parameter shares: what each column of words has of the room that the others leave, where not all fit.
  package func folded(by shares: [Int: Double]) -> Table {
    let least = heads.map { $0.lines.map { DisplayWidth.of($0) }.max() ?? 0 }
    let natural = heads.indices.map { place in
      rows.reduce(least[place]) { max($0, DisplayWidth.of($1[place].text.escapingControls)) }
    }
    let widths = Table.widths(natural, least, shares)
    var table = self
    table.rows = rows.flatMap { row in
      let columns = heads.indices.map { place in
        natural[place] <= widths[place]
          ? [row[place]]
          : LineBreaking.lines(of: row[place].text.escapingControls, atMost: widths[place])
            .map(Cell.text)
      }
      return (0..<(columns.map(\.count).max() ?? 1)).map { line in
        columns.map { line < $0.count ? $0[line] : .text("") }
      }
    }
    return table
  }

  /// How wide columns are: as they are, but those with shares only as far as there is room.
  private static func widths(_ natural: [Int], _ least: [Int], _ shares: [Int: Double]) -> [Int] {
    var (widths, open) = (natural, natural.indices.filter { shares[$0] != nil })
    var room = min(Page.columns ?? Page.usual, Page.usual) - 2 * (natural.count - 1)
    for place in natural.indices where shares[place] == nil { room -= natural[place] }
    while !open.isEmpty {
      let sum = open.reduce(0) { $0 + (shares[$1] ?? 0) }
      for place in open {
        widths[place] = max(1, Int(Double(max(0, room)) * (shares[place] ?? 0) / sum))
      }
      // What needs less leaves its room to the others, which leave theirs to a head that needs more.
      let settled = open.filter { natural[$0] <= widths[$0] || least[$0] >= widths[$0] }
      if settled.isEmpty { break }
      for place in settled {
        widths[place] = min(natural[place], max(least[place], widths[place]))
        room -= widths[place]
      }
      open.removeAll(where: settled.contains)
    }
    return widths
  }

  /// The columns that stand side by side: all, or as many as the page has room for, each block with the
  /// first one and at least one more.
  private static func blocks(_ widths: [Int]) -> [[Int]] {
    guard let room = Page.columns, let first = widths.first else { return [Array(widths.indices)] }
    var (blocks, block, width): ([[Int]], [Int], Int) = ([], [0], first)
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

extension String {
  /// The lines of a text, empty ones too.
  var lines: [String] { split(separator: "\n", omittingEmptySubsequences: false).map(String.init) }
  var withoutSpacesAtEnd: String { String(reversed().drop { $0 == " " }.reversed()) }
}

extension [[String]] {
  /// Paragraphs of lines as a text, with an empty line between them; empty ones are left out.
  var page: String { filter { !$0.isEmpty }.joined(separator: [""]).joined(separator: "\n") + "\n" }
}
