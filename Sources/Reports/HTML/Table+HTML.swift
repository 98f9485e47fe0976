import JSONText

extension Table {
  /// The table on a page, in a frame that scrolls by itself where it is too wide; a click on the head
  /// of a column sorts it.
  ///
  /// - Parameter caption: what it shows, for readers of screens.
  func html(_ caption: String) -> String {
    let head = heads.map { head in
      "<th scope=\"col\"\(head.style == .numbers ? " class=\"n\"" : "")>"
        + "<button type=\"button\">\(head.title.escapingMarkup)</button></th>"
    }
    let body = rows.map { row in
      zip(heads.map(\.style), row).enumerated().map { place, set in
        let (style, cell) = set
        let text = style == .markup ? cell.text : cell.text.escapingMarkup
        if place == 0 { return "<th scope=\"row\">\(text)</th>" }
        let key = cell.key.map { " data-key=\"\(Table.key($0))\"" } ?? ""
        let name = style == .numbers ? " class=\"n\"" : style == .line ? " class=\"line\"" : ""
        return "<td\(name)\(key)>\(text)</td>"
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
    value.isInfinite ? (value < 0 ? "-Infinity" : "Infinity") : "\((value * 1e9).rounded() / 1e9)"
  }
}
