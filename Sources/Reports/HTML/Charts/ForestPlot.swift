import Statistics

/// Numbers with their intervals, one below the other on a common axis.
struct ForestPlot {
  /// One number.
  struct Row {
    var name: String
    /// What is subtracted from it, if anything.
    var less: String?
    /// The number and its interval, in the unit of the axis; nil where there is nothing to measure.
    var value: Double?
    var interval: Interval?
    /// The number and its interval in words.
    var words: String
    /// Whether others are compared with it.
    var isReference = false
    /// More to read when the pointer rests on the row.
    var note = ""
  }

  var rows: [Row]
  var title: String
  /// Whether numbers are differences, which lie on both sides of 0.
  var isSigned = false
  /// What the chart shows, for readers of screens.
  var label: String

  /// The chart for windows of both kinds.
  var svg: String { svg(width: Canvas.wide) + svg(width: Canvas.narrow) }

  private func svg(width: Double) -> String {
    var canvas = Canvas(width: width)
    let isNarrow = canvas.isNarrow
    let step = isNarrow ? 40.0 : 26
    let (left, right) = isNarrow ? (8.0, width - 14) : (190, width - 200)
    let scale = scale(from: left, to: right)
    let top = 8.0
    let bottom = top + step * Double(rows.count)
    if let scale {
      canvas.axis(scale, top: top, bottom: bottom, title: title) { ForestPlot.tick($0) }
    }
    if let reference = rows.first(where: \.isReference)?.value, let scale {
      let x = scale.position(reference)
      canvas.line(x, top, to: x, bottom, "reference")
    }
    for (number, row) in rows.enumerated() {
      let y = top + step * (Double(number) + (isNarrow ? 0.72 : 0.5))
      draw(row, y: y, scale, on: &canvas, left: left, right: right)
    }
    canvas.height = bottom + 42
    return canvas.svg(label: label)
  }

  private func scale(from start: Double, to end: Double) -> Scale? {
    let ends = rows.flatMap { row in
      [row.value, row.interval?.low, row.interval?.high].compactMap(\.self)
    }
    if isSigned { return Scale.signed(around: ends, from: start, to: end) }
    return Scale.decades(around: ends, from: start, to: end)
  }

  private func draw(
    _ row: Row, y: Double, _ scale: Scale?, on canvas: inout Canvas, left: Double, right: Double
  ) {
    let style = row.isReference ? "name strong" : "name"
    let title = [row.label + ": " + row.words, row.note].filter { !$0.isEmpty }
      .joined(separator: "; ")
    if canvas.isNarrow {
      canvas.text(row.label(width: 190), x: left, y: y - 12, style)
      canvas.text(row.words, x: canvas.width - 4, y: y - 12, "number", .end)
    } else {
      canvas.text(row.label(width: 170), x: left - 14, y: y + 4, style, .end)
      canvas.text(row.words, x: right + 14, y: y + 4, "number")
    }
    guard let scale, let value = row.value else { return }
    if let interval = row.interval {
      let (low, high) = (scale.position(interval.low), scale.position(interval.high))
      canvas.line(low, y, to: high, y, "interval")
      if interval.low > scale.domain.lowerBound {
        canvas.line(low, y - 4, to: low, y + 4, "interval")
      }
      canvas.line(high, y - 4, to: high, y + 4, "interval")
    }
    let isOff = scale.kind == .logarithmic && value < scale.domain.lowerBound
    canvas.circle(
      x: scale.position(value), y: y, radius: 4.5,
      isOff ? "mark hollow" : row.isReference ? "mark strong" : "mark", title: title)
    // A place to rest the pointer that is as large as the row.
    canvas.box(x: left, y: y - 11, width: right - left, height: 22, "target", title: title)
  }

  /// A number at an axis, as short as it can be.
  static func tick(_ value: Double) -> String {
    value.magnitude >= 1_000 ? Numerals.count(Int(value.rounded())) : Numerals.short(value)
  }
}

extension ForestPlot.Row {
  /// The whole name.
  fileprivate var label: String { less.map { name + " − " + $0 } ?? name }

  /// The name with both its parts to be seen, cut where there is no room.
  fileprivate func label(width: Int) -> String {
    guard let less, Markup.width(label, size: 13) > width else {
      return Markup.cut(name + (less.map { " − " + $0 } ?? ""), width: width, size: 13)
    }
    let half = (width - Markup.width(" − ", size: 13)) / 2
    return [name, less].map { Markup.cut($0, width: half, size: 13) }.joined(separator: " − ")
  }
}
