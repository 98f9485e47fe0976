/// The limits of a sum of amounts over users; see ``AmountTotal``.
struct AmountLimits {
  /// The sum, in the unit of the amount.
  var sum: Double
  /// The variance of the sum.
  var variance: Double
  /// The number of users in the sum.
  var users: Double
  /// For how many users one that is drawn stands, at most; 0 where none can add anything.
  var reach = 1.0
  /// The amounts between which that of any user must lie; nil when not known.
  var perUser: ClosedRange<Int>?

  func interval(_ confidence: Confidence) -> Interval {
    guard let perUser, perUser.lowerBound == 0, perUser.upperBound > 0, reach > 0 else {
      return AmountLimits.normal(
        sum, variance: variance, below: reach * Double(-(perUser?.lowerBound ?? 0)),
        above: reach * Double(perUser?.upperBound ?? 0), confidence)
    }
    let most = Double(perUser.upperBound)
    let total = users * most
    let count = min(sum, total)
    let binomial = count * (1 - count / total)
    let limits = BinomialLimits(
      count: count, of: total, effect: binomial > 0 ? variance / binomial : 0, weight: reach * most
    ).printed(confidence)
    return Interval(low: min(sum, total * limits.low), high: max(sum, total * limits.high))
  }

  /// Normal limits, for a sum that can be negative.
  ///
  /// Each limit leaves room for one more user with the largest amount on its side, in the mean and in
  /// the variance, as the gamma limits of Fay and Feuer 1997 do; with 0 it is the plain interval.
  ///
  /// - Parameters:
  ///   - below: how far below 0 one more user can lie; 0 or more.
  ///   - above: how far above 0 one more user can lie; 0 or more.
  static func normal(
    _ sum: Double, variance: Double, below: Double, above: Double, _ confidence: Confidence
  ) -> Interval {
    Interval(
      low: sum - below - confidence.z * (variance + below * below).squareRoot(),
      high: sum + above + confidence.z * (variance + above * above).squareRoot())
  }
}
