/// A share with its interval, such as lost orders among charges.
package struct Proportion: EstimatedShare {
  /// The count, and the total, which is above 0.
  package var count, total: Int
  /// The number of independent observations with the same information, from 0 to `total`.
  package var effectiveTotal: Double
  /// The assumed maximum count of one more user, at least 1: that of a user of mean size.
  package var maxCountPerUser: Double

  /// The share of users who count, with one observation per user.
  /// - Precondition: `total` is above 0 and `count` lies between 0 and `total`.
  package init(count: Int, of total: Int) {
    precondition(total > 0 && count >= 0 && count <= total, "a proportion counts a part of a whole")
    (self.count, self.total, effectiveTotal, maxCountPerUser) = (count, total, Double(total), 1)
  }

  /// The share among observations in clusters, one cluster per user; nil without observations.
  ///
  /// The variance is that of the ratio estimator with users as clusters (Cochran, Sampling
  /// Techniques, 3rd ed. 1977, section 6.3). Divided by the binomial variance it is the design
  /// effect, by which the total shrinks. An effect below 1 is replaced by 1. If none or all count,
  /// the data have no information on the effect, and the maximum is used: that of clusters whose
  /// members are all equal, Σd² / Σd (Kish, Survey Sampling, 1965, section 5.4). If few count there
  /// is little information, so the limits include one more user of that size.
  /// - Precondition: no user's numerator exceeds the denominator.
  package init?(_ moments: RatioMoments) {
    guard moments.denominatorSum > 0 else { return nil }
    self.init(count: moments.numeratorSum, of: moments.denominatorSum)
    maxCountPerUser = Double(moments.denominatorSquareSum) / Double(total)
    let exact = Int128.product(Int128(count), Int128(total - count), Int128(total))
    let binomial = exact.map { Double($0) } ?? Double(count) * Double(total - count) * Double(total)
    let effect = binomial == 0 ? maxCountPerUser : moments.scaledResidualSumOfSquares / binomial
    effectiveTotal = Double(total) / max(1, effect)
  }

  /// The share, from 0 to 1.
  package var value: Double { Double(count) / Double(total) }

  /// The number of independent observations that count, or that do not count if these are fewer.
  package var effectiveSmallerCount: Double {
    Double(min(count, total - count)) * effectiveTotal / Double(total)
  }

  package var interval: Interval { interval() }

  package func interval(
    method: IntervalMethod = .wilson, confidence: Confidence = .standard
  ) -> Interval {
    BinomialLimits(
      count: Double(count), of: Double(total), effect: Double(total) / effectiveTotal,
      weight: maxCountPerUser
    ).interval(method, confidence)
  }
}
