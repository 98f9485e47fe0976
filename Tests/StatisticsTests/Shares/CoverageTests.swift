import Statistics
import Testing

/// The coverage of the intervals, summed over all outcomes. The article `Intervals` has more.
@Suite("Coverage") struct CoverageTests {
  /// 1 where an interval holds a value, otherwise 0.
  static func covers(_ interval: Interval, _ value: Double) -> Double {
    interval.low <= value && value <= interval.high ? 1 : 0
  }

  /// Users of several charges: some lose one charge, some lose all. Each row: charges; the expected
  /// numbers of users of either kind.
  @Test(
    "the interval of rare clustered charges covers the true share",
    arguments: [
      (3, 2.9, 0), (3, 0, 1.02), (3, 0, 3.1), (3, 3, 3), (3, 0, 30), (10, 0, 1.02), (10, 4, 0.4),
      (10, 0, 12), (10, 9, 3),
    ])
  func clusters(charges: Int, one: Double, all: Double) throws {
    let users = 100_000
    let share = (one + Double(charges) * all) / Double(charges * users)
    let counts = [one, all].map { Chances.binomial(users, $0 / Double(users)) }
    let covered = try Chances.sum(counts) { counts in
      var moments = RatioMoments()
      let (d, k) = (Int128(charges), Int128(users))
      moments.numeratorSum = counts[0] + charges * counts[1]
      moments.denominatorSum = charges * users
      moments.numeratorSquareSum = Int128(counts[0]) + d * d * Int128(counts[1])
      moments.productSum = d * Int128(moments.numeratorSum)
      moments.denominatorSquareSum = d * d * k
      return CoverageTests.covers(try #require(Proportion(moments)).interval(), share)
    }
    #expect(covered >= 0.94)
  }

  /// Each row: the expected numbers of users who lose 6 and who lose 648, of 100,000.
  @Test(
    "the interval of an amount covers the true sum",
    arguments: [(0.1, 0), (0, 0.1), (2.9, 0.02), (0, 3.1), (20, 1), (20, 0.05), (60, 20)])
  func amounts(small: Double, large: Double) {
    let users = 100_000
    let counts = [small, large].map { Chances.binomial(users, $0 / Double(users)) }
    for sign in [1, -1] {
      let truth = 6 * small + Double(sign) * 648 * large
      let covered = Chances.sum(counts) { counts in
        let squares = 36 * Int128(counts[0]) + 419_904 * Int128(counts[1])
        let total = AmountTotal(
          sum: 6 * counts[0] + sign * 648 * counts[1], squares: squares, users: users,
          perUser: sign < 0 ? -648...648 : 0...648)
        return CoverageTests.covers(total.interval(), truth)
      }
      #expect(covered >= 0.94, "\(sign)")
    }
  }

  /// Each row: the expected numbers of users who lose under both, the first, the second design.
  @Test(
    "the interval of a difference covers the truth",
    arguments: [
      (3.1, 0.0, 0.0), (0, 3.1, 0), (0, 3.1, 1), (2, 0.1, 2), (8, 0, 3), (0.2, 0, 0), (20, 0.5, 0),
    ])
  func differences(both: Double, first: Double, second: Double) throws {
    let users = 100_000
    let counts = [both, first, second].map { Chances.binomial(users, $0 / Double(users)) }
    for factor in [1, 2, 20] {
      let truth = (both + second - Double(factor) * (both + first)) / Double(users)
      let covered = try Chances.sum(counts) { counts in
        let rest = users - counts.reduce(0, +)
        let moments = PairedDifferenceTests.moments(counts + [rest])
        let difference = try #require(PairedDifference(moments, factor: factor))
        return CoverageTests.covers(difference.interval(), truth)
      }
      #expect(covered >= 0.94, "\(factor)")
    }
  }

  /// Of 60 users 0.3 are lost under both designs, where the limits of a share are almost symmetric,
  /// and some more under the second only; each row: how many more are expected.
  @Test(
    "the interval of a difference covers it at large shares", arguments: [0.5, 1.1, 3.1, 4.5, 9])
  func largeShares(second: Double) throws {
    let users = 60
    var covered = 0.0
    for (both, chance) in Chances.binomial(users, 0.3) {
      let rest = users - both
      for (lost, own) in Chances.binomial(rest, second / Double(users) / 0.7) {
        let moments = PairedDifferenceTests.moments([both, 0, lost, rest - lost])
        let difference = try #require(PairedDifference(moments))
        let interval = difference.interval()
        covered += chance * own * CoverageTests.covers(interval, second / Double(users))
      }
    }
    #expect(covered >= 0.94)
  }

  /// Each row as for rare differences; each loss is 648.
  @Test(
    "the interval of a difference of amounts covers the truth",
    arguments: [(3.1, 0.0, 0.0), (0, 3.1, 0), (0, 3.1, 1), (2, 0.1, 2), (8, 0, 3)])
  func amountDifferences(both: Double, first: Double, second: Double) {
    let users = 100_000
    let counts = [both, first, second].map { Chances.binomial(users, $0 / Double(users)) }
    for factor in [1, 20] {
      let truth = 648 * (both + second - Double(factor) * (both + first))
      let covered = Chances.sum(counts) { counts in
        var moments = PairMoments()
        let (lost1, lost2) = (counts[0] + counts[1], counts[0] + counts[2])
        moments.first = RatioMoments(
          numerators: 648 * lost1, denominators: users, numeratorSquares: 419_904 * Int128(lost1))
        moments.second = RatioMoments(
          numerators: 648 * lost2, denominators: users, numeratorSquares: 419_904 * Int128(lost2))
        moments.sumN1N2 = 419_904 * Int128(counts[0])
        let total = TotalDifference(moments, factor: factor, perUser: 0...648)
        return CoverageTests.covers(total.interval(), truth)
      }
      #expect(covered >= 0.94, "\(factor)")
    }
  }

  /// Each row: the users drawn from strata of 0.9, 0.09 and 0.01, and the rates in them: overall
  /// 1e-5, 1e-3 and 0.3, lost in the rare strata only, in all, or in the large one only.
  static let draws: [(users: [Int], rates: [Double])] = [
    ([100_000, 100_000, 100_000], [0, 2.5e-5, 7.75e-4]),
    ([300_000, 10_000, 2_000], [1.1e-5, 1e-6, 1e-6]),
    ([100_000, 100, 100], [1e-5 / 0.9, 0, 0]),
    ([1_000, 3_000, 5_000], [0, 1e-3, 0.091]),
    ([3_000, 300, 30], [1e-3, 1e-3, 1e-3]),
    ([2_000, 400, 400], [1e-3 / 0.9, 0, 0]),
    ([30, 10, 10], [0.3, 0.3, 0.3]),
    ([40, 20, 10], [0.31, 0.2, 0.3]),
  ]

  @Test("a share of strata is unbiased, and its interval covers it", arguments: draws)
  func strata(users: [Int], rates: [Double]) throws {
    let weights = [0.9, 0.09, 0.01]
    let truth = zip(weights, rates).reduce(0.0) { $0 + $1.0 * $1.1 }
    let counts = zip(users, rates).map { Chances.binomial($0, $1) }
    let covered = try Chances.sum(counts) { counts in
      let strata = zip(weights, zip(counts, users)).map { weight, drawn in
        StrataTests.stratum(weight, lost: drawn.0, of: drawn.1)
      }
      let ratio = try #require(StratifiedRatio(strata))
      return CoverageTests.covers(ratio.interval(), truth)
    }
    let mean = try Chances.sum(counts) { counts in
      let strata = zip(weights, zip(counts, users)).map { weight, drawn in
        StrataTests.stratum(weight, lost: drawn.0, of: drawn.1)
      }
      return try #require(StratifiedRatio(strata)).value
    }
    #expect(covered >= 0.95)
    #expect(abs(mean / truth - 1) < 1e-4)
  }
}
