import CLibrary

/// The observations of all replications together, which bound what an interval over replications may say.
///
/// Student's t takes replications for normal. Where few of their observations count, replications are often equal, and the
/// interval is too narrow or a point: it covers the true value as rarely as in one of 25 runs. An interval that holds the
/// exact limits of the pooled counts (C. J. Clopper and E. S. Pearson, Biometrika 26 (1934) 404–413) too covers it as
/// often as it says, and where many count these limits lie within those of the replications.
package struct PooledCounts: Hashable, Sendable {
  /// The number of observations of all replications, above 0.
  package var total: Double
  /// How many times the binomial variance a count varies, and the most that one more user adds to it; at least 1.
  package var effect: Double, weight: Double

  package init(total: Double, effect: Double = 1, weight: Double = 1) {
    precondition(total > 0, "pooled counts are of some observations")
    (self.total, self.effect, self.weight) = (total, max(1, effect), max(1, weight))
  }

  /// The observations of a share; nil without any.
  package init?(_ moments: RatioMoments) {
    guard let share = Proportion(moments) else { return nil }
    self.init(
      total: Double(share.total), effect: Double(share.total) / share.effectiveTotal,
      weight: share.weight)
  }

  /// Those of two designs, each of whose shares has observations of its own.
  package init(_ first: PooledCounts, _ second: PooledCounts) {
    self.init(
      total: min(first.total, second.total), effect: max(first.effect, second.effect),
      weight: max(first.weight, second.weight))
  }

  /// The exact limits of a share of the observations.
  package func interval(_ share: Double, _ confidence: Confidence = .standard) -> Interval {
    BinomialLimits(
      count: min(total, max(0, share * total)), of: total, effect: effect, weight: weight
    ).exact(confidence)
  }

  /// The limits of a mean difference of two shares: all that the exact limits of two counts allow.
  ///
  /// Which observations tell the designs apart is known only by their surplus in each replication. As many at least have
  /// counted in one design alone.
  /// - Parameter differences: in each replication one share less a multiple of the other.
  /// - Parameter factor: how many times the other is subtracted, above 0.
  package func difference(
    _ differences: [Double], factor: Int = 1, _ confidence: Confidence = .standard
  ) -> Interval {
    let count = Double(max(1, differences.count)), times = Double(factor)
    let more = differences.reduce(0) { $0 + max(0, $1) } / count
    let less = differences.reduce(0) { $0 + max(0, -$1) } / count / times
    let (up, down) = (interval(min(1, more), confidence), interval(min(1, less), confidence))
    return Interval(low: up.low - times * down.high, high: up.high - times * down.low)
  }

  /// The limits of a mean number of events that come one by one, as that of requests a charge: those of a Poisson count,
  /// by F. Garwood, Biometrika 28 (1936) 437–442.
  /// - Parameter events: how many came in all replications.
  /// - Parameter value: what they come to, such as their mean.
  package static func poisson(
    _ value: Double, of events: Int, _ confidence: Confidence = .standard
  ) -> Interval {
    let count = Double(events)
    let jumps = Jumps(squares: count, cubes: count, step: 1)
    let tail = confidence.error / 2
    guard events > 0 else { return Interval(low: value, high: .infinity) }
    return Interval(
      low: value * (1 - jumps.below(tail) / count), high: value * (1 + jumps.above(tail) / count))
  }
}

extension Interval {
  /// The interval that holds this one and another.
  package func joined(with other: Interval) -> Interval {
    Interval(low: min(low, other.low), high: max(high, other.high))
  }
}
