import Experiments
import JSONText
package import Scenarios

/// Table for people: column heads, and one cell per head in every row. Text, pages and Markdown
/// each render it.
package struct Table {
  /// Alignment and markup of a column.
  package enum Style {
    /// Left-aligned.
    case words
    /// Right-aligned.
    case numbers
    /// Words that a page keeps on one line.
    case line
    /// Words that are markup already, for a page or for Markdown.
    case markup
  }

  /// Column head, declared once for text, pages and Markdown.
  package struct Head {
    /// Line breaks as in text output, also several in a row; a soft hyphen before a break divides a
    /// word.
    var title: String
    var style: Style
    /// Hover text on a page.
    var note = ""

    package static func words(_ title: String) -> Head { Head(title: title, style: .words) }
    package static func numbers(_ title: String) -> Head { Head(title: title, style: .numbers) }

    /// Lines in text output.
    var lines: [String] { title.replacing("\u{AD}", with: "-").lines }

    /// The head on one line. A break becomes a space, except after a hyphen, in a divided word and
    /// between Chinese characters.
    var line: String {
      title.lines.filter { !$0.isEmpty }.reduce("") { line, next in
        guard let last = line.last, let first = next.first else { return next }
        if last == "\u{AD}" { return line.dropLast() + next }
        let areWide = [last, first].allSatisfy { DisplayWidth.of(String($0)) > 1 }
        return line + (last == "-" || areWide ? "" : " ") + next
      }
    }
  }

  /// One cell: its text, and the number by which a page sorts the column.
  package struct Cell {
    var text: String
    /// Sort key of a number on a page; nil sorts by the text.
    var key: Double?

    /// Cell without anything to measure; sorts before all others.
    package static let dash = Cell(text: "–", key: -1)
    package static func text(_ text: String) -> Cell { Cell(text: text) }

    package static func count(_ number: Int) -> Cell {
      Cell(text: NumberFormat.count(number), key: Double(number))
    }

    package static func money(_ units: Int, _ currency: Currency?) -> Cell {
      Cell(text: NumberFormat.money(units, currency), key: Double(units))
    }

    package static func share(_ share: Double?) -> Cell {
      share.map { Cell(text: NumberFormat.perMille($0), key: $0) } ?? .dash
    }

    /// Cell of an estimate in words.
    static func estimate(_ estimate: Estimate?, _ words: (Estimate) -> String) -> Cell {
      estimate.map { Cell(text: words($0), key: $0.value) } ?? .dash
    }
  }

  let heads: [Head]
  var rows: [[Cell]]

  /// Table with rows of different kinds.
  package init(_ heads: [Head], _ rows: [[String]]) {
    precondition(rows.allSatisfy { $0.count == heads.count }, "a row needs one cell per column")
    self.heads = heads
    self.rows = rows.map { $0.map(Cell.text) }
  }

  /// Table with one row per element.
  package init<Row>(_ rows: some Sequence<Row>, _ columns: [Column<Row>]) {
    heads = columns.map(\.head)
    self.rows = rows.map { row in columns.map { $0.cell(row) } }
  }
}

/// Table column, declared once: its head and its cell for each row.
package struct Column<Row> {
  let head: Table.Head
  let cell: (Row) -> Table.Cell

  package typealias Text = (Row) -> String

  package static func words(_ title: String, _ text: @escaping Text) -> Self {
    styled(.words, title, text)
  }
  package static func numbers(_ title: String, _ text: @escaping Text) -> Self {
    styled(.numbers, title, text)
  }

  package static func styled(
    _ style: Table.Style, _ title: String, _ text: @escaping Text
  ) -> Self { Self(head: Table.Head(title: title, style: style)) { .text(text($0)) } }

  /// Column of numbers that a page can sort by.
  package static func cells(_ title: String, _ cell: @escaping (Row) -> Table.Cell) -> Column {
    Column(head: .numbers(title), cell: cell)
  }

  package static func counts(_ title: String, _ count: @escaping (Row) -> Int) -> Column {
    cells(title) { .count(count($0)) }
  }
}

/// Width of text output.
package enum OutputWidth {
  /// Columns of a paragraph without a terminal.
  static let usual = 100
  /// Columns of the current output; nil is unlimited.
  @TaskLocal package static var columns: Int?
}

extension Table {
  /// Lines of the table as text, without trailing spaces and control characters.
  ///
  /// Columns that do not fit follow below, in blocks that repeat the first column.
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

  /// The same table with long words wrapped, each column to its share of the width: the rest of a
  /// cell continues in rows below.
  /// - Parameter shares: each word column's share of the space left by the other columns, used if
  ///   not all columns fit.
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

  /// Column widths: the natural width, or a share of the remaining space.
  private static func widths(_ natural: [Int], _ least: [Int], _ shares: [Int: Double]) -> [Int] {
    var (widths, open) = (natural, natural.indices.filter { shares[$0] != nil })
    var room =
      min(OutputWidth.columns ?? OutputWidth.usual, OutputWidth.usual) - 2 * (natural.count - 1)
    for place in natural.indices where shares[place] == nil { room -= natural[place] }
    while !open.isEmpty {
      let sum = open.reduce(0) { $0 + (shares[$1] ?? 0) }
      for place in open {
        widths[place] = max(1, Int(Double(max(0, room)) * (shares[place] ?? 0) / sum))
      }
      // A column that needs less leaves space to the others; a head that needs more takes it from
      // them.
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

  /// Columns side by side: all of them, or blocks that fit, each with the first column and at least
  /// one more.
  private static func blocks(_ widths: [Int]) -> [[Int]] {
    guard let room = OutputWidth.columns, let first = widths.first else {
      return [Array(widths.indices)]
    }
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
  /// Lines of a text, including empty lines.
  var lines: [String] { split(separator: "\n", omittingEmptySubsequences: false).map(String.init) }
  var withoutSpacesAtEnd: String { String(reversed().drop { $0 == " " }.reversed()) }
}

extension [[String]] {
  /// Paragraphs of lines as a text, separated by an empty line; empty paragraphs are omitted.
  var page: String { filter { !$0.isEmpty }.joined(separator: [""]).joined(separator: "\n") + "\n" }
}
