/// The sum of an amount over all users, such as lost revenue, with its interval.
///
/// Users are independent draws. The maximum amount of one user limits the unobserved amounts: if it
/// is known, the interval includes one more user with the largest amount. Sums that cannot be
/// negative have the limits of ``BinomialLimits``, with amounts as weights; other sums have normal
/// limits, widened on both sides by one such user.
package struct AmountTotal: Hashable, Sendable {
  /// Σx, in the unit of the amount, and Σx².
  package var sum: Int
  package var sumOfSquares: Int128
  /// The number of users, above 0.
  package var userCount: Int
  /// The range of the amount of any user; nil if unknown.
  package var amountRangePerUser: ClosedRange<Int>?

  package init(sum: Int, squares: Int128, users: Int, perUser: ClosedRange<Int>? = nil) {
    precondition(users > 0, "a total is that of some users")
    precondition(perUser?.contains(0) ?? true, "the amount of a user can be 0")
    (self.sum, self.sumOfSquares) = (sum, squares)
    (self.userCount, self.amountRangePerUser) = (users, perUser)
  }

  package var standardError: Double {
    guard userCount > 1 else { return 0 }
    // N·Σx² − (Σx)² is N² times the variance of one user.
    let scaled = Int128(userCount) * sumOfSquares - Int128(sum) * Int128(sum)
    return (Double(scaled) / Double(userCount - 1)).squareRoot()
  }

  /// The interval of the sum. If the range of one user is unknown, it is the normal interval, which
  /// needs many users with an amount: with none, or with the same amount for every user, it is a
  /// point.
  package func interval(confidence: Confidence = .standard) -> Interval {
    let variance = standardError * standardError
    guard let range = amountRangePerUser, range.lowerBound == 0, range.upperBound > 0 else {
      return .normal(
        Double(sum), variance: variance, below: Double(-(amountRangePerUser?.lowerBound ?? 0)),
        above: Double(amountRangePerUser?.upperBound ?? 0), confidence)
    }
    let (sum, maximum) = (Double(sum), Double(range.upperBound))
    let total = Double(userCount) * maximum
    let count = min(sum, total)
    let binomial = count * (1 - count / total)
    let limits = BinomialLimits(
      count: count, of: total, effect: binomial > 0 ? variance / binomial : 0, weight: maximum
    ).printed(confidence)
    return Interval(low: min(sum, total * limits.low), high: max(sum, total * limits.high))
  }
}

extension Interval {
  /// Normal limits, for a sum that can be negative. Each limit includes one more user with the
  /// largest amount on its side, in the mean and in the variance, as in the gamma limits of Fay and
  /// Feuer 1997; with 0 it is the plain interval.
  /// - Parameter below: the largest distance of one user's amount below 0; 0 or more.
  /// - Parameter above: the largest amount of one user above 0; 0 or more.
  static func normal(
    _ sum: Double, variance: Double, below: Double, above: Double, _ confidence: Confidence
  ) -> Interval {
    Interval(
      low: sum - below - confidence.z * (variance + below * below).squareRoot(),
      high: sum + above + confidence.z * (variance + above * above).squareRoot())
  }
}
