#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// How long something takes: one of the distributions of the scenario format.
///
/// Every sample is the inverse of the distribution function at one uniform draw. So a draw costs one
/// question, more luck is never a shorter delay, and designs that share the draw share the delay.
public enum Distribution: Hashable, Sendable {
  /// Always the same.
  case constant(Delay)
  /// Every delay between two bounds alike; `from` is not above `to`.
  case uniform(from: Delay, to: Delay)
  /// Memoryless with a mean.
  case exponential(mean: Delay)
  /// The logarithm is normal with standard deviation `sigma` ≥ 0 around that of the median.
  case lognormal(median: Delay, sigma: Double)
  /// Survival `exp(-(t / scale)^shape)`, with `shape` > 0.
  case weibull(scale: Delay, shape: Double)
  /// Survival points: see ``EmpiricalSurvival``.
  case empirical(EmpiricalSurvival)

  /// The delay at one uniform draw.
  ///
  /// - Parameter bits: 64 random bits; the upper 53 are used.
  @inlinable
  public func sample(_ bits: UInt64) -> Delay {
    if case .constant(let delay) = self { return delay }
    return quantile(Distribution.uniform(bits))
  }

  /// The delay that a share `level` of all samples does not exceed.
  ///
  /// - Precondition: `level` lies strictly between 0 and 1.
  public func quantile(_ level: Double) -> Delay {
    precondition(level > 0 && level < 1, "a quantile's level lies strictly between 0 and 1")
    switch self {
    case .constant(let delay):
      return delay
    case .uniform(let from, let to):
      return Delay(roundingSeconds: from.seconds + (to.seconds - from.seconds) * level)
    case .exponential(let mean):
      return Delay(roundingSeconds: -mean.seconds * log1p(-level))
    case .lognormal(let median, let sigma):
      return Delay(roundingSeconds: median.seconds * exp(sigma * standardNormalQuantile(level)))
    case .weibull(let scale, let shape):
      return Delay(roundingSeconds: scale.seconds * pow(-log1p(-level), 1 / shape))
    case .empirical(let survival):
      return Delay(roundingSeconds: survival.time(whereSurvives: 1 - level))
    }
  }

  /// The delay that half of all samples do not exceed.
  public var median: Delay { quantile(0.5) }

  /// Maps 64 random bits to a number strictly between 0 and 1, in steps of 2⁻⁵³.
  @inlinable
  public static func uniform(_ bits: UInt64) -> Double {
    (Double(bits >> 11) + 0.5) * 0x1p-53
  }
}
