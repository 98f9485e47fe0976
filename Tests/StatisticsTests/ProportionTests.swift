import Foundation
import Statistics
import Testing

@Suite("Proportion")
struct ProportionTests {
  /// R. G. Newcombe, "Two-sided confidence intervals for the single proportion", Statistics in
  /// Medicine 17 (1998) 857–872, Table I, method 3.
  @Test(
    "the score interval agrees with Newcombe 1998, Table I",
    arguments: [
      (81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605),
      (0, 20, 0.0000, 0.1611), (1, 29, 0.0061, 0.1718),
    ])
  func published(count: Int, total: Int, low: Double, high: Double) {
    let interval = Proportion(count: count, of: total).interval
    #expect(abs(interval.low - low) < 0.00005)
    #expect(abs(interval.high - high) < 0.00005)
  }

  @Test("none counted begins at 0 exactly, all counted ends at 1 exactly")
  func extremes() {
    let none = Proportion(count: 0, of: 200_000).interval
    let all = Proportion(count: 7, of: 7).interval
    #expect(none.low == 0 && none.high > 1.9e-5 && none.high < 1.95e-5)
    #expect(all.high == 1 && all.low < 1)
  }

  /// The probability that the interval of a binomial count covers the true share.
  static func coverage(of share: Double, total: Int) -> Double {
    let mean = Double(total) * share
    let reach = 12 * (mean * (1 - share)).squareRoot() + 40
    let counts = max(0, Int(mean - reach))...min(total, Int(mean + reach))
    return counts.reduce(0.0) { sum, count in
      let interval = Proportion(count: count, of: total).interval
      guard interval.low <= share && share <= interval.high else { return sum }
      let ways =
        lgamma(Double(total + 1)) - lgamma(Double(count + 1))
        - lgamma(Double(total - count + 1))
      return sum + exp(ways + Double(count) * log(share) + Double(total - count) * log1p(-share))
    }
  }

  /// The true coverage, summed exactly; the expected values were summed outside this code. It swings
  /// around 0.95 and is lowest (0.90) where hardly one is expected.
  @Test(
    "the interval covers the true share about as often as it says",
    arguments: [
      (1e-5, 10_000, 0.9048), (1e-5, 100_000, 0.9197), (1e-5, 1_000_000, 0.9626),
      (1e-3, 1_000, 0.9198), (1e-3, 200_000, 0.9484), (0.01, 100, 0.9206),
      (0.01, 5_000, 0.9456), (0.3, 50, 0.9567), (0.3, 1_000, 0.9509), (0.5, 20, 0.9586),
      (0.5, 1_000, 0.9463),
    ])
  func coverage(share: Double, total: Int, expected: Double) {
    let covered = ProportionTests.coverage(of: share, total: total)
    #expect(abs(covered - expected) < 0.0001)
  }

  @Test("users with one charge each count like single observations, to the last bit")
  func noClusters() {
    var moments = RatioMoments()
    for user in 0..<263 { moments.add(user < 81 ? 1 : 0, of: 1) }
    #expect(moments == RatioMoments(count: 81, of: 263))
    #expect(Proportion(moments) == Proportion(count: 81, of: 263))
  }

  @Test("charges that share their user's fate count once a user")
  func wholeClusters() throws {
    var moments = RatioMoments()
    for user in 0..<263 { moments.add(user < 81 ? 4 : 0, of: 4) }
    let clustered = try #require(Proportion(moments))
    #expect(clustered.count == 324 && clustered.total == 1052)
    #expect(clustered.effectiveTotal == 263)
    #expect(clustered.interval == Proportion(count: 81, of: 263).interval)
  }

  @Test("with none counted, a user's charges are taken to share one fate")
  func noneCounted() throws {
    var moments = RatioMoments()
    for _ in 0..<20 { moments.add(0, of: 3) }
    let clustered = try #require(Proportion(moments))
    #expect(clustered.effectiveTotal == 20)
    #expect(clustered.interval == Proportion(count: 0, of: 20).interval)
  }

  @Test("charges of a user that spread more evenly than chance earn nothing")
  func evenClusters() throws {
    var moments = RatioMoments()
    for _ in 0..<100 { moments.add(1, of: 2) }
    #expect(try #require(Proportion(moments)).effectiveTotal == 200)
  }

  @Test("the interval of clustered charges covers the true share")
  func clusteredCoverage() throws {
    // Users make 1 to 4 charges; with probability 0.2 a user is unlucky and loses each with 0.5.
    var luck = TestLuck(seed: 11)
    var covered = 0
    for _ in 0..<2_000 {
      var moments = RatioMoments()
      for _ in 0..<400 {
        let charges = 1 + Int(luck.next() % 4)
        let share = luck.uniform() < 0.2 ? 0.5 : 0
        let lost = (0..<charges).count { _ in luck.uniform() < share }
        moments.add(lost, of: charges)
      }
      let interval = try #require(Proportion(moments)).interval
      if interval.low <= 0.1 && 0.1 <= interval.high { covered += 1 }
    }
    // Binomial noise of 2,000 runs is ± 1 %.
    #expect(covered > 1_870 && covered < 1_930)
  }

  @Test("without an observation there is no share")
  func empty() {
    #expect(Proportion(RatioMoments()) == nil)
    #expect(RatioMoments().ratio == nil)
  }
}
