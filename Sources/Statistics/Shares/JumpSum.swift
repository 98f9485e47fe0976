import CLibrary

/// The error of an estimate to one side: the sum of many rare independent jumps of different sizes.
///
/// With few jumps, the sum behaves like a Poisson count. Its limits are those of a count of equal
/// jumps with the same variance and skewness: the gamma limits of M. P. Fay and E. J. Feuer,
/// Statistics in Medicine 16 (1997) 791–801, matched to three moments, as E. S. Pearson matched χ²,
/// Biometrika 46 (1959) 364. With two moments, few large jumps would be hidden by many small ones.
/// For the upper limit one more jump is added of the largest size. Jumps of one size have the exact
/// limits of F. Garwood, Biometrika 28 (1936) 437–442.
struct JumpSum: Hashable, Sendable {
  /// The sum of the squares of the jumps: the variance.
  var squares = 0.0
  /// The sum of their cubes: the third central moment, above 0 where ``squares`` is.
  var cubes = 0.0
  /// The size of the largest possible additional jump; 0 if there can be none.
  var step = 0.0

  /// The distance by which the true sum can be below its value.
  /// - Parameter tail: the probability of a sum as high as this, above 0 and below 1.
  func below(_ tail: Double) -> Double {
    guard let (size, number) = alike else { return 0 }
    let low = SpecialFunctions.gammaQuantile(tail, isUpper: false, shape: number)
    return size * max(0, number - low)
  }

  /// The distance by which the true sum can be above its value.
  /// - Parameter tail: the probability of a sum as low as this, above 0 and below 1.
  func above(_ tail: Double) -> Double {
    let more = JumpSum(squares: squares + step * step, cubes: cubes + step * step * step, step: 0)
    guard let (size, number) = more.alike else { return 0 }
    let high = SpecialFunctions.gammaQuantile(tail, isUpper: true, shape: number)
    return max(0, step + size * (high - number))
  }

  /// The size and the number of equal jumps with these moments; nil without jumps.
  private var alike: (size: Double, number: Double)? {
    guard squares > 0, cubes > 0 else { return nil }
    let size = cubes / squares
    return (size, squares / (size * size))
  }
}

/// The errors of an estimate from independent users, above and below its mean.
///
/// If few users count, one who counts moves the estimate up by much; if nearly all count, one who
/// does not count moves it down by much. The limits of both are joined by the "square and add" of
/// ``ShareDifference`` (R. G. Newcombe 1998; G. Y. Zou and A. Donner 2008), so that each tail is
/// bounded separately, for any skewness.
struct Deviations: Hashable, Sendable {
  /// The jumps that raise the estimate, and those that lower it.
  var up = JumpSum(), down = JumpSum()

  /// Adds the users of a stratum, whose values have a discrete distribution.
  /// - Parameter users: the number of users, above 0.
  /// - Parameter weight: the contribution of a value of 1 of one user to the estimate.
  /// - Parameter variance: the known variance of a user's value, if any: the deviations are scaled
  ///   to it, and the jumps by the clustering of users.
  mutating func add(
    users: Double, weight: Double, variance: Double? = nil, _ values: [(Double, chance: Double)]
  ) {
    let mean = values.reduce(0.0) { $0 + $1.0 * $1.chance }
    var added = Deviations()
    for (value, chance) in values where chance > 0 {
      let distance = value - mean
      let side = distance > 0 ? \Deviations.up : \.down
      added[keyPath: side].squares += chance * (distance * distance)
      added[keyPath: side].cubes += chance * (abs(distance) * distance * distance)
    }
    let seen = added.up.squares + added.down.squares
    guard seen > 0 else { return }
    let unbiased = variance ?? seen * (users > 1 ? users / (users - 1) : 1)
    let times = users * unbiased / seen
    let size = variance == nil ? weight : weight * max(1, unbiased / seen)
    for side in [\Deviations.up, \.down] {
      self[keyPath: side].squares += weight * weight * times * added[keyPath: side].squares
      self[keyPath: side].cubes += weight * weight * size * times * added[keyPath: side].cubes
    }
  }

  /// Allows for one more, unobserved user who would raise or lower the estimate by a step.
  mutating func allow(up step: Double, down: Double) {
    up.step = max(up.step, step)
    self.down.step = max(self.down.step, down)
  }

  /// The distances by which the true value can be below and above the estimate.
  func reach(_ confidence: Confidence) -> (below: Double, above: Double) {
    let tail = confidence.error / 2
    let join = { (own: Double, other: Double) in (own * own + other * other).squareRoot() }
    return (join(up.below(tail), down.above(tail)), join(up.above(tail), down.below(tail)))
  }

  /// The interval of an estimate with these deviations, limited to a range.
  func interval(
    _ value: Double, in range: ClosedRange<Double>, _ confidence: Confidence
  ) -> Interval {
    let (below, above) = reach(confidence)
    return Interval(
      low: max(range.lowerBound, value - below), high: min(range.upperBound, value + above))
  }

  /// The smallest error at which the interval of an estimate excludes 0, from 1e-15 to 1: the
  /// p-value of the hypothesis that the true value is 0, which is always consistent with the
  /// interval.
  func pValue(_ value: Double) -> Double {
    let leavesOut = { (error: Double) -> Bool in
      let (below, above) = self.reach(Confidence(error: error))
      return value > 0 ? below < value : above < -value
    }
    guard value != 0, leavesOut(1 - 1e-9) else { return 1 }
    var (low, high) = (log(1e-15), 0.0)
    while high - low > 1e-6 {
      let middle = 0.5 * (low + high)
      if leavesOut(exp(middle)) { high = middle } else { low = middle }
    }
    return exp(high)
  }
}
