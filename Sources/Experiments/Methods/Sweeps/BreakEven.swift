package import Experiments
import CLibrary
package import Statistics

/// Break-even of two designs: the value on one side of which the first design loses fewer orders.
package struct BreakEven: Hashable, Sendable {
  /// The value at which the difference crosses 0.
  package var value: Double
  /// The limits of the interval; nil if it is open down to the first value, or up to the last.
  package var low, high: Double?
  /// Whether the first design loses fewer orders below the interval, and the second above it.
  package var firstIsBetterBelow: Bool
}

/// Difference of two designs at ascending values, the second minus the first, with its interval.
///
/// Between two values the difference and the limits of its interval are interpolated linearly, over
/// the value or its logarithm. The interval of a break-even inverts the test of a difference, as E.
/// C. Fieller, "Some problems in interval estimation", Journal of the Royal Statistical Society B
/// 16 (1954) 175–185, does for a ratio: it contains every value at which the interval of the
/// difference contains 0. It is open on a side on which the designs cannot be distinguished.
///
/// An interpolated interval is never narrower than the interval of the interpolated difference, for
/// any correlation. Its coverage is therefore that of the intervals if the true difference is
/// nearly linear between the two values.
package struct DifferenceCurve: Sendable {
  /// The design that loses fewer orders at a value.
  package enum LowerDesign: Hashable, Sendable {
    case first, second
    /// The interval of the difference contains 0.
    case undecided
  }

  /// A range of values with the same lower design.
  package struct Segment: Hashable, Sendable {
    package var from, to: Double, lowerDesign: LowerDesign
  }

  /// The segments from the first value to the last; adjacent segments differ.
  package private(set) var segments: [Segment] = []
  /// The break-evens, ascending.
  package private(set) var breakEvens: [BreakEven] = []
  private let places: [Double], differences: [Estimate], isLogarithmic: Bool

  /// - Precondition: there is a difference for each of two or more ascending values, which are
  ///   above 0 if the scale is logarithmic.
  package init(_ differences: [Estimate], at places: [Double], isLogarithmic: Bool) {
    precondition(places.count == differences.count && places.count > 1, "two or more points")
    precondition(zip(places, places.dropFirst()).allSatisfy(<), "values ascend")
    precondition(!isLogarithmic || places[0] > 0, "a logarithm needs values above 0")
    (self.places, self.differences, self.isLogarithmic) = (places, differences, isLogarithmic)
    segments = findSegments()
    breakEvens = findBreakEvens()
  }

  private func findSegments() -> [Segment] {
    var segments: [Segment] = []
    var (from, lowerDesign) = (places[0], LowerDesign(differences[0].interval))
    let end = { (to: Double, next: LowerDesign) in
      segments.append(Segment(from: from, to: to, lowerDesign: lowerDesign))
      (from, lowerDesign) = (to, next)
    }
    for index in places.indices.dropFirst() {
      let next = LowerDesign(differences[index].interval)
      if next == lowerDesign { continue }
      // Between two opposite segments there is always an undecided segment.
      if lowerDesign != .undecided { end(boundary(of: lowerDesign, behind: index - 1), .undecided) }
      if next != .undecided { end(boundary(of: next, behind: index - 1), next) }
    }
    end(places[places.count - 1], .undecided)
    return segments
  }

  /// The value after an index at which the deciding limit of the interval crosses 0.
  private func boundary(of lowerDesign: LowerDesign, behind index: Int) -> Double {
    crossing(behind: index) { lowerDesign == .first ? $0.interval.low : $0.interval.high }
  }

  /// The value at which the line between two neighbouring values crosses 0.
  private func crossing(behind index: Int, _ height: (Estimate) -> Double) -> Double {
    let (left, right) = (height(differences[index]), height(differences[index + 1]))
    return between(places[index], places[index + 1], left / (left - right))
  }

  /// The value at a fraction of the distance between two values.
  private func between(_ left: Double, _ right: Double, _ share: Double) -> Double {
    if isLogarithmic { return exp(log(left) * (1 - share) + log(right) * share) }
    return left * (1 - share) + right * share
  }

  private func findBreakEvens() -> [BreakEven] {
    let crossings = findCrossings()
    return segments.indices.compactMap { index in
      let segment = segments[index]
      guard segment.lowerDesign == .undecided else { return nil }
      let inside = crossings.filter { $0 >= segment.from && $0 <= segment.to }
      // An even number of crossings returns to the same lower design.
      guard inside.count % 2 == 1 else { return nil }
      let below = index > 0 ? segments[index - 1].lowerDesign : nil
      let above = index + 1 < segments.count ? segments[index + 1].lowerDesign : nil
      if below == nil && above == nil { return nil }
      return BreakEven(
        value: inside[inside.count / 2], low: below.map { _ in segment.from },
        high: above.map { _ in segment.to },
        firstIsBetterBelow: below.map { $0 == .first } ?? (above == .second))
    }
  }

  /// The values at which the difference crosses 0; the midpoint if it is 0 at several values.
  private func findCrossings() -> [Double] {
    let apart = differences.indices.filter { differences[$0].value != 0 }
    return zip(apart, apart.dropFirst()).compactMap { left, right in
      if (differences[left].value < 0) == (differences[right].value < 0) { return nil }
      if right == left + 1 { return crossing(behind: left) { $0.value } }
      return between(places[left + 1], places[right - 1], 0.5)
    }
  }
}

extension DifferenceCurve.LowerDesign {
  /// The lower design for an interval of the second design minus the first.
  package init(_ interval: Interval) {
    self = interval.low > 0 ? .first : interval.high < 0 ? .second : .undecided
  }
}
