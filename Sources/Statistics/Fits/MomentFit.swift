import CLibrary

/// A value to estimate: its range and its prior.
package struct FreeParameter: Hashable, Sendable {
  /// A lognormal prior: the logarithm of the value is normal.
  package struct Prior: Hashable, Sendable {
    /// The median, above 0.
    package var median: Double
    /// The standard deviation of its logarithm, above 0.
    package var sigma: Double

    package init(median: Double, sigma: Double) { (self.median, self.sigma) = (median, sigma) }
  }

  /// The range of coordinates: values or their logarithms.
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

  /// The distance of a coordinate from the prior, in standard deviations; nil without a prior.
  func priorDistance(at coordinate: Double) -> Double? {
    prior.map { prior in
      let value = max(value(at: coordinate), .leastNormalMagnitude)
      return log(value / prior.median) / prior.sigma
    }
  }
}

/// The fit of values whose simulated moments are nearest to a table.
///
/// The distance is a sum of squares of differences that are whitened by the covariance at the
/// values themselves: the continuously updating estimator of the method of moments (L. P. Hansen,
/// J. Heaton and A. Yaron, "Finite-sample properties of some alternative GMM estimators", Journal
/// of Business & Economic Statistics 14 (1996) 262–280), with moments that are simulated (D.
/// McFadden, "A method of simulated moments for estimation of discrete response models without
/// numerical integration", Econometrica 57 (1989) 995–1026), whose noise is part of the covariance.
/// For one Poisson count it is (y − μ)²/μ, which yields the score interval.
///
/// For m independent counts with a common rate, the minimum of the distance is at a rate that is
/// too high by m/2 counts, because a higher rate also has a larger covariance. The objective
/// therefore adds the log determinant of the covariance, as a normal likelihood does, but not in
/// the directions that the values explain, which are adjusted in any case. This is the restricted
/// likelihood of H. D. Patterson and R. Thompson, "Recovery of inter-block information when block
/// sizes are unequal", Biometrika 58 (1971) 545–554: ``objective(at:)``.
package struct MomentFit: Sendable {
  package let surface: MomentSurface
  package let table: ObservedSums
  package let free: [FreeParameter]
  /// The derivatives of one user's counts by each value, at the centre of the surface.
  private let courses: [[Double]]

  package init(_ surface: MomentSurface, _ table: ObservedSums, _ free: [FreeParameter]) {
    precondition(free.count == surface.center.count, "every free value has a coordinate")
    (self.surface, self.table, self.free) = (surface, table, free)
    courses = free.indices.map { index in
      let step = surface.step(of: index)
      var (low, high) = (surface.center, surface.center)
      low[index] = free[index].clamp(low[index] - step)
      high[index] = free[index].clamp(high[index] + step)
      let width = high[index] - low[index]
      let (from, to) = (surface.moments(at: low), surface.moments(at: high))
      return zip(to.mean, from.mean).map { ($0 - $1) / width }
    }
  }

  /// The distance plus the log determinant of the covariance in the directions that no value
  /// explains; the estimates minimise it.
  package func objective(at values: [Double]) -> Double { evaluate(at: values).objective }

  /// The differences with the distances from priors, the term of the covariance, and the objective.
  private func evaluate(at values: [Double]) -> (terms: [Double], gain: Double, objective: Double) {
    let white = residuals(at: values)
    let terms = white.values + zip(free, values).compactMap { $0.priorDistance(at: $1) }
    let gain = gain(white)
    return (terms, gain, terms.dot(terms) + gain)
  }

  /// log |V| + log |XᵀV⁻¹X|, where the columns of X are the derivatives by the values, and by the
  /// number of users if it is estimated. The range gives some information on every value, so the
  /// result is finite.
  private func gain(_ white: WhitenedResiduals) -> Double {
    let columns =
      courses.map { course in
        white.cholesky.whiten(
          table.rows.map { $0.change(course, surface.base, users: white.userCount) })
      } + (white.userCountDirection.map { [$0] } ?? [])
    var information = Matrix(productsOf: columns)
    for row in columns.indices {
      let width = row < free.count ? free[row].width : white.userCount
      information[row, row] += 12 / (width * width)
    }
    guard let explained = Cholesky(information) else { return 0 }
    return white.cholesky.logDeterminant + explained.logDeterminant
  }

  /// The residuals of the table at some coordinates.
  package func residuals(at values: [Double]) -> WhitenedResiduals {
    WhitenedResiduals(table, surface.moments(at: values), fallback: surface.base)
  }

  /// The distance of a table from simulated moments.
  package static func distance(
    _ table: ObservedSums, _ moments: UserMoments, _ free: [FreeParameter], at values: [Double]
  ) -> Double {
    let residuals = WhitenedResiduals(table, moments, fallback: moments)
    let distances = zip(free, values).compactMap { $0.priorDistance(at: $1) }
    return residuals.sumOfSquares + distances.dot(distances)
  }

  /// The information of the table and the priors on the values: the inverse of their covariance,
  /// near some values.
  package func information(at values: [Double]) -> Matrix {
    Matrix(productsOf: jacobian(at: values))
  }

  /// The covariance of the estimates; a value without information from the table is as uncertain as
  /// its range.
  package func covariance(at values: [Double]) -> Matrix {
    var information = information(at: values)
    for (index, free) in free.enumerated() {
      information[index, index] += 12 / (free.width * free.width)
    }
    guard let cholesky = Cholesky(information) else {
      preconditionFailure("a range gives information on every value")
    }
    return cholesky.inverse
  }

  /// The distance: the sum of the squares of the terms.
  package func distance(at values: [Double]) -> Double {
    let terms = evaluate(at: values).terms
    return terms.dot(terms)
  }

  /// The derivatives of the residuals by each coordinate, from differences over the surface.
  package func jacobian(at values: [Double]) -> [[Double]] {
    free.indices.map { slope(at: values, $0).terms }
  }

  /// The derivatives of the terms and of the term of the covariance by a value.
  private func slope(at values: [Double], _ index: Int) -> (terms: [Double], gain: Double) {
    let step = free[index].width * 1e-5
    var (low, high) = (values, values)
    low[index] = free[index].clamp(values[index] - step)
    high[index] = free[index].clamp(values[index] + step)
    let width = high[index] - low[index]
    let (below, above) = (evaluate(at: low), evaluate(at: high))
    return (
      zip(above.terms, below.terms).map { ($0 - $1) / width }, (above.gain - below.gain) / width
    )
  }

  /// The coordinates of the minimum objective within a box around the start.
  /// - Parameter fixed: the values that are not changed.
  /// - Parameter reach: the maximum change of each value, as a share of its range.
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
    var (terms, _, least) = evaluate(at: values)
    for _ in 0..<steps {
      let found = free.indices.map { slope(at: values, $0) }
      // Half the gradient: the derivative of a square is twice the root times its derivative.
      let pulls = found.map { -$0.terms.dot(terms) - $0.gain / 2 }
      // A value at its border that would move beyond it stays there.
      let active = moving.filter { index in
        !(values[index] <= boxes[index].lowerBound && pulls[index] < 0)
          && !(values[index] >= boxes[index].upperBound && pulls[index] > 0)
      }
      guard !active.isEmpty else { break }
      let normal = Matrix(productsOf: active.map { found[$0].terms })
      let pull = active.map { pulls[$0] }
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
        let found = evaluate(at: next)
        if found.objective < least {
          isBetter = least - found.objective > 1e-9 * (1 + abs(least))
          (values, terms, least) = (next, found.terms, found.objective)
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
