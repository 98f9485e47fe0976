import Reports
import TestSupport
import Testing

/// Numbers as people read them.
@Suite("Numerals") struct NumberFormatTests {
  @Test("money is printed with as many digits as needed, up to the largest amount of a file")
  func money() {
    let shown = [
      (0, "0"), (0.5, "0.5"), (-2.25, "-2.25"), (1_234.567_89, "1234.56789"),
      (9_007_199_254.5, "9007199254.5"), (9_223_372_036_855, "9223372036855"),
      (9e15, "9000000000000000"),
      (9.2e18, "9200000000000000000"), (-9.2e18, "-9200000000000000000"),
    ]
    for (number, text) in shown { expectEqual(NumberFormat.short(number), text) }
    expectEqual(NumberFormat.fixed(9.2e18, digits: 2), "9200000000000000000.00")
  }
}
