import JSONText

/// SVG shapes and texts in drawing order, as markup.
///
/// Colours come from classes of a style sheet (`report.css`, `drawing.css`).
protocol Layer { var markup: String { get set } }

/// A length in SVG notation.
package protocol Length { var pixels: String { get } }

extension Int: Length { package var pixels: String { String(self) } }

extension Double: Length {
  /// The length with at most one decimal.
  package var pixels: String {
    let tenths = Int((self * 10).rounded())
    if tenths % 10 == 0 { return String(tenths / 10) }
    let sign = tenths < 0 && tenths > -10 ? "-" : ""
    return "\(sign)\(tenths / 10).\((tenths % 10).magnitude)"
  }
}

/// Anchor of a text: its start, middle or end.
enum Anchor: String { case start, middle, end }

extension Layer {
  mutating func line(
    _ x: some Length, _ y: some Length, to endX: some Length, _ endY: some Length, _ style: String,
    title: String = ""
  ) {
    markup +=
      "<line class=\"\(style)\" x1=\"\(x.pixels)\" y1=\"\(y.pixels)\" x2=\"\(endX.pixels)\""
      + " y2=\"\(endY.pixels)\"" + end("line", title)
  }

  /// - Parameter title: hover text.
  /// - Parameter attributes: more attributes, already escaped.
  mutating func box(
    x: some Length, y: some Length, width: some Length, height: some Length, _ style: String,
    title: String = "", attributes: String = ""
  ) {
    markup +=
      "<rect class=\"\(style)\" x=\"\(x.pixels)\" y=\"\(y.pixels)\" width=\"\(width.pixels)\""
      + " height=\"\(height.pixels)\"\(attributes)" + end("rect", title)
  }

  mutating func path(_ path: String, _ style: String, title: String = "") {
    markup += "<path class=\"\(style)\" d=\"\(path)\"" + end("path", title)
  }

  /// Vertical lines between two heights, as one shape; nothing if there are no places.
  mutating func uprights(_ places: [Double], _ top: Double, to bottom: Double, _ style: String) {
    if places.isEmpty { return }
    path(places.map { "M\($0.pixels) \(top.pixels)V\(bottom.pixels)" }.joined(), style)
  }

  /// Begins a group with a common hover text.
  mutating func open(title: String) { markup += "<g><title>\(title.escapingMarkup)</title>\n" }

  /// Ends the group.
  mutating func close() { markup += "</g>\n" }

  mutating func circle(
    x: some Length, y: some Length, radius: some Length, _ style: String, title: String = ""
  ) {
    markup +=
      "<circle class=\"\(style)\" cx=\"\(x.pixels)\" cy=\"\(y.pixels)\" r=\"\(radius.pixels)\""
      + end("circle", title)
  }

  /// - Parameter angle: rotation around the anchor, clockwise in degrees; nil for horizontal text.
  /// - Parameter more: markup after the text.
  mutating func text(
    _ text: String, x: some Length, y: some Length, _ style: String = "",
    _ anchor: Anchor = .start, angle: Int? = nil, more: String = ""
  ) {
    let style = style.isEmpty ? "" : " class=\"\(style)\""
    let anchor = anchor == .start ? "" : " text-anchor=\"\(anchor.rawValue)\""
    let turn = angle.map { " transform=\"rotate(\($0) \(x.pixels) \(y.pixels))\"" } ?? ""
    markup +=
      "<text x=\"\(x.pixels)\" y=\"\(y.pixels)\"\(style)\(anchor)\(turn)>"
      + text.escapingMarkup + more + "</text>\n"
  }

  private func end(_ name: String, _ title: String) -> String {
    title.isEmpty ? "/>\n" : "><title>\(title.escapingMarkup)</title></\(name)>\n"
  }
}

/// A chart of a page. Every page contains it twice, for wide and for narrow windows, so that
/// letters keep their size.
protocol Chart {
  /// Description for screen readers.
  var label: String { get }
  /// Draws the chart for one width and sets its height.
  func draw(on canvas: inout Canvas)
}

extension Chart {
  var svg: String {
    [Canvas.wide, Canvas.narrow].map { width in
      var canvas = Canvas(width: width)
      draw(on: &canvas)
      let size = (width: canvas.width.pixels, height: canvas.height.pixels)
      return "<svg class=\"chart \(canvas.isNarrow ? "narrow" : "wide")\" role=\"img\""
        + " aria-label=\"\(label.escapingMarkup)\" width=\"\(size.width)\" height=\"\(size.height)\""
        + " viewBox=\"0 0 \(size.width) \(size.height)\">\n\(canvas.markup)</svg>\n"
    }.joined()
  }
}

/// Drawing area of a chart, for one width.
struct Canvas: Layer {
  /// Width of charts in a wide window and in one of 400 points, in pixels.
  static let wide = 1_080.0
  static let narrow = 344.0

  let width: Double
  var height = 0.0
  var markup = ""

  /// Whether labels beside the marks do not fit.
  var isNarrow: Bool { width < 600 }
}

/// Texts around a chart.
extension Canvas {
  /// Draws a text in lines.
  /// - Returns: its height.
  mutating func lines(
    _ text: String, x: Double, y: Double, width: Int, _ style: String, _ anchor: Anchor = .start,
    size: Int = 12
  ) -> Double {
    let (lines, step) = (TextMeasure.wrapped(text, width: width, size: size), Double(size * 5 / 4))
    for (index, line) in lines.enumerated() {
      self.text(line, x: x, y: y + step * Double(index), style, anchor)
    }
    return step * Double(lines.count)
  }

  /// Draws the title of an axis around its middle.
  /// - Returns: the lower end of the title.
  mutating func title(_ text: String, x: Double, y: Double, width: Double) -> Double {
    y + lines(text, x: x, y: y, width: Int(width), "axis", .middle) - 11
  }

  /// Draws labels under places of a lower axis.
  ///
  /// Labels are vertical if the places are equally spaced and a label is wider than the step.
  /// Labels that would overlap the previous one are omitted.
  /// - Parameter step: distance between neighbours; nil if it varies.
  /// - Returns: the lower end of the labels.
  @discardableResult mutating func labels(
    _ labels: [(place: Double, text: String)], below bottom: Double, step: Double?
  ) -> Double {
    let widest = labels.map { Double(TextMeasure.width($0.text, size: 11)) }.max() ?? 0
    if let step, widest + 4 > step { return upright(labels, below: bottom) }
    var free = -Double.infinity
    for (place, text) in labels {
      let half = Double(TextMeasure.width(text, size: 11)) / 2
      let middle = min(max(place, half), width - half)
      guard middle - half > free + 4 else { continue }
      self.text(text, x: middle, y: bottom + 16, "tick", .middle)
      free = middle + half
    }
    return bottom + 16
  }

  /// Draws vertical labels. Long labels are cut; labels that would overlap the previous one are
  /// omitted.
  private mutating func upright(
    _ labels: [(place: Double, text: String)], below bottom: Double
  ) -> Double {
    let texts = labels.map { TextMeasure.cut($0.text, width: 130, size: 11) }
    var free = -Double.infinity
    for (place, text) in zip(labels.map(\.place), texts) where place - 6 > free {
      self.text(text, x: place + 4, y: bottom + 6, "tick", .end, angle: -90)
      free = place + 6
    }
    return bottom + 6 + Double(texts.map { TextMeasure.width($0, size: 11) }.max() ?? 0)
  }
}
