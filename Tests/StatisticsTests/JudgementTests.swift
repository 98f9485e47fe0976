import Foundation
import Statistics
import TestSupport
import Testing

@Suite("Verdict, AmountTotal and QuantileRanks") struct JudgementTests {
  @Test("a claim is decided if the whole interval is on one side of the bound")
  func verdicts() {
    let interval = Interval(low: 2, high: 3)
    expectEqual(Verdict(of: interval, min: 2, max: 3), .pass)
    expectEqual(Verdict(of: interval, min: 2, max: nil), .pass)
    expectEqual(Verdict(of: interval, min: nil, max: 3), .pass)
    expectEqual(Verdict(of: interval, min: nil, max: 1.9), .fail)
    expectEqual(Verdict(of: interval, min: 3.1, max: 4), .fail)
    expectEqual(Verdict(of: interval, min: 2.5, max: 4), .inconclusive)
    expectEqual(Verdict(of: interval, min: nil, max: 2), .inconclusive)
    expectEqual(Verdict(of: Interval(low: 2, high: .infinity), min: nil, max: 9), .inconclusive)
    expectEqual(Verdict(of: Interval(low: .infinity, high: .infinity), min: nil, max: 9), .fail)
  }

  @Test("a total has the standard error of a sum of users")
  func total() {
    // 100 users, 10 of whom lose 300: variance of one user 300²·(0.09)·100/99.
    let total = AmountTotal(sum: 3_000, squares: 900_000, users: 100)
    #expect(abs(total.standardError - (100 * 90_000 * 0.09 * 100.0 / 99).squareRoot()) < 1e-9)
    #expect(abs(total.interval().high - 3_000 - 1.959964 * total.standardError) < 1e-3)
  }

  @Test("without a loss the limit is 3 users with the largest loss, or 2.96 with signs")
  func noTotal() {
    let none = AmountTotal(sum: 0, squares: 0, users: 100_000, perUser: 0...648).interval()
    #expect(none.low == 0 && abs(none.high / (648 * -log(0.05)) - 1) < 1e-4)
    let signed = AmountTotal(sum: 0, squares: 0, users: 9, perUser: -5...648).interval()
    #expect(abs(signed.high - 648 * 2.959964) < 1e-3 && abs(signed.low + 5 * 2.959964) < 1e-3)
  }

  @Test("amounts whose squares overflow 64 bits are exact")
  func largeTotal() {
    let price = 1_000_000_000_000
    let total = AmountTotal(
      sum: 2 * price, squares: 2 * Int128(price) * Int128(price), users: 1_000_000)
    #expect(abs(total.standardError / (Double(price) * 2.0.squareRoot()) - 1) < 1e-5)
  }

  @Test("the interval of one user is a point")
  func oneUser() {
    let total = AmountTotal(sum: 5, squares: 25, users: 1)
    expectEqual(total.interval(), Interval(low: 5, high: 5))
  }

  /// W. J. Conover, Practical Nonparametric Statistics, 3rd ed. 1999, Table A3: of 10 fair draws, at
  /// most 1 come up with probability 0.0107, at most 2 with 0.0547.
  @Test("the median of ten is the fifth, between the second and the ninth")
  func ranks() {
    let ranks = QuantileRanks(level: 0.5, count: 10, effective: 10)
    #expect(ranks.rank == 5 && ranks.low == 2 && ranks.high == 9)
    let wide = QuantileRanks(
      level: 0.5, count: 10, effective: 10, confidence: Confidence(level: 0.99))
    #expect(wide.low == 1 && wide.high == 10)
    let tail = QuantileRanks(level: 0.99, count: 10, effective: 10)
    #expect(tail.rank == 10 && tail.low == 9 && tail.high == 11)
    let one = QuantileRanks(level: 0.5, count: 1, effective: 1)
    #expect(one.rank == 1 && one.low == 0 && one.high == 2)
  }

  @Test("the limits of a quantile of clustered values depend on the number of clusters")
  func groupedRanks() {
    let groups = QuantileRanks(level: 0.5, count: 30, effective: 10)
    #expect(groups.rank == 15 && groups.low == 6 && groups.high == 25)
  }

  /// The probability that the limits hold the true quantile, summed exactly: at least `low` and fewer
  /// than `high` draws lie below it.
  @Test(
    "the limits of a quantile cover it at least as often as stated",
    arguments: [0.01, 0.5, 0.95, 0.99, 0.999])
  func rankCoverage(level: Double) {
    for count in [1, 3, 10, 37, 100, 1_000, 10_000] {
      let ranks = QuantileRanks(level: level, count: count, effective: Double(count))
      var covered = 0.0
      for below in ranks.low..<min(ranks.high, count + 1) {
        let (k, n) = (Double(below), Double(count))
        let ways = lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1)
        covered += exp(ways + k * log(level) + (n - k) * log1p(-level))
      }
      #expect(covered >= 0.95, "\(count)")
      // One rank less on either side would be too few.
      #expect(covered < 0.983 || count < 100 || ranks.low == 0 || ranks.high > count)
    }
  }
}
