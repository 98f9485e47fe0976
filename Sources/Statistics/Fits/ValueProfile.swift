/// The profile of one free value: the minimum objective of a fit at several of its values, with an
/// interval.
///
/// The interval contains every value whose objective is above the minimum by at most the quantile
/// of χ² with one degree of freedom (S. S. Wilks 1938; for the distance of moments W. K. Newey and
/// K. D. West 1987). A side on which the objective never rises that far is open: the data do not
/// limit the value there.
package struct ValueProfile: Hashable, Sendable {
  package struct Point: Hashable, Sendable {
    /// The coordinate, and the rise of the objective above its minimum.
    package var coordinate: Double, rise: Double
  }

  /// The coordinates of the ends; on an open side, the border of the range.
  package private(set) var low: Double, high: Double
  package private(set) var isOpenBelow = false, isUnboundedAbove = false
  /// Some points from below the interval to above it, in ascending order.
  package private(set) var points: [Point] = []

  /// The number of points.
  private static let count = 25

  /// Follows a value on both sides of its estimate.
  /// - Parameter spread: the approximate uncertainty of the value, used as the first step.
  package init(
    of index: Int, _ fit: MomentFit, best: [Double], spread: Double, confidence: Confidence
  ) {
    // The quantile of χ² with one degree of freedom is the square of the normal one.
    let limit = confidence.z * confidence.z
    let least = fit.objective(at: best)
    var tracer = ProfileTracer(fit: fit, index: index, best: best, least: least)
    let below = tracer.end(spread, limit, isUp: false)
    let above = tracer.end(spread, limit, isUp: true)
    let range = fit.free[index].range
    low = below ?? range.lowerBound
    high = above ?? range.upperBound
    (isOpenBelow, isUnboundedAbove) = (below == nil, above == nil)
    let room = 0.25 * (high - low)
    let (from, to) = (fit.free[index].clamp(low - room), fit.free[index].clamp(high + room))
    tracer.others = best
    points = (0..<ValueProfile.count).map { step in
      let at = from + (to - from) * Double(step) / Double(ValueProfile.count - 1)
      return Point(coordinate: at, rise: max(0, tracer.rise(at: at)))
    }
  }

  /// A search along one value, with the other values at their minimum.
  private struct ProfileTracer {
    let fit: MomentFit, index: Int, best: [Double], least: Double
    var others: [Double] = []

    /// The rise of the minimum objective, with the value at a coordinate, above that of the fit.
    mutating func rise(at coordinate: Double) -> Double {
      // Two starts, the neighbour and the estimate, since the path between them can be curved.
      let found = [others, best].map { start in
        var start = start
        start[index] = coordinate
        let values = fit.minimum(from: start, fixed: [index], steps: 30)
        return (values: values, objective: fit.objective(at: values))
      }.min { $0.objective < $1.objective }
      guard let found else { return .infinity }
      others = found.values
      return found.objective - least
    }

    /// The coordinate on one side at which the rise passes a limit; nil if it does not within the
    /// range.
    mutating func end(_ spread: Double, _ limit: Double, isUp: Bool) -> Double? {
      others = best
      let range = fit.free[index].range
      let border = isUp ? range.upperBound : range.lowerBound
      var (inside, step) = (best[index], max(spread, 1e-6 * fit.free[index].width))
      var outside: Double?
      // From a millionth of the range steps grow past it, and halves shrink below the precision,
      // within these turns.
      for _ in 0..<100 where inside != border {
        let next = fit.free[index].clamp(inside + (isUp ? step : -step))
        if rise(at: next) > limit {
          outside = next
          break
        }
        inside = next
        step *= 1.6
      }
      guard var outside else { return nil }
      let precision = 1e-6 * fit.free[index].width + 1e-4 * abs(outside - best[index])
      for _ in 0..<100 where abs(outside - inside) > precision {
        let middle = (inside + outside) / 2
        if rise(at: middle) > limit { outside = middle } else { inside = middle }
      }
      return (inside + outside) / 2
    }
  }
}
