/// Design with the fewest lost orders at each point of two dimensions. Each point is a cell in the
/// design's colour; the cell is split if several designs cannot be distinguished.
struct DesignMap: Chart {
  /// A point of the map.
  struct Cell {
    /// Indices of the designs with the fewest; empty if there is nothing to measure.
    var designs: [Int]
    /// Whether no two designs can be distinguished.
    var isOpen: Bool
    /// Hover text.
    var title: String
  }

  /// Labels of the columns from left to right, and of the rows from bottom to top.
  var columns, rows: [String]
  /// Cells of the rows; nil if a point was not simulated.
  var cells: [[Cell?]]
  var across, up: String
  /// Letter and name of every design, by index.
  var designs: [(letter: String, name: String)]
  /// Legend of a split cell, a cell without a colour and a cell without a number.
  var split, open, empty: String
  var label: String

  /// Most designs drawn in a cell; the others appear in its hover text only.
  static let slices = 4

  func draw(on canvas: inout Canvas) {
    let isNarrow = canvas.isNarrow
    let widest = rows.map { TextMeasure.width($0, size: 11) }.max() ?? 0
    let left = Double(min(widest, isNarrow ? 90 : 150)) + 10
    let room = canvas.width - left - (isNarrow ? 4 : 240)
    let width = min(90, room / Double(max(1, columns.count)))
    let height = min(isNarrow ? 34 : 40, max(14, 400 / Double(max(1, rows.count))))
    let top = 12 + canvas.lines("↑ " + up, x: 2, y: 14, width: Int(canvas.width) - 4, "axis")
    let bottom = top + height * Double(rows.count)
    for (number, row) in rows.enumerated() {
      let y = bottom - height * Double(number + 1)
      let name = TextMeasure.cut(row, width: Int(left) - 10, size: 11)
      canvas.text(name, x: left - 6, y: y + height / 2 + 4, "tick", .end)
      for (place, cell) in cells[number].enumerated() {
        guard let cell else { continue }
        let x = left + width * Double(place)
        draw(cell, x: x, y: y, width: width, height: height, on: &canvas)
      }
    }
    let ticks = columns.enumerated().map { (left + width * (Double($0) + 0.5), $1) }
    let foot = canvas.labels(ticks, below: bottom - 2, step: width)
    let used = width * Double(columns.count)
    let end =
      foot + 10
      + canvas.lines(across + " →", x: left, y: foot + 20, width: Int(max(used, 200)), "axis")
    let legend = legend(
      on: &canvas, x: isNarrow ? 2 : left + used + 24, from: isNarrow ? end + 16 : top + 11)
    canvas.height = max(end, legend) + 4
  }

  private func draw(
    _ cell: Cell, x: Double, y: Double, width: Double, height: Double, on canvas: inout Canvas
  ) {
    let gap = width < 8 ? 0 : 0.5
    let (x, y, width, height) = (x + gap, y + 0.5, width - 2 * gap, height - 1)
    if cell.designs.isEmpty || cell.isOpen {
      canvas.box(x: x, y: y, width: width, height: height, cell.isOpen ? "cell open" : "cell empty")
      letter(cell.isOpen ? "?" : "–", x: x, y: y, width: width, height: height, "tick", &canvas)
    } else {
      let shown = cell.designs.prefix(DesignMap.slices)
      let slice = width / Double(shown.count)
      for (place, design) in shown.enumerated() {
        let left = x + slice * Double(place)
        canvas.box(x: left, y: y, width: slice, height: height, "cell \(LineChart.fill(design))")
        letter(
          designs[design].letter, x: left, y: y, width: slice, height: height,
          "inside over", &canvas)
      }
    }
    canvas.box(x: x, y: y, width: width, height: height, "target", title: cell.title)
  }

  /// Draws a letter in the middle of a box, if it fits.
  private func letter(
    _ letter: String, x: Double, y: Double, width: Double, height: Double, _ style: String,
    _ canvas: inout Canvas
  ) {
    guard Double(TextMeasure.width(letter, size: 11)) + 2 <= width, height >= 12 else { return }
    canvas.text(letter, x: x + width / 2, y: y + height / 2 + 4, style, .middle)
  }

  /// Draws the legend of the colours.
  /// - Returns: the lower end of the legend.
  private func legend(on canvas: inout Canvas, x: Double, from start: Double) -> Double {
    let all = cells.joined().compactMap(\.self)
    let coloured = all.filter { !$0.isOpen }
    let shown = designs.indices.filter { design in
      coloured.contains { $0.designs.prefix(DesignMap.slices).contains(design) }
    }
    var entries = shown.map { ("\(designs[$0].letter)  \(designs[$0].name)", [LineChart.fill($0)]) }
    if let pair = coloured.first(where: { $0.designs.count > 1 }) {
      entries.append((split, pair.designs.prefix(2).map(LineChart.fill)))
    }
    if all.contains(where: \.isOpen) { entries.append(("?  " + open, ["open"])) }
    if all.contains(where: \.designs.isEmpty) { entries.append(("–  " + empty, ["empty"])) }
    return entries.reduce(start) { $0 + entry($1.0, $1.1, x: x, y: $0, &canvas) } - 15
  }

  private func entry(
    _ text: String, _ styles: [String], x: Double, y: Double, _ canvas: inout Canvas
  ) -> Double {
    let slice = 14 / Double(styles.count)
    for (place, style) in styles.enumerated() {
      canvas.box(x: x + slice * Double(place), y: y - 11, width: slice, height: 14, "cell \(style)")
    }
    return canvas.lines(text, x: x + 21, y: y, width: Int(canvas.width - x) - 23, "legend") + 5
  }
}
