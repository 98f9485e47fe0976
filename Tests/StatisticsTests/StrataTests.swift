import Foundation
import Statistics
import Testing

@Suite("Strata")
struct StrataTests {
  /// A stratum of users with one charge each.
  static func stratum(
    _ weight: Double, lost: Int, of users: Int, canCount: Bool = true
  ) -> StratumMoments {
    StratumMoments(
      weight: weight, users: users, moments: RatioMoments(count: lost, of: users),
      canCount: canCount)
  }

  /// Cochran, Sampling Techniques, 3rd ed. 1977, section 5.3, worked by hand: weights 0.9 and 0.1,
  /// 2 of 100 and 30 of 100: 0.048 with variance 0.81·0.0196/99 + 0.01·0.21/99.
  @Test("a share is the weighted mean of the strata, with the variance within them")
  func handWorked() throws {
    let ratio = try #require(
      StratifiedRatio([
        StrataTests.stratum(0.9, lost: 2, of: 100), StrataTests.stratum(0.1, lost: 30, of: 100),
      ]))
    #expect(abs(ratio.value - 0.048) < 1e-15)
    let error = ((0.81 * 0.0196 + 0.01 * 0.21) / 99).squareRoot()
    #expect(abs(ratio.standardError / error - 1) < 1e-12)
  }

  /// M. P. Fay and E. J. Feuer 1997, formula (1), worked with `chi2.ppf` of SciPy 1.17.1 from y = 5e-6,
  /// v = 3.2e-12 and a largest weight of 1e-6; where shares are rare the limits are their gamma limits.
  @Test("the limits of a rare share are the gamma limits of Fay and Feuer")
  func gammaLimits() throws {
    let strata = [
      StrataTests.stratum(0.9, lost: 3, of: 900_000),
      StrataTests.stratum(0.1, lost: 20, of: 1_000_000),
    ]
    let interval = try #require(StratifiedRatio(strata)).interval(method: .clopperPearson)
    #expect(abs(interval.low / StrataTests.fayFeuer.low - 1) < 1e-4)
    #expect(abs(interval.high / StrataTests.fayFeuer.high - 1) < 1e-4)
  }

  static let fayFeuer = Interval(low: 2.1325590798689453e-06, high: 1.0633834561254876e-05)

  @Test("one stratum of weight 1 is the plain estimate", arguments: [0, 1, 7, 80, 250, 299, 300])
  func one(lost: Int) throws {
    let ratio = try #require(StratifiedRatio([StrataTests.stratum(1, lost: lost, of: 300)]))
    let plain = Proportion(count: lost, of: 300)
    for method in IntervalMethod.allCases {
      let (own, expected) = (ratio.interval(method: method), plain.interval(method: method))
      #expect(abs(own.low - expected.low) < 2e-4 && abs(own.high - expected.high) < 2e-4)
    }
    #expect(ratio.value == plain.value)
    let users = try #require(ratio.plainUsersForSamePrecision())
    #expect(abs(users / 300 - 1) < 0.01)
  }

  @Test("one stratum of users with several charges is the plain estimate of clusters")
  func oneOfClusters() throws {
    var luck = TestLuck(seed: 31)
    var moments = RatioMoments()
    for _ in 0..<2_000 {
      let charges = Int(luck.next() % 4)
      let share = luck.uniform() < 0.05 ? 0.5 : 0
      moments.add((0..<charges).count { _ in luck.uniform() < share }, of: charges)
    }
    let ratio = try #require(
      StratifiedRatio([StratumMoments(weight: 1, users: 2_000, moments: moments)]))
    let plain = try #require(Proportion(moments))
    #expect(abs(ratio.value - plain.value) < 1e-15)
    #expect(abs(ratio.interval.low / plain.interval.low - 1) < 1e-3)
    #expect(abs(ratio.interval.high / plain.interval.high - 1) < 1e-3)
  }

  @Test("where none counted, the upper limit is that of the most that 3 users stand for")
  func none() throws {
    let strata = [
      StrataTests.stratum(0.99, lost: 0, of: 1_000), StrataTests.stratum(0.01, lost: 0, of: 5),
      StrataTests.stratum(0, lost: 0, of: 0),
    ]
    let interval = try #require(StratifiedRatio(strata)).interval
    #expect(interval.low == 0 && abs(interval.high / (-log(0.05) * 0.002) - 1) < 0.01)
  }

  @Test("a stratum in which nothing can count adds no doubt")
  func faultless() throws {
    let faults = StrataTests.stratum(0.001, lost: 0, of: 10_000)
    let known = try #require(
      StratifiedRatio([StrataTests.stratum(0.999, lost: 0, of: 2, canCount: false), faults]))
    #expect(abs(known.interval.high / (3e-7) - 1) < 0.01)
    let users = try #require(known.plainUsersForSamePrecision())
    #expect(abs(users / 1e7 - 1) < 0.01)
    let nothing = try #require(
      StratifiedRatio([StrataTests.stratum(1, lost: 0, of: 2, canCount: false)]))
    #expect(nothing.interval == Interval(low: 0, high: 0))
    #expect(nothing.plainUsersForSamePrecision() == nil)
  }

  @Test("without users from a part of the population, or without a charge, there is no estimate")
  func unknown() {
    let some = StrataTests.stratum(0.5, lost: 1, of: 9)
    #expect(StratifiedRatio([some, StrataTests.stratum(0.5, lost: 0, of: 0)]) == nil)
    #expect(
      StratifiedTotal([some, StrataTests.stratum(0.5, lost: 0, of: 0)], population: 9) == nil)
    #expect(StratifiedRatio([StratumMoments(weight: 1, users: 3, moments: RatioMoments())]) == nil)
  }

  @Test("many plain users would be as precise where strata hold the losses")
  func plainUsers() throws {
    // Plain variance 1e-4; stratified 0.01²·0.0099/10,000: a ratio of 1.01e6 to 1 user.
    let ratio = try #require(
      StratifiedRatio([
        StrataTests.stratum(0.99, lost: 0, of: 100, canCount: false),
        StrataTests.stratum(0.01, lost: 100, of: 10_000),
      ]))
    let users = try #require(ratio.plainUsersForSamePrecision(method: .clopperPearson))
    #expect(abs(users / 1.01e6 - 1) < 0.03)
  }

  @Test("one stratum of weight 1 has the total of an amount over the users")
  func total() throws {
    var moments = RatioMoments()
    for user in 0..<1_000 { moments.add(user % 40 == 0 ? 600 : 0, of: 1) }
    let stratum = StratumMoments(weight: 1, users: 1_000, moments: moments)
    for range in [nil, 0...1_200, -600...600] {
      let own = try #require(StratifiedTotal([stratum], population: 1_000, perUser: range))
      let plain = AmountTotal(
        sum: moments.numerators, squares: moments.numeratorSquares, users: 1_000, perUser: range)
      #expect(abs(own.standardError / plain.standardError - 1) < 1e-12)
      #expect(abs(own.interval.low - plain.interval.low) < 1e-6)
      #expect(abs(own.interval.high - plain.interval.high) < 1e-6)
    }
    let scaled = try #require(StratifiedTotal([stratum], population: 50_000))
    #expect(scaled.value == 50 * Double(moments.numerators))
  }

  @Test("a total leaves room for 3 users of the stratum that stands for most")
  func noTotal() throws {
    let strata = [
      StrataTests.stratum(0.9, lost: 0, of: 1_000), StrataTests.stratum(0.1, lost: 0, of: 1_000),
    ]
    let total = try #require(
      StratifiedTotal(strata, population: 1_000_000, perUser: 0...648))
    #expect(total.interval.low == 0)
    #expect(abs(total.interval.high / (-log(0.05) * 900 * 648) - 1) < 0.01)
  }

  @Test("one stratum of weight 1 has the paired difference", arguments: [1, 20])
  func difference(factor: Int) throws {
    let moments = PairedDifferenceTests.moments(both: 30, first: 4, second: 90, neither: 1_876)
    let stratum = StratumPairMoments(weight: 1, users: 2_000, moments: moments)
    let own = try #require(StratifiedDifference([stratum], factor: factor))
    let plain = try #require(PairedDifference(moments, factor: factor))
    #expect(abs(own.value - plain.value) < 1e-15)
    #expect(abs(own.correlation - plain.correlation) < 1e-12)
    #expect(abs(own.interval.low - plain.interval.low) < 1e-4 * abs(plain.interval.low))
    #expect(abs(own.interval.high - plain.interval.high) < 1e-4)
  }

  @Test("the correlation of designs is that within the strata")
  func correlation() throws {
    // Half of each stratum's losers are lost under both designs.
    let strata = [(0.7, 100), (0.3, 2_000)].map { weight, users in
      StratumPairMoments(
        weight: weight, users: users,
        moments: PairedDifferenceTests.moments(
          both: users / 50, first: users / 50, second: users / 50, neither: users - users / 50 * 3))
    }
    let difference = try #require(StratifiedDifference(strata))
    #expect(difference.value == 0)
    // (p₁₁ − p²)/(p − p²) with p₁₁ = 0.02, p = 0.04.
    #expect(abs(difference.correlation - (0.02 - 0.0016) / (0.04 - 0.0016)) < 1e-9)
  }
}
