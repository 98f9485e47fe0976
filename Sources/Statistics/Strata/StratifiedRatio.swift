import CLibrary

/// A share of the population's charges from users drawn stratum by stratum.
///
/// The ratio of two stratified means, with the variance of its linearised residuals (Cochran,
/// Sampling Techniques, 3rd ed. 1977, sections 5A.3 and 6.11). The limits are those of its
/// ``Deviations``, with each tail bounded by half of the error.
package struct StratifiedRatio: EstimatedShare {
  /// The share, from 0 to 1.
  package let value: Double
  /// The variance of ``value``.
  let variance: Double
  /// The mean number of charges per user of the population.
  let chargesPerUser: Double
  /// The contribution of one more user who counts to ``value``; 0 if no user can count.
  let weight: Double
  /// The errors of the share.
  private let deviations: Deviations
  /// The variance of the share from one user of a plain sample.
  private let plainVariance: Double
  /// The contribution of one more user who counts in a plain sample, times the number of users.
  private let plainWeight: Double

  /// Estimates a share; nil without a charge, or if a part of the population has no drawn user.
  /// - Precondition: no user's numerator exceeds the denominator.
  package init?(_ strata: [StratumRatioSample]) {
    guard strata.allSatisfy({ $0.weight == 0 || $0.userCount > 0 }) else { return nil }
    let charges = strata.reduce(0.0) { $0 + $1.perUser * Double($1.moments.denominatorSum) }
    guard charges > 0 else { return nil }
    let counted = strata.reduce(0.0) { $0 + $1.perUser * Double($1.moments.numeratorSum) }
    let ratio = min(1, counted / charges)
    value = ratio
    chargesPerUser = charges
    variance =
      strata.reduce(0.0) { sum, stratum in
        let spread = stratum.residualVariance(ratio)
        return stratum.userCount == 0 ? sum : sum + stratum.perUser * stratum.weight * spread
      } / (charges * charges)
    weight = strata.reduce(0.0) { $1.canCount ? max($0, $1.perUser * $1.size) : $0 } / charges
    deviations = strata.reduce(into: Deviations()) { sum, stratum in
      if stratum.userCount > 0 { stratum.add(to: &sum, ratio, charges: charges) }
    }
    let squares = strata.reduce(0.0) { $0 + $1.perUser * $1.residualSquares(ratio) }
    plainVariance = max(squares / (charges * charges), ratio * (1 - ratio) / charges)
    let sizes = strata.reduce(0.0) { $0 + $1.perUser * Double($1.moments.denominatorSquareSum) }
    plainWeight = sizes / (charges * charges)
  }

  package var standardError: Double { variance.squareRoot() }

  /// The interval of the share, which has only one method; a point if no user can count.
  package func interval(
    method: IntervalMethod = .wilson, confidence: Confidence = .standard
  ) -> Interval {
    weight == 0
      ? Interval(low: value, high: value) : deviations.interval(value, in: 0...1, confidence)
  }

  /// The number of independent charges that count, or that do not count if these are fewer.
  package var effectiveSmallerCount: Double {
    variance == 0 ? 0 : min(value, 1 - value) * value * (1 - value) / variance
  }

  /// The number of users in a plain sample with an exact interval of the same width; nil if no user
  /// can count. Its variance is from the same users: each stratum's squared residuals by its
  /// proportion.
  package func plainUserCountForSamePrecision(confidence: Confidence = .standard) -> Double? {
    guard weight > 0 else { return nil }
    let limits = interval(confidence: confidence)
    let binomial = value * (1 - value)
    var (few, many) = (0.0, 42.0)
    let width = { (users: Double) -> Double in
      let plain = BinomialLimits(
        count: value, of: 1, effect: binomial == 0 ? 0 : plainVariance / users / binomial,
        weight: plainWeight / users
      ).exact(confidence)
      return plain.high - plain.low
    }
    for _ in 0..<60 {
      let middle = 0.5 * (few + many)
      if width(exp(middle)) > limits.high - limits.low { few = middle } else { many = middle }
    }
    return exp(0.5 * (few + many))
  }
}

extension StratumRatioSample {
  /// Adds the jumps of a share by the users of the stratum. The values are a charge that counts,
  /// one that does not, and no charge; several charges of a user form clusters whose size follows
  /// from the variance.
  fileprivate func add(to sum: inout Deviations, _ ratio: Double, charges: Double) {
    let (counted, all) = (Double(moments.numeratorSum), Double(moments.denominatorSum))
    let units = max(Double(userCount), all)
    sum.add(
      users: units, weight: perUser / charges,
      variance: residualVariance(ratio) * Double(userCount) / units,
      [(1 - ratio, counted / units), (-ratio, (all - counted) / units), (0, 1 - all / units)])
    guard canCount else { return }
    let (observed, maximum) = (moments.ratio ?? ratio, perUser * size / charges)
    sum.allow(up: maximum * (1 - observed), down: maximum * observed)
  }
}
