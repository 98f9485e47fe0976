import CLibrary

/// What moves an estimate to one side: the sum of many rare independent jumps, of different sizes.
///
/// From a few jumps, the sum is known as a Poisson count is. Its limits are those of a count of jumps of one
/// size that vary as much, and as unevenly: the gamma limits of M. P. Fay and E. J. Feuer, Statistics in
/// Medicine 16 (1997) 791–801, matched to three moments, as E. S. Pearson matched χ², Biometrika 46 (1959)
/// 364. By two, few large jumps would hide among many small ones. For the upper limit one more jump is added
/// of the largest size. Jumps of one size have the exact limits of F. Garwood, Biometrika 28 (1936) 437–442.
struct Jumps: Hashable, Sendable {
  /// The sum of the squares of the jumps: the variance.
  var squares = 0.0
  /// The sum of their cubes: the third central moment, above 0 where ``squares`` is.
  var cubes = 0.0
  /// The size of the largest jump of which one more could have been seen; 0 where none can.
  var step = 0.0

  /// How far below its value the sum may lie.
  /// - Parameter tail: the probability of a sum as high as this, above 0 and below 1.
  func below(_ tail: Double) -> Double {
    guard let (size, number) = alike else { return 0 }
    let low = SpecialFunctions.gammaQuantile(tail, isUpper: false, shape: number)
    return size * max(0, number - low)
  }

  /// How far above its value the sum may lie.
  /// - Parameter tail: the probability of a sum as low as this, above 0 and below 1.
  func above(_ tail: Double) -> Double {
    let more = Jumps(squares: squares + step * step, cubes: cubes + step * step * step, step: 0)
    guard let (size, number) = more.alike else { return 0 }
    let high = SpecialFunctions.gammaQuantile(tail, isUpper: true, shape: number)
    return max(0, step + size * (high - number))
  }

  /// The size and the number of jumps of one size with these moments; nil without any.
  private var alike: (size: Double, number: Double)? {
    guard squares > 0, cubes > 0 else { return nil }
    let size = cubes / squares
    return (size, squares / (size * size))
  }
}

/// How an estimate from independent users can err: what lies above its mean, and what below.
///
/// A user who counts where few do moves the estimate up by much; where nearly all count, one who does
/// not moves it down by much. The limits of both are joined by the "square and add" of
/// ``ShareDifference`` (R. G. Newcombe 1998; G. Y. Zou and A. Donner 2008), so that each tail is bounded
/// for itself, whichever way the estimate leans.
struct Deviations: Hashable, Sendable {
  /// What raises the estimate, and what lowers it.
  var up = Jumps(), down = Jumps()

  /// Adds the users of a stratum, each of whom adds one of some values with some probability.
  /// - Parameter users: the number of users, above 0.
  /// - Parameter weight: what a value of 1 of one of them adds to the estimate.
  /// - Parameter variance: of a user's value, if it is known from elsewhere: the deviations are scaled to it, and
  ///   jumps by as much as users come in clusters.
  mutating func add(
    users: Double, weight: Double, variance: Double? = nil, _ values: [(Double, chance: Double)]
  ) {
    let mean = values.reduce(0.0) { $0 + $1.0 * $1.chance }
    var own = Deviations()
    for (value, chance) in values where chance > 0 {
      let distance = value - mean
      let side = distance > 0 ? \Deviations.up : \.down
      own[keyPath: side].squares += chance * (distance * distance)
      own[keyPath: side].cubes += chance * (abs(distance) * distance * distance)
    }
    let seen = own.up.squares + own.down.squares
    guard seen > 0 else { return }
    let unbiased = variance ?? seen * (users > 1 ? users / (users - 1) : 1)
    let times = users * unbiased / seen
    let size = variance == nil ? weight : weight * max(1, unbiased / seen)
    for side in [\Deviations.up, \.down] {
      self[keyPath: side].squares += weight * weight * times * own[keyPath: side].squares
      self[keyPath: side].cubes += weight * weight * size * times * own[keyPath: side].cubes
    }
  }

  /// Allows for one more user who was not seen, who would raise or lower the estimate by so much.
  mutating func allow(up step: Double, down: Double) {
    up.step = max(up.step, step)
    self.down.step = max(self.down.step, down)
  }

  /// How far the truth may lie below and above the estimate.
  func reach(_ confidence: Confidence) -> (below: Double, above: Double) {
    let tail = confidence.error / 2
    let join = { (own: Double, other: Double) in (own * own + other * other).squareRoot() }
    return (join(up.below(tail), down.above(tail)), join(up.above(tail), down.below(tail)))
  }

  /// The interval of an estimate with these deviations, which lies in a range.
  func interval(
    _ value: Double, in range: ClosedRange<Double>, _ confidence: Confidence
  ) -> Interval {
    let (below, above) = reach(confidence)
    return Interval(
      low: max(range.lowerBound, value - below), high: min(range.upperBound, value + above))
  }

  /// The least error at which the interval of an estimate leaves out 0, from 1e-15 to 1: the p-value of
  /// the hypothesis that 0 is what is estimated, which therefore never contradicts an interval.
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
