import Experiments

/// Lost orders divided into parts, in one bar per row.
struct ShareBars: Chart {
  /// The bar of a design.
  struct Row {
    var name: String
    var mark: DesignMark?
    /// Parts in the order of the legend; their sum is the whole.
    var parts: [Part]
    var words: String
  }

  /// Part of a bar: all orders in it, and how many of them a human rescued.
  struct Part: Hashable {
    var lost: Int
    var rescued = 0
    var all: Int { lost + rescued }
  }

  var parts: [String]
  var rows: [Row]
  var language = Language.en
  var label: String

  /// Number of parts with a colour of their own; the rest is the last part.
  static let colours = 9

  func draw(on canvas: inout Canvas) {
    let isNarrow = canvas.isNarrow
    let (left, right) = isNarrow ? (4.0, canvas.width - 4) : (228, canvas.width - 100)
    var y = legend(on: &canvas) + 10
    for row in rows {
      let room = isNarrow ? Int(canvas.width) - TextMeasure.width(row.words, size: 13) - 36 : 184
      let lines = TextMeasure.wrapped(row.name, width: room, size: 13)
      let height = 15 * Double(lines.count)
      if isNarrow {
        if let mark = row.mark { canvas.mark(mark, x: left + 6, y: y + 9) }
        canvas.name(lines, x: left + 18, middle: y + 2 + height / 2, "name")
        canvas.text(row.words, x: right, y: y + 13, "number", .end)
        draw(row, y: y + height + 5, left: left, right: right, on: &canvas)
        y += height + 30
      } else {
        let step = max(26, height + 8)
        canvas.name(lines, x: left - 24, middle: y + step / 2, "name", .end)
        if let mark = row.mark { canvas.mark(mark, x: left - 12, y: y + step / 2) }
        canvas.text(row.words, x: right + 14, y: y + step / 2 + 4, "number")
        draw(row, y: y + step / 2 - 9, left: left, right: right, on: &canvas)
        y += step
      }
    }
    canvas.height = y + 8
  }

  private func draw(_ row: Row, y: Double, left: Double, right: Double, on canvas: inout Canvas) {
    let whole = row.parts.reduce(0) { $0 + $1.all }
    guard whole > 0 else {
      canvas.text(language("nothing"), x: left, y: y + 14, "quiet")
      return
    }
    var x = left
    for (place, part) in row.parts.enumerated() where part.all > 0 {
      let share = Double(part.all) / Double(whole)
      let width = (right - left) * share
      var title = language(
        "{0}: {1}, {2} orders, {3} %", row.name, parts[place], NumberFormat.count(part.all),
        NumberFormat.fixed(share * 100, digits: 1))
      if part.rescued > 0 {
        title = language(
          "{0}; {1} of them rescued by a human", title, NumberFormat.count(part.rescued))
      }
      canvas.box(x: x, y: y, width: width, height: 18, "part p\(place)", title: title)
      if part.rescued > 0 {
        // The rescued orders are hatched at the end of the part.
        let rescued = width * Double(part.rescued) / Double(part.all)
        canvas.box(x: x + width - rescued, y: y, width: rescued, height: 18, "rescue", title: title)
      }
      if width > 36 {
        let words = NumberFormat.fixed(share * 100, digits: 0) + " %"
        let style = part.rescued > 0 ? "inside over" : "inside"
        canvas.text(words, x: x + width / 2, y: y + 13, style, .middle)
      }
      x += width
    }
  }

  /// Draws the names of the parts, in lines.
  /// - Returns: the lower end.
  private func legend(on canvas: inout Canvas) -> Double {
    let isRescued = rows.contains { $0.parts.contains { $0.rescued > 0 } }
    let names = parts + (isRescued ? [language("rescued by a human")] : [])
    var (x, y) = (4.0, 18.0)
    for (place, name) in names.enumerated() {
      let width = Double(TextMeasure.width(name, size: 12)) + 34
      if x + width > canvas.width, x > 4 {
        x = 4
        y += 20
      }
      let style = place < parts.count ? "part p\(place)" : "rescue"
      canvas.box(x: x, y: y - 11, width: 13, height: 13, style)
      canvas.text(name, x: x + 19, y: y, "legend")
      x += width
    }
    return y
  }
}
