/// The ranks, among sorted observations, of a quantile and of the limits of its interval.
///
/// The rank of a quantile at `level` among n observations is the smallest k with k ≥ n·level. How
/// many observations lie below the true quantile is binomial; the limits leave at most half of the
/// error beyond either (Conover, Practical Nonparametric Statistics, 3rd ed. 1999, section 3.2).
package struct QuantileRanks: Hashable, Sendable {
  package var rank: Int
  /// The ranks of the limits; 0, or above the number of observations, if the data give no limit.
  package var low, high: Int

  /// Finds the ranks of a quantile.
  ///
  /// Correlated observations form groups of `count / effective`; the binomial distribution uses the
  /// number of groups.
  /// - Parameter level: strictly between 0 and 1.
  /// - Parameter count: the number of observations, above 0.
  /// - Parameter effective: the number of independent observations with the same information, above
  ///   0 and up to `count`.
  package init(level: Double, count: Int, effective: Double, confidence: Confidence = .standard) {
    precondition(level > 0 && level < 1, "a quantile's level lies strictly between 0 and 1")
    precondition(count > 0, "a quantile is that of some observations")
    precondition(effective > 0, "a quantile has a number of independent observations")
    let (n, tail) = (Double(count), confidence.error / 2)
    rank = max(1, Int((n * level).rounded(.up)))
    let group = n / effective
    let below = QuantileRanks.maximum(effective, level, tail)
    let above = QuantileRanks.maximum(effective, 1 - level, tail)
    low = min(rank, Int((group * below).rounded(.down)))
    high = max(rank, count + 1 - Int((group * above).rounded(.down)))
  }

  /// The largest whole k for which fewer than k successes in `total` draws have at most the given
  /// probability; each draw succeeds with probability `share`.
  private static func maximum(_ total: Double, _ share: Double, _ tail: Double) -> Double {
    var (enough, tooMany) = (0.0, total.rounded(.down) + 1)
    // Two deviations below the mean are near the result; doubling steps from there need few trials.
    let deviation = (total * share * (1 - share)).squareRoot()
    var (next, step) = ((total * share - 2 * deviation).rounded(.down), 1.0)
    while tooMany - enough > 1 {
      let isBetween = enough < next && next < tooMany
      let k = isBetween ? next : (0.5 * (enough + tooMany)).rounded(.down)
      // P(X ≤ k − 1) is the beta tail above the share with k and n − k + 1.
      let isEnough = SpecialFunctions.betaTails(share, k, total - k + 1).upper <= tail
      if isEnough { enough = k } else { tooMany = k }
      next = isEnough ? k + step : k - step
      step *= 2
    }
    return enough
  }
}
