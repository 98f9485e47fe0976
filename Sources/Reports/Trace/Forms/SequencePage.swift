import JSONText

/// The sheet on which a sequence diagram is drawn: shapes and texts in order, and their style.
struct SequencePage {
  /// How wide every drawing is, in pixels: to be read without scrolling sideways.
  static let width = 1_100
  /// What stays free on the left and on the right.
  static let margin = 24

  /// What lies at the bottom: lifelines.
  var lifelines = ""
  /// What lies upon them: processes.
  var below = ""
  /// What lies above: labels, arrows, marks.
  var above = ""
  /// How far down the sheet is used.
  var y = 20

  /// The whole drawing.
  ///
  /// - Parameters:
  ///   - title: its name, for readers of screens.
  ///   - description: what it shows, for readers of screens.
  ///   - isStyled: whether it brings its style.
  func svg(title: String, description: String, isStyled: Bool = true) -> String {
    let height = y + 20
    let style = isStyled ? "<style>\n\(PageParts.drawingStyle)\n</style>\n" : ""
    return """
      <svg xmlns="http://www.w3.org/2000/svg" class="lostorder" role="img" \
      width="\(SequencePage.width)" height="\(height)" \
      viewBox="0 0 \(SequencePage.width) \(height)">
      <title>\(title.escapingMarkup)</title>
      <desc>\(description.escapingMarkup)</desc>
      \(style)<rect class="paper" width="\(SequencePage.width)" height="\(height)"/>
      \(lifelines)\(below)\(above)</svg>

      """
  }
}

/// Single shapes.
extension SequencePage {
  /// Lines of text one below the other.
  ///
  /// - Parameters:
  ///   - y: the baseline of the first line.
  ///   - more: markup behind the last line.
  mutating func text(
    _ lines: [String], x: Int, y: Int, _ style: String = "", step: Int = 16, more: String = ""
  ) {
    for (index, line) in lines.enumerated() {
      let attribute = style.isEmpty ? "" : " class=\"\(style)\""
      let tail = index + 1 == lines.count ? more : ""
      above +=
        "<text x=\"\(x)\" y=\"\(y + index * step)\"\(attribute)>"
        + line.escapingMarkup + tail + "</text>\n"
    }
  }

  /// A box with round corners.
  static func box(x: Int, y: Int, width: Int, height: Int, _ style: String) -> String {
    "<rect class=\"\(style)\" x=\"\(x)\" y=\"\(y)\" width=\"\(width)\" height=\"\(height)\""
      + " rx=\"4\"/>\n"
  }

  static func line(_ x: Int, _ y: Int, to endX: Int, _ endY: Int, _ style: String) -> String {
    "<line class=\"\(style)\" x1=\"\(x)\" y1=\"\(y)\" x2=\"\(endX)\" y2=\"\(endY)\"/>\n"
  }

  /// A level arrow.
  mutating func arrow(from x: Int, to end: Int, y: Int, _ style: String) {
    let back = end > x ? -8 : 8
    above += SequencePage.line(x, y, to: end + back / 2, y, "arrow" + style)
    above += "<path class=\"tip\" d=\"M\(end) \(y)l\(back) -4v8z\"/>\n"
  }

  /// A level line that ends in a cross.
  mutating func lostArrow(from x: Int, to end: Int, y: Int) {
    above += SequencePage.line(x, y, to: end, y, "arrow reply")
    cross(x: end, y: y)
  }

  mutating func dot(x: Int, y: Int) {
    above += "<circle class=\"dot\" cx=\"\(x)\" cy=\"\(y)\" r=\"3\"/>\n"
  }

  mutating func cross(x: Int, y: Int) {
    above += "<path class=\"cross\" d=\"M\(x - 5) \(y - 5)l10 10m0 -10l-10 10\"/>\n"
  }

  mutating func bolt(x: Int, y: Int) {
    above += "<path class=\"bolt\" d=\"M\(x + 1) \(y - 7)l-6 8h4l-2 6l7 -9h-4l3 -5z\"/>\n"
  }
}
