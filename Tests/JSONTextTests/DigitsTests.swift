import JSONText
import TestSupport
import Testing

@Suite struct DigitsTests {
  @Test(arguments: [
    (0.000316227766016838, 4, 0.0003162), (0.000316227766016838, 1, 0.0003), (19.99999, 4, 20),
    (-1234.5, 2, -1200), (0.1 + 0.2, 15, 0.3), (0.1 + 0.2, 1, 0.3), (0, 3, 0),
    (99.96, 3, 100), (1e300, 2, 1e300), (.leastNonzeroMagnitude, 3, .leastNonzeroMagnitude),
    (123_456_789, 15, 123_456_789),
  ]) func `a number keeps the given significant digits, as decimal digits are read`(
    number: Double, digits: Int, rounded: Double
  ) { expectEqual(number.rounded(digits: digits), rounded) }
}
