import CLibrary

/// The special functions for limits, with a relative error below 1e-12 for parameters up to
/// 1e9 (below 1e-10 at 1e9).
package enum SpecialFunctions {
  /// ln Γ(x), for x above 0. By Stirling's series (DLMF 5.11.1).
  package static func logGamma(_ x: Double) -> Double {
    precondition(x > 0, "the logarithm of gamma is that of a number above 0")
    return (x + 0.5) * log(x) - x + halfLogTwoPi + stirlingError(x) - log(x)
  }

  /// The tail of the standard normal distribution above `z`.
  package static func normalTail(above z: Double) -> Double { 0.5 * erfc(z * 0.5.squareRoot()) }

  /// The standard normal quantile whose upper tail is `tail`, for tails above 0 and up to 0.5.
  /// Newton's steps with Halley's correction on the complementary error function, from the rational
  /// approximation 26.2.23 of Abramowitz and Stegun, Handbook of Mathematical Functions, 1964.
  package static func normalQuantile(upperTail tail: Double) -> Double {
    precondition(tail > 0 && tail <= 0.5, "a quantile above the median has a tail up to a half")
    let t = (-2 * log(tail)).squareRoot()
    let above = 2.515517 + t * (0.802853 + t * 0.010328)
    let below = 1 + t * (1.432788 + t * (0.189269 + t * 0.001308))
    var z = t - above / below
    for _ in 0..<3 {
      let density = exp(-0.5 * z * z - halfLogTwoPi)
      let step = (normalTail(above: z) - tail) / density
      z += step / (1 + 0.5 * z * step)
    }
    return tail == 0.5 ? 0 : z
  }

  /// The two tails of the beta distribution at `x`: the regularised incomplete beta function and
  /// its complement (DLMF 8.17).
  ///
  /// The factor before the continued fraction (DLMF 8.17.22, summed by Lentz's method) is the
  /// saddle point form of C. Loader, "Fast and accurate computation of binomial probabilities",
  /// 2000, which keeps its digits where logarithms of gamma would cancel.
  /// - Precondition: x lies between 0 and 1; the parameters lie above 0.
  package static func betaTails(_ x: Double, _ a: Double, _ b: Double) -> (
    lower: Double, upper: Double
  ) {
    precondition(a > 0 && b > 0, "the parameters of a beta distribution lie above 0")
    precondition(x >= 0 && x <= 1, "a beta distribution lies between 0 and 1")
    if x <= 0 { return (0, 1) }
    if x >= 1 { return (1, 0) }
    return betaTails(x, 1 - x, a, b, front: betaFront(x, 1 - x, a, b))
  }

  /// The tails at `x`, given its complement to full precision and the factor before the fraction.
  private static func betaTails(
    _ x: Double, _ complement: Double, _ a: Double, _ b: Double, front: Double
  ) -> (lower: Double, upper: Double) {
    // The fraction converges fast on the side of the mean; the other side uses its mirror image.
    if x > (a + 1) / (a + b + 2) {
      let upper = min(1, front / b * betaFraction(complement, b, a))
      return (1 - upper, upper)
    }
    let lower = min(1, front / a * betaFraction(x, a, b))
    return (lower, 1 - lower)
  }

  /// x^a·(1 − x)^b / B(a, b): the density of the beta distribution times x·(1 − x).
  private static func betaFront(
    _ x: Double, _ complement: Double, _ a: Double, _ b: Double
  ) -> Double {
    let n = a + b
    let exponent =
      stirlingError(n) - stirlingError(a) - stirlingError(b) - deviance(a, n * x)
      - deviance(b, n * complement)
    // Γ(a+b)/(Γ(a)Γ(b)) = ab/(a+b) · Γ(a+b+1)/(Γ(a+1)Γ(b+1)).
    return (a * b / n).squareRoot() * exp(exponent - halfLogTwoPi)
  }

  /// The quantile of the beta distribution between two tails, which add up to 1 and both lie above
  /// 0. Newton's steps on the logarithm of the smaller tail over the logarithm of x, kept inside a
  /// bracket that each step narrows. The smaller of the quantile and its complement has full
  /// precision.
  package static func betaQuantile(
    lowerTail: Double, upperTail: Double, _ a: Double, _ b: Double
  ) -> Double {
    precondition(lowerTail > 0 && upperTail > 0, "a quantile's tail lies strictly between 0 and 1")
    if a > b { return 1 - betaQuantile(lowerTail: upperTail, upperTail: lowerTail, b, a) }
    return newton(from: log(a / (a + b)), between: -744, 0, tolerance: 1e-15) { u in
      let complement = -expm1(u)
      let front = betaFront(exp(u), complement, a, b)
      let tails = betaTails(exp(u), complement, a, b, front: front)
      // The derivative of the lower tail by ln x.
      let slope = front / complement
      let error =
        lowerTail <= upperTail
        ? log(tails.lower / lowerTail) * tails.lower : log(upperTail / tails.upper) * tails.upper
      let isAbove = lowerTail <= upperTail ? tails.lower > lowerTail : tails.upper < upperTail
      return (isAbove, u - error / slope)
    }
  }

  /// The limit of Newton's steps on a logarithm, each inside the bracket of the previous step.
  /// - Parameter step: returns whether a logarithm is above the solution, and the next logarithm.
  static func newton(
    from start: Double, between low: Double, _ high: Double, tolerance: Double,
    _ step: (Double) -> (isAbove: Bool, next: Double)
  ) -> Double {
    var (low, high, u) = (low, high, start)
    for _ in 0..<200 {
      var (isAbove, next) = step(u)
      if isAbove { high = u } else { low = u }
      if !(next > low && next < high) { next = 0.5 * (low + high) }
      if abs(next - u) <= tolerance * max(1, abs(u)) { return exp(next) }
      u = next
    }
    return exp(u)
  }

  static let halfLogTwoPi = 0.918938533204672742

  /// The maximum number of terms of a series or fraction: with parameters up to 1e9 fewer are
  /// enough. With other parameters, such as those near 0, they need not converge at all.
  private static let maxTerms = 1_000_000

  /// The continued fraction of the incomplete beta function, by Lentz's method.
  private static func betaFraction(_ x: Double, _ a: Double, _ b: Double) -> Double {
    var d = 1 / (1 - (a + b) * x / (a + 1))
    var (value, c, m) = (d, 1.0, 1.0)
    for _ in 0..<maxTerms {
      let even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
      d = 1 / (1 + even * d)
      c = 1 + even / c
      value *= d * c
      let odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
      d = 1 / (1 + odd * d)
      c = 1 + odd / c
      value *= d * c
      if abs(d * c - 1) < 1e-16 * 4 { break }
      m += 1
    }
    return value
  }

  /// ln Γ(x + 1) − (x + ½)·ln x + x − ½·ln 2π: the error of Stirling's formula.
  static func stirlingError(_ x: Double) -> Double {
    var (z, sum) = (x, 0.0)
    while z < 16 {
      sum += (z + 0.5) * log1p(1 / z) - 1
      z += 1
    }
    let s = 1 / (z * z)
    let series = 1.0 / 1680 - s * (1.0 / 1188 - s * 691.0 / 360_360)
    return sum + (1.0 / 12 - s * (1.0 / 360 - s * (1.0 / 1260 - s * series))) / z
  }

  /// x·ln(x/m) + m − x without cancellation near x = m.
  static func deviance(_ x: Double, _ m: Double) -> Double {
    guard abs(x - m) < 0.1 * (x + m) else { return x * log(x / m) + m - x }
    let v = (x - m) / (x + m)
    var (sum, power, odd) = ((x - m) * v, 2 * x * v, 3.0)
    for _ in 0..<maxTerms {
      power *= v * v
      let next = sum + power / odd
      if next == sum { break }
      sum = next
      odd += 2
    }
    return sum
  }

  /// The shape from which the cube root of a gamma variable is normal to 9 digits of its quantiles.
  private static let largeShape = 1e5

  /// The quantile of the gamma distribution of scale 1 below, or above, which `tail` lies. Newton's
  /// steps on the logarithm of the tail over the logarithm of x, inside a bracket, from the
  /// approximation of E. B. Wilson and M. M. Hilferty, Proceedings of the National Academy of
  /// Sciences 17 (1931) 684–688, which is enough where the shape is large.
  package static func gammaQuantile(_ tail: Double, isUpper: Bool, shape: Double) -> Double {
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
      let tails = gammaTails(x, shape: shape)
      let found = isUpper ? tails.upper : tails.lower
      let error = log(found / tail)
      // The derivative of the logarithm of a tail by ln x is the front over the tail.
      return ((error > 0) != isUpper, u + (isUpper ? error : -error) * found / tails.front)
    }
  }

  /// The two tails of the gamma distribution of scale 1 at `x`: the regularised incomplete gamma
  /// functions (DLMF 8.2), by the series 8.7.1 below the mean and the continued fraction 8.9.2
  /// above; and x^a·e^(−x) / Γ(a), the density times x, in the saddle point form of
  /// ``betaTails(_:_:_:)``.
  /// - Precondition: x is 0 or more; the shape lies above 0.
  package static func gammaTails(
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
    for _ in 0..<maxTerms {
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
