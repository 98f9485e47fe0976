/// The difference of two designs' shares from users drawn stratum by stratum: the second minus a
/// multiple of the first.
///
/// As in ``PairedDifference``, from the limits of both ``StratifiedRatio`` and the correlation of
/// their linearised residuals.
package struct StratifiedDifference: Hashable, Sendable {
  /// The share under the first design.
  package let first: StratifiedRatio
  /// The share under the second design.
  package let second: StratifiedRatio
  /// The correlation of the two shares, from -1 to 1.
  package let correlation: Double
  /// How many times the first share is subtracted, above 0.
  package let factor: Int

  /// Compares two designs; nil when either share is unknown.
  ///
  /// - Precondition: `factor` is above 0.
  package init?(_ strata: [StratumPairMoments], factor: Int = 1) {
    precondition(factor > 0, "a share is compared with a multiple of another")
    guard let first = StratifiedRatio(strata.map(\.first)),
      let second = StratifiedRatio(strata.map(\.second))
    else { return nil }
    (self.first, self.second, self.factor) = (first, second, factor)
    let shared = strata.reduce(0.0) { sum, stratum in
      guard stratum.users > 0 else { return sum }
      let covariance = stratum.residualCovariance(first.value, second.value)
      return sum + stratum.weight * stratum.weight / Double(stratum.users) * covariance
    }
    let spread =
      first.standardError * first.chargesPerUser * second.standardError * second.chargesPerUser
    correlation = spread == 0 ? 0 : min(1, max(-1, shared / spread))
  }

  /// The variance of the second share minus the first.
  private var variance: Double {
    let shared = correlation * first.standardError * second.standardError
    return max(0, first.variance + second.variance - 2 * shared)
  }

  /// The second share minus the multiple of the first, from -``factor`` to 1.
  package var value: Double { second.value - Double(factor) * first.value }

  /// The interval of the difference from those of the shares.
  package func interval(confidence: Confidence = .standard) -> Interval {
    let weight = max(first.weight, second.weight)
    return SquareAndAdd.interval(
      first: Limits(first.value, first.interval(confidence: confidence)),
      second: Limits(second.value, second.interval(confidence: confidence)),
      counts: (first.effectiveCount, second.effectiveCount), correlation: correlation,
      factor: factor,
      apart: weight == 0
        ? nil
        : Limits.apart(
          difference: second.value - first.value, variance: variance, weight: weight,
          method: .clopperPearson, confidence: confidence))
  }
}
