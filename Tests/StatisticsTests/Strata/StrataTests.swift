import Foundation
import Statistics
import TestSupport
import Testing

@Suite("Strata") struct StrataTests {
  /// A stratum of users with one charge each.
  static func stratum(
    _ weight: Double, lost: Int, of users: Int, canCount: Bool = true
  ) -> StratumRatioSample {
    StratumRatioSample(
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

  /// Gamma limits matched to three moments, worked with `gamma.ppf` of SciPy 1.17.1 from the sum 5e-6, its
  /// variance 3.2e-12, its third moment 3.02e-18 and a largest weight of 1e-6.
  @Test("the limits of a rare share are gamma limits of three moments")
  func gammaLimits() throws {
    let strata = [
      StrataTests.stratum(0.9, lost: 3, of: 900_000),
      StrataTests.stratum(0.1, lost: 20, of: 1_000_000),
    ]
    let interval = try #require(StratifiedRatio(strata)).interval()
    #expect(abs(interval.low / StrataTests.gamma.low - 1) < 1e-4)
    #expect(abs(interval.high / StrataTests.gamma.high - 1) < 1e-4)
  }

  static let gamma = Interval(low: 2.448365677943978e-06, high: 1.0834736886723102e-05)

  /// F. Garwood 1936: the limits of Poisson counts of 0, 1, 10 and 100 at 0.95, to three digits, as reprinted
  /// in K. Ulm, American Journal of Epidemiology 131 (1990) 373–375.
  @Test(
    "users of equal weight have Garwood's limits, whatever the counts of the strata",
    arguments: [(0, 0, 3.689), (1, 0.0253, 5.572), (10, 4.795, 18.39), (100, 81.36, 121.63)])
  func garwood(lost: Int, low: Double, high: Double) throws {
    let strata = [(0.5, lost / 2), (0.5, lost - lost / 2)].map { weight, lost in
      StrataTests.stratum(weight, lost: lost, of: 500_000_000)
    }
    let interval = try #require(StratifiedRatio(strata)).interval()
    #expect(abs(interval.low * 1e9 - low) <= 0.001 * low)
    #expect(abs(interval.high * 1e9 - high) <= 0.001 * high)
  }

  @Test("one stratum equals the unstratified estimate", arguments: [0, 1, 7, 80, 250, 299, 300])
  func one(lost: Int) throws {
    let ratio = try #require(StratifiedRatio([StrataTests.stratum(1, lost: lost, of: 300)]))
    let plain = Proportion(count: lost, of: 300)
    let (own, expected) = (ratio.interval(), plain.interval(method: .clopperPearson))
    #expect(abs(own.low - expected.low) < 3e-3 && abs(own.high - expected.high) < 3e-3)
    expectEqual(ratio.value, plain.value)
    let users = try #require(ratio.plainUserCountForSamePrecision())
    #expect(abs(users / 300 - 1) < 0.05)
  }

  @Test("one stratum of users with several charges equals the clustered estimate")
  func oneOfClusters() throws {
    var random = TestRandom(seed: 31)
    var moments = RatioMoments()
    for _ in 0..<2_000 {
      let charges = Int(random.next() % 4)
      let share = random.uniform() < 0.05 ? 0.5 : 0
      moments.add((0..<charges).count { _ in random.uniform() < share }, of: charges)
    }
    let ratio = try #require(
      StratifiedRatio([StratumRatioSample(weight: 1, users: 2_000, moments: moments)]))
    let plain = try #require(Proportion(moments))
    #expect(abs(ratio.value - plain.value) < 1e-15)
    let expected = plain.interval(method: .clopperPearson)
    #expect(abs(ratio.interval().low / expected.low - 1) < 1e-2)
    #expect(abs(ratio.interval().high / expected.high - 1) < 1e-2)
  }

  @Test("with a count of 0, the upper limit is that of 3.7 users of the largest weight")
  func none() throws {
    let strata = [
      StrataTests.stratum(0.99, lost: 0, of: 1_000), StrataTests.stratum(0.01, lost: 0, of: 5),
      StrataTests.stratum(0, lost: 0, of: 0),
    ]
    let interval = try #require(StratifiedRatio(strata)).interval()
    #expect(interval.low == 0 && abs(interval.high / (-log(0.025) * 0.002) - 1) < 1e-6)
  }

  @Test("a stratum in which nothing can be counted adds no uncertainty")
  func faultless() throws {
    let faults = StrataTests.stratum(0.001, lost: 0, of: 10_000)
    let known = try #require(
      StratifiedRatio([StrataTests.stratum(0.999, lost: 0, of: 2, canCount: false), faults]))
    #expect(abs(known.interval().high / (-log(0.025) * 1e-7) - 1) < 0.01)
    let users = try #require(known.plainUserCountForSamePrecision())
    #expect(abs(users / 1e7 - 1) < 0.01)
    let nothing = try #require(
      StratifiedRatio([StrataTests.stratum(1, lost: 0, of: 2, canCount: false)]))
    expectEqual(nothing.interval(), Interval(low: 0, high: 0))
    #expect(nothing.plainUserCountForSamePrecision() == nil)
  }

  @Test("without users of one stratum, or without a charge, there is no estimate")
  func unknown() {
    let some = StrataTests.stratum(0.5, lost: 1, of: 9)
    #expect(StratifiedRatio([some, StrataTests.stratum(0.5, lost: 0, of: 0)]) == nil)
    #expect(
      StratifiedTotal([some, StrataTests.stratum(0.5, lost: 0, of: 0)], population: 9) == nil)
    #expect(
      StratifiedRatio([StratumRatioSample(weight: 1, users: 3, moments: RatioMoments())]) == nil)
  }

  @Test("strata that hold the losses are as precise as many unstratified users")
  func plainUsers() throws {
    // Plain variance 1e-4; stratified 0.01²·0.0099/10,000: a ratio of 1.01e6 to 1 user.
    let ratio = try #require(
      StratifiedRatio([
        StrataTests.stratum(0.99, lost: 0, of: 100, canCount: false),
        StrataTests.stratum(0.01, lost: 100, of: 10_000),
      ]))
    let users = try #require(ratio.plainUserCountForSamePrecision())
    #expect(abs(users / 1.01e6 - 1) < 0.03)
  }

  @Test("one stratum of weight 1 has the total of an amount over the users")
  func total() throws {
    var moments = RatioMoments()
    for user in 0..<1_000 { moments.add(user % 40 == 0 ? 600 : 0, of: 1) }
    let stratum = StratumRatioSample(weight: 1, users: 1_000, moments: moments)
    for range in [nil, -600...600] {
      let own = try #require(StratifiedTotal([stratum], population: 1_000, perUser: range))
      let plain = AmountTotal(
        sum: moments.numeratorSum, squares: moments.numeratorSquareSum, users: 1_000, perUser: range
      )
      #expect(abs(own.standardError / plain.standardError - 1) < 1e-12)
      #expect(abs(own.interval().low - plain.interval().low) < 1e-6)
      #expect(abs(own.interval().high - plain.interval().high) < 1e-6)
    }
    // Equal amounts have the limits of the count of users.
    let alike = try #require(StratifiedTotal([stratum], population: 1_000, perUser: 0...600))
    let users = try #require(StratifiedRatio([StrataTests.stratum(1, lost: 25, of: 1_000)]))
    #expect(abs(alike.interval().low / (6e5 * users.interval().low) - 1) < 1e-3)
    #expect(abs(alike.interval().high / (6e5 * users.interval().high) - 1) < 1e-3)
    let scaled = try #require(StratifiedTotal([stratum], population: 50_000))
    expectEqual(scaled.value, 50 * Double(moments.numeratorSum))
  }

  @Test("a total leaves room for 3.7 users of the stratum with the largest weight per user")
  func noTotal() throws {
    let strata = [
      StrataTests.stratum(0.9, lost: 0, of: 1_000), StrataTests.stratum(0.1, lost: 0, of: 1_000),
    ]
    let total = try #require(StratifiedTotal(strata, population: 1_000_000, perUser: 0...648))
    expectEqual(total.interval().low, 0)
    #expect(abs(total.interval().high / (-log(0.025) * 900 * 648) - 1) < 1e-6)
  }

  @Test("one stratum of weight 1 has the paired difference", arguments: [1, 20])
  func difference(factor: Int) throws {
    let moments = PairedDifferenceTests.moments(both: 30, first: 4, second: 90, neither: 1_876)
    let stratum = StratumPairSample(weight: 1, users: 2_000, moments: moments)
    let own = try #require(StratifiedDifference([stratum], factor: factor))
    let plain = try #require(PairedDifference(moments, factor: factor))
    #expect(abs(own.value - plain.value) < 1e-15)
    #expect(abs(own.correlation - plain.correlation) < 1e-12)
    let expected = plain.interval(method: .clopperPearson)
    let interval = own.interval(method: .clopperPearson)
    #expect(abs(interval.low - expected.low) < 1e-3)
    #expect(abs(interval.high - expected.high) < 1e-3)
  }

  @Test("the correlation of designs is the correlation within the strata")
  func correlation() throws {
    // Half of each stratum's losers are lost under both designs.
    let strata = [(0.7, 100), (0.3, 2_000)].map { weight, users in
      StratumPairSample(
        weight: weight, users: users,
        moments: PairedDifferenceTests.moments(
          both: users / 50, first: users / 50, second: users / 50, neither: users - users / 50 * 3))
    }
    let difference = try #require(StratifiedDifference(strata))
    expectEqual(difference.value, 0)
    // (p₁₁ − p²)/(p − p²) with p₁₁ = 0.02, p = 0.04.
    #expect(abs(difference.correlation - (0.02 - 0.0016) / (0.04 - 0.0016)) < 1e-9)
  }
}
