import JSONText
import Resources

extension Table {
  /// The table on a page, in a frame that scrolls if the table is too wide. A click on a column
  /// head sorts the rows. In print, the page shrinks until words are whole, except for tables with
  /// too many columns.
  /// - Parameter caption: description for screen readers.
  func html(_ caption: String) -> String {
    let head = heads.map { head in
      "<th scope=\"col\"\(head.style == .numbers ? " class=\"n\"" : "")"
        + (head.note.isEmpty ? ">" : " title=\"\(head.note.escapingMarkup)\">")
        + "<button type=\"button\">\(head.line.escapingMarkup)</button></th>"
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
      <table\(heads.count > 15 ? " class=\"many\"" : "")><caption>\(caption.escapingMarkup)</caption>
      <thead><tr>\(head.joined())</tr></thead>
      <tbody>
      \(body.map { "<tr>\($0)</tr>" }.joined(separator: "\n"))
      </tbody></table></div>

      """
  }

  /// Number for scripts, with nine significant digits.
  private static func key(_ value: Double) -> String {
    value.isInfinite ? (value < 0 ? "-Infinity" : "Infinity") : "\((value * 1e9).rounded() / 1e9)"
  }
}

/// Text in pages and drawings: its width and its line breaks.
package enum TextMeasure {
  /// Largest width of a text, in pixels.
  ///
  /// The reader's font is unknown; the widths are those of a wide font.
  package static func width(_ text: String, size: Int) -> Int {
    let hundredths = text.unicodeScalars.reduce(0) { $0 + width(of: $1) }
    return (hundredths * size + 99) / 100
  }

  private static func width(of scalar: Unicode.Scalar) -> Int {
    switch scalar.value {
    case 0x20...0x7E: ascii[Int(scalar.value) - 0x20]
    case 0xA0...0x24F: 85
    // East Asian fonts draw every character in a square.
    default: DisplayWidth.isWide(scalar) ? 100 : 110
    }
  }

  /// Widths of the characters from space to tilde in DejaVu Sans, in hundredths of the size.
  private static let ascii = [
    32, 41, 46, 84, 64, 96, 78, 28, 40, 40, 50, 84, 32, 37, 32, 34, 64, 64, 64, 64, 64, 64, 64, 64,
    64, 64, 34, 34, 84, 84, 84, 54, 100, 69, 69, 70, 78, 64, 58, 78, 76, 30, 30, 66, 56, 87, 75, 79,
    61, 79, 70, 64, 62, 74, 69, 99, 69, 62, 69, 40, 34, 40, 84, 50, 50, 62, 64, 55, 64, 62, 36, 64,
    64, 28, 28, 58, 28, 98, 64, 62, 64, 64, 42, 53, 40, 64, 60, 82, 60, 60, 53, 64, 34, 64, 84,
  ]

  /// Text cut to a width in pixels. An ellipsis replaces its middle, because similar names differ
  /// at their ends.
  static func cut(_ text: String, width: Int, size: Int) -> String {
    let text = text.removingInvalidXMLCharacters
    if self.width(text, size: size) <= width { return text }
    var (head, tail) = (text.prefix(text.count / 2), text.suffix(text.count - text.count / 2))
    while !head.isEmpty, self.width(head + "…" + tail, size: size) > width {
      if head.count >= tail.count { head.removeLast() } else { tail.removeFirst() }
    }
    return head + "…" + tail
  }

  /// Text in lines of a width in pixels; a word wider than a line is cut.
  package static func wrapped(_ text: String, width: Int, size: Int) -> [String] {
    LineBreaking.lines(of: text.removingInvalidXMLCharacters, cuts: true) {
      self.width($0, size: size) <= width
    }
  }
}

/// Style and script of pages and drawings.
///
/// The colours of designs, as marks (`.m0` …) and curves (`.l0` …), are those of M. Okabe and K.
/// Ito, "Color universal design" (2008): people with any colour vision can distinguish them. Grey
/// replaces yellow, because yellow lines are hard to see on paper. Parts of a whole (`.p0` …) have
/// the light scheme of P. Tol, "Colour schemes" (SRON technical note, 2021), so that no part looks
/// like a design.
enum PageParts {
  /// Style of pages: light and dark, on wide and narrow windows and on paper.
  static let style = text(Resource.pageStyle)
  /// Script of pages: sorts tables and opens the target of a link.
  static let script = text(Resource.pageScript)
  /// Hatch of orders rescued by a human.
  static let patterns = """
    <svg width="0" height="0" aria-hidden="true" style="position:absolute"><defs>
    <pattern id="rescue" width="6" height="6" patternUnits="userSpaceOnUse" \
    patternTransform="rotate(45)"><rect width="1.6" height="6" class="hatch"/></pattern>
    </defs></svg>

    """
  /// Style of trace drawings, on pages and in files of their own.
  static let drawingStyle = text(Resource.drawingStyle)
  /// Style of charts in files of their own.
  static let chartStyle = text(Resource.chartStyle)

  private static func text(_ bytes: [UInt8]) -> String {
    String(decoding: bytes.dropLast(), as: UTF8.self)
  }
}
