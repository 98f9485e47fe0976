import JSONText
import Resources

extension Table {
  /// The table on a page, in a frame that scrolls by itself where it is too wide; a click on the head
  /// of a column sorts it. On paper a page shrinks until words are whole, but for tables of so many columns
  /// that it could not.
  /// - Parameter caption: what it shows, for readers of screens.
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

  /// A number as scripts read it, with nine digits that count.
  private static func key(_ value: Double) -> String {
    value.isInfinite ? (value < 0 ? "-Infinity" : "Infinity") : "\((value * 1e9).rounded() / 1e9)"
  }
}

/// Text in pages and drawings: how wide it is and where its lines break.
package enum Markup {
  /// How wide a text is at most, in pixels.
  ///
  /// Nobody knows the font of the reader; the widths are those of a wide one.
  package static func width(_ text: String, size: Int) -> Int {
    let hundredths = text.unicodeScalars.reduce(0) { $0 + width(of: $1) }
    return (hundredths * size + 99) / 100
  }

  private static func width(of scalar: Unicode.Scalar) -> Int {
    switch scalar.value {
    case 0x20...0x7E: ascii[Int(scalar.value) - 0x20]
    case 0xA0...0x24F: 85
    // Fonts of East Asian scripts write every character into a square.
    default: DisplayWidth.isWide(scalar) ? 100 : 110
    }
  }

  /// The widths of the characters from space to tilde in DejaVu Sans, in hundredths of the size.
  private static let ascii = [
    32, 41, 46, 84, 64, 96, 78, 28, 40, 40, 50, 84, 32, 37, 32, 34, 64, 64, 64, 64, 64, 64, 64, 64,
    64, 64, 34, 34, 84, 84, 84, 54, 100, 69, 69, 70, 78, 64, 58, 78, 76, 30, 30, 66, 56, 87, 75, 79,
    61, 79, 70, 64, 62, 74, 69, 99, 69, 62, 69, 40, 34, 40, 84, 50, 50, 62, 64, 55, 64, 62, 36, 64,
    64, 28, 28, 58, 28, 98, 64, 62, 64, 64, 42, 53, 40, 64, 60, 82, 60, 60, 53, 64, 34, 64, 84,
  ]

  /// A text that is no wider than some pixels; an ellipsis stands for what is cut out of its middle,
  /// because names that are alike differ at their ends.
  static func cut(_ text: String, width: Int, size: Int) -> String {
    let text = text.showableInMarkup
    if self.width(text, size: size) <= width { return text }
    var (head, tail) = (text.prefix(text.count / 2), text.suffix(text.count - text.count / 2))
    while !head.isEmpty, self.width(head + "…" + tail, size: size) > width {
      if head.count >= tail.count { head.removeLast() } else { tail.removeFirst() }
    }
    return head + "…" + tail
  }

  /// A text in lines that are no wider than some pixels; words that are wider than a line are cut.
  package static func wrapped(_ text: String, width: Int, size: Int) -> [String] {
    LineBreaking.lines(of: text.showableInMarkup, cuts: true) {
      self.width($0, size: size) <= width
    }
  }
}

/// How pages and drawings look and what they do.
///
/// The colours of designs, as marks (`.m0` …) and curves (`.l0` …), are those of M. Okabe and K. Ito,
/// "Color universal design" (2008), which people with any colour vision can tell apart. Yellow lines are
/// hard to see on paper; grey takes their place. Parts of a whole (`.p0` …) have the light scheme of P. Tol,
/// "Colour schemes" (SRON technical note, 2021), so that none looks like a design.
enum PageParts {
  /// How pages look: light and dark, on wide and narrow windows and on paper.
  static let style = text(Resource.pageStyle)
  /// What a page does beyond showing: tables sort, links open what they lead to.
  static let script = text(Resource.pageScript)
  /// The hatch over what a human set right.
  static let patterns = """
    <svg width="0" height="0" aria-hidden="true" style="position:absolute"><defs>
    <pattern id="rescue" width="6" height="6" patternUnits="userSpaceOnUse" \
    patternTransform="rotate(45)"><rect width="1.6" height="6" class="hatch"/></pattern>
    </defs></svg>

    """
  /// How drawings of lives look, on pages and alone.
  static let drawingStyle = text(Resource.drawingStyle)
  /// How charts look that stand alone.
  static let chartStyle = text(Resource.chartStyle)

  private static func text(_ bytes: [UInt8]) -> String {
    String(decoding: bytes.dropLast(), as: UTF8.self)
  }
}
