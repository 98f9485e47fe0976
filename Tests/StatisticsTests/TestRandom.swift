import Foundation

/// Repeatable random bits for tests: SplitMix64 (Steele, Lea and Flood 2014).
struct TestRandom {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }

  /// A number from 0 to below 1.
  mutating func uniform() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// A Poisson count with the given mean: Knuth's method, in parts of at most 16.
  mutating func poisson(_ expected: Double) -> Int {
    var (count, left) = (0, expected)
    while left > 0 {
      let limit = exp(-min(left, 16))
      left -= 16
      var product = uniform()
      while product > limit {
        count += 1
        product *= uniform()
      }
    }
    return count
  }
}
