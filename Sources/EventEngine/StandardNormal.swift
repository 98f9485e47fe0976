import CLibrary

/// The quantile of the standard normal distribution for the probability `level`.
///
/// Algorithm AS 241, routine PPND16, of M. J. Wichura, "The percentage points of the normal
/// distribution", Applied Statistics 37 (1988) 477–484; accurate to about one part in 10¹⁶.
/// - Precondition: `level` lies strictly between 0 and 1.
public func standardNormalQuantile(_ level: Double) -> Double {
  precondition(level > 0 && level < 1, "a level lies strictly between 0 and 1")
  let centred = level - 0.5
  if abs(centred) <= 0.425 {
    let square = 0.180625 - centred * centred
    return centred * rational(square, central)
  }
  let tail = (-log(centred < 0 ? level : 1 - level)).squareRoot()
  let size = tail <= 5 ? rational(tail - 1.6, middle) : rational(tail - 5, far)
  return centred < 0 ? -size : size
}

/// Coefficients of a polynomial of degree seven, the constant term first.
private typealias Polynomial = (Double, Double, Double, Double, Double, Double, Double, Double)

/// The quotient of two polynomials.
@inline(__always) private func rational(_ x: Double, _ c: (Polynomial, Polynomial)) -> Double {
  polynomial(x, c.0) / polynomial(x, c.1)
}

@inline(__always) private func polynomial(_ x: Double, _ c: Polynomial) -> Double {
  ((((((c.7 * x + c.6) * x + c.5) * x + c.4) * x + c.3) * x + c.2) * x + c.1) * x + c.0
}

private let central: (Polynomial, Polynomial) = (
  (
    3.3871328727963666080, 1.3314166789178437745e2, 1.9715909503065514427e3,
    1.3731693765509461125e4, 4.5921953931549871457e4, 6.7265770927008700853e4,
    3.3430575583588128105e4, 2.5090809287301226727e3
  ),
  (
    1, 4.2313330701600911252e1, 6.8718700749205790830e2, 5.3941960214247511077e3,
    2.1213794301586595867e4, 3.9307895800092710610e4, 2.8729085735721942674e4,
    5.2264952788528545610e3
  )
)

private let middle: (Polynomial, Polynomial) = (
  (
    1.42343711074968357734, 4.63033784615654529590, 5.76949722146069140550,
    3.64784832476320460504, 1.27045825245236838258, 2.41780725177450611770e-1,
    2.27238449892691845833e-2, 7.74545014278341407640e-4
  ),
  (
    1, 2.05319162663775882187, 1.67638483018380384940, 6.89767334985100004550e-1,
    1.48103976427480074590e-1, 1.51986665636164571966e-2, 5.47593808499534494600e-4,
    1.05075007164441684324e-9
  )
)

private let far: (Polynomial, Polynomial) = (
  (
    6.65790464350110377720, 5.46378491116411436990, 1.78482653991729133580,
    2.96560571828504891230e-1, 2.65321895265761230930e-2, 1.24266094738807843860e-3,
    2.71155556874348757815e-5, 2.01033439929228813265e-7
  ),
  (
    1, 5.99832206555887937690e-1, 1.36929880922735805310e-1, 1.48753612908506148525e-2,
    7.86869131145613259100e-4, 1.84631831751005468180e-5, 1.42151175831644588870e-7,
    2.04426310338993978564e-15
  )
)
