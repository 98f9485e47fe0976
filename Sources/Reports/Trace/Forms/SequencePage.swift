import JSONText

/// The sheet on which a sequence diagram is drawn: shapes and texts in order, and their style.
struct SequencePage {
  /// How wide every drawing is, in pixels: to be read without scrolling sideways.
  static let width = 1_100
  /// What stays free on the left and on the right.
  static let margin = 24

  /// A part of the drawing that lies upon others.
  struct Sheet: Layer {
    var markup = ""
  }

  /// What lies at the bottom: lifelines.
  var lifelines = Sheet()
  /// What lies upon them: processes.
  var below = Sheet()
  /// What lies above: labels, arrows, marks.
  var above = Sheet()
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
      \(lifelines.markup)\(below.markup)\(above.markup)</svg>

      """
  }

  /// Lines of text one below the other.
  ///
  /// - Parameters:
  ///   - y: the baseline of the first line.
  ///   - more: markup behind the last line.
  mutating func text(
    _ lines: [String], x: Int, y: Int, _ style: String = "", step: Int = 16, more: String = ""
  ) {
    for (index, line) in lines.enumerated() {
      above.text(
        line, x: x, y: y + index * step, style, more: index + 1 == lines.count ? more : "")
    }
  }
}

/// Single shapes.
extension SequencePage.Sheet {
  /// A box with round corners.
  mutating func card(x: Int, y: Int, width: Int, height: Int, _ style: String) {
    box(x: x, y: y, width: width, height: height, style, attributes: " rx=\"4\"")
  }

  /// A level arrow.
  mutating func arrow(from x: Int, to end: Int, y: Int, _ style: String) {
    let back = end > x ? -8 : 8
    line(x, y, to: end + back / 2, y, "arrow" + style)
    path("M\(end) \(y)l\(back) -4v8z", "tip")
  }

  mutating func cross(x: Int, y: Int) { path("M\(x - 5) \(y - 5)l10 10m0 -10l-10 10", "cross") }

  mutating func bolt(x: Int, y: Int) {
    path("M\(x + 1) \(y - 7)l-6 8h4l-2 6l7 -9h-4l3 -5z", "bolt")
  }
}
