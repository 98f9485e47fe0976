import CLibrary

/// The pooled observations of all replications, which widen an interval over replications.
///
/// Student's t assumes normal replications. If few observations count, replications are often
/// equal, and the interval is too narrow or a point: it can cover the true value in only one of 25
/// runs. An interval that also contains the exact limits of the pooled counts (C. J. Clopper and E.
/// S. Pearson, Biometrika 26 (1934) 404–413) has its nominal coverage. If many observations count,
/// these limits are within those of the replications.
package struct PooledCounts: Hashable, Sendable {
  /// The number of observations of all replications, above 0.
  package var total: Double
  /// The variance of a count relative to the binomial one, and the maximum contribution of one more
  /// user; at least 1.
  package var varianceInflation: Double, maxCountPerUser: Double

  package init(total: Double, effect: Double = 1, weight: Double = 1) {
    precondition(total > 0, "pooled counts are of some observations")
    self.total = total
    (self.varianceInflation, self.maxCountPerUser) = (max(1, effect), max(1, weight))
  }

  /// The observations of a share; nil if there are none.
  package init?(_ moments: RatioMoments) {
    guard let share = Proportion(moments) else { return nil }
    self.init(
      total: Double(share.total), effect: Double(share.total) / share.effectiveTotal,
      weight: share.maxCountPerUser)
  }

  /// The observations of two designs, whose shares have separate observations.
  package init(_ first: PooledCounts, _ second: PooledCounts) {
    self.init(
      total: min(first.total, second.total),
      effect: max(first.varianceInflation, second.varianceInflation),
      weight: max(first.maxCountPerUser, second.maxCountPerUser))
  }

  /// The exact limits of a share of the observations.
  package func interval(_ share: Double, _ confidence: Confidence = .standard) -> Interval {
    BinomialLimits(
      count: min(total, max(0, share * total)), of: total, effect: varianceInflation,
      weight: maxCountPerUser
    ).exact(confidence)
  }

  /// The limits of a mean difference of two shares, from the exact limits of two counts.
  ///
  /// The observations that differ between the designs are known only by their surplus in each
  /// replication, which is the minimum number that counts under only one design.
  /// - Parameter differences: one share minus a multiple of the other, in each replication.
  /// - Parameter factor: the multiple, above 0.
  package func differenceInterval(
    _ differences: [Double], factor: Int = 1, _ confidence: Confidence = .standard
  ) -> Interval {
    let count = Double(max(1, differences.count)), times = Double(factor)
    let more = differences.reduce(0) { $0 + max(0, $1) } / count
    let less = differences.reduce(0) { $0 + max(0, -$1) } / count / times
    let (up, down) = (interval(min(1, more), confidence), interval(min(1, less), confidence))
    return Interval(low: up.low - times * down.high, high: up.high - times * down.low)
  }

  /// The limits of a mean number of independent events, such as requests per charge: those of a
  /// Poisson count, by F. Garwood, Biometrika 28 (1936) 437–442.
  /// - Parameter events: the number of events in all replications.
  /// - Parameter value: the value to scale with the limits, such as the mean.
  package static func poissonInterval(
    _ value: Double, of events: Int, _ confidence: Confidence = .standard
  ) -> Interval {
    let count = Double(events)
    let jumps = JumpSum(squares: count, cubes: count, step: 1)
    let tail = confidence.error / 2
    guard events > 0 else { return Interval(low: value, high: .infinity) }
    return Interval(
      low: value * (1 - jumps.below(tail) / count), high: value * (1 + jumps.above(tail) / count))
  }
}

extension Interval {
  /// The interval that contains this interval and another.
  package func joined(with other: Interval) -> Interval {
    Interval(low: min(low, other.low), high: max(high, other.high))
  }
}
