import Experiments
import Scenarios
import Statistics

/// Numbers with their intervals, in rows on a common axis.
struct ForestPlot: Chart {
  /// One number with its interval, mark and texts.
  struct Row {
    var name: String
    /// The subtracted number; nil if nothing is subtracted.
    var less: String?
    /// Mark of the design; nil if a row covers several designs.
    var mark: DesignMark?
    /// The number; nil if there is nothing to measure.
    var value: Estimate?
    /// The number and its interval in words.
    var words: String
    /// Whether the row is the reference of comparisons.
    var isReference = false
    /// Additional hover text of the row.
    var note = ""
    /// Expected minimum and maximum, if any.
    var limits: [Double] = []
    /// Range left open by draws, the value of each draw, and the range in words; nil without draws.
    var open: (range: Interval, values: [Double], words: String)?
  }

  var rows: [Row]
  var title: String
  /// Whether the numbers are differences, on both sides of 0.
  var isSigned = false
  var label: String
  /// Currency of amounts of money; nil for minor units.
  var currency: Currency?
  var language = Language.en

  func draw(on canvas: inout Canvas) {
    let longest = rows.map { TextMeasure.width($0.words, size: 13) }.max() ?? 0
    let (left, right) =
      canvas.isNarrow
      ? (8.0, canvas.width - 14) : (210, canvas.width - max(200, Double(longest) + 18))
    let ends: [Double] = rows.flatMap { row -> [Double] in
      (row.value?.valueAndLimits ?? []) + row.limits + (row.open?.values ?? [])
    }.map { $0 * factor }
    let scale =
      isSigned || ends.contains { $0 < 0 }
      ? Scale.signed(around: ends, from: left, to: right)
      : Scale.decades(around: ends, from: left, to: right)
    var bottom = 8.0
    let places = rows.map { row in
      let lines = row.lines(in: canvas)
      let text = 15 * Double(lines.count)
      let height = (canvas.isNarrow ? 25 + text : max(26, 11 + text)) + row.roomForDraws
      let top = bottom
      bottom += height
      return (row: row, lines: lines, top: top, height: height)
    }
    if let scale { axis(scale, top: 8, bottom: bottom, on: &canvas) }
    for place in places {
      let room = place.row.roomForDraws
      let y = place.top + (canvas.isNarrow ? place.height - 11 - room : (place.height - room) / 2)
      names(place.row, place.lines, top: place.top, y: y, on: &canvas, left: left, right: right)
      if let scale { draw(place.row, y: y, scale, on: &canvas, left: left, right: right) }
    }
    canvas.height = bottom + 42
  }

  private var unit: Estimate.Unit { rows.lazy.compactMap(\.value?.unit).first ?? .share }

  /// Factor from a number to the shown value: shares are per mille, money is in its currency.
  private var factor: Double {
    switch unit {
    case .share: 1_000
    case .money: (0..<(currency?.decimals ?? 0)).reduce(1) { factor, _ in factor / 10 }
    case .time: 1
    }
  }

  private func tick(_ value: Double) -> String {
    unit == .time ? NumberFormat.time(seconds: value, language) : ForestPlot.tick(value)
  }

  /// Draws the axis under the plot, with grid lines between two heights.
  private func axis(_ scale: Scale, top: Double, bottom: Double, on canvas: inout Canvas) {
    for style in ["minor", "grid", "zero"] {
      canvas.uprights(
        scale.ticks.filter { ($0.value == 0 ? "zero" : $0.isMajor ? "grid" : "minor") == style }.map
        { scale.position($0.value) }, top, to: bottom, style)
    }
    let labels = scale.ticks.filter(\.isMajor).map { (scale.position($0.value), tick($0.value)) }
    canvas.labels(labels, below: bottom, step: nil)
    canvas.text(title, x: (scale.start + scale.end) / 2, y: bottom + 34, "axis", .middle)
    guard let reference = rows.first(where: \.isReference)?.value?.value else { return }
    let x = scale.position(reference * factor)
    canvas.line(x, top, to: x, bottom, "reference")
  }

  /// Draws the name of a row, and its number in words.
  private func names(
    _ row: Row, _ lines: [String], top: Double, y: Double, on canvas: inout Canvas, left: Double,
    right: Double
  ) {
    let style = row.isReference ? "name strong" : "name"
    if canvas.isNarrow {
      let middle = top + 4 + 7.5 * Double(lines.count)
      canvas.name(lines, x: left, middle: middle, style)
      canvas.text(row.words, x: canvas.width - 4, y: top + 15, "number", .end)
    } else {
      canvas.name(lines, x: left - 14, middle: y, style, .end)
      canvas.text(row.words, x: right + 14, y: y + 4, "number")
      if let open = row.open { canvas.text(open.words, x: right + 14, y: y + 18, "small") }
    }
  }

  private func draw(
    _ row: Row, y: Double, _ scale: Scale, on canvas: inout Canvas, left: Double, right: Double
  ) {
    let title = row.label + ": " + row.words + (row.note.isEmpty ? "" : "; " + row.note)
    for limit in row.limits {
      let x = scale.position(limit * factor)
      canvas.line(x, y - 9, to: x, y + 9, "limit")
    }
    guard let value = row.value else { return }
    if let open = row.open { draw(open.range, open.values, y: y + 8, scale, on: &canvas) }
    let shown = value.value * factor
    let (low, high) = (value.interval.low * factor, value.interval.high * factor)
    let (start, end) = (scale.position(low), scale.position(high))
    canvas.open(title: title)
    let ends = high < .infinity ? low > scale.domain.lowerBound ? [start, end] : [end] : []
    canvas.path(
      "M\(start.pixels) \(y.pixels)H\(end.pixels)"
        + ends.map { "M\($0.pixels) \((y - 4).pixels)v8" }.joined(), "interval")
    let isOff = scale.hides(shown) || shown == .infinity
    let style = [row.isReference ? "strong" : "", isOff ? "hollow" : ""].filter { !$0.isEmpty }
    canvas.mark(row.mark, x: scale.position(shown), y: y, style.joined(separator: " "))
    // Hover area as large as the row.
    canvas.box(x: left, y: y - 11, width: right - left, height: 22, "target")
    canvas.close()
  }

  /// Draws the range of draws as a bar under a number, and each draw as a short vertical line below
  /// it.
  private func draw(
    _ range: Interval, _ values: [Double], y: Double, _ scale: Scale, on canvas: inout Canvas
  ) {
    let (start, end) = (scale.position(range.low * factor), scale.position(range.high * factor))
    canvas.box(x: start, y: y, width: max(1.5, end - start), height: 5, "opened")
    // Overlapping lines are drawn once.
    let places = Set(values.map { (scale.position($0 * factor) * 2).rounded() / 2 })
    canvas.uprights(places.sorted(), y + 6, to: y + 10, "draw")
  }

  /// Number at an axis, as short as possible.
  static func tick(_ value: Double) -> String {
    value.magnitude >= 1_000 ? NumberFormat.count(Int(value.rounded())) : NumberFormat.short(value)
  }
}

extension ForestPlot.Row {
  /// Additional height of a row that shows draws.
  fileprivate var roomForDraws: Double { open == nil ? 0 : 14 }

  fileprivate var label: String { less.map { name + " − " + $0 } ?? name }

  /// Full name in lines that fit beside the plot, or in a narrow window beside the number above it.
  fileprivate func lines(in canvas: Canvas) -> [String] {
    let room = canvas.isNarrow ? Int(canvas.width) - TextMeasure.width(words, size: 13) - 20 : 192
    return TextMeasure.wrapped(label, width: max(90, room), size: 13)
  }
}
