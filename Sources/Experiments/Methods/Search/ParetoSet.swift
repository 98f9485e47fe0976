/// Points that no other point dominates (V. Pareto, Manuel d'économie politique, 1909).
package enum ParetoSet {
  /// Whether a point is at most as large as another in every coordinate, and smaller in one.
  /// - Precondition: both have the same number of coordinates.
  package static func dominates(_ point: [Double], _ other: [Double]) -> Bool {
    precondition(point.count == other.count, "points have equally many coordinates")
    return point != other && zip(point, other).allSatisfy { $0 <= $1 }
  }

  /// The indices of the non-dominated points, in order; of equal points all or none.
  package static func indices(of points: [[Double]]) -> [Int] {
    // A dominating point precedes the dominated point, and one of them is non-dominated.
    let order = points.indices.sorted { points[$0].lexicographicallyPrecedes(points[$1]) }
    var kept: [Int] = []
    for index in order where !kept.contains(where: { dominates(points[$0], points[index]) }) {
      kept.append(index)
    }
    return kept.sorted()
  }
}
