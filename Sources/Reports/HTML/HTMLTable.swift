import JSONText

/// A table of a page; a click on the head of a column sorts it.
struct HTMLTable {
  struct Column {
    var title: String
    var isNumber = false
    /// Whether cells are kept on one line.
    var isLine = false
    /// What stands in the cells is markup already.
    var isMarkup = false

    static func words(_ title: String) -> Column { Column(title: title) }
    static func line(_ title: String, _ isLine: Bool = true) -> Column {
      Column(title: title, isLine: isLine)
    }
    static func numbers(_ title: String) -> Column { Column(title: title, isNumber: true) }
    static func markup(_ title: String) -> Column { Column(title: title, isMarkup: true) }
  }

  struct Cell: ExpressibleByStringLiteral {
    var text: String
    /// By what a number is sorted; nil for its text.
    var key: Double?

    init(_ text: String, key: Double? = nil) {
      self.text = text
      self.key = key
    }

    init(stringLiteral text: String) { self.init(text) }
  }

  /// What the table shows, for readers of screens.
  var caption: String
  var columns: [Column]
  var rows: [[Cell]] = []

  init(_ caption: String, _ columns: [Column]) {
    self.caption = caption
    self.columns = columns
  }

  mutating func add(_ row: [Cell]) {
    precondition(row.count == columns.count, "a row has a cell for every column")
    rows.append(row)
  }

  /// The table, in a frame that scrolls by itself where it is too wide.
  var html: String {
    let head = columns.map { column in
      "<th scope=\"col\"\(column.isNumber ? " class=\"n\"" : "")>"
        + "<button type=\"button\">\(column.title.escapingMarkup)</button></th>"
    }
    let body = rows.map { row in
      zip(columns, row).enumerated().map { place, pair in
        let (column, cell) = pair
        let text = column.isMarkup ? cell.text : cell.text.escapingMarkup
        if place == 0 { return "<th scope=\"row\">\(text)</th>" }
        let key = cell.key.map { " data-key=\"\(HTMLTable.key($0))\"" } ?? ""
        let style = column.isNumber ? " class=\"n\"" : column.isLine ? " class=\"line\"" : ""
        return "<td\(style)\(key)>\(text)</td>"
      }.joined()
    }
    return """
      <div class="scroll" tabindex="0" role="region" aria-label="\(caption.escapingMarkup)">
      <table><caption>\(caption.escapingMarkup)</caption>
      <thead><tr>\(head.joined())</tr></thead>
      <tbody>
      \(body.map { "<tr>\($0)</tr>" }.joined(separator: "\n"))
      </tbody></table></div>

      """
  }

  /// A number as scripts read it, with nine digits that count.
  private static func key(_ value: Double) -> String {
    if value == .infinity { return "Infinity" }
    if value == -.infinity { return "-Infinity" }
    return "\((value * 1e9).rounded() / 1e9)"
  }
}
