import EventEngine
import PurchaseWorld
import Scenarios
import Statistics
import TestSupport
import Testing

@testable import Experiments
@testable import Methods

/// The number of users that would decide an inconclusive result.
@Suite struct UsersToDecideTests {
  private func estimate(
    _ value: Double, _ low: Double, _ high: Double, _ unit: Estimate.Unit = .share
  ) -> Estimate { Estimate(value, Interval(low: low, high: high), unit) }

  @Test func `users to decide: twice the number at which the limit reaches the bound`() {
    // A limit twice as far away as the bound takes four times the users to reach it.
    expectEqual(estimate(0.04, 0.02, 0.06).usersToDecide([0.05], 1_000), 8_000)
    expectEqual(estimate(0.04, 0.02, 0.06).usersToDecide([0.03], 1_000), 8_000)
    // Of two bounds within reach, the nearer bound needs more users; bounds beyond need none.
    expectEqual(estimate(0.04, 0.02, 0.06).usersToDecide([0.03, 0.06], 1_000), 8_000)
    expectEqual(estimate(0.04, 0.02, 0.06).usersToDecide([0.05, 0.07], 1_000), 8_000)
    #expect(estimate(0.04, 0.02, 0.06).usersToDecide([0.07], 1_000) == nil)
    // The side that faces the bound counts.
    expectEqual(estimate(0.04, 0.03, 0.08).usersToDecide([0.05], 1_000), 32_000)
    expectEqual(estimate(0.04, 0.03, 0.08).usersToDecide([0.035], 123_456), 990_000)
  }

  @Test
  func `with a count of 0 or of all users, the users to decide bring the limit to the bound`() {
    // The upper limit of none of n is near 3.69 / n: 0.00368 of 1,000, below 0.001 from 3,688 on.
    // (C. J. Clopper and E. S. Pearson: 1 - 0.025^(1/n).)
    expectEqual(estimate(0, 0, 0.003_682_1).usersToDecide([0.001], 1_000), 3_700)
    #expect(Proportion(count: 0, of: 3_700).interval(method: .clopperPearson).high < 0.001)
    #expect(Proportion(count: 0, of: 3_600).interval(method: .clopperPearson).high > 0.001)
    expectEqual(estimate(1, 0.9, 1).usersToDecide([0.95], 1_000), 2_000)
    expectEqual(estimate(-1, -1, -0.9).usersToDecide([-0.95], 1_000), 2_000)
    #expect(estimate(0, 0, 0.06).usersToDecide([0.07], 1_000) == nil)
  }

  @Test
  func `no number is proposed at a bound, for a two-sided difference of 0, or above the maximum`() {
    #expect(estimate(0.05, 0.02, 0.06).usersToDecide([0.05], 1_000) == nil)
    #expect(estimate(0, 0, 0.06).usersToDecide([0], 1_000) == nil)
    #expect(estimate(0, -0.02, 0.06).usersToDecide([0.05], 1_000) == nil)
    #expect(estimate(0, 0, 3, .time).usersToDecide([2], 1_000) == nil)
    expectEqual(estimate(1, 0.9, 1.1, .time).usersToDecide([0.95], 1_000), 8_000)
    #expect(estimate(.infinity, 1, .infinity, .time).usersToDecide([2], 1_000) == nil)
    #expect(estimate(3, 1, .infinity, .time).usersToDecide([4], 1_000) == nil)
    #expect(estimate(0.04, 0.02, 0.06).usersToDecide([0.040_000_1], 1_000_000) == nil)
  }

  private static let seeds = Nightly.isOn ? 2_100 : 126

  /// A scenario with plain sampling, in which one of ten users loses an order.
  private static func plain() -> Scenario {
    var scenario = SamplingTests.scenario((0.1, 0), users: 1_000, sampling: .plain)
    scenario.population.faults.removeLast()
    return scenario
  }

  /// A shipped scenario of users from strata, in which a design loses 5.25 ‰.
  private static func stratified() throws -> Scenario {
    var scenario = try ScenarioFileReader.read(PackageFiles.path("scenarios/keep.json"))
    scenario.designs = scenario.designs.filter { $0.name == "keep-1" }
    (scenario.declaredPairs, scenario.userCount) = (nil, 3_000)
    return scenario
  }

  private func claim(_ scenario: Scenario, max: Double) -> ClaimFinding {
    var scenario = scenario
    scenario.expectations = [
      Scenarios.Expectation(
        .range(.lostRate, design: scenario.designs[0].name, min: nil, max: max), product: nil,
        line: 1, column: 1, path: "expect[0]")
    ]
    return RunFindings(Runner(scenario).run(workers: 2)).claims[0]
  }

  /// Bounds are spread evenly over two standard errors at either side of the truth, so some can hardly
  /// be decided. Measured: plain 96 of 142, from strata 36 of 36.
  @Test(arguments: [Sampling.plain, .stratified])
  func `with the proposed number of users, most claims are decided`(sampling: Sampling) throws {
    let isPlain = sampling == .plain
    let rare = isPlain ? Self.plain() : try Self.stratified()
    let (truth, spread) = isPlain ? (0.1, 0.02) : (0.00525, 0.0008)
    var (asked, decided, large) = (0, 0, 0)
    for seed in 1...UsersToDecideTests.seeds / (isPlain ? 1 : 3) {
      var scenario = rare
      scenario.seed = UInt64(seed)
      let max = truth + spread * Double(seed % 21 - 10) / 10
      let claim = claim(scenario, max: max)
      guard claim.verdict == .inconclusive, let users = claim.usersToDecide else { continue }
      #expect(users > scenario.userCount)
      // A value close to its bound takes more users than a test can simulate.
      if users > 150_000 {
        large += 1
        continue
      }
      asked += 1
      scenario.userCount = users
      if self.claim(scenario, max: max).verdict != .inconclusive { decided += 1 }
    }
    #expect(asked > 20, "\(asked)")
    #expect(Double(decided) > 0.6 * Double(asked), "\(decided) of \(asked), \(large) not simulated")
  }

  @Test func `an inconclusive rate has a number of users to decide, an amount has none`() throws {
    var scenario = Self.plain()
    let revenue = try #require(RunFindings(Runner(scenario).run(workers: 1)).designs[0].lostRevenue)
    let bound = revenue.value * 1.001
    let claims: [Scenarios.Expectation.Claim] = [
      .range(.lostRate, design: "naive", min: nil, max: 0.101),
      .range(.lostRevenue, design: "naive", min: nil, max: bound),
    ]
    scenario.expectations = claims.map {
      Scenarios.Expectation($0, product: nil, line: 1, column: 1, path: "")
    }
    let found = RunFindings(Runner(scenario).run(workers: 1)).claims
    expectEqual(found.map(\.verdict), [.inconclusive, .inconclusive])
    #expect(try #require(found[0].usersToDecide) > 1_000)
    // An amount grows with the users, and its bound does not.
    #expect(found[1].usersToDecide == nil)
  }
}
