/// How each row of a table differs from what the best values explain, and what is left of differences once
/// values have been fitted to them.
package struct FitResiduals: Sendable {
  package struct Row: Hashable, Sendable {
    package var seen: Double, expected: Double
    /// The standard deviation of the difference if the model is right, with the noise of the simulation.
    package var deviation: Double
    /// The difference in standard deviations.
    package var score: Double { deviation > 0 ? (seen - expected) / deviation : 0 }
  }

  package private(set) var rows: [Row] = []
  /// The sum of the squares of the differences that values do not explain, each in units in which it varies by 1.
  package let distance: Double
  /// How many users the table is of, and whether that was estimated.
  package let users: Double
  /// Makes differences of rows independent.
  package let cholesky: Cholesky
  /// Directions, independent of each other and of length 1, that values and the number of users explain.
  package let explained: [[Double]]

  /// Compares a table with the best values of a fit.
  package init(_ fit: MomentFit, at best: [Double]) {
    let moments = fit.surface.moments(at: best)
    let white = WhitenedResiduals(fit.table, moments, fallback: fit.surface.base)
    (users, cholesky) = (white.users, white.cholesky)
    let count = white.values.count
    // Without the beliefs, which are no rows; a value at its border moves nothing.
    let slopes = zip(fit.free, zip(best, fit.slopes(at: best))).compactMap { free, value in
      let (at, slope) = value
      return free.range.lowerBound < at && at < free.range.upperBound ? Array(slope[..<count]) : nil
    }
    explained = FitResiduals.orthonormal((white.free.map { [$0] } ?? []) + slopes)
    let left = explained.reduce(white.values) { $0.without($1) }
    distance = left.dot(left)
    let raw = fit.table.residuals(moments, users: white.users)
    let taken = explained.map { white.cholesky.colour($0) }
    for row in 0..<count {
      let variance = taken.reduce(raw.covariance[row, row]) { $0 - $1[row] * $1[row] }
      let expected: Double
      let seen: Double
      switch fit.table.rows[row] {
      case .sum(let place, let sum): (seen, expected) = (sum, white.users * moments.mean[place])
      case .share(_, _, let sum, _): (seen, expected) = (sum, sum - raw.seen[row])
      }
      rows.append(Row(seen: seen, expected: expected, deviation: max(variance, 0.25).squareRoot()))
    }
  }

  /// What is left of a difference that is white already.
  package func unexplained(_ white: [Double]) -> [Double] {
    explained.reduce(white) { $0.without($1) }
  }

  private static func orthonormal(_ vectors: [[Double]]) -> [[Double]] {
    var found: [[Double]] = []
    for vector in vectors {
      let before = vector.dot(vector)
      // Twice, as Gram and Schmidt lose what they take away once (Giraud and others 2005).
      let left = (0..<2).reduce(vector) { left, _ in found.reduce(left) { $0.without($1) } }
      let length = left.dot(left)
      if length > 1e-12 * before, length > 0 { found.append(left.map { $0 / length.squareRoot() }) }
    }
    return found
  }
}
