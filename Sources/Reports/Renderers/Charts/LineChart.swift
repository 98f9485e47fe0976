/// Curves on a common axis, with bands and a legend.
struct LineChart: Chart {
  /// One curve with its points, band and style.
  struct Series {
    var name: String
    /// Points from left to right, in the units of the axes.
    var points: [(x: Double, y: Double)]
    /// Interval of each point; empty if none are drawn.
    var band: [ClosedRange<Double>] = []
    /// Hover text of each point; empty if points are not marked.
    var titles: [String] = []
    /// Index of the design whose colour the curve has; nil for the place of the series.
    var colour: Int?
    /// Index of the dash among curves of one colour; nil derives it from the colour.
    var dash: Int?
    /// Whether the curve is an external reference.
    var isReference = false
  }

  /// A marked place on the lower axis, with its interval.
  struct Mark {
    var place: Double
    /// Nil if the interval is open at that end.
    var low, high: Double?
    var label: String
    /// Hover text.
    var title: String
  }

  var series: [Series]
  var x: Axis
  var y: Axis
  /// Whether a curve stays level until the next point.
  var isStepped = false
  /// Whether values between two points lie on a straight line, which bends on a nonlinear axis.
  var isInterpolated = false
  /// Whether the points are separate choices, side by side and without a curve.
  var isOfChoices = false
  var marks: [Mark] = []
  var label: String

  /// An axis without its place.
  struct Axis {
    var kind: Scale.Kind
    var domain: ClosedRange<Double>
    var title: String
    /// Ticks with their labels; nil for those of the scale.
    var ticks: [(value: Double, label: String)]?
  }

  /// Number of colours, and of kinds of dashes.
  static let colours = 7
  static let dashes = 6

  func draw(on canvas: inout Canvas) {
    let isNarrow = canvas.isNarrow
    let (left, right) = isNarrow ? (44.0, canvas.width - 8) : (70, canvas.width - 220)
    let top = (isNarrow ? 30.0 : 14) + (marks.isEmpty ? 0 : 16)
    let bottom = top + (isNarrow ? 230 : 380)
    let across = Scale(x.kind, x.domain, from: left, to: right)
    let up = Scale(y.kind, y.domain, from: bottom, to: top)
    for mark in marks { band(of: mark, across, top: top, bottom: bottom, on: &canvas) }
    let foot = grid(across, up, on: &canvas)
    for (place, one) in series.enumerated() { band(of: one, place, across, up, on: &canvas) }
    for (place, one) in series.enumerated() {
      if !isOfChoices { curve(one, place, across, up, on: &canvas) }
      corners(of: one, place, across, up, on: &canvas)
    }
    draw(marks, across, top: top, bottom: bottom, on: &canvas)
    let end = legend(on: &canvas, from: isNarrow ? foot + 24 : top + 8)
    canvas.height = max(foot, end) + 8
  }

  /// Draws grid lines, labels and titles of both axes.
  /// - Returns: the lower end of the titles.
  private func grid(_ across: Scale, _ up: Scale, on canvas: inout Canvas) -> Double {
    let (top, bottom) = (up.end, up.start)
    for (value, label) in marks(of: y, up) {
      let place = up.position(value)
      let isZero = value == 0 && up.domain.lowerBound < 0
      canvas.line(across.start, place, to: across.end, place, isZero ? "zero" : "grid")
      canvas.text(label, x: across.start - 6, y: place + 4, "tick", .end)
    }
    let ticks = marks(of: x, across).map { (across.position($0.value), $0.label) }
    canvas.uprights(ticks.map(\.0), top, to: bottom, "grid")
    let step = isOfChoices ? (across.end - across.start) / Double(max(1, ticks.count)) : nil
    let foot = canvas.labels(ticks, below: bottom, step: step)
    let end = canvas.title(
      x.title, x: (across.start + across.end) / 2, y: foot + 20, width: across.end - across.start)
    if canvas.isNarrow {
      canvas.text(
        TextMeasure.cut(y.title, width: Int(canvas.width) - 4, size: 12), x: 2, y: 14, "axis")
    } else {
      canvas.text(y.title, x: 14, y: (top + bottom) / 2, "axis", .middle, angle: -90)
    }
    return end
  }

  private func marks(of axis: Axis, _ scale: Scale) -> [(value: Double, label: String)] {
    axis.ticks ?? scale.ticks.filter(\.isMajor).map { ($0.value, ForestPlot.tick($0.value)) }
  }

  /// Draws the names of the curves, beside a wide chart or under a narrow one.
  /// - Returns: the lower end.
  private func legend(on canvas: inout Canvas, from start: Double) -> Double {
    let widest = series.map { Double(TextMeasure.width($0.name, size: 12)) }.max() ?? 0
    let columns = canvas.isNarrow && widest <= canvas.width / 2 - 36 ? 2 : 1
    let width = canvas.isNarrow ? canvas.width / Double(columns) : 208
    let left = canvas.isNarrow ? 0 : canvas.width - 208
    var y = start
    for row in Array(series.enumerated()).blocks(of: columns) {
      var height = 0.0
      for (column, (place, one)) in row.enumerated() {
        let x = left + Double(column) * width
        if isOfChoices {
          canvas.mark(DesignMark(colour(one, place)), x: x + 13, y: y - 4)
        } else {
          canvas.line(x, y - 4, to: x + 26, y - 4, style(one, place))
        }
        height = max(
          height, canvas.lines(one.name, x: x + 32, y: y, width: Int(width) - 36, "legend"))
      }
      y += height + 4
    }
    return y - 15
  }
}

