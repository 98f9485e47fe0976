/// Curves over a common axis, with a legend.
struct LineChart: Chart {
  /// One curve.
  struct Series {
    var name: String
    /// The corners, from left to right, in the units of the axes.
    var points: [(x: Double, y: Double)]
    /// Whether it comes from elsewhere and is there to compare with.
    var isReference = false
  }

  var series: [Series]
  var x: Axis
  var y: Axis
  /// Whether a curve stays level until the next corner.
  var isStepped = false
  var label: String

  /// An axis without its place.
  struct Axis {
    var kind: Scale.Kind
    var domain: ClosedRange<Double>
    var title: String
    /// The marks with their labels; nil for those of the scale.
    var ticks: [(value: Double, label: String)]?
  }

  /// How many colours and how many kinds of dashes tell curves apart.
  static let colours = 7
  static let dashes = 6

  func draw(on canvas: inout Canvas) {
    let isNarrow = canvas.isNarrow
    let (left, right) = isNarrow ? (44.0, canvas.width - 8) : (70, canvas.width - 220)
    let top = 14.0
    let bottom = top + (isNarrow ? 230 : 380)
    let across = Scale(x.kind, x.domain, from: left, to: right)
    let up = Scale(y.kind, y.domain, from: bottom, to: top)
    grid(across, up, on: &canvas)
    for (place, one) in series.enumerated() { curve(one, place, across, up, on: &canvas) }
    let end = legend(on: &canvas, from: isNarrow ? bottom + 62 : top + 8)
    canvas.height = max(bottom + 44, end + 8)
  }

  private func grid(_ across: Scale, _ up: Scale, on canvas: inout Canvas) {
    let (top, bottom) = (up.end, up.start)
    let marks = { (axis: Axis, scale: Scale) in
      axis.ticks ?? scale.ticks.filter(\.isMajor).map { ($0.value, ForestPlot.tick($0.value)) }
    }
    var free = -Double.infinity
    for (value, label) in marks(x, across) {
      let place = across.position(value)
      canvas.line(place, top, to: place, bottom, "grid")
      let half = Double(Markup.width(label, size: 11)) / 2
      guard place - half > free + 4 else { continue }
      canvas.text(label, x: min(place, canvas.width - half), y: bottom + 16, "tick", .middle)
      free = place + half
    }
    for (value, label) in marks(y, up) {
      let place = up.position(value)
      canvas.line(across.start, place, to: across.end, place, "grid")
      canvas.text(label, x: across.start - 6, y: place + 4, "tick", .end)
    }
    let middle = (across.start + across.end) / 2
    canvas.text(x.title, x: middle, y: bottom + 36, "axis", .middle)
    let height = (top + bottom) / 2
    guard !canvas.isNarrow else { return }
    canvas.text(
      y.title, x: 14, y: height, "axis", .middle,
      attributes: " transform=\"rotate(-90 14 \(height.pixels))\"")
  }

  private func curve(
    _ one: Series, _ place: Int, _ across: Scale, _ up: Scale, on canvas: inout Canvas
  ) {
    var path = ""
    var before: Double?
    for point in one.points {
      let (x, y) = (across.position(point.x), up.position(point.y))
      if isStepped, let before { path += "L\(x.pixels) \(before.pixels)" }
      path += "\(path.isEmpty ? "M" : "L")\(x.pixels) \(y.pixels)"
      before = y
    }
    guard !path.isEmpty else { return }
    canvas.path(path, style(one, place))
    canvas.path(path, "curve target", title: one.name)
  }

  private func style(_ one: Series, _ place: Int) -> String {
    one.isReference
      ? "curve published"
      : "curve l\(place % LineChart.colours) d\(place / LineChart.colours % LineChart.dashes)"
  }

  /// The names of the curves: beside a wide chart, under a narrow one; returns how far it reaches.
  private func legend(on canvas: inout Canvas, from start: Double) -> Double {
    let columns = canvas.isNarrow ? 2 : 1
    let width = canvas.isNarrow ? canvas.width / 2 : 210
    let left = canvas.isNarrow ? 0 : canvas.width - 208
    var y = start
    for (place, one) in series.enumerated() {
      let x = left + Double(place % columns) * width
      canvas.line(x, y - 4, to: x + 26, y - 4, style(one, place))
      canvas.text(Markup.cut(one.name, width: Int(width) - 40, size: 12), x: x + 32, y: y, "legend")
      if place % columns == columns - 1 { y += 19 }
    }
    return y
  }
}
