/// The exponential function, small enough to be inlined where it is called.
///
/// `x` is split into a multiple of ln 2, which becomes the exponent of the result, and a rest of at
/// most ln 2 / 2, for which the Taylor polynomial of degree 13 is exact to 5e-18. Calculated with
/// additions and multiplications alone, so it is the same on every machine; its relative error is
/// below 5e-16. Arguments beyond ±700 count as ±700.
///
/// - Precondition: `x` is a number.
@inlinable
public func naturalExponential(_ x: Double) -> Double {
  precondition(!x.isNaN, "an exponent is a number")
  let x = min(max(x, -700), 700)
  // Adding 1.5 × 2⁵² rounds to a whole number and leaves it in the lowest bits.
  let shifted = x * 1.442_695_040_888_963_4 + 0x1.8p52
  let doublings = shifted - 0x1.8p52
  // ln 2 in two parts, the first with zeros at its end, so that its multiples are exact.
  let r = (x - doublings * 0x1.62e42feep-1) - doublings * 0x1.a39ef35793c76p-33
  let r2 = r * r
  let r4 = r2 * r2
  let first = 1 + r + r2 * (1.0 / 2 + r * (1.0 / 6))
  let second =
    1.0 / 24 + r * (1.0 / 120) + r2 * (1.0 / 720 + r * (1.0 / 5_040))
  let third =
    1.0 / 40_320 + r * (1.0 / 362_880) + r2 * (1.0 / 3_628_800 + r * (1.0 / 39_916_800))
    + r4 * (1.0 / 479_001_600 + r * (1.0 / 6_227_020_800))
  let power = first + r4 * (second + r4 * third)
  return Double(bitPattern: power.bitPattern &+ shifted.bitPattern << 52)
}
