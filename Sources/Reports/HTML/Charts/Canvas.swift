import JSONText

/// A chart on the way: shapes and texts of an SVG, for one width.
///
/// Every report has each chart twice, for wide and for narrow windows, so that letters keep their
/// size. Colours come from classes and variables of the page (`report.css`).
struct Canvas {
  /// The width of charts in a wide window and in one of 400 points, in pixels.
  static let wide = 1_080.0
  static let narrow = 344.0

  let width: Double
  var height = 0.0
  private(set) var body = ""

  init(width: Double) { self.width = width }

  /// Whether there is no room for labels beside the marks.
  var isNarrow: Bool { width < 600 }

  /// Where a text begins, ends or has its middle.
  enum Anchor: String { case start, middle, end }

  mutating func line(_ x: Double, _ y: Double, to endX: Double, _ endY: Double, _ style: String) {
    body +=
      "<line class=\"\(style)\" x1=\"\(x.pixels)\" y1=\"\(y.pixels)\" x2=\"\(endX.pixels)\""
      + " y2=\"\(endY.pixels)\"/>\n"
  }

  /// - Parameters:
  ///   - title: what is shown when the pointer rests on it.
  ///   - attributes: more attributes, already escaped.
  mutating func box(
    x: Double, y: Double, width: Double, height: Double, _ style: String, title: String = "",
    attributes: String = ""
  ) {
    body +=
      "<rect class=\"\(style)\" x=\"\(x.pixels)\" y=\"\(y.pixels)\" width=\"\(width.pixels)\""
      + " height=\"\(height.pixels)\"\(attributes)" + Canvas.end("rect", title)
  }

  mutating func path(_ path: String, _ style: String, title: String = "", attributes: String = "") {
    body += "<path class=\"\(style)\" d=\"\(path)\"\(attributes)" + Canvas.end("path", title)
  }

  mutating func circle(x: Double, y: Double, radius: Double, _ style: String, title: String = "") {
    body +=
      "<circle class=\"\(style)\" cx=\"\(x.pixels)\" cy=\"\(y.pixels)\" r=\"\(radius.pixels)\""
      + Canvas.end("circle", title)
  }

  mutating func text(
    _ text: String, x: Double, y: Double, _ style: String = "", _ anchor: Anchor = .start,
    attributes: String = ""
  ) {
    let style = style.isEmpty ? "" : " class=\"\(style)\""
    let anchor = anchor == .start ? "" : " text-anchor=\"\(anchor.rawValue)\""
    body +=
      "<text x=\"\(x.pixels)\" y=\"\(y.pixels)\"\(style)\(anchor)\(attributes)>"
      + text.escapingMarkup + "</text>\n"
  }

  /// Puts what is drawn meanwhile into a group or a link.
  mutating func group(_ open: String, _ close: String, _ draw: (inout Canvas) -> Void) {
    body += open
    draw(&self)
    body += close + "\n"
  }

  private static func end(_ name: String, _ title: String) -> String {
    title.isEmpty ? "/>\n" : "><title>\(title.escapingMarkup)</title></\(name)>\n"
  }

  /// The drawing.
  ///
  /// - Parameter label: what it shows, for readers of screens.
  func svg(label: String) -> String {
    "<svg class=\"chart \(isNarrow ? "narrow" : "wide")\" role=\"img\""
      + " aria-label=\"\(label.escapingMarkup)\" width=\"\(width.pixels)\""
      + " height=\"\(height.pixels)\" viewBox=\"0 0 \(width.pixels) \(height.pixels)\">\n\(body)</svg>\n"
  }
}

extension Double {
  /// A length with one digit behind the point at most, as SVG writes it.
  var pixels: String {
    let tenths = Int((self * 10).rounded())
    if tenths % 10 == 0 { return String(tenths / 10) }
    let sign = tenths < 0 && tenths > -10 ? "-" : ""
    return "\(sign)\(tenths / 10).\((tenths % 10).magnitude)"
  }
}

extension Canvas {
  /// Draws a horizontal axis under a plot, with lines through it.
  ///
  /// - Parameters:
  ///   - top: where the plot begins.
  ///   - bottom: where it ends.
  ///   - label: what a tick is called.
  mutating func axis(
    _ scale: Scale, top: Double, bottom: Double, title: String, label: (Double) -> String
  ) {
    var free = -Double.infinity
    for tick in scale.ticks {
      let x = scale.position(tick.value)
      line(x, top, to: x, bottom, tick.value == 0 ? "zero" : tick.isMajor ? "grid" : "minor")
      guard tick.isMajor else { continue }
      let text = label(tick.value)
      let half = Double(Markup.width(text, size: 11)) / 2
      // A label that would lie upon the one before is left out.
      let place = min(max(x, half), width - half)
      guard place - half > free + 4 else { continue }
      self.text(text, x: place, y: bottom + 16, "tick", .middle)
      free = place + half
    }
    text(title, x: (scale.start + scale.end) / 2, y: bottom + 34, "axis", .middle)
  }
}
