import CLibrary

/// Curves over a common axis, with a legend.
struct LineChart: Chart {
  struct Series {
    var name: String
    /// The corners, from left to right, in the units of the axes.
    var points: [(x: Double, y: Double)]
    /// Whether it comes from elsewhere and is there to compare with.
    var isReference = false
  }

  var series: [Series]
  var x: Axis
  var y: Axis
  /// Whether a curve stays level until the next corner.
  var isStepped = false
  var label: String

  /// An axis without its place.
  struct Axis {
    var kind: Scale.Kind
    var domain: ClosedRange<Double>
    var title: String
    /// The marks with their labels; nil for those of the scale.
    var ticks: [(value: Double, label: String)]?
  }

  /// How many colours and how many kinds of dashes tell curves apart.
  static let colours = 7
  static let dashes = 6

  func draw(on canvas: inout Canvas) {
    let isNarrow = canvas.isNarrow
    let (left, right) = isNarrow ? (44.0, canvas.width - 8) : (70, canvas.width - 220)
    let (top, bottom) = (14.0, isNarrow ? 244.0 : 394)
    let across = Scale(x.kind, x.domain, from: left, to: right)
    let up = Scale(y.kind, y.domain, from: bottom, to: top)
    grid(across, up, on: &canvas)
    for (place, one) in series.enumerated() { curve(one, place, across, up, on: &canvas) }
    let end = legend(on: &canvas, from: isNarrow ? bottom + 62 : top + 8)
    canvas.height = max(bottom + 44, end + 8)
  }

  private func grid(_ across: Scale, _ up: Scale, on canvas: inout Canvas) {
    let (top, bottom) = (up.end, up.start)
    let marks = { (axis: Axis, scale: Scale) in
      axis.ticks ?? scale.ticks.filter(\.isMajor).map { ($0.value, ForestPlot.tick($0.value)) }
    }
    var free = -Double.infinity
    for (value, label) in marks(x, across) {
      let place = across.position(value)
      canvas.line(place, top, to: place, bottom, "grid")
      let half = Double(Markup.width(label, size: 11)) / 2
      guard place - half > free + 4 else { continue }
      canvas.text(label, x: min(place, canvas.width - half), y: bottom + 16, "tick", .middle)
      free = place + half
    }
    for (value, label) in marks(y, up) {
      let place = up.position(value)
      canvas.line(across.start, place, to: across.end, place, "grid")
      canvas.text(label, x: across.start - 6, y: place + 4, "tick", .end)
    }
    canvas.text(x.title, x: (across.start + across.end) / 2, y: bottom + 36, "axis", .middle)
    guard !canvas.isNarrow else { return }
    let height = (top + bottom) / 2
    canvas.text(
      y.title, x: 14, y: height, "axis", .middle,
      attributes: " transform=\"rotate(-90 14 \(height.pixels))\"")
  }

  private func curve(
    _ one: Series, _ place: Int, _ across: Scale, _ up: Scale, on canvas: inout Canvas
  ) {
    var path = ""
    var before: Double?
    for point in one.points {
      let (x, y) = (across.position(point.x), up.position(point.y))
      if isStepped, let before { path += "L\(x.pixels) \(before.pixels)" }
      path += "\(path.isEmpty ? "M" : "L")\(x.pixels) \(y.pixels)"
      before = y
    }
    guard !path.isEmpty else { return }
    canvas.path(path, style(one, place))
    canvas.path(path, "curve target", title: one.name)
  }

  private func style(_ one: Series, _ place: Int) -> String {
    one.isReference
      ? "curve published"
      : "curve l\(place % LineChart.colours) d\(place / LineChart.colours % LineChart.dashes)"
  }

  /// The names of the curves: beside a wide chart, under a narrow one; returns how far it reaches.
  private func legend(on canvas: inout Canvas, from start: Double) -> Double {
    let columns = canvas.isNarrow ? 2 : 1
    let width = canvas.isNarrow ? canvas.width / 2 : 210
    let left = canvas.isNarrow ? 0 : canvas.width - 208
    var y = start
    for (place, one) in series.enumerated() {
      let x = left + Double(place % columns) * width
      canvas.line(x, y - 4, to: x + 26, y - 4, style(one, place))
      canvas.text(Markup.cut(one.name, width: Int(width) - 40, size: 12), x: x + 32, y: y, "legend")
      if place % columns == columns - 1 { y += 19 }
    }
    return y
  }
}

