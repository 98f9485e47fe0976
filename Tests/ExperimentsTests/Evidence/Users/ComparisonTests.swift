import EventEngine
import Experiments
import Methods
import PurchaseWorld
import Scenarios
import Statistics
import TestSupport
import Testing

/// Pairs of designs over the same users: counted, tested, and with the users who separate them.
@Suite("Comparison") struct ComparisonTests {
  private static let rescued = HandMade.outcome([HandMade.charge(.rescued, after: 9)])
  private static let recovered = HandMade.outcome([HandMade.charge(.recovered, after: 9)])

  /// Of 100 users both lose 1, a alone 8 and b alone 2, of which one is rescued; a saves another.
  private static func outcome(_ design: Int, _ user: Int) -> UserOutcome {
    switch (design, user) {
    case (_, 10): HandMade.lost(.crossed, .wrongRecord)
    case (0, 20..<28): HandMade.lost(.undelivered, .recordDied)
    case (1, 30): rescued
    case (1, 31): HandMade.lost(.misdelivered, .wrongAccount)
    case (0, 31): recovered
    default: HandMade.plain
    }
  }

  @Test("users are counted by the designs under which they lost an order, rescues included")
  func users() throws {
    let findings = RunFindingsTests.findings(HandMade.scenario(), users: 100, Self.outcome)
    expectEqual(findings.comparisons.count, 1)
    let comparison = try #require(findings.comparisons.first)
    #expect(comparison.first == "a" && comparison.second == "b")
    let users = comparison.users
    #expect(users.both == 1 && users.onlyFirst == 8)
    #expect(users.onlySecond == 2 && users.neither == 89)
    // 2·(C(10,0) + C(10,1) + C(10,2)) / 2¹⁰.
    #expect(abs(comparison.pValue - 112.0 / 1_024) < 1e-12)
    expectEqual(comparison.adjustedPValue, comparison.pValue)
    #expect(comparison.betterDesign == nil)
  }

  @Test("the difference of lost-order rates equals that of an expectation about them")
  func difference() throws {
    let scenario = HandMade.scenario(expect: [
      .below(.lostRate, of: "a", below: "b", by: .difference(0))
    ])
    let findings = RunFindingsTests.findings(scenario, users: 100, Self.outcome)
    guard case .number(let claimed) = try #require(findings.claims.first).measurement else {
      Issue.record("a comparison has a number")
      return
    }
    expectEqual(findings.comparisons[0].difference, claimed)
    #expect(abs(claimed.value + 0.06) < 1e-12)
  }

  @Test("users who lose an order under one design only are listed with their loss")
  func discordantUsers() throws {
    let findings = RunFindingsTests.findings(HandMade.scenario(), users: 100, Self.outcome)
    let comparison = try #require(findings.comparisons.first)
    expectEqual(comparison.losersUnderFirstOnly.map(\.user), Array(20..<28))
    expectEqual(
      Set(comparison.losersUnderFirstOnly.map(\.status)), [.lost(.undelivered, .recordDied)])
    expectEqual(
      comparison.losersUnderSecondOnly,
      [
        DiscordantUser(user: 30, status: .rescued),
        DiscordantUser(user: 31, status: .lost(.misdelivered, .wrongAccount)),
      ])
  }

  @Test("a user is listed with the first lost order")
  func firstLosingUser() throws {
    let twice = HandMade.outcome([
      HandMade.charge(.delivered, after: 1), HandMade.charge(.rescued, after: 9),
      HandMade.charge(.lost(.crossed, .wrongEntry)),
    ])
    let findings = RunFindingsTests.findings(HandMade.scenario(), users: 1) { design, _ in
      design == 0 ? twice : HandMade.plain
    }
    expectEqual(
      findings.comparisons[0].losersUnderFirstOnly, [DiscordantUser(user: 0, status: .rescued)])
    expectEqual(findings.comparisons[0].users.onlyFirst, 1)
  }

  @Test("a design is named only if the p-value adjusted for all pairs decides")
  func holm() throws {
    // b loses orders of 6 of 300 users, a of none: p = 2 / 2⁶ = 0.031; with another pair 0.063.
    let outcome = { (design: Int, user: Int) in
      design == 1 && user < 6 ? HandMade.lost() : HandMade.plain
    }
    let alone = RunFindingsTests.findings(HandMade.scenario(), users: 300, outcome).comparisons
    #expect(abs(alone[0].pValue - 0.031_25) < 1e-12)
    expectEqual(alone.map(\.betterDesign), ["a"])
    let scenario = HandMade.scenario(designs: ["a", "b", "c"])
    let beside = RunFindingsTests.findings(scenario, users: 300, outcome).comparisons
    #expect(abs(beside[0].pValue - 0.031_25) < 1e-12)
    #expect(abs(beside[0].adjustedPValue - 0.062_5) < 1e-12)
    expectEqual(beside.map(\.betterDesign), [nil, nil])
    #expect(beside[1].pValue == 1 && beside[1].adjustedPValue == 1)
  }

  @Test("with strata, the weighted users decide, and not the simulated users")
  func strata() throws {
    // a loses 40 users with a large weight, b 160 users with a quarter of this weight.
    var results = RunFindingsTests.results(HandMade.scenario(), users: 1_000) { design, user in
      design == 0 && user < 40 ? HandMade.lost() : HandMade.plain
    }
    let light = RunFindingsTests.results(HandMade.scenario(), users: 1_000) { design, user in
      design == 1 && user < 160 ? HandMade.lost() : HandMade.plain
    }
    results.totals += light.totals
    results.strata = [(0, 0.8), (1, 0.2)].map { index, weight in
      SampledStratum(index: index, weight: weight, users: 1_000, canCharge: true)
    }
    let comparison = try #require(RunFindings(results).comparisons.first)
    #expect(comparison.pValue == 1 && comparison.betterDesign == nil)
    expectEqual(comparison.losingUserDifference?.value, 0)
    #expect(
      comparison.simulatedUsers.onlyFirst == 40 && comparison.simulatedUsers.onlySecond == 160)
    expectEqual(comparison.simulatedUsersByStratum.map(\.onlyFirst), [40, 0])
    #expect(comparison.users.onlyFirst == 32 && comparison.users.onlySecond == 32)
  }

  @Test("designs without charges are compared by their users alone")
  func nothing() throws {
    let findings = RunFindingsTests.findings(HandMade.scenario(), users: 3) { _, _ in
      HandMade.outcome([])
    }
    let comparison = try #require(findings.comparisons.first)
    #expect(comparison.difference == nil)
    #expect(comparison.users.neither == 3 && comparison.pValue == 1)
  }

  @Test("a case and a scenario with one design have no pairs")
  func none() {
    let one = RunFindingsTests.findings(HandMade.scenario(designs: ["a"]), users: 3) { _, _ in
      HandMade.lost()
    }
    expectEqual(one.comparisons, [])
    var scenario = HandMade.scenario()
    scenario.population.script = Population.Script(intents: [], taps: [], plan: [])
    expectEqual(RunAccumulator(scenario).discordantUsersByPair.counts, [])
  }
}
