package import Experiments
import CLibrary
package import Statistics

/// Where two designs change places: on one side the first loses fewer orders, else the second.
package struct BreakEven: Hashable, Sendable {
  /// The place at which the difference crosses 0.
  package var place: Double
  /// The ends of the interval; nil when the data leave it open down to the first value, or up to the last.
  package var low, high: Double?
  /// Whether below the interval the first design loses fewer; above it the other one does.
  package var firstIsBetterBelow: Bool
}

/// The difference of two designs at ascending places, the second minus the first, with its interval.
///
/// Between two places the difference and both ends of its interval are straight lines, over the place
/// or over its logarithm. The interval of a break-even inverts the test whether there is a difference,
/// as E. C. Fieller, "Some problems in interval estimation", Journal of the Royal Statistical Society
/// B 16 (1954) 175–185, does for a ratio: it holds every place at which the interval of the difference
/// contains 0, so it is open on a side on which the data never tell the designs apart.
///
/// A straight line between two intervals is never narrower than the interval of the straight line between
/// their values, whatever their correlation. So the interval covers the true place as often as an interval
/// covers its difference, if the true difference is nearly straight between the two values around it.
package struct DifferenceCurve: Sendable {
  /// What the data say of the designs at a place.
  package enum Order: Hashable, Sendable {
    case first, second
    /// The interval of the difference contains 0.
    case undecided
  }

  /// A range of places over which the data say the same.
  package struct Stretch: Hashable, Sendable {
    package var from, to: Double
    package var order: Order
  }

  /// The stretches from the first place to the last; neighbours differ.
  package private(set) var stretches: [Stretch] = []
  /// Where the designs change places, ascending.
  package private(set) var breakEvens: [BreakEven] = []
  private let places: [Double], differences: [Estimate], isLogarithmic: Bool

  /// Follows a difference from place to place.
  /// - Precondition: there is a difference for each of two or more ascending places, which are above
  ///   0 if logarithms are taken.
  package init(_ differences: [Estimate], at places: [Double], isLogarithmic: Bool) {
    precondition(places.count == differences.count && places.count > 1, "a curve has two points")
    precondition(zip(places, places.dropFirst()).allSatisfy(<), "places ascend")
    precondition(!isLogarithmic || places[0] > 0, "only what is above 0 has a logarithm")
    (self.places, self.differences, self.isLogarithmic) = (places, differences, isLogarithmic)
    stretches = findStretches()
    breakEvens = findBreakEvens()
  }

  private func findStretches() -> [Stretch] {
    var stretches: [Stretch] = []
    var (from, order) = (places[0], Order(differences[0].interval))
    let end = { (to: Double, next: Order) in
      stretches.append(Stretch(from: from, to: to, order: order))
      (from, order) = (to, next)
    }
    for index in places.indices.dropFirst() {
      let next = Order(differences[index].interval)
      if next == order { continue }
      // From one order to the other the way leads through places at which nothing is decided.
      if order != .undecided { end(boundary(of: order, behind: index - 1), .undecided) }
      if next != .undecided { end(boundary(of: next, behind: index - 1), next) }
    }
    end(places[places.count - 1], .undecided)
    return stretches
  }

  /// Where the end of the interval that decides an order crosses 0 behind a place.
  private func boundary(of order: Order, behind index: Int) -> Double {
    crossing(behind: index) { order == .first ? $0.interval.low : $0.interval.high }
  }

  /// Where a line between a place and the next crosses 0.
  private func crossing(behind index: Int, _ height: (Estimate) -> Double) -> Double {
    let (left, right) = (height(differences[index]), height(differences[index + 1]))
    return between(places[index], places[index + 1], left / (left - right))
  }

  /// The place that lies a share of the way from one place to another.
  private func between(_ left: Double, _ right: Double, _ share: Double) -> Double {
    if isLogarithmic { return exp(log(left) * (1 - share) + log(right) * share) }
    return left * (1 - share) + right * share
  }

  private func findBreakEvens() -> [BreakEven] {
    let crossings = findCrossings()
    return stretches.indices.compactMap { index in
      let stretch = stretches[index]
      guard stretch.order == .undecided else { return nil }
      let inside = crossings.filter { $0 >= stretch.from && $0 <= stretch.to }
      // An even number of crossings leads back to the order before them.
      guard inside.count % 2 == 1 else { return nil }
      let below = index > 0 ? stretches[index - 1].order : nil
      let above = index + 1 < stretches.count ? stretches[index + 1].order : nil
      if below == nil && above == nil { return nil }
      return BreakEven(
        place: inside[inside.count / 2], low: below.map { _ in stretch.from },
        high: above.map { _ in stretch.to },
        firstIsBetterBelow: below.map { $0 == .first } ?? (above == .second))
    }
  }

  /// Where the difference crosses 0; the middle of the places at which it is 0.
  private func findCrossings() -> [Double] {
    let apart = differences.indices.filter { differences[$0].value != 0 }
    return zip(apart, apart.dropFirst()).compactMap { left, right in
      if (differences[left].value < 0) == (differences[right].value < 0) { return nil }
      if right == left + 1 { return crossing(behind: left) { $0.value } }
      return between(places[left + 1], places[right - 1], 0.5)
    }
  }
}

extension DifferenceCurve.Order {
  /// What an interval of the second minus the first says.
  package init(_ interval: Interval) {
    self = interval.low > 0 ? .first : interval.high < 0 ? .second : .undecided
  }
}
