/// The spread of a number between draws of unknown values, without the sampling noise of the
/// simulated users.
///
/// Every draw is simulated with the same users, in groups. The estimate of a draw in a group is
/// decomposed as in a two-way layout: the mean, the effect of the draw, the effect of the group,
/// and the residual. Noise that all draws share is in the groups; noise of a single draw is in the
/// residual. By the law of total variance the variance over draws is that of the true values plus
/// that of their own noise, so the latter is subtracted: the method of moments for random effects
/// (R. DerSimonian and N. Laird, "Meta-analysis in clinical trials", Controlled Clinical Trials 7
/// (1986) 177–188), with the noise from the residual mean square (H. Scheffé, The Analysis of
/// Variance, 1959, chapter 7), because studies have independent noise and draws share it.
package struct DrawSpread: Hashable, Sendable {
  /// The estimates of all draws, including noise.
  package let estimates: [Double]
  package let mean: Double
  /// The variance of the estimates, and the variance of the noise that one draw does not share with
  /// others.
  package let totalVariance, noiseVariance: Double

  /// Decomposes the estimates of two or more draws.
  /// - Parameter table: the estimates of each draw in each group; at least two groups, with equal
  ///   weights.
  package init(_ table: [[Double]]) {
    precondition(table.count > 1, "a spread needs two draws")
    let (draws, groups) = (Double(table.count), table[0].count)
    precondition(
      groups > 1 && table.allSatisfy { $0.count == groups }, "all draws have the same groups")
    let estimates = table.map { $0.reduce(0, +) / Double(groups) }
    let mean = estimates.reduce(0, +) / draws
    let ofGroups = (0..<groups).map { group in table.reduce(0) { $0 + $1[group] } / draws }
    let rest = zip(table, estimates).reduce(0.0) { sum, draw in
      zip(draw.0, ofGroups).reduce(sum) { sum, value in
        let left = value.0 - draw.1 - value.1 + mean
        return sum + left * left
      }
    }
    (self.estimates, self.mean) = (estimates, mean)
    totalVariance = estimates.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / (draws - 1)
    noiseVariance = rest / ((draws - 1) * Double(groups - 1)) / Double(groups)
  }

  /// The variance between draws without noise.
  package var betweenVariance: Double { max(0, totalVariance - noiseVariance) }

  /// The estimates of all draws without noise: shrunk towards the mean so that their variance is
  /// ``betweenVariance``.
  package var shrunkEstimates: [Double] {
    let factor = totalVariance > 0 ? (betweenVariance / totalVariance).squareRoot() : 0
    return estimates.map { mean + ($0 - mean) * factor }
  }

  /// The range of the middle 95 of 100 values: from the 2.5th percentile to the 97.5th.
  ///
  /// The ends are the k-th least and the k-th greatest of n values, with k = ⌊(n + 1) / 40⌋, or the
  /// least and the greatest if k is 0. On average the range contains 1 − 2k / (n + 1) of new values
  /// (S. S. Wilks, Annals of Mathematical Statistics 12 (1941) 91–96): 95 of 100 or slightly more,
  /// but less with fewer than 39 values.
  /// - Precondition: there is a value.
  package static func centralRange(of values: [Double]) -> Interval {
    precondition(!values.isEmpty, "a range is that of some values")
    let (sorted, out) = (values.sorted(), max(0, (values.count + 1) / 40 - 1))
    return Interval(low: sorted[out], high: sorted[sorted.count - 1 - out])
  }

  /// The values of a ratio of sums in each group, whose mean over groups is the ratio; nil if the
  /// whole is 0.
  ///
  /// The value of a group is the linearised ratio (W. G. Cochran, Sampling Techniques, 3rd ed.
  /// 1977, section 6.4).
  /// - Parameter counts: the part and the whole of each group.
  package static func groupRatios(of counts: [(part: Int, whole: Int)]) -> [Double]? {
    let whole = Double(counts.reduce(0) { $0 + $1.whole })
    guard whole > 0 else { return nil }
    let ratio = Double(counts.reduce(0) { $0 + $1.part }) / whole
    return counts.map { count in
      ratio + (Double(count.part) - ratio * Double(count.whole)) * Double(counts.count) / whole
    }
  }
}
