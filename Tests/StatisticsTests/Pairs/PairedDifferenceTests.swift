import Statistics
import TestSupport
import Testing

@Suite("PairedDifference") struct PairedDifferenceTests {
  /// The moments of users with one charge: lost under both, the first, the second, neither design.
  static func moments(both: Int, first: Int, second: Int, neither: Int) -> PairMoments {
    var moments = PairMoments()
    for _ in 0..<both { moments.add(1, of: 1, and: 1, of: 1) }
    for _ in 0..<first { moments.add(1, of: 1, and: 0, of: 1) }
    for _ in 0..<second { moments.add(0, of: 1, and: 1, of: 1) }
    for _ in 0..<neither { moments.add(0, of: 1, and: 0, of: 1) }
    return moments
  }

  @Test("the correlation of single charges is phi of the fourfold table")
  func phi() {
    // (14·22 − 5·0) / √(19·22·14·27), worked by hand: 308 / √158004.
    let moments = PairedDifferenceTests.moments(both: 14, first: 5, second: 0, neither: 22)
    #expect(abs(moments.correlation - 0.774849) < 1e-6)
  }

  /// The fourfold table of Altman et al., Statistics with Confidence, 2nd ed. 2000, Table 6.2, and
  /// ten times as many users: limits of Clopper and Pearson, and of Wilson. All were worked outside
  /// this code from `beta.ppf` of SciPy 1.17.1, the score formula, and phi; for a multiple with both
  /// errors on one side, and with the correlation that one more user under either design leaves; for
  /// a plain difference down to the limits of the 5, or 50, users whom only the first loses.
  @Test(
    "the difference from a multiple agrees with an independently computed table",
    arguments: [
      (1, 1, -0.2552942330, -0.0138951732), (1, 2, -0.8273632945, -0.3533880775),
      (1, 3, -1.4450325361, -0.6684610230), (10, 1, -0.1554443682, -0.0901104354),
      (10, 2, -0.6541262438, -0.5178418692), (10, 3, -1.1633954162, -0.9361393111),
    ])
  func worked(times: Int, factor: Int, low: Double, high: Double) throws {
    let moments = PairedDifferenceTests.moments(
      both: 14 * times, first: 5 * times, second: 0, neither: 22 * times)
    let difference = try #require(PairedDifference(moments, factor: factor))
    #expect(abs(difference.value - (14 - 19 * Double(factor)) / 41) < 1e-12)
    #expect(abs(difference.interval().low - low) < 1e-9)
    #expect(abs(difference.interval().high - high) < 1e-9)
  }

  @Test("a multiple of a share is at most the factor")
  func widestMultiple() throws {
    let moments = PairedDifferenceTests.moments(both: 0, first: 3, second: 0, neither: 0)
    let difference = try #require(PairedDifference(moments, factor: 7))
    expectEqual(difference.value, -7)
    expectEqual(difference.interval().low, -7)
  }

  /// With many charges the interval is that of the delta method: the spread of the users' residuals,
  /// worked user by user from the multiplied counts.
  @Test(
    "users with several charges count once in the interval of a multiple", arguments: [1, 2, 20])
  func clusteredMultiple(factor: Int) throws {
    var random = TestRandom(seed: 21)
    var users: [(n1: Int, d1: Int, n2: Int, d2: Int)] = []
    for _ in 0..<40_000 {
      let charges = 1 + Int(random.next() % 4)
      let share = random.uniform() < 0.2 ? 0.5 : 0.01
      let second = (0..<charges).count { _ in random.uniform() < share }
      let first = (0..<second).count { _ in random.uniform() < 0.3 }
      users.append((first, charges, second, charges))
    }
    var moments = PairMoments()
    for user in users { moments.add(user.n1, of: user.d1, and: user.n2, of: user.d2) }
    let total = Double(users.reduce(0) { $0 + $1.d1 })
    let first = Double(users.reduce(0) { $0 + factor * $1.n1 }) / total
    let second = Double(users.reduce(0) { $0 + $1.n2 }) / total
    let squares = users.reduce(0.0) { sum, user in
      let own = Double(user.n2) - second * Double(user.d2)
      let other = Double(factor * user.n1) - first * Double(user.d1)
      return sum + (own - other) * (own - other)
    }
    let half = 1.959964 * squares.squareRoot() / total
    let difference = try #require(PairedDifference(moments, factor: factor))
    #expect(abs(difference.value - (second - first)) < 1e-12)
    #expect(abs((difference.value - difference.interval().low) / half - 1) < 0.03)
    #expect(abs((difference.interval().high - difference.value) / half - 1) < 0.03)
  }

