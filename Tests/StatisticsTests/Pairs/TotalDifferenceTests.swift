import Statistics
import TestSupport
import Testing

@Suite("TotalDifference") struct TotalDifferenceTests {
  static func moments(_ users: [(first: Int, second: Int)]) -> PairMoments {
    var moments = PairMoments()
    for user in users { moments.add(user.first, of: 1, and: user.second, of: 1) }
    return moments
  }

  @Test("the difference of totals is the total of the users' differences", arguments: [1, 2, 20])
  func differences(factor: Int) {
    let users = (0..<1_000).map { user in
      (first: user % 90 == 0 ? 600 : 0, second: user % 7 == 0 ? 600 * (1 + user % 3) : 0)
    }
    let amounts = users.map { $0.second - factor * $0.first }
    let each = AmountTotal(
      sum: amounts.reduce(0, +), squares: amounts.reduce(0) { $0 + Int128($1) * Int128($1) },
      users: amounts.count)
    let total = TotalDifference(TotalDifferenceTests.moments(users), factor: factor)
    expectEqual(total.value, Double(each.sum))
    #expect(abs(total.standardError / each.standardError - 1) < 1e-12)
    #expect(abs(total.interval().low - each.interval().low) < 1e-6 * each.standardError)
    #expect(abs(total.interval().high - each.interval().high) < 1e-6 * each.standardError)
  }

  @Test("an exact multiple for every user has no spread")
  func multiple() {
    let total = TotalDifference(
      TotalDifferenceTests.moments((0..<50).map { (first: $0, second: 3 * $0) }), factor: 3)
    expectEqual(total.interval(), Interval(low: 0, high: 0))
  }

  @Test("the largest countable amount of money can be multiplied")
  func maximum() {
    // A billion users, half of whom lose 9 · 10⁹ each under the first design: 4.5 · 10¹⁸ of 9.2.
    let (users, price) = (1_000_000_000, 9_000_000_000)
    let squares = Int128(users / 2) * Int128(price) * Int128(price)
    var moments = PairMoments()
    moments.first = RatioMoments(
      numerators: users / 2 * price, denominators: users, numeratorSquares: squares)
    moments.second = RatioMoments(denominators: users)
    let total = TotalDifference(moments, factor: 1_000)
    let deviation = 1_000 * Double(price) * 0.5
    #expect(abs(total.value / (-1_000 * 4.5e18) - 1) < 1e-12)
    #expect(abs(total.standardError / (deviation * Double(users).squareRoot()) - 1) < 1e-8)
  }

  @Test("the interval of one user is a point")
  func oneUser() {
    let total = TotalDifference(TotalDifferenceTests.moments([(first: 5, second: 7)]), factor: 2)
    expectEqual(total.interval(), Interval(low: -3, high: -3))
  }

  @Test("without a loss the limits leave room for one user with the largest loss on either side")
  func none() {
    let moments = TotalDifferenceTests.moments(Array(repeating: (first: 0, second: 0), count: 50))
    let interval = TotalDifference(moments, factor: 20, perUser: 0...648).interval()
    #expect(abs(interval.high - 648 * (1 + 1.959964)) < 0.001)
    #expect(abs(interval.low + 20 * 648 * (1 + 1.959964)) < 0.02)
    expectEqual(TotalDifference(moments).interval(), Interval(low: 0, high: 0))
  }
}
