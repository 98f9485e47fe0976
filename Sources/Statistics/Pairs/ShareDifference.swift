/// A share with limits, from which those of a difference of two follow.
package protocol EstimatedShare: Hashable, Sendable {
  /// From 0 to 1.
  var value: Double { get }
  /// The number of independent observations that count, or that do not count if these are fewer.
  var effectiveSmallerCount: Double { get }

  func interval(method: IntervalMethod, confidence: Confidence) -> Interval
}

/// The difference of two designs' shares over the same users: the second minus the first, or minus
/// a multiple of the first.
///
/// Both designs use the same random streams, so their errors are correlated and the difference is
/// more precise than either share. The interval joins the limits of both shares with the
/// correlation of the delta method: the "square and add" of R. G. Newcombe, Statistics in Medicine
/// 17 (1998) 2635–2650, method 8, for ratios and their multiples as in G. Y. Zou and A. Donner,
/// Statistics in Medicine 27 (2008) 1693–1702.
///
/// Unlike the plain delta method it never collapses to a point: if the designs differ for no user,
/// the limits still allow for about 3 such users in the number of users.
package struct ShareDifference<Share: EstimatedShare>: Hashable, Sendable {
  private let first, second: Share
  /// The correlation of the two shares, from -1 to 1; that of their multiples is the same.
  package let correlation: Double
  /// How many times the first share is subtracted, above 0.
  private let factor: Int
  /// The variance of the second share minus the first.
  private let variance: Double
  /// The maximum contribution of one more user for whom the designs differ; 0 if there can be none.
  private let weight: Double

  /// The second share minus the multiple of the first, from minus the factor to 1.
  package var value: Double { second.value - Double(factor) * first.value }

  /// The interval of the difference from those of the shares.
  ///
  /// A limit of the difference is where the line of equal differences touches the ellipse of both
  /// errors. Newcombe's limits use the point at which the second share errs to one side and the
  /// first to the other. If a multiple of a correlated share is subtracted, both err to the same
  /// side there; the distances of that side are then tried as well, and the longer reach is used.
  ///
  /// Around one half the limits of a share are symmetric, and those of two equal shares cancel,
  /// although the number of users for whom the designs differ is a skewed count. For a plain
  /// difference these users are therefore also counted, by the design under which they count: the
  /// difference is that of two independent counts, and its limits are joined in the same way.
  package func interval(
    method: IntervalMethod = .wilson, confidence: Confidence = .standard
  ) -> Interval {
    let limits = { (share: Share) in
      Limits(share.value, share.interval(method: method, confidence: confidence))
    }
    // With few users who count under both, the correlation of a multiple is estimated too high, so
    // one more user under only one design is allowed for.
    let counts = (first.effectiveSmallerCount, second.effectiveSmallerCount)
    let seen = counts.0 * counts.1 / ((counts.0 + 1) * (counts.1 + 1))
    let correlation = factor == 1 ? correlation : correlation * seen.squareRoot()
    // The length of a limit of the difference, from the lengths of limits of both shares.
    let reach = { (own: Double, other: Double) in
      max(0, own * own + other * other - 2 * correlation * own * other).squareRoot()
    }
    let times = Double(factor)
    let (own, first) = (limits(second), limits(first))
    let other = (below: times * first.below, above: times * first.above)
    let (ownSpread, otherSpread) = (own.below + own.above, other.below + other.above)
    let ownTurns = ownSpread < correlation * otherSpread
    let otherTurns = otherSpread < correlation * ownSpread
    var down = max(
      reach(own.below, other.above),
      reach(ownTurns ? own.above : own.below, otherTurns ? other.below : other.above))
    var up = max(
      reach(own.above, other.below),
      reach(ownTurns ? own.below : own.above, otherTurns ? other.above : other.below))
    if factor == 1, weight > 0 {
      let (own, other) = apart(method, confidence)
      down = max(down, (own.below * own.below + other.above * other.above).squareRoot())
      up = max(up, (own.above * own.above + other.below * other.below).squareRoot())
    }
    return Interval(low: max(-times, value - down), high: min(1, value + up))
  }

  /// The limits of the contributions to only the second share, and to only the first. Both are sums
  /// of weights, whose difference and variance of the difference are known. The number of users on
  /// both sides assumes that each adds the largest weight, or less if the difference needs more
  /// users.
  private func apart(
    _ method: IntervalMethod, _ confidence: Confidence
  ) -> (second: Limits, first: Limits) {
    let difference = second.value - first.value
    let size = difference == 0 ? weight : min(weight, variance / abs(difference))
    let both = size == 0 ? abs(difference) : max(variance / size, abs(difference))
    let limits = { (sum: Double) -> Limits in
      let count = min(1, max(0, sum))
      let found = BinomialLimits(count: count, of: 1, effect: size, weight: weight)
      return Limits(count, found.interval(method, confidence))
    }
    return (limits((both + difference) / 2), limits((both - difference) / 2))
  }
}

/// The distances of the limits of a share from its value, below and above; 0 or more.
private struct Limits {
  let below, above: Double

  init(_ value: Double, _ interval: Interval) {
    (below, above) = (max(0, value - interval.low), max(0, interval.high - value))
  }
}

/// The difference of two designs' shares from a plain sample of users.
package typealias PairedDifference = ShareDifference<Proportion>

extension PairedDifference {
  /// Compares two designs; nil if one of them has no observation.
  /// - Precondition: `factor` is above 0.
  package init?(_ moments: PairMoments, factor: Int = 1) {
    precondition(factor > 0, "a share is compared with a multiple of another")
    guard let first = Proportion(moments.first), let second = Proportion(moments.second) else {
      return nil
    }
    let (own, other) = (moments.second.ratioVariance, moments.first.ratioVariance)
    let correlation = moments.correlation
    self.init(
      first: first, second: second, correlation: correlation, factor: factor,
      variance: max(0, own + other - 2 * correlation * (own * other).squareRoot()),
      weight: max(first.maxCountPerUser, second.maxCountPerUser)
        / Double(min(first.total, second.total)))
  }
}

/// The difference of two designs' shares from users drawn stratum by stratum, with the correlation
/// of their linearised residuals.
package typealias StratifiedDifference = ShareDifference<StratifiedRatio>

extension StratifiedDifference {
  /// Compares two designs; nil if one share is unknown.
  /// - Precondition: `factor` is above 0.
  package init?(_ strata: [StratumPairSample], factor: Int = 1) {
    precondition(factor > 0, "a share is compared with a multiple of another")
    guard let first = StratifiedRatio(strata.map(\.first)),
      let second = StratifiedRatio(strata.map(\.second))
    else { return nil }
    let shared = strata.reduce(0.0) { sum, stratum in
      guard stratum.userCount > 0 else { return sum }
      let covariance = stratum.residualCovariance(first.value, second.value)
      return sum + stratum.weight * stratum.weight / Double(stratum.userCount) * covariance
    }
    let errors = (first.standardError, second.standardError)
    let spread = errors.0 * first.chargesPerUser * errors.1 * second.chargesPerUser
    let correlation = spread == 0 ? 0 : min(1, max(-1, shared / spread))
    let covariance = correlation * errors.0 * errors.1
    self.init(
      first: first, second: second, correlation: correlation, factor: factor,
      variance: max(0, first.variance + second.variance - 2 * covariance),
      weight: max(first.weight, second.weight))
  }
}
