import Statistics
import Testing

/// Values to 15 digits from mpmath 1.3 with 40 digits, or from SciPy 1.17.1 where noted.
@Suite("SpecialFunctions") struct SpecialFunctionsTests {
  static func agrees(_ found: Double, _ expected: Double, within: Double = 1e-13) -> Bool {
    abs(found - expected) <= within * abs(expected)
  }

  @Test(
    "the logarithm of gamma agrees with mpmath",
    arguments: [
      (1e-5, 11.512919692895826), (0.5, 0.5723649429247001), (1.5, -0.12078223763524522),
      (10, 12.801827480081469), (1_000, 5905.220423209181), (1e9, 19723265827.503716),
    ])
  func logGamma(x: Double, expected: Double) {
    #expect(SpecialFunctionsTests.agrees(SpecialFunctions.logGamma(x), expected))
  }

  @Test(
    "the normal quantile agrees with mpmath",
    arguments: [
      (0.5, 0), (0.025, 1.9599639845400543), (0.005, 2.575829303548901),
      (0.0001, 3.7190164854556804), (1e-10, 6.361340902404057),
    ])
  func normal(tail: Double, expected: Double) {
    let found = SpecialFunctions.normalQuantile(upperTail: tail)
    #expect(SpecialFunctionsTests.agrees(found, expected, within: 1e-14))
  }

  @Test(
    "the incomplete beta function agrees with mpmath, and with SciPy for large shapes",
    arguments: [
      (0.3, 2, 3, 0.3483), (0.5, 0.5, 0.5, 0.5), (1e-5, 1.5, 1e5, 0.42759640884551237),
      (0.9, 20, 5, 0.9149251141213292), (0.2, 50.5, 250.25, 0.9270189251170261),
      (1e-7, 3, 1e7, 0.08030142466235513), (0.5, 2_000, 2_100, 0.9408529223392285),
      (0.3, 3e6, 7e6, 0.5000367061776174), (1.1e-6, 1_000, 1e9, 0.9989407983844178),
    ])
  func beta(x: Double, a: Double, b: Double, expected: Double) {
    let tails = SpecialFunctions.betaTails(x, a, b)
    #expect(SpecialFunctionsTests.agrees(tails.lower, expected, within: 1e-11))
    #expect(abs(tails.lower + tails.upper - 1) < 1e-15)
    let mirrored = SpecialFunctions.betaTails(1 - x, b, a)
    #expect(abs(mirrored.upper - tails.lower) < 1e-7)
  }

  @Test("the ends of a beta distribution have no tail")
  func ends() {
    #expect(SpecialFunctions.betaTails(0, 2, 3) == (lower: 0, upper: 1))
    #expect(SpecialFunctions.betaTails(1, 2, 3) == (lower: 1, upper: 0))
  }

  @Test(
    "the quantile of beta agrees with SciPy, and with mpmath in a far corner",
    arguments: [
      (0.025, 2, 27, 0.008770496703527133), (0.975, 1, 10, 0.3084971078187607),
      (0.975, 4, 1e6, 8.7672214865566083e-06), (0.025, 0.5, 3, 0.00017781993293475778),
      (0.025, 0.1, 1e5, 5.791736308310933e-22), (0.975, 250.5, 40.25, 0.898759261334805),
      (0.025, 3e6, 7e6 + 1, 0.29971598216542433), (0.025, 1_000, 1e9, 9.3897210855639634e-07),
      (0.01, 0.01, 1, 1.000000000000002e-200),
    ] as [(Double, Double, Double, Double)])
  func quantile(level: Double, a: Double, b: Double, expected: Double) {
    let found = SpecialFunctions.betaQuantile(lowerTail: level, upperTail: 1 - level, a, b)
    #expect(SpecialFunctionsTests.agrees(found, expected, within: 1e-12))
    let mirrored = SpecialFunctions.betaQuantile(lowerTail: 1 - level, upperTail: level, b, a)
    #expect(abs(mirrored - (1 - found)) < 1e-15)
  }

  @Test("quantiles invert the distribution over a grid")
  func inverse() {
    for a in [0.01, 0.3, 1, 7, 120, 1e4] {
      for b in [0.2, 1, 33, 1e5, 1e8] {
        for level in [1e-6, 0.01, 0.025, 0.5, 0.95, 0.999] {
          let x = SpecialFunctions.betaQuantile(lowerTail: 1 - level, upperTail: level, a, b)
          guard x > 1e-300 && x < 0.999 else { continue }
          let tail = SpecialFunctions.betaTails(x, a, b).upper
          #expect(abs(tail / level - 1) < 1e-8, "\(a) \(b) \(level)")
        }
      }
    }
  }

  /// Values of `gamma.ppf` and `gamma.isf` in SciPy 1.17.1.
  @Test(
    "quantiles of the gamma distribution agree with SciPy",
    arguments: [
      (0.3, 0.025, 3.1856790317391693e-06, 1.9002636428388269),
      (1, 0.025, 0.025317807984289876, 3.6888794541139363),
      (8, 0.00138889, 2.0772035870115024, 19.130481804687825),
      (80.5, 0.025, 63.88027324918025, 99.01233317559353),
      (5_000, 0.025, 4862.359188694899, 5139.535089943795),
      (9.9e4, 0.001, 98030.53024994333, 99975.1694324359),
    ])
  func gammaQuantiles(shape: Double, tail: Double, lower: Double, upper: Double) {
    let found = SpecialFunctions.gammaQuantile(tail, isUpper: false, shape: shape)
    #expect(abs(found / lower - 1) < 1e-10)
    let above = SpecialFunctions.gammaQuantile(tail, isUpper: true, shape: shape)
    #expect(abs(above / upper - 1) < 1e-10)
    #expect(abs(SpecialFunctions.gammaTails(found, shape: shape).lower / tail - 1) < 1e-9)
  }

  @Test("quantiles of large shapes have no step")
  func largeGammaShapes() {
    for tail in [0.4, 0.025, 1e-9] {
      let (below, above) = (99_999.0, 100_001.0)
      let low = SpecialFunctions.gammaQuantile(tail, isUpper: true, shape: below) - below
      let high = SpecialFunctions.gammaQuantile(tail, isUpper: true, shape: above) - above
      #expect(high > low && high - low < 0.05)
    }
  }
}
