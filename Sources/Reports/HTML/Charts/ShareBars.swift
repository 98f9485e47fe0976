/// Lost orders divided into their parts, one bar below the other.
struct ShareBars: Chart {
  struct Row {
    var name: String
    /// The parts, in the order of the legend; they add up to the whole.
    var parts: [Int]
    /// What stands behind the bar.
    var words: String
  }

  /// What the parts are.
  var parts: [String]
  var rows: [Row]
  var language = Language.en
  var label: String

  /// How many parts have colours of their own; what is left is the last part.
  static let colours = 8

  func draw(on canvas: inout Canvas) {
    let isNarrow = canvas.isNarrow
    let step = isNarrow ? 40.0 : 26
    let (left, right) = isNarrow ? (4.0, canvas.width - 4) : (190, canvas.width - 200)
    let top = legend(on: &canvas) + 10
    for (number, row) in rows.enumerated() {
      let y = top + step * Double(number) + (isNarrow ? 18 : 3)
      let name = Markup.cut(row.name, width: isNarrow ? 190 : 170, size: 13)
      if isNarrow {
        canvas.text(name, x: left, y: y - 4, "name")
        canvas.text(row.words, x: right, y: y - 4, "number", .end)
      } else {
        canvas.text(name, x: left - 14, y: y + 14, "name", .end)
        canvas.text(row.words, x: right + 14, y: y + 14, "number")
      }
      draw(row, y: y, left: left, right: right, on: &canvas)
    }
    canvas.height = top + step * Double(rows.count) + 8
  }

  private func draw(_ row: Row, y: Double, left: Double, right: Double, on canvas: inout Canvas) {
    let whole = row.parts.reduce(0, +)
    guard whole > 0 else {
      canvas.text(language("nothing"), x: left, y: y + 14, "quiet")
      return
    }
    var x = left
    for (place, part) in row.parts.enumerated() where part > 0 {
      let share = Double(part) / Double(whole)
      let width = (right - left) * share
      canvas.box(
        x: x, y: y, width: width, height: 18, "part c\(place)",
        title: language(
          "{0}: {1}, {2} orders, {3} %", row.name, parts[place], Numerals.count(part),
          Numerals.fixed(share * 100, digits: 1)))
      let words = Numerals.fixed(share * 100, digits: 0) + " %"
      if width > 36 { canvas.text(words, x: x + width / 2, y: y + 13, "inside t\(place)", .middle) }
      x += width
    }
  }

  /// The names of the parts, in lines; returns how far down they reach.
  private func legend(on canvas: inout Canvas) -> Double {
    var (x, y) = (4.0, 18.0)
    for (place, name) in parts.enumerated() {
      let width = Double(Markup.width(name, size: 12)) + 34
      if x + width > canvas.width, x > 4 {
        x = 4
        y += 20
      }
      canvas.box(x: x, y: y - 11, width: 13, height: 13, "part c\(place)")
      canvas.text(name, x: x + 19, y: y, "legend")
      x += width
    }
    return y
  }
}
