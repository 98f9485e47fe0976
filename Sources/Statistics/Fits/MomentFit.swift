import CLibrary

/// A value that is estimated: where it may lie, and what is known of it beforehand.
package struct FreeValue: Hashable, Sendable {
  /// A lognormal belief: the logarithm of the value is normal.
  package struct Prior: Hashable, Sendable {
    /// The value above which it is as likely as below, above 0.
    package var median: Double
    /// The standard deviation of its logarithm, above 0.
    package var sigma: Double

    package init(median: Double, sigma: Double) { (self.median, self.sigma) = (median, sigma) }
  }

  /// The coordinates between which it lies: values, or their logarithms.
  package var range: ClosedRange<Double>
  /// Whether the coordinate is the logarithm of the value.
  package var isLogarithmic: Bool
  package var prior: Prior?

  package init(_ range: ClosedRange<Double>, isLogarithmic: Bool = false, prior: Prior? = nil) {
    (self.range, self.isLogarithmic, self.prior) = (range, isLogarithmic, prior)
  }

  package var width: Double { range.upperBound - range.lowerBound }
  /// The value at a coordinate.
  package func value(at coordinate: Double) -> Double {
    isLogarithmic ? exp(coordinate) : coordinate
  }
  package func clamp(_ coordinate: Double) -> Double {
    min(max(coordinate, range.lowerBound), range.upperBound)
  }

  /// How far a coordinate is from what was known beforehand, in standard deviations.
  func surprise(at coordinate: Double) -> Double? {
    prior.map { prior in
      let value = max(value(at: coordinate), .leastNormalMagnitude)
      return log(value / prior.median) / prior.sigma
    }
  }
}

/// The values under which simulated moments come nearest to a table.
///
/// The distance is a sum of squares of differences, each in units in which it varies by 1 and alone, by the
/// covariance at the values themselves: the continuously updating estimator of the method of moments
/// (L. P. Hansen, J. Heaton and A. Yaron, "Finite-sample properties of some alternative GMM estimators",
/// Journal of Business & Economic Statistics 14 (1996) 262–280), with moments that are simulated (D. McFadden,
/// "A method of simulated moments for estimation of discrete response models without numerical
/// integration", Econometrica 57 (1989) 995–1026), whose noise stands in the covariance. Of one count that is
/// Poisson's it is (y − μ)²/μ, from which the score interval follows.
package struct MomentFit: Sendable {
  package let surface: MomentSurface
  package let table: ObservedSums
  package let free: [FreeValue]

  package init(_ surface: MomentSurface, _ table: ObservedSums, _ free: [FreeValue]) {
    precondition(free.count == surface.center.count, "every free value has a coordinate")
    (self.surface, self.table, self.free) = (surface, table, free)
  }

  /// How the table differs from what is expected at some coordinates.
  package func residuals(at values: [Double]) -> WhitenedResiduals {
    WhitenedResiduals(table, surface.moments(at: values), fallback: surface.base)
  }

  /// The differences, followed by how surprising the values are.
  func terms(at values: [Double]) -> [Double] {
    residuals(at: values).values + zip(free, values).compactMap { $0.surprise(at: $1) }
  }

  /// The distance of a table from moments that were simulated with some values.
  package static func distance(
    _ table: ObservedSums, _ moments: UserMoments, _ free: [FreeValue], at values: [Double]
  ) -> Double {
    let residuals = WhitenedResiduals(table, moments, fallback: moments)
    let surprises = zip(free, values).compactMap { $0.surprise(at: $1) }
    return residuals.total + surprises.dot(surprises)
  }

  /// What the table and the beliefs tell of the values: the inverse of their covariance, near some values.
  package func information(at values: [Double]) -> Matrix {
    let slopes = slopes(at: values)
    var information = Matrix(rows: free.count, columns: free.count)
    for (row, one) in slopes.enumerated() {
      for (column, other) in slopes.enumerated() { information[row, column] = one.dot(other) }
    }
    return information
  }

  /// The covariance of the estimates; what the table does not tell is as uncertain as all values of
  /// the range.
  package func covariance(at values: [Double]) -> Matrix {
    var information = information(at: values)
    for (index, free) in free.enumerated() {
      information[index, index] += 12 / (free.width * free.width)
    }
    guard let cholesky = Cholesky(information) else {
      preconditionFailure("a range tells something of every value")
    }
    return cholesky.inverse
  }

  /// The distance: the sum of the squares of the terms.
  package func distance(at values: [Double]) -> Double {
    let terms = terms(at: values)
    return terms.dot(terms)
  }

  /// The derivatives of the terms by each coordinate, by differences over the surface.
  package func slopes(at values: [Double]) -> [[Double]] {
    free.indices.map { index in
      let step = free[index].width * 1e-5
      var (low, high) = (values, values)
      low[index] = free[index].clamp(values[index] - step)
      high[index] = free[index].clamp(values[index] + step)
      let width = high[index] - low[index]
      return zip(terms(at: high), terms(at: low)).map { ($0 - $1) / width }
    }
  }

  /// The coordinates of the least distance within a box around some.
  /// - Parameter fixed: the values that stay where they are.
  /// - Parameter reach: how far each may go from the start, as a share of its range.
  ///
  /// Levenberg's method with Marquardt's scaling (J. J. Moré, 1978), projected on the box.
  package func minimum(
    from start: [Double], fixed: Set<Int> = [], reach: Double = 1, steps: Int = 60
  ) -> [Double] {
    let moving = free.indices.filter { !fixed.contains($0) }
    guard !moving.isEmpty else { return start }
    let boxes = free.indices.map { index in
      let room = reach * free[index].width
      return free[index].clamp(start[index] - room)...free[index].clamp(start[index] + room)
    }
    var (values, damping) = (start, 1e-3)
    var terms = terms(at: values)
    var distance = terms.dot(terms)
    for _ in 0..<steps {
      let all = slopes(at: values)
      // What is at its border and wants to go beyond stays there.
      let active = moving.filter { index in
        let pull = -all[index].dot(terms)
        return !(values[index] <= boxes[index].lowerBound && pull < 0)
          && !(values[index] >= boxes[index].upperBound && pull > 0)
      }
      guard !active.isEmpty else { break }
      var normal = Matrix(rows: active.count, columns: active.count)
      for (row, one) in active.enumerated() {
        for (column, other) in active.enumerated() {
          normal[row, column] = all[one].dot(all[other])
        }
      }
      let pull = active.map { -all[$0].dot(terms) }
      var isBetter = false
      while damping < 1e12 {
        var damped = normal
        for row in active.indices {
          let scale = normal[row, row] + 1e-12 / (free[active[row]].width * free[active[row]].width)
          damped[row, row] += damping * scale
        }
        guard let step = Cholesky(damped)?.solve(pull) else {
          damping *= 10
          continue
        }
        var next = values
        for (row, index) in active.enumerated() {
          next[index] = min(
            max(values[index] + step[row], boxes[index].lowerBound), boxes[index].upperBound)
        }
        let found = self.terms(at: next)
        let square = found.dot(found)
        if square < distance {
          isBetter = distance - square > 1e-9 * (1 + distance)
          (values, terms, distance) = (next, found, square)
          damping = max(1e-9, damping / 10)
          break
        }
        damping *= 10
      }
      if !isBetter { break }
    }
    return values
  }
}
