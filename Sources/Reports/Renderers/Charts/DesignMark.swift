import JSONText

/// Colour and shape of a design on a page.
///
/// A curve has the same colour, and is dashed if an earlier design has that colour.
struct DesignMark: Hashable {
  let colour: Int, shape: Int

  /// Number of colours and shapes; further designs repeat the marks of earlier ones.
  static let colours = 7, shapes = 6

  /// - Parameter index: index of the design in its scenario.
  init(_ index: Int) {
    (colour, shape) = (index % DesignMark.colours, index / DesignMark.colours % DesignMark.shapes)
  }

  /// Shape around a point, as SVG path data.
  /// - Parameter size: half of its width, in pixels.
  func path(x: Double, y: Double, size: Double) -> String {
    let corners: [(Double, Double)] =
      switch shape {
      case 1: [(-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)]
      case 2: [(0, -1.25), (1.25, 0), (0, 1.25), (-1.25, 0)]
      case 3: [(0, -1.2), (1.15, 0.85), (-1.15, 0.85)]
      case 4: [(0, 1.2), (1.15, -0.85), (-1.15, -0.85)]
      case 5:
        [
          (-0.4, -1.2), (0.4, -1.2), (0.4, -0.4), (1.2, -0.4), (1.2, 0.4), (0.4, 0.4), (0.4, 1.2),
          (-0.4, 1.2), (-0.4, 0.4), (-1.2, 0.4), (-1.2, -0.4), (-0.4, -0.4),
        ]
      default: []
      }
    if corners.isEmpty {
      let (left, radius) = ((x - size).pixels, size.pixels)
      return "M\(left) \(y.pixels)a\(radius) \(radius) 0 1 0 \((2 * size).pixels) 0"
        + "a\(radius) \(radius) 0 1 0 \((-2 * size).pixels) 0z"
    }
    let points = corners.map { "\((x + $0 * size).pixels) \((y + $1 * size).pixels)" }
    return "M" + points.joined(separator: "L") + "z"
  }

  /// The mark as an image before a name on a page.
  var svg: String {
    "<svg class=\"key\" width=\"12\" height=\"12\" viewBox=\"0 0 12 12\" aria-hidden=\"true\">"
      + "<path class=\"m\(colour)\" d=\"\(path(x: 6, y: 6, size: 4.5))\"/></svg>"
  }
}

/// A part of a page that shows designs with their marks.
protocol DesignMarking {
  /// Names of all designs in scenario order; a design has the same mark on the whole page.
  var designNames: [String] { get }
}

extension DesignMarking {
  /// Index of the design in the scenario; nil for any other name.
  func place(of name: String) -> Int? { designNames.firstIndex(of: name) }

  func mark(_ name: String) -> DesignMark? { place(of: name).map { DesignMark($0) } }

  /// Design name after its mark, as markup; any other name alone.
  func marked(_ name: String) -> String { (mark(name)?.svg ?? "") + name.escapingMarkup }
}

extension Layer {
  /// - Parameter style: additional classes of the style sheet.
  mutating func mark(
    _ mark: DesignMark?, x: Double, y: Double, size: Double = 4.5, _ style: String = "",
    title: String = ""
  ) {
    let colourClass = mark.map { " m\($0.colour)" } ?? ""
    let path = (mark ?? DesignMark(0)).path(x: x, y: y, size: size)
    self.path(path, "mark\(colourClass)\(style.isEmpty ? "" : " " + style)", title: title)
  }

  /// Lines of a name, around a height.
  mutating func name(
    _ lines: [String], x: Double, middle: Double, _ style: String, _ anchor: Anchor = .start,
    size: Double = 13
  ) {
    let step = size + 2
    let first = middle - step * Double(lines.count - 1) / 2 + size * 0.33
    for (place, line) in lines.enumerated() {
      text(line, x: x, y: first + step * Double(place), style, anchor)
    }
  }
}
