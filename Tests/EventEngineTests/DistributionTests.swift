import EventEngine
import TestSupport
import Testing

/// The curve of outages behind published row 2: survival 1 s after a failed check, 2 s, 4 s, …
let outages = EmpiricalSurvival(points: [
  .init(time: .seconds(1), share: 0.5), .init(time: .seconds(2), share: 0.383),
  .init(time: .seconds(4), share: 0.367), .init(time: .seconds(7), share: 0.310),
  .init(time: .seconds(12), share: 0.256), .init(time: .seconds(20), share: 0.208),
  .init(time: .seconds(33), share: 0.157), .init(time: .seconds(54), share: 0.102),
  .init(time: .seconds(88), share: 0.069), .init(time: .seconds(143), share: 0.045),
])

@Suite struct DistributionTests {
  private static let draws: [UInt64] = [
    0, 0x0123_4567_89AB_CDEF, 0x4000_0000_0000_0000, 0x8000_0000_0000_0000,
    0xC0FF_EE00_0000_0000, 0xFEDC_BA98_7654_3210, .max,
  ]

  /// Golden values, so that no platform's mathematics library can change results unnoticed.
  ///
  /// Calculated with 50 digits in mpmath 1.3 from the closed forms, apart from this code.
  @Test(
    arguments: [
      .constant(.milliseconds(200)): [Int64](repeating: 200_000, count: 7),
      .uniform(from: .seconds(1), to: .seconds(3)): [
        1_000_000, 1_008_888, 1_500_000, 2_000_000, 2_507_811, 2_991_112, 3_000_000,
      ],
      .exponential(mean: .seconds(3)): [
        0, 13_363, 863_046, 2_079_442, 4_206_115, 16_248_301, 110_210_402,
      ],
      .lognormal(median: .seconds(2), sigma: 0.5): [
        32_988, 540_640, 1_427_468, 2_000_000, 2_819_508, 7_398_641, 121_257_363,
      ],
      .weibull(scale: .milliseconds(3_400), shape: 0.3): [
        0, 0, 53_439, 1_002_068, 10_487_659, 948_639_649, 560_380_936_308,
      ],
      .empirical(outages): [0, 6_426, 415_037, 1_000_000, 13_520_348, 440_876_246, 4_470_967_789],
    ] as [Distribution: [Int64]])
  func `a draw always gives the same microseconds`(distribution: Distribution, expected: [Int64]) {
    expectEqual(Self.draws.map { distribution.sample($0).microseconds }, expected)
  }

  @Test func `no draw maps to 0 or 1`() {
    expectEqual(Distribution.uniformDraw(0), 0x1p-53)
    expectEqual(Distribution.uniformDraw(.max), 1 - 0x1p-53)
    expectEqual(Distribution.uniformDraw(1 << 63), 0.5 + 0x1p-53)
    expectEqual(Distribution.uniformDraw(1 << 63 - 1), 0.5 - 0x1p-53)
  }

  @Test(arguments: Theory.all) func `a larger draw is never a shorter delay`(theory: Theory) {
    let draws = (0..<3_000 as Range<UInt32>).map {
      KeyedDraws(seed: 41, user: 0).bits(site: 0, occurrence: $0)
    }
    let delays = (Self.draws + draws).sorted().map { theory.distribution.sample($0) }
    expectEqual(delays, delays.sorted())
  }

  @Test(arguments: Theory.all) func `a draw is the quantile at its uniform number`(theory: Theory) {
    for bits in Self.draws {
      let quantile = theory.distribution.quantile(Distribution.uniformDraw(bits))
      expectEqual(theory.distribution.sample(bits), quantile)
    }
  }

  @Test(arguments: Theory.all) func `every level between 0 and 1 has a quantile`(theory: Theory) {
    let levels = [.leastNonzeroMagnitude, 1e-300, 1e-17, 0x1p-53, 1 - 0x1p-53]
    let quantiles = levels.map { theory.distribution.quantile($0) }
    expectEqual(quantiles, quantiles.sorted())
  }

