import PurchaseWorld
import Scenarios
import Statistics

/// Search for directions in which free values can change together without effect on the table.
struct Identification {
  let fit: MomentFit, best: [Double]
  /// The surface of all counts, the table, the indices of its counts, and their layout.
  let neighbourhood: Descent.Neighbourhood, table: FitTable, places: [Int],
    layout: ObservedCountLayout
  let simulated: Int, users: Double
  /// The values whose intervals reach an end of their range.
  let open: [Int]

  /// The factor of uncertainty, relative to known other values, above which values are confounded.
  private static let inflation = 3.0
  /// The tolerated distance between curve and sum, in standard deviations of the sum.
  private static let bend = 0.5
  /// The smallest component of a direction that makes a value a part of it.
  private static let share = 0.3

  func unidentifiedParameters() -> [UnidentifiedParameters] {
    let information = fit.information(at: best)
    let silent = fit.free.indices.filter { index in
      // Even with all other values known, its deviation would exceed a quarter of its range.
      information[index, index] * fit.free[index].width * fit.free[index].width < 16
    }
    return silent.map { spot([$0], .silent, along: unit($0)) }
      + confounded(information, among: fit.free.indices.filter { !silent.contains($0) })
  }

  private func unit(_ index: Int) -> [Double] { fit.free.indices.map { $0 == index ? 1 : 0 } }

  /// Directions with far more uncertainty than each of their values alone.
  private func confounded(_ information: Matrix, among known: [Int]) -> [UnidentifiedParameters] {
    guard known.count > 1 else { return [] }
    let covariance = fit.covariance(at: best)
    let alone = fit.free.indices.map { 1 / max(information[$0, $0], 1e-300).squareRoot() }
    // In units in which each value has the variance 1 if the other values are known.
    let relative = Matrix(
      known.map { row in known.map { covariance[row, $0] / (alone[row] * alone[$0]) } })
    let limit = Identification.inflation * Identification.inflation
    return relative.eigenpairs.filter { $0.value > limit }.compactMap { pair in
      let parts = known.indices.filter { abs(pair.vector[$0]) >= Identification.share }
      var direction = fit.free.map { _ in 0.0 }
      for part in parts { direction[known[part]] = pair.vector[part] * alone[known[part]] }
      let values = parts.map { known[$0] }
      // Values that compensate for each other and still have limited intervals are identified.
      if !values.contains(where: open.contains) { return nil }
      guard values.count == 2 else { return spot(values, .several, along: direction) }
      let (first, second) = (values[0], values[1])
      let factor = -direction[first] / direction[second]
      let variance =
        covariance[first, first] + 2 * factor * covariance[first, second]
        + factor * factor * covariance[second, second]
      let (sum, deviation) = (best[first] + factor * best[second], max(0, variance).squareRoot())
      let points = curve(first, second, covariance[first, first].squareRoot())
      let kind = UnidentifiedParameters.Kind.together(
        factor: factor, sum: sum, deviation: deviation,
        holds: range(of: points, around: best[first]) {
          abs($0.first + factor * $0.second - sum) <= Identification.bend * deviation
        })
      var spot = spot(values, kind, along: direction)
      spot.curve = points.map { point in
        (fit.free[first].value(at: point.first), fit.free[second].value(at: point.second))
      }
      return spot
    }
  }

  private func spot(
    _ values: [Int], _ kind: UnidentifiedParameters.Kind, along direction: [Double]
  ) -> UnidentifiedParameters {
    var spot = UnidentifiedParameters(values: values, kind: kind)
    spot.remedy = remedy(for: values)
    return spot
  }

  /// The range in which a tangent holds: first coordinates of near points around the best point.
  private func range(
    of curve: [(first: Double, second: Double)], around best: Double,
    isNear: ((first: Double, second: Double)) -> Bool
  ) -> ClosedRange<Double> {
    let below = curve.filter { $0.first < best }.reversed().prefix(while: isNear)
    let above = curve.filter { $0.first > best }.prefix(while: isNear)
    return (below.last?.first ?? best)...(above.last?.first ?? best)
  }

  /// The best second coordinate for a range of first coordinates.
  private func curve(
    _ first: Int, _ second: Int, _ deviation: Double
  ) -> [(first: Double, second: Double)] {
    let free = fit.free[first]
    let low = free.clamp(best[first] - 2 * deviation)
    let high = free.clamp(best[first] + 2 * deviation)
    var start = best
    return (0...20).map { step in
      start[first] = low + (high - low) * Double(step) / 20
      start = fit.minimum(from: start, fixed: [first], steps: 30)
      return (start[first], start[second])
    }
  }

  /// The additional row that would best determine several values together, if it at least halves
  /// the deviation of the first value.
  /// - Returns: the count, nil for the number of users.
  private func remedy(for values: [Int]) -> (count: CountKind?, deviation: Double)? {
    let now = fit.covariance(at: best)[values[0], values[0]].squareRoot()
    let candidates =
      ClientLogEvent.allCases.map { CountKind.event($0, day: nil) }
      + (0..<ClientLog.maxCountedTries).map { .failedTries(rung: $0) }
    let counts = candidates.filter { count in !table.rows.contains { $0.count == count } }
    let all = counts.map { Optional($0) } + (table.users == nil ? [nil] : [])
    let found = all.compactMap { count in
      deviations(of: values, adding: count).map { (count: count, deviations: $0) }
    }.min { $0.deviations.reduce(1, *) < $1.deviations.reduce(1, *) }
    guard let found, found.deviations[0] < now / 2 else { return nil }
    return (found.count, found.deviations[0])
  }

  /// The standard deviations of values with one more count as expected; nil if it is below 1.
  private func deviations(of values: [Int], adding count: CountKind?) -> [Double]? {
    var (all, sums) = (places, table.sums(simulated: simulated))
    if let count {
      let place = layout.index(of: count)
      let mean = neighbourhood.point.moments.mean[place]
      if mean * users < 1 { return nil }
      all.append(place)
      sums.rows.append(.sum(places.count, is: (mean * users).rounded()))
    } else {
      sums.userCount = users.rounded()
    }
    let covariance = MomentFit(neighbourhood.surface(of: all), sums, fit.free).covariance(at: best)
    return values.map { covariance[$0, $0].squareRoot() }
  }
}