  @Test("the interval of designs that no user distinguishes leaves room for about three users")
  func identical() throws {
    let moments = PairedDifferenceTests.moments(both: 1_000, first: 0, second: 0, neither: 99_000)
    let difference = try #require(PairedDifference(moments))
    #expect(difference.value == 0 && difference.correlation == 1)
    #expect(difference.interval().high > 3e-5 && difference.interval().high < 5e-5)
    expectEqual(difference.interval().low, -difference.interval().high)
  }

  @Test("two designs without a loss differ by at most their upper limits")
  func noLosses() throws {
    let moments = PairedDifferenceTests.moments(both: 0, first: 0, second: 0, neither: 10_000)
    let difference = try #require(PairedDifference(moments))
    expectEqual(difference.correlation, 0)
    expectEqual(difference.interval().high, Proportion(count: 0, of: 10_000).interval().high)
  }

  @Test("a design without a charge has no difference")
  func empty() {
    var moments = PairMoments()
    moments.add(0, of: 1, and: 0, of: 0)
    #expect(PairedDifference(moments) == nil)
  }

  @Test("users can be added in any order and in parts")
  func merging() {
    let users = [(1, 2, 0, 2), (0, 1, 1, 3), (2, 2, 1, 1), (0, 0, 0, 1), (3, 4, 3, 4)]
    var whole = PairMoments()
    var parts = [PairMoments(), PairMoments()]
    for (index, user) in users.enumerated() {
      whole.add(user.0, of: user.1, and: user.2, of: user.3)
      parts[index % 2].add(user.0, of: user.1, and: user.2, of: user.3)
    }
    var merged = PairMoments()
    merged += parts[1]
    merged += parts[0]
    expectEqual(merged, whole)
  }

  /// Each row: the shares of users lost under both, the first, the second design; users; and bounds
  /// for the share of 2,000 intervals that cover the true difference (binomial noise ± 1 %).
  @Test(
    "the interval of the difference covers the true difference",
    arguments: [
      (0.05, 0.02, 0.02, 500, 0.935, 0.97), (0.0, 0.01, 0.005, 2_000, 0.935, 0.97),
      (0.01, 0.0005, 0.0, 4_000, 0.935, 1),
    ] + (Nightly.isOn ? [(0.004, 0.006, 0.001, 20_000, 0.935, 0.97)] : []))
  func coverage(
    both: Double, first: Double, second: Double, users: Int, low: Double, high: Double
  ) throws {
    let share = try PairedDifferenceTests.covered(
      both, first, second, users: users, factor: 1, seed: 5)
    #expect(share >= low && share <= high)
  }

  /// As above for multiples of the first share; each row: both, first, second, users, factor, bounds.
  @Test(
    "the interval of the difference from a multiple covers the truth",
    arguments: [(0.01, 0.0, 0.01, 4_000, 2, 0.935, 0.97)]
      + (Nightly.isOn
        ? [
          (0.0005, 0.0005, 0.02, 20_000, 20, 0.935, 0.97),
          (0.0002, 0.0, 0.05, 20_000, 100, 0.93, 0.98),
        ] : []))
  func coverageOfMultiple(
    both: Double, first: Double, second: Double, users: Int, factor: Int, low: Double, high: Double
  ) throws {
    let share = try PairedDifferenceTests.covered(
      both, first, second, users: users, factor: factor, seed: 6)
    #expect(share >= low && share <= high)
  }

  /// The share of 2,000 intervals that cover the true difference from a multiple of the first share.
  private static func covered(
    _ both: Double, _ first: Double, _ second: Double, users: Int, factor: Int, seed: UInt64
  ) throws -> Double {
    var random = TestRandom(seed: seed)
    let truth = both + second - Double(factor) * (both + first)
    var covered = 0
    for _ in 0..<2_000 {
      var counts = [0, 0, 0, 0]
      for _ in 0..<users {
        let draw = random.uniform()
        let cell = draw < both ? 0 : draw < both + first ? 1 : draw < both + first + second ? 2 : 3
        counts[cell] += 1
      }
      let interval = try #require(PairedDifference(moments(counts), factor: factor)).interval()
      if interval.low <= truth && truth <= interval.high { covered += 1 }
    }
    return Double(covered) / 2_000
  }

  /// The moments of a fourfold table, without adding user by user.
  static func moments(_ counts: [Int]) -> PairMoments {
    let total = counts.reduce(0, +)
    var moments = PairMoments()
    moments.first = RatioMoments(count: counts[0] + counts[1], of: total)
    moments.second = RatioMoments(count: counts[0] + counts[2], of: total)
    moments.sumN1N2 = Int128(counts[0])
    moments.sumN1D2 = Int128(counts[0] + counts[1])
    moments.sumD1N2 = Int128(counts[0] + counts[2])
    moments.sumD1D2 = Int128(total)
    return moments
  }
}