/// Curves, their points and their marks.
extension LineChart {
  private func curve(
    _ one: Series, _ place: Int, _ across: Scale, _ up: Scale, on canvas: inout Canvas
  ) {
    var path = ""
    var before: Double?
    for (x, y) in line(one.points, across, up) {
      if isStepped, let before { path += "L\(x.pixels) \(before.pixels)" }
      path += "\(path.isEmpty ? "M" : "L")\(x.pixels) \(y.pixels)"
      before = y
    }
    guard !path.isEmpty else { return }
    canvas.path(path, style(one, place))
    canvas.path(path, "curve target", title: one.name)
  }

  /// Path of a line through some points.
  private func line(
    _ corners: [(x: Double, y: Double)], _ across: Scale, _ up: Scale
  ) -> [(Double, Double)] {
    let places = corners.map { (across.position($0.x), up.position($0.y)) }
    guard isInterpolated, up.kind != .linear, let first = places.first else { return places }
    return [first]
      + places.indices.dropFirst().flatMap { end -> [(Double, Double)] in
        let (left, right) = (places[end - 1].0, places[end].0)
        let (low, high) = (corners[end - 1].y, corners[end].y)
        let parts = low == high ? 1 : 16
        return (1...parts).map { part in
          let share = Double(part) / Double(parts)
          return (left + (right - left) * share, up.position(low + (high - low) * share))
        }
      }
  }

  /// Draws the intervals of a series: an area around its curve, or a line through each choice.
  private func band(
    of one: Series, _ place: Int, _ across: Scale, _ up: Scale, on canvas: inout Canvas
  ) {
    guard !one.band.isEmpty else { return }
    if isOfChoices {
      for (point, ends) in zip(one.points, one.band) {
        let x = across.position(point.x) + shift(place, across)
        let (low, high) = (up.position(ends.lowerBound), up.position(ends.upperBound))
        canvas.line(x, low, to: x, high, "interval l\(colour(one, place) % LineChart.colours)")
      }
      return
    }
    let xs = one.points.map(\.x)
    let high = line(Array(zip(xs, one.band.map(\.upperBound))), across, up)
    let low = line(Array(zip(xs, one.band.map(\.lowerBound))), across, up)
    let path = (high + low.reversed()).map { "\($0.pixels) \($1.pixels)" }
    canvas.path("M\(path.joined(separator: "L"))Z", "band \(LineChart.fill(colour(one, place)))")
  }

  private func corners(
    of one: Series, _ place: Int, _ across: Scale, _ up: Scale, on canvas: inout Canvas
  ) {
    for (point, title) in zip(one.points, one.titles) {
      let x = across.position(point.x) + shift(place, across)
      canvas.mark(
        DesignMark(colour(one, place)), x: x, y: up.position(point.y),
        size: isOfChoices ? 4.5 : 2.6, title: title)
    }
  }

  /// Horizontal shift of a choice's marks, so that none hides another.
  private func shift(_ place: Int, _ across: Scale) -> Double {
    guard isOfChoices, series.count > 1 else { return 0 }
    let room = across.position(1) - across.position(0)
    let step = min(14, room * 0.7 / Double(series.count - 1))
    return (Double(place) - Double(series.count - 1) / 2) * step
  }

  private func band(
    of mark: Mark, _ across: Scale, top: Double, bottom: Double, on canvas: inout Canvas
  ) {
    let low = mark.low.map(across.position) ?? across.start
    let high = mark.high.map(across.position) ?? across.end
    canvas.box(
      x: low, y: top, width: max(1, high - low), height: bottom - top, "between", title: mark.title)
  }

  /// Draws marked places with their labels; a label that would overlap the previous one is omitted.
  private func draw(
    _ marks: [Mark], _ across: Scale, top: Double, bottom: Double, on canvas: inout Canvas
  ) {
    var free = -Double.infinity
    for mark in marks.sorted(by: { $0.place < $1.place }) {
      let x = across.position(mark.place)
      canvas.line(x, top, to: x, bottom, "reference")
      canvas.line(x, top, to: x, bottom, "reference target", title: mark.title)
      let half = Double(TextMeasure.width(mark.label, size: 12)) / 2
      let place = min(max(x, half), canvas.width - half)
      guard place - half > free + 6 else { continue }
      canvas.text(mark.label, x: place, y: top - 5, "legend", .middle)
      free = place + half
    }
  }

  private func colour(_ one: Series, _ place: Int) -> Int { one.colour ?? place }

  /// Classes of a curve: its colour, its dash, or the style of a reference.
  private func style(_ one: Series, _ place: Int) -> String {
    if one.isReference { return "curve published" }
    let colour = colour(one, place)
    let dash = one.dash ?? colour / LineChart.colours
    return "curve l\(colour % LineChart.colours) d\(dash % LineChart.dashes)"
  }

  /// Class for a fill in the colour of a curve.
  static func fill(_ colour: Int) -> String { "m\(colour % colours)" }
}
