/// The difference of two designs' totals of an amount over the same users, such as lost revenue:
/// the second minus a multiple of the first, with its interval.
///
/// Each user's difference is one observation, as in ``AmountTotal``. The squares of a multiple can
/// exceed 128 bits, so the variances and the covariance are exact integers but their sum is not.
/// The limits are normal; if the range of one user is known, they include one additional user with
/// the largest difference on either side.
package struct TotalDifference: Hashable, Sendable {
  /// The sums over users, of whom each has a denominator of 1.
  package var moments: PairMoments
  /// How many times the first total is subtracted, above 0.
  package var factor: Int
  /// The range of the amount of any user under either design; nil if unknown.
  package var amountRangePerUser: ClosedRange<Int>?

  /// Compares two totals.
  /// - Precondition: there are users, `factor` is above 0, and `perUser` holds 0.
  package init(_ moments: PairMoments, factor: Int = 1, perUser: ClosedRange<Int>? = nil) {
    precondition(moments.first.denominatorSum > 0, "a total is that of some users")
    precondition(factor > 0, "a total is compared with a multiple of another")
    precondition(perUser?.contains(0) ?? true, "the amount of a user can be 0")
    (self.moments, self.factor, self.amountRangePerUser) = (moments, factor, perUser)
  }

  /// The second total minus the multiple of the first, in the unit of the amount.
  package var value: Double {
    Double(
      Int128(moments.second.numeratorSum) - Int128(factor) * Int128(moments.first.numeratorSum))
  }

  package var standardError: Double {
    let users = moments.first.denominatorSum
    guard users > 1 else { return 0 }
    let (first, second) = (Int128(moments.first.numeratorSum), Int128(moments.second.numeratorSum))
    // N·Σxy − Σx·Σy is N² times the covariance of one user.
    let count = Int128(users)
    let own = Double(count * moments.second.numeratorSquareSum - second * second)
    let other = Double(count * moments.first.numeratorSquareSum - first * first)
    let shared = Double(count * moments.sumN1N2 - first * second)
    let times = Double(factor)
    let scaled = max(0, own + times * times * other - 2 * times * shared)
    return (scaled / Double(users - 1)).squareRoot()
  }

  package func interval(confidence: Confidence = .standard) -> Interval {
    let least = Double(amountRangePerUser?.lowerBound ?? 0)
    let maximum = Double(amountRangePerUser?.upperBound ?? 0)
    let times = Double(factor)
    return .normal(
      value, variance: standardError * standardError, below: times * maximum - least,
      above: maximum - times * least, confidence)
  }
}
