import Experiments
import Statistics

/// Shares with their intervals, one below the other on a common axis.
struct ForestPlot: Chart {
  struct Row {
    var name: String
    /// What is subtracted from it, if anything.
    var less: String?
    /// The share or the difference of shares; nil where there is nothing to measure.
    var share: Estimate?
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
  var label: String

  func draw(on canvas: inout Canvas) {
    let step = canvas.isNarrow ? 40.0 : 26
    let (left, right) = canvas.isNarrow ? (8.0, canvas.width - 14) : (190, canvas.width - 200)
    let ends = rows.flatMap { row in row.perMille.map { [$0.value, $0.low, $0.high] } ?? [] }
    let scale =
      isSigned
      ? Scale.signed(around: ends, from: left, to: right)
      : Scale.decades(around: ends, from: left, to: right)
    let (top, bottom) = (8.0, 8 + step * Double(rows.count))
    if let scale { axis(scale, top: top, bottom: bottom, on: &canvas) }
    for (number, row) in rows.enumerated() {
      let y = top + step * (Double(number) + (canvas.isNarrow ? 0.72 : 0.5))
      draw(row, y: y, scale, on: &canvas, left: left, right: right)
    }
    canvas.height = bottom + 42
  }

  /// Draws the axis under the plot, which lies between two heights, with lines through it.
  private func axis(_ scale: Scale, top: Double, bottom: Double, on canvas: inout Canvas) {
    var free = -Double.infinity
    for tick in scale.ticks {
      let x = scale.position(tick.value)
      canvas.line(x, top, to: x, bottom, tick.value == 0 ? "zero" : tick.isMajor ? "grid" : "minor")
      guard tick.isMajor else { continue }
      let text = ForestPlot.tick(tick.value)
      let half = Double(Markup.width(text, size: 11)) / 2
      // A label that would lie upon the one before is left out.
      let place = min(max(x, half), canvas.width - half)
      guard place - half > free + 4 else { continue }
      canvas.text(text, x: place, y: bottom + 16, "tick", .middle)
      free = place + half
    }
    canvas.text(title, x: (scale.start + scale.end) / 2, y: bottom + 34, "axis", .middle)
    guard let reference = rows.first(where: \.isReference)?.perMille?.value else { return }
    let x = scale.position(reference)
    canvas.line(x, top, to: x, bottom, "reference")
  }

  private func draw(
    _ row: Row, y: Double, _ scale: Scale?, on canvas: inout Canvas, left: Double, right: Double
  ) {
    let style = row.isReference ? "name strong" : "name"
    let title = row.label + ": " + row.words + (row.note.isEmpty ? "" : "; " + row.note)
    if canvas.isNarrow {
      canvas.text(row.label(width: 190), x: left, y: y - 12, style)
      canvas.text(row.words, x: canvas.width - 4, y: y - 12, "number", .end)
    } else {
      canvas.text(row.label(width: 170), x: left - 14, y: y + 4, style, .end)
      canvas.text(row.words, x: right + 14, y: y + 4, "number")
    }
    guard let scale, let share = row.perMille else { return }
    let (low, high) = (scale.position(share.low), scale.position(share.high))
    canvas.line(low, y, to: high, y, "interval")
    for x in share.low > scale.domain.lowerBound ? [low, high] : [high] {
      canvas.line(x, y - 4, to: x, y + 4, "interval")
    }
    let isOff = scale.kind == .logarithmic && share.value < scale.domain.lowerBound
    canvas.circle(
      x: scale.position(share.value), y: y, radius: 4.5,
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
  fileprivate var perMille: (value: Double, low: Double, high: Double)? {
    share.map { ($0.value * 1_000, $0.interval.low * 1_000, $0.interval.high * 1_000) }
  }

  fileprivate var label: String { less.map { name + " − " + $0 } ?? name }

  /// The name with both its parts to be seen, cut where there is no room.
  fileprivate func label(width: Int) -> String {
    guard let less, Markup.width(label, size: 13) > width else {
      return Markup.cut(label, width: width, size: 13)
    }
    let half = (width - Markup.width(" − ", size: 13)) / 2
    return [name, less].map { Markup.cut($0, width: half, size: 13) }.joined(separator: " − ")
  }
}
