import EventEngine
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite struct NaturalExponentialTests {
  /// Calculated with 30 digits in mpmath 1.3.
  @Test(
    arguments: [
      (0, 1), (1, 2.718_281_828_459_045_2), (-1, 0.367_879_441_171_442_32),
      (0.5, 1.648_721_270_700_128_1), (-0.346, 0.707_512_487_106_501_70),
      (10, 22_026.465_794_806_717), (-20.25, 1.605_228_055_185_611_6e-9),
      (345.6, 1.236_439_713_332_671_6e150), (700, 1.014_232_054_735_004_5e304),
    ] as [(Double, Double)])
  func `the exponential of x is exact to 5e-16`(x: Double, power: Double) {
    #expect(abs(naturalExponential(x) / power - 1) < 5e-16)
  }

  @Test func `it agrees with the mathematics library from −700 to 700`() {
    var worst = 0.0
    for step in -70_000...70_000 {
      let x = Double(step) / 100 + Double(step) * 1e-9
      let argument = min(max(x, -700), 700)
      worst = max(worst, abs(naturalExponential(x) / exp(argument) - 1))
    }
    #expect(worst < 5e-16)
  }

  @Test func `it rises, across the borders between powers of two as well`() {
    for border in -20...20 {
      let centre = (Double(border) + 0.5) * 0.693_147_180_559_945_3
      let values = (-200...200).map { naturalExponential(centre + Double($0) * 1e-14) }
      #expect(zip(values, values.dropFirst()).allSatisfy { $0 <= $1 })
    }
  }

  @Test func `arguments beyond 700 count as 700, and what is no number traps`() async {
    #expect(naturalExponential(701) == naturalExponential(700))
    #expect(naturalExponential(.infinity) == naturalExponential(700))
    #expect(naturalExponential(-.infinity) == naturalExponential(-700))
    await #expect(processExitsWith: .failure) { _ = naturalExponential(.nan) }
  }
}