  @Test func `medians are those that the scenario format defines`() {
    expectEqual(Distribution.constant(.seconds(9)).median, .seconds(9))
    expectEqual(Distribution.uniform(from: .seconds(1), to: .seconds(3)).median, .seconds(2))
    expectEqual(Distribution.lognormal(median: .seconds(8), sigma: 0.6).median, .seconds(8))
    expectEqual(Distribution.lognormal(median: .seconds(36_000), sigma: 2).median, .seconds(36_000))
    expectEqual(Distribution.empirical(outages).median, .seconds(1))
  }

  @Test func `one sigma above the median of a log-normal is a factor of exp sigma`() {
    let level = 0.841_344_746_068_543  // scipy.stats.norm.cdf(1), SciPy 1.17.1
    let distribution = Distribution.lognormal(median: .seconds(2), sigma: 0.5)
    expectEqual(distribution.quantile(level).microseconds, 3_297_443)  // 2 s × exp(0.5)
    expectEqual(distribution.quantile(1 - level).microseconds, 1_213_061)  // 2 s × exp(−0.5)
  }

  @Test func `a uniform distribution gives every microsecond equally, bounds included`() {
    let distribution = Distribution.uniform(
      from: Delay(microseconds: 10), to: Delay(microseconds: 13))
    var counts = [Int](repeating: 0, count: 4)
    for user in 0..<40_000 as Range<UInt64> {
      let bits = KeyedDraws(seed: 42, user: user).bits(site: 0, occurrence: 0)
      counts[Int(distribution.sample(bits).microseconds) - 10] += 1
    }
    // Quantile 0.999 of chi-square with 3 degrees of freedom, SciPy 1.17.1.
    #expect(chiSquare(counts) < 16.266)
  }

  @Test func `degenerate parameters give a constant delay`() {
    let (two, least) = (Delay.seconds(2), Double.leastNonzeroMagnitude)
    for bits in Self.draws {
      expectEqual(Distribution.uniform(from: two, to: two).sample(bits), two)
      expectEqual(Distribution.lognormal(median: two, sigma: 0).sample(bits), two)
      expectEqual(Distribution.exponential(mean: .zero).sample(bits), .zero)
      expectEqual(Distribution.lognormal(median: .zero, sigma: 1e308).sample(bits), .zero)
      expectEqual(Distribution.weibull(scale: .zero, shape: least).sample(bits), .zero)
    }
  }

  @Test func `delays beyond the longest delay are the longest delay`() {
    let least = Double.leastNonzeroMagnitude
    expectEqual(Distribution.exponential(mean: .longest).sample(.max), .longest)
    expectEqual(Distribution.lognormal(median: .seconds(1), sigma: 1e308).sample(.max), .longest)
    expectEqual(Distribution.lognormal(median: .seconds(1), sigma: 1e308).sample(0), .zero)
    expectEqual(Distribution.weibull(scale: .seconds(1), shape: least).sample(.max), .longest)
    expectEqual(Distribution.uniform(from: .zero, to: .longest).sample(.max), .longest)
  }

  @Test func `levels and parameters out of range trap`() async {
    await #expect(processExitsWith: .failure) { _ = Distribution.constant(.zero).quantile(0) }
    await #expect(processExitsWith: .failure) { _ = Distribution.constant(.zero).quantile(1) }
    await #expect(processExitsWith: .failure) {
      _ = Distribution.uniform(from: .seconds(2), to: .seconds(1)).quantile(0.5)
    }
    await #expect(processExitsWith: .failure) {
      _ = Distribution.lognormal(median: .seconds(2), sigma: -1).quantile(0.5)
    }
    await #expect(processExitsWith: .failure) {
      _ = Distribution.weibull(scale: .seconds(2), shape: 0).quantile(0.5)
    }
  }
}
