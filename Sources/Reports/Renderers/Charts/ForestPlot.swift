import Experiments
import Scenarios
import Statistics

/// Numbers with their intervals, one below the other on a common axis.
struct ForestPlot: Chart {
  struct Row {
    var name: String
    /// What is subtracted from it, if anything.
    var less: String?
    /// How the design looks; nil where a row is of more than one.
    var mark: DesignMark?
    /// The number; nil where there is nothing to measure.
    var value: Estimate?
    /// The number and its interval in words.
    var words: String
    /// Whether others are compared with it.
    var isReference = false
    /// More to read when the pointer rests on the row.
    var note = ""
    /// What is expected of it: the least and the most, where there are any.
    var limits: [Double] = []
    /// What draws leave open of it: their range, each of them, and the range in words; nil without draws.
    var open: (range: Interval, values: [Double], words: String)?
  }

  var rows: [Row]
  var title: String
  /// Whether numbers are differences, which lie on both sides of 0.
  var isSigned = false
  var label: String
  /// Of which the numbers are that are money; nil where they are minor units.
  var currency: Currency?
  var language = Language.en

  func draw(on canvas: inout Canvas) {
    let longest = rows.map { Markup.width($0.words, size: 13) }.max() ?? 0
    let (left, right) =
      canvas.isNarrow
      ? (8.0, canvas.width - 14) : (210, canvas.width - max(200, Double(longest) + 18))
    let ends: [Double] = rows.flatMap { row -> [Double] in
      let value: [Double] = row.value.map { [$0.value, $0.interval.low, $0.interval.high] } ?? []
      return value + row.limits + (row.open?.values ?? [])
    }.map { $0 * factor }
    let isSigned = isSigned || ends.contains { $0 < 0 }
    let scale =
      isSigned
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

  /// By what a number is multiplied before it is shown: shares are per mille, money in its currency.
  private var factor: Double {
    switch rows.lazy.compactMap(\.value?.unit).first ?? .share {
    case .share: 1_000
    case .money: (0..<(currency?.decimals ?? 0)).reduce(1) { factor, _ in factor / 10 }
    case .time: 1
    }
  }

  private var isOfTimes: Bool { rows.lazy.compactMap(\.value?.unit).first == .time }

  private func tick(_ value: Double) -> String {
    isOfTimes ? Numerals.time(seconds: value, language) : ForestPlot.tick(value)
  }

  /// Draws the axis under the plot, which lies between two heights, with lines through it.
  private func axis(_ scale: Scale, top: Double, bottom: Double, on canvas: inout Canvas) {
    for style in ["minor", "grid", "zero"] {
      canvas.uprights(
        scale.ticks.filter { ($0.value == 0 ? "zero" : $0.isMajor ? "grid" : "minor") == style }.map
        { scale.position($0.value) }, top, to: bottom, style)
    }
    var free = -Double.infinity
    for tick in scale.ticks where tick.isMajor {
      let x = scale.position(tick.value)
      let text = self.tick(tick.value)
      let half = Double(Markup.width(text, size: 11)) / 2
      // A label that would lie upon the one before is left out.
      let place = min(max(x, half), canvas.width - half)
      guard place - half > free + 4 else { continue }
      canvas.text(text, x: place, y: bottom + 16, "tick", .middle)
      free = place + half
    }
    canvas.text(title, x: (scale.start + scale.end) / 2, y: bottom + 34, "axis", .middle)
    guard let reference = rows.first(where: \.isReference)?.value?.value else { return }
    let x = scale.position(reference * factor)
    canvas.line(x, top, to: x, bottom, "reference")
  }

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
    // A place to rest the pointer that is as large as the row.
    canvas.box(x: left, y: y - 11, width: right - left, height: 22, "target")
    canvas.close()
  }

  /// Draws the range of draws as a bar under a number, and below it each draw as a small upright line.
  private func draw(
    _ range: Interval, _ values: [Double], y: Double, _ scale: Scale, on canvas: inout Canvas
  ) {
    let (start, end) = (scale.position(range.low * factor), scale.position(range.high * factor))
    canvas.box(x: start, y: y, width: max(1.5, end - start), height: 5, "opened")
    // Those that lie upon each other are drawn once.
    let places = Set(values.map { (scale.position($0 * factor) * 2).rounded() / 2 })
    canvas.uprights(places.sorted(), y + 6, to: y + 10, "draw")
  }

  /// A number at an axis, as short as it can be.
  static func tick(_ value: Double) -> String {
    value.magnitude >= 1_000 ? Numerals.count(Int(value.rounded())) : Numerals.short(value)
  }
}

extension ForestPlot.Row {
  /// How much higher the row is if draws are shown under its number.
  fileprivate var roomForDraws: Double { open == nil ? 0 : 14 }

  fileprivate var label: String { less.map { name + " − " + $0 } ?? name }

  /// The name, whole, in lines for which there is room beside the plot, or in a narrow window beside the
  /// number above it.
  fileprivate func lines(in canvas: Canvas) -> [String] {
    let room = canvas.isNarrow ? Int(canvas.width) - Markup.width(words, size: 13) - 20 : 192
    return Markup.wrapped(label, width: max(90, room), size: 13)
  }
}
