/// The difference of two designs' shares over the same users: second minus first.
///
/// The same luck meets both designs, so their errors are correlated and the difference is known better
/// than either share. The interval joins the score limits of both shares with the correlation of the
/// delta method: the "square and add" of R. G. Newcombe, Statistics in Medicine 17 (1998) 2635–2650,
/// method 8, for ratios as in G. Y. Zou and A. Donner, Statistics in Medicine 27 (2008) 1693–1702.
///
/// Unlike the plain delta method it never collapses to a point: where no user tells the designs apart
/// the limits still leave room for the users who might (about 3 in the number of users).
package struct PairedDifference: Hashable, Sendable {
  /// The share under the first design.
  package var first: Proportion
  /// The share under the second design.
  package var second: Proportion
  /// The correlation of the two shares, from -1 to 1.
  package var correlation: Double

  /// Compares two designs; nil when either has no observation.
  package init?(_ moments: PairMoments) {
    guard let first = Proportion(moments.first), let second = Proportion(moments.second) else {
      return nil
    }
    self.first = first
    self.second = second
    correlation = moments.correlation
  }

  /// The second share minus the first, from -1 to 1.
  package var value: Double { second.value - first.value }

  /// The interval of the difference.
  package var interval: Interval {
    let (a, b) = (first.interval, second.interval)
    let down = reach(second.value - b.low, a.high - first.value)
    let up = reach(b.high - second.value, first.value - a.low)
    return Interval(low: max(-1, value - down), high: min(1, value + up))
  }

  /// The length of a limit of the difference, from the limits of both shares.
  private func reach(_ own: Double, _ other: Double) -> Double {
    max(0, own * own + other * other - 2 * correlation * own * other).squareRoot()
  }
}
