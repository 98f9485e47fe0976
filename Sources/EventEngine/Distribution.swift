import CLibrary

/// A distribution of delays, as in the scenario format.
///
/// Every sample is the inverse of the distribution function at one uniform draw. A sample therefore
/// needs one draw, a higher draw never gives a shorter delay, and designs that share the draw share
/// the delay.
public enum Distribution: Hashable, Sendable {
  /// A constant delay.
  case constant(Delay)
  /// A uniform distribution of whole microseconds from `from` to `to`, both included; `from` is not
  /// above `to`.
  case uniform(from: Delay, to: Delay)
  /// An exponential distribution with a mean.
  case exponential(mean: Delay)
  /// A log-normal distribution: the logarithm has the standard deviation `sigma`.
  case lognormal(median: Delay, sigma: Double)
  /// A Weibull distribution with the survival function `exp(-(t / scale)^shape)`.
  case weibull(scale: Delay, shape: Double)
  /// A distribution given by survival points; see ``EmpiricalSurvival``.
  case empirical(EmpiricalSurvival)

  /// The delay for one uniform draw.
  /// - Parameter bits: 64 random bits; the upper 52 are used.
  @inlinable public func sample(_ bits: UInt64) -> Delay {
    if case .constant(let delay) = self { return delay }
    return quantile(Distribution.uniformDraw(bits))
  }

  /// The delay that a share `level` of all samples does not exceed.
  /// - Precondition: `level` lies strictly between 0 and 1.
  public func quantile(_ level: Double) -> Delay {
    precondition(level > 0 && level < 1, "a quantile's level lies strictly between 0 and 1")
    switch self {
    case .constant(let delay): return delay
    case .uniform(let from, let to):
      precondition(from <= to, "a uniform distribution runs from its lower bound to its upper")
      let width = to.microseconds - from.microseconds
      // The least whole microsecond at which the distribution function reaches the level. The
      // product may round up to the number of microseconds, which is one too many.
      let offset = min(Int64(level * Double(width + 1)), width)
      return Delay(microseconds: from.microseconds + offset)
    case .exponential(let mean): return Distribution.scaled(mean, by: -log1p(-level))
    case .lognormal(let median, let sigma):
      precondition(sigma >= 0 && sigma.isFinite, "a log-normal sigma is finite and not negative")
      return Distribution.scaled(median, by: exp(sigma * standardNormalQuantile(level)))
    case .weibull(let scale, let shape):
      precondition(shape > 0 && shape.isFinite, "a Weibull shape is finite and above 0")
      return Distribution.scaled(scale, by: pow(-log1p(-level), 1 / shape))
    case .empirical(let survival):
      return Delay(roundingSeconds: survival.seconds(whenSurvivalIs: 1 - level))
    }
  }

  /// The delay that half of all samples do not exceed.
  public var median: Delay { quantile(0.5) }

  /// Maps 64 random bits to the middle of one of 2⁵² equal parts of the range from 0 to 1.
  ///
  /// With one more bit, the highest draw would round up to 1.
  @inlinable public static func uniformDraw(_ bits: UInt64) -> Double {
    (Double(bits >> 12) + 0.5) * 0x1p-52
  }

  /// A delay times a factor of any size; a zero delay stays zero for every factor.
  private static func scaled(_ delay: Delay, by factor: Double) -> Delay {
    delay == .zero ? .zero : Delay(roundingSeconds: delay.seconds * factor)
  }
}

/// A distribution given by points of its survival function: "after 1 s, half are still running".
///
/// The curve starts at (0, 1). Between two points the hazard is constant, so survival falls
/// exponentially; where it falls to 0, it falls linearly. After the last point, the hazard of the
/// last interval continues, so the distribution has a tail.
public struct EmpiricalSurvival: Hashable, Sendable {
  /// One point: the share of samples that last longer than `time`.
  public struct Point: Hashable, Sendable {
    /// The time, above the time of the previous point.
    public let time: Delay
    /// The share from 0 to 1, below the share of the previous point.
    public let share: Double

    public init(time: Delay, share: Double) { (self.time, self.share) = (time, share) }
  }

  /// The points in order of time, without the implied (0, 1).
  public let points: [Point]

  /// Creates a distribution from its points.
  /// - Precondition: there is a point; times rise from above 0; shares fall from below 1 to 0 or
  ///   more.
  public init(points: [Point]) {
    precondition(!points.isEmpty, "a survival curve needs a point")
    var before = Point(time: .zero, share: 1)
    for point in points {
      precondition(point.time > before.time, "times of survival points rise")
      precondition(point.share < before.share && point.share >= 0, "shares of survival points fall")
      before = point
    }
    self.points = points
  }

  /// The time in seconds at which survival has fallen to `share`.
  ///
  /// Falls as `share` rises; 0 for the share 1.
  /// - Precondition: `share` lies above 0 and is at most 1.
  public func seconds(whenSurvivalIs share: Double) -> Double {
    precondition(share > 0 && share <= 1, "a surviving share lies above 0 and is at most 1")
    // The interval between two points, or the last one, which continues.
    let place = points.dropLast().firstIndex { share >= $0.share } ?? points.count - 1
    let start = place == 0 ? Point(time: .zero, share: 1) : points[place - 1]
    let end = points[place]
    let length = end.time.seconds - start.time.seconds
    // A quotient of two different shares never rounds to 1, so the hazard is never 0.
    let passed =
      end.share > 0
      ? log(start.share / share) / log(start.share / end.share)
      : (start.share - share) / start.share
    return start.time.seconds + length * passed
  }
}
