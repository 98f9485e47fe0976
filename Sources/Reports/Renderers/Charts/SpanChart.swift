/// Rows on a common axis: a range, a place in or beside it, and optional small marks.
struct SpanChart: Chart {
  /// One range with its name, its text and its marked place.
  struct Row {
    var name: String
    /// Text of the row, beside or below the drawing.
    var words: String
    /// The range, the marked place and the small marks, all in the units of the axis.
    var range: ClosedRange<Double>
    var place: Double
    var ticks: [Double] = []
    /// Whether the place is outside of its expected range.
    var isOff = false
  }

  var rows: [Row]
  var domain: ClosedRange<Double>
  /// Marks of the axis.
  var marks: [(value: Double, label: String)]
  var title: String
  var label: String

  func draw(on canvas: inout Canvas) {
    let isNarrow = canvas.isNarrow
    let (left, right) = isNarrow ? (8.0, canvas.width - 8) : (300, canvas.width - 300)
    let scale = Scale(.linear, domain, from: left, to: right)
    let heights = rows.map { row in
      (isNarrow ? (isTight(row, canvas) ? 58.0 : 42) : 28) + (row.ticks.isEmpty ? 0 : 8)
    }
    let top = 12.0
    let bottom = top + heights.reduce(0, +)
    canvas.uprights(marks.map { scale.position($0.value) }, top, to: bottom, "grid")
    var y = top
    for (row, height) in zip(rows, heights) {
      draw(row, scale, y: y, on: &canvas)
      y += height
    }
    let foot = canvas.labels(
      marks.map { (scale.position($0.value), $0.label) }, below: bottom, step: nil)
    canvas.height =
      canvas.title(title, x: (left + right) / 2, y: foot + 20, width: right - left) + 8
  }

  /// Whether name and text need a line each in a narrow window.
  private func isTight(_ row: Row, _ canvas: Canvas) -> Bool {
    let room = Int(canvas.width) - 24
    return TextMeasure.width(row.words, size: 12) + TextMeasure.width(row.name, size: 13) > room
  }

  private func draw(_ row: Row, _ scale: Scale, y: Double, on canvas: inout Canvas) {
    let isNarrow = canvas.isNarrow
    let isTight = isTight(row, canvas)
    let middle = y + (isNarrow ? (isTight ? 42 : 26) : 14)
    if isNarrow {
      let name = TextMeasure.cut(row.name, width: Int(canvas.width) - 8, size: 13)
      canvas.text(name, x: 2, y: y + 13, "name")
      canvas.text(row.words, x: canvas.width - 4, y: y + (isTight ? 28 : 13), "number", .end)
    } else {
      canvas.text(
        TextMeasure.cut(row.name, width: 280, size: 13), x: 290, y: middle + 4, "name", .end)
      canvas.text(row.words, x: scale.end + 14, y: middle + 4, "number")
    }
    let (low, high) = (scale.position(row.range.lowerBound), scale.position(row.range.upperBound))
    let title = row.name + ": " + row.words
    canvas.open(title: title)
    canvas.box(x: low, y: middle - 4, width: max(1.5, high - low), height: 8, "opened", title: "")
    canvas.circle(
      x: scale.position(row.place), y: middle, radius: 4, row.isOff ? "mark m1" : "mark")
    canvas.close()
    canvas.uprights(row.ticks.map(scale.position), middle + 7, to: middle + 14, "draw")
  }
}
