import Statistics
import TestSupport
import Testing

@Suite("McNemar and Holm") struct PairTestsTests {
  /// 86 and 150 are the approval ratings of A. Agresti, Categorical Data Analysis, 3rd ed. 2013,
  /// Table 11.1; the values are those of `mcnemar(exact=True)` in statsmodels 0.15.0, or powers of ½.
  @Test(
    "the exact test agrees with statsmodels",
    arguments: [
      (86, 150, 3.7159361395713866e-05), (121, 59, 4.4344492637551645e-06),
      (1, 9, 0.021484375), (3, 17, 0.0025768280029296875), (5, 0, 0.0625), (10, 10, 1), (0, 0, 1),
      (0, 1, 1), (40, 0, 0x1p-39),
    ])
  func mcNemar(onlyFirst: Int, onlySecond: Int, expected: Double) {
    let found = McNemarTest(onlyFirst: onlyFirst, onlySecond: onlySecond).pValue
    #expect(abs(found / expected - 1) < 1e-12)
    expectEqual(McNemarTest(onlyFirst: onlySecond, onlySecond: onlyFirst).pValue, found)
  }

  @Test("equal designs are separated no more often than the error states")
  func size() {
    // Of 30 fair draws: the probability of a p-value up to 0.05, summed exactly.
    var (ways, rejected) = (1.0, 0.0)
    for k in 0...30 {
      if McNemarTest(onlyFirst: k, onlySecond: 30 - k).pValue <= 0.05 { rejected += ways }
      ways *= Double(30 - k) / Double(k + 1)
    }
    let size = rejected * 0x1p-30
    #expect(size <= 0.05 && size > 0.02)
  }

  private static func test(
    _ strata: [(weight: Double, users: Int, first: Int, second: Int)]
  ) throws -> StratifiedMcNemarTest {
    try #require(
      StratifiedMcNemarTest(
        strata.map { stratum in
          StratumSample(
            weight: stratum.weight, users: stratum.users,
            moments: McNemarTest(onlyFirst: stratum.first, onlySecond: stratum.second))
        }))
  }

  @Test(
    "for users of equal weight the test decides as the exact test does",
    arguments: [(0, 5), (0, 6), (0, 9), (0, 10), (1, 9), (3, 17), (86, 150), (300, 400)])
  func oneStratum(onlyFirst: Int, onlySecond: Int) throws {
    let exact = McNemarTest(onlyFirst: onlyFirst, onlySecond: onlySecond).pValue
    let half = 10_000_000
    let found = try PairTestsTests.test([(0.5, half, onlyFirst, 0), (0.5, half, 0, onlySecond)])
    #expect(found.pValue > 0.8 * exact && found.pValue < 1.05 * exact)
    let turned = try PairTestsTests.test([(1, 2 * half, onlySecond, onlyFirst)])
    #expect(abs(turned.pValue / found.pValue - 1) < 0.01)
    #expect(abs(turned.value + found.value) < 1e-12)
  }

  @Test("the p-value is the smallest error at which the interval excludes 0")
  func inversion() throws {
    let test = try PairTestsTests.test([
      (0.9, 20_000, 3, 12), (0.09, 30_000, 900, 700), (0.01, 9_000, 40, 400),
    ])
    #expect(test.value > 0 && test.pValue < 0.5)
    let interval = { (error: Double) in test.interval(confidence: Confidence(error: error)) }
    #expect(interval(test.pValue * 1.001).low > 0 && interval(test.pValue * 0.999).low < 0)
  }

  @Test("designs with equal mean losses are not separated by unlike strata")
  func unlikeStrata() throws {
    // The first design loses one in ten of one stratum, the second as many of the other.
    let test = try PairTestsTests.test([
      (0.04, 50_000, 5_000, 0), (0.02, 10_000, 0, 2_000), (0.94, 100_000, 0, 0),
    ])
    #expect(test.value == 0 && test.pValue == 1)
    #expect(McNemarTest(onlyFirst: 5_000, onlySecond: 2_000).pValue < 1e-200)
    // A stratum in which all users lose is known, except for unsampled users.
    let known = try PairTestsTests.test([(0.01, 1_000, 1_000, 0), (0.99, 1_000_000, 0, 9_800)])
    #expect(known.value < 0 && known.pValue < 0.05 && known.pValue > 1e-12)
  }

  @Test("a barely sampled stratum that could separate the designs prevents a decision")
  func unseen() throws {
    let strata = [(0.1, 100_000, 0, 60), (0.9, 1_000, 0, 0)]
    #expect(try PairTestsTests.test(strata).pValue > 0.5)
    let seen = try PairTestsTests.test([(0.1, 100_000, 0, 60), (0.9, 90_000_000, 0, 0)])
    #expect(seen.pValue < 1e-9)
    let nobody = StratumSample(
      weight: 0.9, users: 0, moments: McNemarTest(onlyFirst: 0, onlySecond: 0))
    #expect(StratifiedMcNemarTest([nobody]) == nil)
  }

  /// Expected users of three strata, by weight, who are lost under one design only, so that equally many
  /// are lost under both; the errors that Holm asks of 1, 4 and 18 pairs.
  @Test(
    "designs of equal loss are separated no more often than the error states",
    arguments: [
      ([1.0, 0.1, 0.01], [3.0, 0, 0], [0.0, 30, 0]), ([1, 0.1, 0.01], [8, 0, 0], [0, 0, 800]),
      ([1, 0.1, 0.01], [0, 40, 0], [0, 0, 400]), ([1, 1, 1], [2, 2, 0], [0, 0, 4]),
      ([1, 0.1, 0.01], [1, 200, 900], [1, 190, 1_000]), ([1, 1, 1], [30, 0, 0], [0, 10, 20]),
    ])
  func weightedSize(weights: [Double], first: [Double], second: [Double]) throws {
    var random = TestRandom(seed: 5)
    let rounds = 2_000
    let errors = [0.05, 0.05 / 4, 0.05 / 18]
    var named = errors.map { _ in 0 }
    for _ in 0..<rounds {
      let test = try PairTestsTests.test(
        weights.indices.map { index in
          (weights[index], 1_000_000, random.poisson(first[index]), random.poisson(second[index]))
        })
      for (index, error) in errors.enumerated() {
        let interval = test.interval(confidence: Confidence(error: error))
        if interval.low > 0 || interval.high < 0 { named[index] += 1 }
      }
    }
    for (count, error) in zip(named, errors) {
      let expected = error * Double(rounds)
      #expect(Double(count) <= expected + 3 * expected.squareRoot(), "\(named)")
    }
  }

  /// Values of `multipletests(method='holm')` in statsmodels 0.15.0, which are those of `p.adjust` in
  /// R; worked by hand they are the same.
  @Test(
    "adjusted p-values agree with statsmodels",
    arguments: [
      ([0.01, 0.04, 0.03, 0.005], [0.03, 0.06, 0.06, 0.02]), ([0.2, 0.8, 0.5], [0.6, 1, 1]),
      ([0.0001, 0.0002, 0.04, 0.012, 0.012, 0.6], [0.0006, 0.001, 0.08, 0.048, 0.048, 0.6]),
      ([0.03], [0.03]), ([], []),
    ])
  func holm(pValues: [Double], expected: [Double]) {
    let adjusted = HolmAdjustment.adjusted(pValues)
    expectEqual(adjusted.count, expected.count)
    for (found, value) in zip(adjusted, expected) { #expect(abs(found - value) < 1e-15) }
  }
}
