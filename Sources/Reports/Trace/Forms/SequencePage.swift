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
    let style = isStyled ? "<style>\n\(SequencePage.style)\n</style>\n" : ""
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

  static let style = """
    .lostorder text { font: 13px "Helvetica Neue", Helvetica, Arial, "PingFang SC",
      "Microsoft YaHei", "Noto Sans CJK SC", "Source Han Sans SC", sans-serif; fill: #1c2126 }
    .lostorder .title { font-size: 19px; font-weight: 600 }
    .lostorder .name { font-weight: 600; text-anchor: middle }
    .lostorder .time { font-size: 12px; fill: #66707a; font-variant-numeric: tabular-nums }
    .lostorder .rule, .lostorder .quiet { fill: #66707a }
    .lostorder .end { text-anchor: end }
    .lostorder .middle { text-anchor: middle }
    .lostorder .paper { fill: #ffffff }
    .lostorder .head { fill: #eef1f5; stroke: #9aa5b1 }
    .lostorder .life { stroke: #c3cad3; stroke-dasharray: 3 4 }
    .lostorder .break { stroke: #dde2e8 }
    .lostorder .process { fill: #5b8fd6 }
    .lostorder .asleep { fill: #cfdff5 }
    .lostorder .arrow { stroke: #3f4a55; stroke-width: 1.3; fill: none }
    .lostorder .tip, .lostorder .dot { fill: #3f4a55 }
    .lostorder .reply { stroke-dasharray: 5 4 }
    .lostorder .fault { fill: #ffe9b3; stroke: #d99a00 }
    .lostorder .bolt { fill: #b36b00 }
    .lostorder .drop { fill: #ffd9d4; stroke: #d3392b }
    .lostorder .cross { stroke: #c02a1d; stroke-width: 2.4; fill: none }
    .lostorder .apart { fill: #e4dcf7; stroke: #8a6fd1 }
    @media (prefers-color-scheme: dark) {
    .lostorder text { fill: #e6eaee }
    .lostorder .time, .lostorder .rule, .lostorder .quiet { fill: #9aa5b1 }
    .lostorder .paper { fill: #15191e }
    .lostorder .head { fill: #262d35; stroke: #66707a }
    .lostorder .life { stroke: #4a545f }
    .lostorder .break { stroke: #2c343d }
    .lostorder .asleep { fill: #2f4766 }
    .lostorder .arrow { stroke: #b9c2cc }
    .lostorder .tip, .lostorder .dot { fill: #b9c2cc }
    .lostorder .fault { fill: #4a3a10; stroke: #c99a2e }
    .lostorder .bolt { fill: #ffc94d }
    .lostorder .drop { fill: #57211c; stroke: #e0604f }
    .lostorder .cross { stroke: #ff7b6b }
    .lostorder .apart { fill: #3a3058; stroke: #9d85dd }
    }
    """
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
