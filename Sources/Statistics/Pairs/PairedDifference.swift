/// The difference of two designs' shares over the same users: the second minus the first, or minus
/// a multiple of the first.
///
/// The same luck meets both designs, so their errors are correlated and the difference is known
/// better than either share. The interval joins the limits of both shares with the correlation of the
/// delta method: the "square and add" of R. G. Newcombe, Statistics in Medicine 17 (1998) 2635–2650,
/// method 8, for ratios and their multiples as in G. Y. Zou and A. Donner, Statistics in Medicine 27
/// (2008) 1693–1702.
///
/// Unlike the plain delta method it never collapses to a point: where no user tells the designs
/// apart the limits still leave room for the users who might (about 3 in the number of users).
package struct PairedDifference: Hashable, Sendable {
  /// The share under the first design.
  package var first: Proportion
  /// The share under the second design.
  package var second: Proportion
  /// The correlation of the two shares, from -1 to 1; that of their multiples is the same.
  package var correlation: Double
  /// How many times the first share is subtracted, above 0.
  package var factor: Int
  /// The variance of the second share minus the first.
  private let variance: Double
  /// The number of charges under either design, the smaller one.
  private let charges: Double

  /// Compares two designs; nil when either has no observation.
  ///
  /// - Precondition: `factor` is above 0.
  package init?(_ moments: PairMoments, factor: Int = 1) {
    precondition(factor > 0, "a share is compared with a multiple of another")
    guard let first = Proportion(moments.first), let second = Proportion(moments.second) else {
      return nil
    }
    (self.first, self.second, self.factor) = (first, second, factor)
    correlation = moments.correlation
    charges = Double(min(first.total, second.total))
    let (own, other) = (moments.second.ratioVariance, moments.first.ratioVariance)
    variance = max(0, own + other - 2 * correlation * (own * other).squareRoot())
  }

  /// The second share minus the multiple of the first, from -``factor`` to 1.
  package var value: Double { second.value - Double(factor) * first.value }

  /// The interval of the difference from those of the shares, by a method and at a confidence.
  package func interval(
    method: IntervalMethod = .wilson, confidence: Confidence = .standard
  ) -> Interval {
    SquareAndAdd.interval(
      first: Limits(first.value, first.interval(method: method, confidence: confidence)),
      second: Limits(second.value, second.interval(method: method, confidence: confidence)),
      counts: (first.effectiveCount, second.effectiveCount), correlation: correlation,
      factor: factor,
      apart: Limits.apart(
        difference: second.value - first.value, variance: variance,
        weight: max(first.weight, second.weight) / charges, method: method, confidence: confidence))
  }
}