/// How numbers lie along an axis.
package struct Scale {
  package enum Kind: Equatable {
    case linear
    /// By powers of ten; numbers up to the lowest lie at its end.
    case logarithmic
    /// By powers of ten on both sides of 0, and linear within ± the threshold.
    case signed(threshold: Double)
  }

  package struct Tick: Equatable {
    package var value: Double
    package var isMajor = true
  }

  package let kind: Kind
  package let domain: ClosedRange<Double>
  /// Where the axis begins and ends, in pixels.
  let start: Double
  let end: Double

  /// - Precondition: the domain has a width; a logarithmic one lies above 0.
  package init(_ kind: Kind, _ domain: ClosedRange<Double>, from start: Double, to end: Double) {
    precondition(domain.lowerBound < domain.upperBound, "an axis has a width")
    precondition(kind != .logarithmic || domain.lowerBound > 0, "0 has no logarithm")
    (self.kind, self.domain, self.start, self.end) = (kind, domain, start, end)
  }

  /// A logarithmic axis of whole powers of ten around some numbers; nil without one above 0.
  /// - Parameter decades: the most powers of ten; the lowest numbers then lie at the end.
  package static func decades(
    around values: [Double], most decades: Int = 6, from start: Double, to end: Double
  ) -> Scale? {
    let positive = values.filter { $0 > 0 && $0 < .infinity }
    guard let least = positive.min(), let greatest = positive.max() else { return nil }
    let high = Int(log10(greatest).rounded(.up))
    let low = max(Int(log10(least).rounded(.down)), high - decades)
    let domain = pow(10, Double(min(low, high - 1)))...pow(10, Double(high))
    return Scale(.logarithmic, domain, from: start, to: end)
  }

  /// A signed axis around some differences, linear within ± the smallest power of ten that is not
  /// above the least of them.
  package static func signed(around values: [Double], from start: Double, to end: Double) -> Scale {
    let sizes = values.map(\.magnitude).filter { $0 > 0 && $0 < .infinity }
    let greatest = sizes.max() ?? 1
    let high = Int(log10(greatest).rounded(.up))
    let low = max(Int(log10(sizes.min() ?? 1).rounded(.down)), high - 5)
    let edge = pow(10, Double(max(high, low + 1)))
    return Scale(.signed(threshold: pow(10, Double(low))), -edge...edge, from: start, to: end)
  }

  /// Where a number lies, in pixels; outside of the domain at its end.
  package func position(_ value: Double) -> Double {
    let (low, high) = (place(domain.lowerBound), place(domain.upperBound))
    return start + (end - start) * min(1, max(0, (place(value) - low) / (high - low)))
  }

  private func place(_ value: Double) -> Double {
    switch kind {
    case .linear: value
    case .logarithmic: log10(max(value, domain.lowerBound))
    case .signed(let threshold):
      value.magnitude <= threshold
        ? value / threshold : (value < 0 ? -1 : 1) * (1 + log10(value.magnitude / threshold))
    }
  }

  /// The marks of the axis, ascending.
  package var ticks: [Tick] {
    switch kind {
    case .linear: return linearTicks
    case .logarithmic:
      return powers(from: domain.lowerBound).flatMap { unit in
        (1...9).map { Tick(value: Double($0) * unit, isMajor: $0 == 1) }
      }.filter { domain.contains($0.value) }
    case .signed(let threshold):
      let positive = powers(from: threshold)
      return (positive.reversed().map { -$0 } + [0] + positive).map { Tick(value: $0) }
    }
  }

  /// The powers of ten from a number to the end of the domain.
  private func powers(from low: Double) -> [Double] {
    let exponents = Int(log10(low).rounded())...Int(log10(domain.upperBound).rounded())
    return exponents.map { pow(10, Double($0)) }
  }

  /// Multiples of 1, 2 or 5 times a power of ten, four to nine of them.
  private var linearTicks: [Tick] {
    let width = domain.upperBound - domain.lowerBound
    let power = pow(10, log10(width / 4).rounded(.down))
    let step = [5, 2, 1].map { $0 * power }.first { width / $0 >= 4 } ?? power
    let first = Int((domain.lowerBound / step).rounded(.up))
    let last = Int((domain.upperBound / step + 1e-9).rounded(.down))
    return (first...max(first, last)).map { Tick(value: Double($0) * step) }
  }
}
