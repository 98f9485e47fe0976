import CLibrary

/// Shares in cells, the darker the larger.
struct HeatMap: Chart {
  struct Cell {
    /// The share per mille; nil where there is nothing to measure.
    var perMille: Double?
    var size: Int
    /// What is shown when the pointer rests on it.
    var title: String
    /// The part of the page to which it leads, if any.
    var link: String?
  }

  var rows: [String]
  var columns: [String]
  var cells: [[Cell]]
  var label: String

  static let steps = 7

  func draw(on canvas: inout Canvas) {
    let isNarrow = canvas.isNarrow
    let (left, size, slope) = isNarrow ? (96.0, 10, -90) : (150, 13, -52)
    let longest = columns.map { Markup.width($0, size: isNarrow ? 10 : 12) }.max() ?? 0
    let top = 10 + Double(longest) * (isNarrow ? 1 : 0.8)
    let cellWidth = cellWidth(in: canvas.width - left, isNarrow: isNarrow)
    let cellHeight = HeatMap.hasNumbers(cellWidth) ? 30 : 18.0
    for (place, column) in columns.enumerated() {
      let x = left + cellWidth * (Double(place) + 0.5) + (isNarrow ? 3 : 4)
      canvas.text(
        column, x: x, y: top - 6, isNarrow ? "column small" : "column", .start,
        attributes: " transform=\"rotate(\(slope) \(x.pixels) \((top - 6).pixels))\"")
    }
    for (number, row) in rows.enumerated() {
      let y = top + cellHeight * Double(number)
      let name = Markup.cut(row, width: Int(left) - 10, size: size)
      canvas.text(
        name, x: left - 8, y: y + cellHeight / 2 + 4, isNarrow ? "name small" : "name", .end)
      for (place, cell) in cells[number].enumerated() {
        let x = left + cellWidth * Double(place)
        draw(cell, x: x, y: y, width: cellWidth, height: cellHeight, on: &canvas)
      }
    }
    canvas.height = top + cellHeight * Double(rows.count) + 8
  }

  /// How wide cells are at most, so that no slanted name above them leaves the chart.
  private func cellWidth(in room: Double, isNarrow: Bool) -> Double {
    let widths = columns.enumerated().map { place, column in
      // The cosine of the slope is 0.62.
      let reach = isNarrow ? 0 : 0.62 * Double(Markup.width(column, size: 12))
      return (room - 8 - reach) / (Double(place) + 0.5)
    }
    return widths.reduce(min(64, (room - 14) / Double(max(1, columns.count))), min)
  }

  private func draw(
    _ cell: Cell, x: Double, y: Double, width: Double, height: Double, on canvas: inout Canvas
  ) {
    let step = cell.perMille.map(HeatMap.step)
    if let link = cell.link { canvas.markup += "<a href=\"#\(link)\">" }
    canvas.box(
      x: x + 0.5, y: y + 0.5, width: width - 1, height: height - 1,
      step.map { "cell h\($0)" } ?? "cell empty", title: cell.title)
    if HeatMap.hasNumbers(width), let perMille = cell.perMille {
      let style = "cellnumber" + (step.map { $0 > 4 ? " light" : "" } ?? "")
      canvas.text(
        HeatMap.short(perMille), x: x + width / 2, y: y + 14,
        cell.link == nil ? style : style + " linked", .middle)
      canvas.text(HeatMap.count(cell.size), x: x + width / 2, y: y + 25, style + " tiny", .middle)
    }
    canvas.markup += cell.link == nil ? "\n" : "</a>\n"
  }

  private static func hasNumbers(_ width: Double) -> Bool { width >= 27 }

  /// The step of colour of a share: 0 for none, then by powers of ten in half steps.
  static func step(_ perMille: Double) -> Int {
    guard perMille > 0 else { return 0 }
    return min(steps, max(1, Int((log10(perMille) * 1.5 + 3).rounded())))
  }

  private static func short(_ perMille: Double) -> String {
    if perMille == 0 { return "0" }
    if perMille < 0.005 { return "<.01" }
    if perMille < 9.95 { return Numerals.fixed(perMille, digits: perMille < 1 ? 2 : 1) }
    return Numerals.fixed(perMille, digits: 0)
  }

  private static func count(_ number: Int) -> String {
    switch number {
    case ..<1_000: "\(number)"
    case ..<999_500: Numerals.fixed(Double(number) / 1_000, digits: number < 9_950 ? 1 : 0) + "k"
    default: Numerals.fixed(Double(number) / 1_000_000, digits: 1) + "M"
    }
  }
}

/// Lost orders divided into their parts, one bar below the other.
struct ShareBars: Chart {
  struct Row {
    var name: String
    /// The parts, in the order of the legend; they add up to the whole.
    var parts: [Int]
    var words: String
  }

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
      let title = language(
        "{0}: {1}, {2} orders, {3} %", row.name, parts[place], Numerals.count(part),
        Numerals.fixed(share * 100, digits: 1))
      canvas.box(x: x, y: y, width: width, height: 18, "part c\(place)", title: title)
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
