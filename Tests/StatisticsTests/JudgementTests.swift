import Statistics
import Testing

@Suite("Verdict, AmountTotal and QuantileRanks")
struct JudgementTests {
  @Test("a claim passes, fails or stays open with the place of the whole interval")
  func verdicts() {
    let interval = Interval(low: 2, high: 3)
    #expect(Verdict(of: interval, min: 2, max: 3) == .pass)
    #expect(Verdict(of: interval, min: 2, max: nil) == .pass)
    #expect(Verdict(of: interval, min: nil, max: 3) == .pass)
    #expect(Verdict(of: interval, min: nil, max: 1.9) == .fail)
    #expect(Verdict(of: interval, min: 3.1, max: 4) == .fail)
    #expect(Verdict(of: interval, min: 2.5, max: 4) == .inconclusive)
    #expect(Verdict(of: interval, min: nil, max: 2) == .inconclusive)
    #expect(Verdict(of: Interval(low: 2, high: .infinity), min: nil, max: 9) == .inconclusive)
    #expect(Verdict(of: Interval(low: .infinity, high: .infinity), min: nil, max: 9) == .fail)
  }

  @Test("a total has the standard error of a sum of users")
  func total() {
    // 100 users, 10 of whom lose 300: variance of one user 300²·(0.09)·100/99.
    let total = AmountTotal(sum: 3_000, squares: 900_000, users: 100)
    #expect(abs(total.standardError - (100 * 90_000 * 0.09 * 100.0 / 99).squareRoot()) < 1e-9)
    #expect(abs(total.interval.high - 3_000 - 1.959964 * total.standardError) < 1e-3)
  }

  @Test("amounts that would overflow 64 bits when squared are exact")
  func largeTotal() {
    let price = 1_000_000_000_000
    let total = AmountTotal(
      sum: 2 * price, squares: 2 * Int128(price) * Int128(price), users: 1_000_000)
    #expect(abs(total.standardError / (Double(price) * 2.0.squareRoot()) - 1) < 1e-5)
  }

  @Test("one user has no spread")
  func oneUser() {
    let total = AmountTotal(sum: 5, squares: 25, users: 1)
    #expect(total.interval == Interval(low: 5, high: 5))
  }

  @Test("the median of ten is the fifth, between the first and the ninth or tenth")
  func ranks() {
    // 10·(0.5 ± 1.96·√0.025) = 1.9 and 8.1.
    let ranks = QuantileRanks(level: 0.5, count: 10, effective: 10)
    #expect(ranks.rank == 5 && ranks.low == 1 && ranks.high == 10)
    let tail = QuantileRanks(level: 0.99, count: 10, effective: 10)
    #expect(tail.rank == 10 && tail.high == 11)
    let one = QuantileRanks(level: 0.5, count: 1, effective: 1)
    #expect(one.rank == 1 && one.low == 0 && one.high == 2)
  }

  @Test("the limits of a median cover it as often as they say")
  func rankCoverage() {
    var luck = TestLuck(seed: 3)
    var covered = 0
    let ranks = QuantileRanks(level: 0.95, count: 1_000, effective: 1_000)
    for _ in 0..<2_000 {
      // The true quantile is 0.95; the k-th smallest lies below it when at least k draws do.
      let below = (0..<1_000).count { _ in luck.uniform() <= 0.95 }
      if below >= ranks.low && below < ranks.high { covered += 1 }
    }
    #expect(covered > 1_880 && covered < 1_960)
  }
}
