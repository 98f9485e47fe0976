/// The residuals of a table at the best values of a fit, and the part of a difference that no value
/// of the fit explains.
package struct FitResiduals: Sendable {
  package struct Row: Hashable, Sendable {
    package var observed: Double, expected: Double
    /// The standard deviation of the difference under a correct model, including simulation noise.
    package var standardDeviation: Double
    /// The difference in standard deviations.
    package var score: Double {
      standardDeviation > 0 ? (observed - expected) / standardDeviation : 0
    }
  }

  package private(set) var rows: [Row] = []
  /// The sum of the squares of the unexplained differences, each scaled to variance 1.
  package let distance: Double
  /// The number of users that the table covers; estimated if the table does not state it.
  package let userCount: Double
  /// The decomposition that makes differences of rows independent.
  package let cholesky: Cholesky
  /// An orthonormal basis of the directions that the values and the number of users explain.
  package let explainedBasis: [[Double]]

  /// Compares a table with the best values of a fit.
  package init(_ fit: MomentFit, at best: [Double]) {
    let moments = fit.surface.moments(at: best)
    let white = WhitenedResiduals(fit.table, moments, fallback: fit.surface.base)
    (userCount, cholesky) = (white.userCount, white.cholesky)
    let count = white.values.count
    // Without the priors, which are not rows; a value at its border explains nothing.
    let slopes = zip(fit.free, zip(best, fit.jacobian(at: best))).compactMap { free, value in
      let (at, slope) = value
      return free.range.lowerBound < at && at < free.range.upperBound ? Array(slope[..<count]) : nil
    }
    explainedBasis = FitResiduals.orthonormal(
      (white.userCountDirection.map { [$0] } ?? []) + slopes)
    let left = explainedBasis.reduce(white.values) { $0.without($1) }
    distance = left.dot(left)
    let raw = fit.table.residuals(moments, users: white.userCount)
    let taken = explainedBasis.map { white.cholesky.colour($0) }
    for row in 0..<count {
      let variance = taken.reduce(raw.covariance[row, row]) { $0 - $1[row] * $1[row] }
      let (observed, expected) =
        switch fit.table.rows[row] {
        case .sum(let place, let sum): (sum, white.userCount * moments.mean[place])
        case .share(_, _, let sum, _): (sum, sum - raw.observed[row])
        }
      let deviation = max(variance, 0.25).squareRoot()
      rows.append(Row(observed: observed, expected: expected, standardDeviation: deviation))
    }
  }

  /// The unexplained part of a whitened difference.
  package func unexplained(_ white: [Double]) -> [Double] {
    explainedBasis.reduce(white) { $0.without($1) }
  }

  private static func orthonormal(_ vectors: [[Double]]) -> [[Double]] {
    var found: [[Double]] = []
    for vector in vectors {
      let before = vector.dot(vector)
      // Twice, since one Gram–Schmidt pass loses orthogonality (Giraud and others 2005).
      let left = (0..<2).reduce(vector) { left, _ in found.reduce(left) { $0.without($1) } }
      let length = left.dot(left)
      if length > 1e-12 * before, length > 0 { found.append(left.map { $0 / length.squareRoot() }) }
    }
    return found
  }
}
