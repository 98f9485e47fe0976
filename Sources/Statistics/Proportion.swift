/// A share with its interval, such as lost orders among charges.
package struct Proportion: Hashable, Sendable {
  /// How many counted.
  package var count: Int
  /// Among how many, above 0.
  package var total: Int
  /// The number of independent observations that would say as much, from 0 to `total`.
  package var effectiveTotal: Double

  /// The share of users who count, where each is one observation.
  ///
  /// - Precondition: `total` is above 0 and `count` lies between 0 and `total`.
  package init(count: Int, of total: Int) {
    precondition(total > 0 && count >= 0 && count <= total, "a proportion counts a part of a whole")
    self.count = count
    self.total = total
    effectiveTotal = Double(total)
  }

  /// The share among observations that come in clusters, one a user; nil without observations.
  ///
  /// The variance is that of the ratio estimator with users as clusters (Cochran, Sampling Techniques,
  /// 3rd ed. 1977, section 6.3). Divided by the binomial variance it is the design effect, by which the
  /// total shrinks. An effect below 1 counts as 1. When none or all count, the data say nothing about
  /// the effect and the largest one stands in: that of clusters whose members all share one fate,
  /// Σd² / Σd (Kish, Survey Sampling, 1965, section 5.4).
  ///
  /// - Precondition: no user's numerator exceeds the denominator.
  package init?(_ moments: RatioMoments) {
    guard moments.denominators > 0 else { return nil }
    self.init(count: moments.numerators, of: moments.denominators)
    let binomial = Int128(count) * Int128(total - count) * Int128(total)
    let effect =
      binomial == 0
      ? Double(moments.denominatorSquares) / Double(total)
      : Double(moments.scaledResiduals) / Double(binomial)
    effectiveTotal = Double(total) / max(1, effect)
  }

  /// The share, from 0 to 1.
  package var value: Double { Double(count) / Double(total) }

  /// The score interval of E. B. Wilson, "Probable inference, the law of succession, and statistical
  /// inference", Journal of the American Statistical Association 22 (1927) 209–212.
  package var interval: Interval {
    let squared = Confidence.z * Confidence.z
    let n = effectiveTotal
    let p = value
    let centre = p + squared / (2 * n)
    let spread = Confidence.z * ((p * (1 - p) + squared / (4 * n)) / n).squareRoot()
    let scale = 1 + squared / n
    return Interval(
      low: count == 0 ? 0 : max(0, (centre - spread) / scale),
      high: count == total ? 1 : min(1, (centre + spread) / scale))
  }
}
