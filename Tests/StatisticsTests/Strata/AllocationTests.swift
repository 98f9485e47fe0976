import Statistics
import TestSupport
import Testing

@Suite("NeymanAllocation and quantiles of strata") struct AllocationTests {
  /// Worked by hand with half a loser added: s² = (x − x²/n + ½)/(n + 1), as the ratio cancels among
  /// users with one charge each.
  @Test("users are allocated by weight times deviation over the root of the cost")
  func handWorked() {
    let strata = [
      StrataTests.stratum(0.9, lost: 0, of: 400), StrataTests.stratum(0.1, lost: 40, of: 400),
    ]
    let spread = { (lost: Double) -> Double in (lost * (1 - lost / 400) + 0.5) / 401 }
    let needs = [0.9 * spread(0).squareRoot(), 0.1 * (spread(40) / 4).squareRoot()]
    let shares = NeymanAllocation(designs: [strata], costs: [1, 4], defensive: 0).shares
    #expect(abs(shares[0] - needs[0] / (needs[0] + needs[1])) < 1e-12)
    #expect(abs(shares[0] + shares[1] - 1) < 1e-15)
    let defended = NeymanAllocation(designs: [strata], costs: [1, 4], defensive: 0.2).shares
    #expect(abs(defended[0] - (0.8 * shares[0] + 0.2 * 0.9)) < 1e-12)
  }

  @Test("designs share the users by the ratio of their variance to the unstratified variance")
  func designs() {
    // Each design loses in another stratum, one ten times as often: both get as many users.
    let first = [
      StrataTests.stratum(0.5, lost: 5_000, of: 10_000, canCount: true),
      StrataTests.stratum(0.5, lost: 0, of: 10_000, canCount: false),
    ]
    let second = [
      StrataTests.stratum(0.5, lost: 0, of: 10_000, canCount: false),
      StrataTests.stratum(0.5, lost: 50, of: 10_000, canCount: true),
    ]
    let shares = NeymanAllocation(designs: [first, second], costs: [1, 1]).shares
    #expect(abs(shares[0] - 0.5) < 1e-3)
    let alone = NeymanAllocation(designs: [first], costs: [1, 1], defensive: 0).shares
    expectEqual(alone, [1, 0])
  }

  @Test("a stratum without an observed loss still gets users")
  func nothingSeen() {
    let strata = [
      StrataTests.stratum(0.9, lost: 0, of: 10_000),
      StrataTests.stratum(0.1, lost: 500, of: 10_000),
    ]
    let shares = NeymanAllocation(designs: [strata], costs: [1, 1], defensive: 0).shares
    #expect(shares[0] > 0.2 && shares[0] < 0.3)
    let none = [StrataTests.stratum(0.9, lost: 0, of: 0), StrataTests.stratum(0.1, lost: 0, of: 0)]
    let blind = NeymanAllocation(designs: [none], costs: [1, 1]).shares
    #expect(abs(blind[0] - 0.9) < 1e-12 && abs(blind[1] - 0.1) < 1e-12)
  }

  @Test("a larger budget extends a smaller one, with at least 2 users of every stratum")
  func budgets() {
    let strata = [
      StrataTests.stratum(0.999, lost: 1, of: 1_000), StrataTests.stratum(0, lost: 0, of: 0),
      StrataTests.stratum(0.001, lost: 0, of: 1_000, canCount: false),
    ]
    let allocation = NeymanAllocation(designs: [strata], costs: [1, 1, 1])
    var last = [0, 0, 0]
    for budget in [0, 1, 5, 100, 101, 5_000, 1_000_000] {
      let users = allocation.userCounts(of: budget)
      #expect(zip(users, last).allSatisfy { $0 >= $1 })
      #expect(users[0] >= 2 && users[1] == 0 && users[2] >= 2)
      let sum = users.reduce(0, +)
      #expect(sum <= max(budget, 4) + 2 && sum + 2 >= budget)
      last = users
    }
  }

  @Test("the effective number of single charges is their number, and larger for unlike strata")
  func effective() {
    let one = QuantileStratum(weight: 1, users: 9_999, charges: 9_999, squares: 9_999, below: 4_999)
    let plain = QuantileStratum.effectiveTotal(level: 0.5, [one])
    #expect(abs(plain - 9_999) < 1e-3)
    let groups = QuantileStratum(
      weight: 1, users: 3_333, charges: 9_999, squares: 29_997, below: 4_999)
    #expect(abs(QuantileStratum.effectiveTotal(level: 0.5, [groups]) - 3_333) < 1e-3)
    // Half of the users are always faster, half always slower than the median.
    let apart = [0, 500].map {
      QuantileStratum(weight: 0.5, users: 500, charges: 500, squares: 500, below: $0)
    }
    #expect(QuantileStratum.effectiveTotal(level: 0.5, apart) > 100_000)
    // Equal strata, one of them sampled little: 0.25·(1/0.01 + 1/0.99)/N of the variance.
    let uneven = [10, 990].map {
      QuantileStratum(weight: 0.5, users: $0, charges: $0, squares: Int128($0), below: $0 / 2)
    }
    let expected = 1_000 / (0.25 * (1 / 0.01 + 1 / 0.99))
    #expect(abs(QuantileStratum.effectiveTotal(level: 0.5, uneven) / expected - 1) < 0.01)
  }
}
