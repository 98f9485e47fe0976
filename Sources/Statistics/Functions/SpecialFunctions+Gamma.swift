import CLibrary

extension SpecialFunctions {
  /// The quantile of the gamma distribution of scale 1 below, or above, which `tail` lies.
  package static func gammaQuantile(lowerTail tail: Double, shape: Double) -> Double {
    gammaQuantile(tail, shape, isUpper: false)
  }
  package static func gammaQuantile(upperTail tail: Double, shape: Double) -> Double {
    gammaQuantile(tail, shape, isUpper: true)
  }

  /// The shape from which the cube root of a gamma variable is normal to 9 digits of its quantiles.
  private static let largeShape = 1e5

  /// Newton's steps on the logarithm of the tail over the logarithm of x, inside a bracket, from the
  /// approximation of E. B. Wilson and M. M. Hilferty, Proceedings of the National Academy of Sciences
  /// 17 (1931) 684–688, which is enough where the shape is large.
  private static func gammaQuantile(_ tail: Double, _ shape: Double, isUpper: Bool) -> Double {
    precondition(tail > 0 && tail < 1, "a quantile's tail lies strictly between 0 and 1")
    precondition(shape > 0, "a gamma distribution has a shape above 0")
    let z = normalQuantile(upperTail: min(tail, 1 - tail))
    let root = 1 - 1 / (9 * shape) + ((tail < 0.5) == isUpper ? z : -z) / (3 * shape.squareRoot())
    let first = shape * root * root * root
    if shape > largeShape { return first }
    let (low, high) = (-744.0, log(shape + 750 + 60 * shape.squareRoot()))
    let guess = first > 0 ? log(first) : (log(tail) + logGamma(shape + 1)) / shape
    let start = guess > low && guess < high ? guess : 0.5 * (low + high)
    return newton(from: start, between: low, high, tolerance: 1e-14) { u in
      let x = exp(u)
      let tails = gamma(x, shape: shape)
      let found = isUpper ? tails.upper : tails.lower
      let error = log(found / tail)
      // The derivative of the logarithm of a tail by ln x is the front over the tail.
      return ((error > 0) != isUpper, u + (isUpper ? error : -error) * found / tails.front)
    }
  }

  /// The two tails of the gamma distribution of scale 1 at `x`: the regularised incomplete gamma
  /// functions (DLMF 8.2), by the series 8.7.1 below the mean and the continued fraction 8.9.2 above;
  /// and x^a·e^(−x) / Γ(a), the density times x, in the saddle point form of ``beta(_:_:_:)``.
  ///
  /// - Precondition: x is 0 or more; the shape lies above 0.
  package static func gamma(
    _ x: Double, shape: Double
  ) -> (lower: Double, upper: Double, front: Double) {
    precondition(x >= 0 && shape > 0, "a gamma distribution lies above 0 and has a shape above 0")
    if x == 0 { return (0, 1, 0) }
    let front = shape.squareRoot() * exp(-stirlingError(shape) - deviance(shape, x) - halfLogTwoPi)
    if x < shape + 1 {
      var (term, sum, n) = (1 / shape, 1 / shape, shape)
      while term > sum * 1e-17 {
        n += 1
        term *= x / n
        sum += term
      }
      let lower = min(1, front * sum)
      return (lower, 1 - lower, front)
    }
    var b = x + 1 - shape
    var (c, d, n) = (Double.greatestFiniteMagnitude, 1 / b, 1.0)
    var value = d
    while true {
      let a = -n * (n - shape)
      b += 2
      d = 1 / (a * d + b)
      c = b + a / c
      value *= d * c
      if abs(d * c - 1) < 4e-16 { break }
      n += 1
    }
    let upper = min(1, front * value)
    return (1 - upper, upper, front)
  }
}
