/// The difference of the shares of users who lose under two designs, from a stratified sample: the
/// question of ``McNemarTest`` with unequal weights.
///
/// If the designs were equal in every stratum, the counts alone would be enough; but a design can
/// lose more in one stratum and less in another. The weighted difference itself is therefore
/// tested: its p-value is the smallest error at which its interval excludes 0.
package struct StratifiedMcNemarTest: Hashable, Sendable {
  /// The share of users who count only under the second design minus that of the first, from -1 to
  /// 1.
  package let value: Double
  private let deviations: Deviations

  /// Compares two designs; nil if a part of the population has no drawn user.
  package init?(_ strata: [StratumSample<McNemarTest>]) {
    guard strata.allSatisfy({ $0.weight == 0 || $0.userCount > 0 }) else { return nil }
    var (value, deviations) = (0.0, Deviations())
    for stratum in strata where stratum.userCount > 0 {
      let (n, weight) = (Double(stratum.userCount), stratum.weight / Double(stratum.userCount))
      let first = Double(stratum.moments.onlyFirst) / n
      let second = Double(stratum.moments.onlySecond) / n
      value += stratum.weight * (second - first)
      deviations.add(users: n, weight: weight, [(1, second), (-1, first), (0, 1 - first - second)])
      if stratum.canCount {
        deviations.allow(up: weight * (1 - second + first), down: weight * (1 - first + second))
      }
    }
    (self.value, self.deviations) = (value, deviations)
  }

  package func interval(confidence: Confidence = .standard) -> Interval {
    deviations.interval(value, in: -1...1, confidence)
  }

  /// The two-sided p-value of the hypothesis that equally many users lose, above 0 and up to 1.
  package var pValue: Double { deviations.pValue(value) }
}
