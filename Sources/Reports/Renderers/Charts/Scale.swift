import CLibrary

/// Mapping of numbers to positions on an axis.
package struct Scale {
  /// Mapping from numbers to distances on the axis.
  package enum Kind: Equatable {
    case linear
    /// Logarithmic; numbers below the domain are placed at its end.
    case logarithmic
    /// Logarithmic on both sides of 0, and linear within ± the threshold.
    case signed(threshold: Double)
  }

  /// A marked number on the axis; only some ticks have a label.
  package struct Tick: Equatable {
    package var value: Double
    package var isMajor = true
  }

  package let kind: Kind
  package let domain: ClosedRange<Double>
  /// Start and end of the axis, in pixels.
  let start: Double
  let end: Double

  /// - Precondition: the domain has a width; a logarithmic domain is above 0.
  package init(_ kind: Kind, _ domain: ClosedRange<Double>, from start: Double, to end: Double) {
    precondition(domain.lowerBound < domain.upperBound, "an axis has a width")
    precondition(kind != .logarithmic || domain.lowerBound > 0, "0 has no logarithm")
    (self.kind, self.domain, self.start, self.end) = (kind, domain, start, end)
  }

  /// Logarithmic axis of whole powers of ten around some numbers; nil if none is above 0.
  /// - Parameter decades: most powers of ten; lower numbers are placed at the end.
  package static func decades(
    around values: [Double], maximum decades: Int = 6, from start: Double, to end: Double
  ) -> Scale? {
    let positive = values.filter { $0 > 0 && $0 < .infinity }
    guard let least = positive.min(), let greatest = positive.max() else { return nil }
    let high = Int(log10(greatest).rounded(.up))
    let low = max(Int(log10(least).rounded(.down)), high - decades)
    let domain = pow(10, Double(min(low, high - 1)))...pow(10, Double(high))
    return Scale(.logarithmic, domain, from: start, to: end)
  }

  /// Signed axis around some differences, linear within ± the largest power of ten that is at most
  /// the smallest difference.
  package static func signed(around values: [Double], from start: Double, to end: Double) -> Scale {
    let sizes = values.map(\.magnitude).filter { $0 > 0 && $0 < .infinity }
    let greatest = sizes.max() ?? 1
    let high = Int(log10(greatest).rounded(.up))
    let low = max(Int(log10(sizes.min() ?? 1).rounded(.down)), high - 5)
    let edge = pow(10, Double(max(high, low + 1)))
    return Scale(.signed(threshold: pow(10, Double(low))), -edge...edge, from: start, to: end)
  }

  /// Position of a number, in pixels; a number outside of the domain is at its end.
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

  /// Ticks of the axis, ascending.
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

  /// Powers of ten from a number to the end of the domain.
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
