/// How far a number differs between draws of what is not known, apart from the luck of the users with whom
/// each draw was played.
///
/// Every draw meets the same users, in groups. What a draw comes to in a group is taken apart as in a two-way
/// layout: what all have in common, what the draw adds, what the group adds, and the rest. Luck that all
/// draws share is in the groups; luck of a draw's own is in the rest. By the law of total variance the
/// variance over draws is that of what they are plus that of their own luck, so the latter is taken off: the
/// method of moments for random effects (R. DerSimonian and N. Laird, "Meta-analysis in clinical trials",
/// Controlled Clinical Trials 7 (1986) 177–188), with the luck from the mean square of the rest (H. Scheffé,
/// The Analysis of Variance, 1959, chapter 7), because studies have luck of their own and draws share it.
package struct DrawSpread: Hashable, Sendable {
  /// What each draw came to, luck included.
  package let estimates: [Double]
  package let mean: Double
  /// The variance of the estimates, and that of the luck of one of them that others do not share.
  package let total, luck: Double

  /// Takes the estimates of two or more draws apart.
  /// - Parameter table: of each draw what it came to in each group; groups are two or more, and count
  ///   alike.
  package init(_ table: [[Double]]) {
    precondition(table.count > 1, "one draw has no spread")
    let (draws, groups) = (Double(table.count), table[0].count)
    precondition(
      groups > 1 && table.allSatisfy { $0.count == groups }, "draws meet the same groups")
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
    total = estimates.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / (draws - 1)
    luck = rest / ((draws - 1) * Double(groups - 1)) / Double(groups)
  }

  /// The variance between draws without luck.
  package var between: Double { max(0, total - luck) }

  /// What each draw came to without its luck: estimates as far from their mean as makes their variance
  /// that between draws.
  package var values: [Double] {
    let factor = total > 0 ? (between / total).squareRoot() : 0
    return estimates.map { mean + ($0 - mean) * factor }
  }

  /// The range of the middle 95 of 100 values: from the 2.5th percentile to the 97.5th.
  ///
  /// Its ends are the k-th least and the k-th greatest of n values, with k = ⌊(n + 1) / 40⌋, and the least
  /// and the greatest where that is 0. Between them 1 − 2k / (n + 1) of new values lie on average
  /// (S. S. Wilks, Annals of Mathematical Statistics 12 (1941) 91–96): 95 of 100 or a little more, but of fewer than 39
  /// values less.
  /// - Precondition: there is a value.
  package static func range(of values: [Double]) -> Interval {
    precondition(!values.isEmpty, "a range is that of some values")
    let (sorted, out) = (values.sorted(), max(0, (values.count + 1) / 40 - 1))
    return Interval(low: sorted[out], high: sorted[sorted.count - 1 - out])
  }

  /// What a ratio of sums comes to in each group, so that the mean over groups is the ratio; nil where
  /// nothing is in the whole.
  ///
  /// A group stands for what the ratio would be if all were like it, by the linear form of the ratio
  /// (W. G. Cochran, Sampling Techniques, 3rd ed. 1977, section 6.4).
  /// - Parameter counts: of each group the part and the whole.
  package static func groups(_ counts: [(part: Int, whole: Int)]) -> [Double]? {
    let whole = Double(counts.reduce(0) { $0 + $1.whole })
    guard whole > 0 else { return nil }
    let ratio = Double(counts.reduce(0) { $0 + $1.part }) / whole
    return counts.map { count in
      ratio + (Double(count.part) - ratio * Double(count.whole)) * Double(counts.count) / whole
    }
  }
}
