import CLibrary
import EventEngine
import Testing

/// A distribution with its theoretical values.
struct Theory: Sendable, CustomTestStringConvertible {
  /// The name in the test report.
  let testDescription: String
  let distribution: Distribution
  /// The mean in seconds.
  let mean: Double
  /// The 0.999 quantile in seconds.
  let tail: Double
  /// The share of all samples that do not exceed a time in seconds.
  let share: @Sendable (Double) -> Double

  /// Means and tails: SciPy 1.17.1 (`expon`, `lognorm`, `weibull_min`); for the two curves by hand:
  /// an interval of hazard h adds its loss of survival, divided by h.
  static let all = [
    Theory(
      testDescription: "uniform from 1 s to 3 s",
      distribution: .uniform(from: .seconds(1), to: .seconds(3)), mean: 2, tail: 2.998,
      share: { min(max(($0 - 1) / 2, 0), 1) }),
    Theory(
      testDescription: "exponential of mean 3 s", distribution: .exponential(mean: .seconds(3)),
      mean: 3, tail: 20.723_265_836_946_407, share: { $0 <= 0 ? 0 : 1 - exp(-$0 / 3) }),
    Theory(
      testDescription: "log-normal of median 2 s, sigma 0.5",
      distribution: .lognormal(median: .seconds(2), sigma: 0.5), mean: 2.266_296_906_133_652_6,
      tail: 9.377_032_362_017_918, share: { lognormalShare($0, median: 2, sigma: 0.5) }),
    Theory(
      testDescription: "log-normal of median 10 h, sigma 1",
      distribution: .lognormal(median: .seconds(36_000), sigma: 1), mean: 59_353.965_745_204_616,
      tail: 791_358.623_264_981_8, share: { lognormalShare($0, median: 36_000, sigma: 1) }),
    Theory(
      testDescription: "Weibull of scale 3.4 s, shape 0.3",
      distribution: .weibull(scale: .milliseconds(3_400), shape: 0.3), mean: 31.485_796_111_626_89,
      tail: 2_134.365_185_988_119, share: { $0 <= 0 ? 0 : 1 - exp(-pow($0 / 3.4, 0.3)) }),
    Theory(
      testDescription: "empirical, the outages of published row 2",
      distribution: .empirical(outages), mean: 22.967_289_707_718_223,
      tail: 632.810_196_598_809_1, share: { curveShare($0, outages) }),
    Theory(
      testDescription: "empirical, ending at 5 s", distribution: .empirical(endingCurve),
      mean: 1.909_628_001_524_749_8, tail: 4.992_5, share: { curveShare($0, endingCurve) }),
  ]
}

/// A survival curve that is 0 after 5 s.
let endingCurve = EmpiricalSurvival(points: [
  .init(time: .seconds(2), share: 0.4), .init(time: .seconds(5), share: 0),
])

private func lognormalShare(_ time: Double, median: Double, sigma: Double) -> Double {
  time <= 0 ? 0 : erfc(-log(time / median) / (sigma * 2.0.squareRoot())) / 2
}

/// One minus the survival curve, from its definition instead of its inverse.
private func curveShare(_ time: Double, _ curve: EmpiricalSurvival) -> Double {
  guard time > 0 else { return 0 }
  var (start, survival) = (0.0, 1.0)
  for (index, point) in curve.points.enumerated() {
    let end = point.time.seconds
    if time <= end || index == curve.points.count - 1 {
      let passed = (time - start) / (end - start)
      return point.share > 0
        ? 1 - survival * pow(point.share / survival, passed) : 1 - survival * max(1 - passed, 0)
    }
    (start, survival) = (end, point.share)
  }
  return 1
}

@Suite struct TheoryTests {
  private static let size = 100_000

  /// The same sample for every distribution: one draw of each of 100,000 users.
  private static let draws = (0..<UInt64(size)).map {
    KeyedDraws(seed: 43, user: $0).bits(site: 1, occurrence: 0)
  }

  @Test(arguments: Theory.all) func `samples follow the distribution function`(theory: Theory) {
    let sample = Self.draws.map { theory.distribution.sample($0) }
    #expect(kolmogorovSmirnov(sample, theory.share) < kolmogorovSmirnovLimit(Self.size))
  }

  @Test(arguments: Theory.all)
  func `the mean lies within five standard errors of theory`(theory: Theory) {
    let sample = Self.draws.map { theory.distribution.sample($0).seconds }
    let mean = sample.reduce(0, +) / Double(Self.size)
    let squares = sample.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    let error = (squares / Double(Self.size - 1) / Double(Self.size)).squareRoot()
    #expect(abs(mean - theory.mean) < 5 * error)
  }

  @Test(arguments: Theory.all)
  func `one of a thousand samples lies beyond the 0.999 quantile`(theory: Theory) {
    let quantile = theory.distribution.quantile(0.999).seconds
    #expect(abs(quantile - theory.tail) <= 1e-6 + 1e-12 * theory.tail)
    let beyond = Self.draws.count { theory.distribution.sample($0).seconds > theory.tail }
    // The binomial's mean is 100, its standard deviation 10: four of them.
    #expect(abs(beyond - 100) < 40)
  }

  @Test func `the limit of the Kolmogorov–Smirnov distance is the published one`() {
    // 1.9495 / √n, the asymptotic critical value at 0.001.
    #expect(abs(kolmogorovSmirnovLimit(Self.size) * 100_000.0.squareRoot() - 1.949_5) < 1e-4)
  }

  @Test func `the Kolmogorov–Smirnov test separates a mean of 3.1 s from 3 s`() {
    let sample = Self.draws.map { Distribution.exponential(mean: .milliseconds(3_100)).sample($0) }
    #expect(kolmogorovSmirnov(sample, Theory.all[1].share) > kolmogorovSmirnovLimit(Self.size))
  }
}
