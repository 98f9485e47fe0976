import JSONText

/// Shapes and texts of an SVG in order, as markup.
///
/// Colours come from classes of a style sheet (`report.css`, `drawing.css`).
protocol Layer { var markup: String { get set } }

/// A length as SVG writes it.
package protocol Length { var pixels: String { get } }

extension Int: Length { package var pixels: String { String(self) } }

extension Double: Length {
  /// A length with one digit behind the point at most.
  package var pixels: String {
    let tenths = Int((self * 10).rounded())
    if tenths % 10 == 0 { return String(tenths / 10) }
    let sign = tenths < 0 && tenths > -10 ? "-" : ""
    return "\(sign)\(tenths / 10).\((tenths % 10).magnitude)"
  }
}

/// Where a text begins, ends or has its middle.
enum Anchor: String { case start, middle, end }

extension Layer {
  mutating func line(
    _ x: some Length, _ y: some Length, to endX: some Length, _ endY: some Length, _ style: String
  ) {
    markup +=
      "<line class=\"\(style)\" x1=\"\(x.pixels)\" y1=\"\(y.pixels)\" x2=\"\(endX.pixels)\""
      + " y2=\"\(endY.pixels)\"/>\n"
  }

  /// - Parameter title: what is shown when the pointer rests on it.
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

  mutating func circle(
    x: some Length, y: some Length, radius: some Length, _ style: String, title: String = ""
  ) {
    markup +=
      "<circle class=\"\(style)\" cx=\"\(x.pixels)\" cy=\"\(y.pixels)\" r=\"\(radius.pixels)\""
      + end("circle", title)
  }

  /// - Parameter more: markup behind the text.
  mutating func text(
    _ text: String, x: some Length, y: some Length, _ style: String = "",
    _ anchor: Anchor = .start, attributes: String = "", more: String = ""
  ) {
    let style = style.isEmpty ? "" : " class=\"\(style)\""
    let anchor = anchor == .start ? "" : " text-anchor=\"\(anchor.rawValue)\""
    markup +=
      "<text x=\"\(x.pixels)\" y=\"\(y.pixels)\"\(style)\(anchor)\(attributes)>"
      + text.escapingMarkup + more + "</text>\n"
  }

  private func end(_ name: String, _ title: String) -> String {
    title.isEmpty ? "/>\n" : "><title>\(title.escapingMarkup)</title></\(name)>\n"
  }
}

/// A chart of a page. Every page has each twice, for wide and for narrow windows, so that letters keep
/// their size.
protocol Chart {
  /// What it shows, for readers of screens.
  var label: String { get }
  /// Draws it for one width, and says how high it is.
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

/// A chart on the way, for one width.
struct Canvas: Layer {
  /// The width of charts in a wide window and in one of 400 points, in pixels.
  static let wide = 1_080.0
  static let narrow = 344.0

  let width: Double
  var height = 0.0
  var markup = ""

  /// Whether there is no room for labels beside the marks.
  var isNarrow: Bool { width < 600 }
}
