import CLibrary

/// Shares in cells; a larger share is darker.
struct HeatMap: Chart {
  /// A row of cells with its name.
  struct Row {
    var name: String
    var mark: DesignMark?
    var cells: [Cell]
  }

  /// A share with its hover text.
  struct Cell {
    /// Share per mille; nil if there is nothing to measure.
    var perMille: Double?
    var size: Int
    /// Hover text.
    var title: String
    /// Id of the linked part of the page, if any.
    var link: String?
  }

  var rows: [Row]
  var columns: [String]
  var label: String

  static let steps = 7

  func draw(on canvas: inout Canvas) {
    let isNarrow = canvas.isNarrow
    let (left, size, slope) = isNarrow ? (104.0, 10, -90) : (190, 13, -52)
    let longest = columns.map { TextMeasure.width($0, size: isNarrow ? 10 : 12) }.max() ?? 0
    let top = 10 + Double(longest) * (isNarrow ? 1 : 0.8)
    let cellWidth = cellWidth(in: canvas.width - left, isNarrow: isNarrow)
    for (place, column) in columns.enumerated() {
      let x = left + cellWidth * (Double(place) + 0.5) + (isNarrow ? 3 : 4)
      canvas.text(column, x: x, y: top - 6, isNarrow ? "column small" : "column", angle: slope)
    }
    var y = top
    for row in rows {
      let lines = TextMeasure.wrapped(row.name, width: Int(left) - 26, size: size)
      let height = max(
        HeatMap.hasNumbers(cellWidth) ? 30 : 18, Double(lines.count * (size + 2)) + 6)
      canvas.name(
        lines, x: left - 22, middle: y + height / 2, isNarrow ? "name small" : "name", .end,
        size: Double(size))
      if let mark = row.mark { canvas.mark(mark, x: left - 11, y: y + height / 2) }
      for (place, cell) in row.cells.enumerated() {
        let x = left + cellWidth * Double(place)
        draw(cell, x: x, y: y, width: cellWidth, height: height, on: &canvas)
      }
      y += height
    }
    canvas.height = y + 8
  }

  /// Largest cell width at which no slanted column name leaves the chart.
  private func cellWidth(in room: Double, isNarrow: Bool) -> Double {
    let widths = columns.enumerated().map { place, column in
      // The cosine of the slope is 0.62.
      let reach = isNarrow ? 0 : 0.62 * Double(TextMeasure.width(column, size: 12))
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

  /// Colour step of a share: 0 for none, then by powers of ten in half steps.
  static func step(_ perMille: Double) -> Int {
    guard perMille > 0 else { return 0 }
    return min(steps, max(1, Int((log10(perMille) * 1.5 + 3).rounded())))
  }

  /// Share per mille in at most four characters, for narrow cells.
  private static func short(_ perMille: Double) -> String {
    if perMille == 0 { return "0" }
    if perMille < 0.005 { return "<.01" }
    if perMille < 9.95 { return NumberFormat.fixed(perMille, digits: perMille < 1 ? 2 : 1) }
    return NumberFormat.fixed(perMille, digits: 0)
  }

  private static func count(_ number: Int) -> String {
    switch number {
    case ..<1_000: "\(number)"
    case ..<999_500:
      NumberFormat.fixed(Double(number) / 1_000, digits: number < 9_950 ? 1 : 0) + "k"
    default: NumberFormat.fixed(Double(number) / 1_000_000, digits: 1) + "M"
    }
  }
}
