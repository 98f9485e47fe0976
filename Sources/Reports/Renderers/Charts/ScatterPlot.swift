import Experiments
import Statistics

/// Designs by two shares, with both intervals and the Pareto front.
struct ScatterPlot: Chart {
  /// A design with its two shares.
  struct Point {
    var name: String
    var mark: DesignMark
    var x: Estimate, y: Estimate
    /// Whether no other design dominates it.
    var isOnFront: Bool
    /// Hover text.
    var words: String
  }

  var points: [Point]
  var xTitle: String, yTitle: String
  /// Name of the line through the front.
  var frontTitle: String
  var label: String

  func draw(on canvas: inout Canvas) {
    let isNarrow = canvas.isNarrow
    let (left, right) = isNarrow ? (46.0, canvas.width - 10) : (70, canvas.width - 250)
    let (top, bottom) = (14.0, isNarrow ? 264.0 : 394)
    let across = ScatterPlot.scale(points.map(\.x), from: left, to: right)
    let up = ScatterPlot.scale(points.map(\.y), from: bottom, to: top)
    grid(across, up, on: &canvas)
    front(across, up, on: &canvas)
    for point in points { draw(point, across, up, on: &canvas) }
    let end = legend(on: &canvas, from: isNarrow ? bottom + 62 : top + 8)
    canvas.height = max(bottom + 44, end + 8)
  }

  /// Axis of shares per mille: logarithmic if they span more than a decade, otherwise from 0.
  private static func scale(_ shares: [Estimate], from start: Double, to end: Double) -> Scale {
    let values = shares.map { $0.value * 1_000 }
    let highs = shares.map { $0.interval.high * 1_000 }
    let maximum = highs.max() ?? 1
    let least = values.filter { $0 > 0 }.min() ?? maximum
    if maximum > 10 * least,
      let scale = Scale.decades(around: values + highs, maximum: 5, from: start, to: end)
    {
      return scale
    }
    return Scale(.linear, 0...max(maximum * 1.06, 1e-6), from: start, to: end)
  }

  /// Draws grid lines, ticks and titles of both axes.
  private func grid(_ across: Scale, _ up: Scale, on canvas: inout Canvas) {
    let (top, bottom) = (up.end, up.start)
    for tick in across.ticks where tick.isMajor {
      let place = across.position(tick.value)
      canvas.line(place, top, to: place, bottom, "grid")
      let text = ForestPlot.tick(tick.value)
      let half = Double(TextMeasure.width(text, size: 11)) / 2
      canvas.text(text, x: min(place, canvas.width - half), y: bottom + 16, "tick", .middle)
    }
    for tick in up.ticks where tick.isMajor {
      let place = up.position(tick.value)
      canvas.line(across.start, place, to: across.end, place, "grid")
      canvas.text(ForestPlot.tick(tick.value), x: across.start - 6, y: place + 4, "tick", .end)
    }
    canvas.text(xTitle, x: (across.start + across.end) / 2, y: bottom + 36, "axis", .middle)
    canvas.text(
      yTitle, x: canvas.isNarrow ? 10 : 16, y: (top + bottom) / 2, "axis", .middle, angle: -90)
  }

  /// Draws the front as stairs: designs above and to the right are dominated.
  private func front(_ across: Scale, _ up: Scale, on canvas: inout Canvas) {
    let sorted = points.filter(\.isOnFront).sorted {
      ($0.x.value, $0.y.value) < ($1.x.value, $1.y.value)
    }
    guard sorted.count > 1 else { return }
    var path = ""
    var lowest = Double.infinity
    for point in sorted where point.y.value < lowest {
      let (x, y) = (across.position(point.x.value * 1_000), up.position(point.y.value * 1_000))
      path += path.isEmpty ? "M\(x.pixels) \(y.pixels)" : "H\(x.pixels)V\(y.pixels)"
      lowest = point.y.value
    }
    canvas.path(path, "front")
  }

  private func draw(_ point: Point, _ across: Scale, _ up: Scale, on canvas: inout Canvas) {
    let xs = point.x.valueAndLimits.map { across.position($0 * 1_000) }
    let ys = point.y.valueAndLimits.map { up.position($0 * 1_000) }
    let (x, y, style) = (xs[0], ys[0], "whisker l\(point.mark.colour)")
    canvas.line(xs[1], y, to: xs[2], y, style)
    canvas.line(x, ys[1], to: x, ys[2], style)
    let isOff = across.hides(point.x.value * 1_000) || up.hides(point.y.value * 1_000)
    canvas.mark(
      point.mark, x: x, y: y, size: 5.5, isOff ? "hollow" : "",
      title: "\(point.name): \(point.words)")
  }

  /// Draws the names, beside a wide chart or under a narrow one.
  /// - Returns: the lower end.
  private func legend(on canvas: inout Canvas, from start: Double) -> Double {
    let left = canvas.isNarrow ? 0 : canvas.width - 236
    let width = Int(canvas.width - left) - 20
    var y = start
    for point in points {
      canvas.mark(point.mark, x: left + 6, y: y - 4, size: 4.5)
      let style = point.isOnFront ? "legend strong" : "legend"
      y += canvas.lines(point.name, x: left + 18, y: y, width: width, style) + 4
    }
    guard points.filter(\.isOnFront).count > 1 else { return y }
    canvas.path("M\(left.pixels) \((y - 4).pixels)h12", "front")
    return y + canvas.lines(frontTitle, x: left + 18, y: y, width: width, "legend quiet")
  }
}

extension Scale {
  /// Whether a number is below a logarithmic axis, and is therefore placed at its end.
  func hides(_ value: Double) -> Bool { kind == .logarithmic && value < domain.lowerBound }
}
