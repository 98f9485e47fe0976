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
}

/// The interval of a share minus a multiple of another from the limits of both, see
/// ``PairedDifference``.
///
/// A limit of the difference is where the line of equal differences touches the ellipse of both
/// errors. Newcombe's limits take the point at which the second share errs to one side and the first
/// to the other. When a multiple is subtracted from a share that varies with the other, both err to
/// the same side there; the distances of that side are then tried too, and the longer reach taken.
///
/// Around one half the limits of a share are symmetric, and those of two shares that vary alike
/// cancel, though few users who tell the designs apart are a skewed count. Of a plain difference
/// those users are therefore counted too, by the side to which they tell: the difference is that of
/// two counts that vary independently, and its limits are joined in the same way.
enum SquareAndAdd {
  /// - Parameters:
  ///   - counts: the effective numbers of users who count under the first and second design.
  ///   - apart: the limits of what users add to the second share only, and to the first only.
  static func interval(
    first: Limits, second: Limits, counts: (Double, Double), correlation: Double, factor: Int,
    apart: (second: Limits, first: Limits)?
  ) -> Interval {
    // Few users who count under both make the correlation of a multiple look too perfect: one more
    // under either design, not the other, is allowed for.
    let seen = counts.0 * counts.1 / ((counts.0 + 1) * (counts.1 + 1))
    let correlation = factor == 1 ? correlation : correlation * seen.squareRoot()
    // The length of a limit of the difference, from the lengths of limits of both shares.
    let reach = { (own: Double, other: Double) in
      max(0, own * own + other * other - 2 * correlation * own * other).squareRoot()
    }
    let times = Double(factor)
    let (own, other) = (second, (below: times * first.below, above: times * first.above))
    let (ownSpread, otherSpread) = (own.below + own.above, other.below + other.above)
    let ownTurns = ownSpread < correlation * otherSpread
    let otherTurns = otherSpread < correlation * ownSpread
    var down = max(
      reach(own.below, other.above),
      reach(ownTurns ? own.above : own.below, otherTurns ? other.below : other.above))
    var up = max(
      reach(own.above, other.below),
      reach(ownTurns ? own.below : own.above, otherTurns ? other.above : other.below))
    if let (own, other) = apart, factor == 1 {
      down = max(down, (own.below * own.below + other.above * other.above).squareRoot())
      up = max(up, (own.above * own.above + other.below * other.below).squareRoot())
    }
    let value = second.value - times * first.value
    return Interval(low: max(-times, value - down), high: min(1, value + up))
  }
}

extension Limits {
  /// The limits of what users add to the second of two shares only, and to the first only.
  ///
  /// Both are sums of weights, of which the difference and the variance of the difference are known.
  /// As many users are taken to be on both sides as there are when each adds the largest weight, or
  /// fewer when the difference needs more.
  ///
  /// - Parameters:
  ///   - difference: of the shares.
  ///   - variance: of the difference.
  ///   - weight: the most that one more user who tells the designs apart would add, above 0.
  static func apart(
    difference: Double, variance: Double, weight: Double, method: IntervalMethod,
    confidence: Confidence
  ) -> (second: Limits, first: Limits) {
    let size = difference == 0 ? weight : min(weight, variance / abs(difference))
    let both = size == 0 ? abs(difference) : max(variance / size, abs(difference))
    let limits = { (sum: Double) -> Limits in
      let count = min(1, max(0, sum))
      let found = BinomialLimits(count: count, of: 1, effect: size, weight: weight)
      return Limits(count, found.interval(method, confidence))
    }
    return (limits((both + difference) / 2), limits((both - difference) / 2))
  }
}
