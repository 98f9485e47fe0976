/// A share and how far its limits lie from it.
struct Limits {
  var value: Double
  /// From the lower limit to the value; 0 or more.
  var below: Double
  /// From the value to the upper limit; 0 or more.
  var above: Double

  init(_ value: Double, _ interval: Interval) {
    self.value = value
    below = max(0, value - interval.low)
    above = max(0, interval.high - value)
  }

  /// The distances of a multiple.
  func times(_ factor: Double) -> (below: Double, above: Double) {
    (factor * below, factor * above)
  }
}

/// The interval of a share minus a multiple of another from the limits of both, see
/// ``PairedDifference``.
///
/// A limit of the difference is where the line of equal differences touches the ellipse of both
/// errors. Newcombe's limits take the point at which the second share errs to one side and the first
/// to the other. When a multiple is subtracted from a share that varies with the other, both err to
/// the same side there; the distances of that side are then tried too, and the longer reach taken.
struct SquareAndAdd {
  var first: Limits
  var second: Limits
  var correlation: Double
  var factor: Int

  /// - Parameter counts: the effective numbers of users who count under the first and second design.
  init(
    first: Limits, second: Limits, counts: (Double, Double), correlation: Double, factor: Int
  ) {
    self.first = first
    self.second = second
    self.factor = factor
    // Few users who count under both make the correlation of a multiple look too perfect: one more
    // under either design, not the other, is allowed for.
    let seen = counts.0 * counts.1 / ((counts.0 + 1) * (counts.1 + 1))
    self.correlation = factor == 1 ? correlation : correlation * seen.squareRoot()
  }

  var interval: Interval {
    let times = Double(factor)
    let (own, other) = (second.times(1), first.times(times))
    let (ownSpread, otherSpread) = (own.below + own.above, other.below + other.above)
    let ownTurns = ownSpread < correlation * otherSpread
    let otherTurns = otherSpread < correlation * ownSpread
    let down = max(
      reach(own.below, other.above),
      reach(ownTurns ? own.above : own.below, otherTurns ? other.below : other.above))
    let up = max(
      reach(own.above, other.below),
      reach(ownTurns ? own.below : own.above, otherTurns ? other.above : other.below))
    let value = second.value - times * first.value
    return Interval(low: max(-times, value - down), high: min(1, value + up))
  }

  /// The length of a limit of the difference, from the lengths of limits of both shares.
  private func reach(_ own: Double, _ other: Double) -> Double {
    max(0, own * own + other * other - 2 * correlation * own * other).squareRoot()
  }
}
