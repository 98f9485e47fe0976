import EventEngine
import Experiments
import Methods
import PurchaseWorld
import Scenarios
import Statistics
import TestSupport
import Testing

@Suite("Findings") struct RunFindingsTests {
  /// The findings of given outcomes: one for each design and user.
  static func findings(
    _ scenario: Scenario, users: Int, _ outcome: (_ design: Int, _ user: Int) -> UserOutcome
  ) -> RunFindings { RunFindings(results(scenario, users: users, outcome)) }

  static func results(
    _ scenario: Scenario, users: Int, _ outcome: (_ design: Int, _ user: Int) -> UserOutcome
  ) -> RunResults {
    var totals = RunAccumulator(scenario)
    for number in 0..<users {
      let user = UInt64(number)
      for design in scenario.designs.indices {
        totals.add(outcome(design, number), design: design, of: user)
      }
      totals.completeUser()
    }
    return RunResults(scenario: scenario, totals: totals, endings: [])
  }

  static func verdicts(_ claims: [Scenarios.Expectation.Claim], product: Int? = nil) -> [Verdict] {
    // a loses an order of every hundredth user, b of every fiftieth, the users of a included.
    let scenario = HandMade.scenario(expect: claims, product: product, deadlines: [.seconds(10)])
    return findings(scenario, users: 20_000) { design, user in
      user % (design == 0 ? 100 : 50) == 0 ? HandMade.lost() : HandMade.plain
    }.claims.map(\.verdict)
  }

  @Test("a bound is decided if the whole interval is on one side of it")
  func range() {
    expectEqual(
      Self.verdicts([
        .range(.lostRate, design: "a", min: 0.008, max: 0.012),
        .range(.lostRate, design: "a", min: nil, max: 0.005),
        .range(.lostRate, design: "a", min: 0.01, max: nil),
        .range(.lateRate(within: .seconds(10)), design: "b", min: 0.015, max: 0.025),
        .range(.deliveryP50, design: "a", min: 0.9, max: 1.1),
        .range(.deliveryP99, design: "b", min: nil, max: 1.1),
        .range(.lostRevenue, design: "a", min: 100_000, max: 140_000),
        .range(.lostRevenue, design: "a", min: 1_000_000, max: nil),
      ]), [.pass, .fail, .inconclusive, .pass, .pass, .fail, .inconclusive, .fail])
  }

  @Test("a design is below another design by a margin if the whole interval is")
  func below() {
    expectEqual(
      Self.verdicts([
        .below(.lostRate, of: "a", below: "b", by: .difference(0)),
        .below(.lostRate, of: "a", below: "b", by: .difference(0.008)),
        .below(.lostRate, of: "a", below: "b", by: .difference(0.01)),
        .below(.lostRate, of: "a", below: "b", by: .difference(0.02)),
        .below(.lostRate, of: "b", below: "a", by: .difference(0)),
        .below(.lostRate, of: "a", below: "a", by: .difference(0)),
        .below(.lostRevenue, of: "a", below: "b", by: .difference(90_000)),
        .below(.lateRate(within: .seconds(10)), of: "a", below: "b", by: .difference(0.008)),
        .below(.deliveryP99, of: "a", below: "b", by: .difference(0)),
      ]),
      [
        .pass, .pass, .inconclusive, .fail, .fail, .inconclusive, .inconclusive, .pass,
        .inconclusive,
      ])
  }

  @Test("a multiple of a metric is below another metric if the whole interval is")
  func factor() throws {
    let claims: [Scenarios.Expectation.Claim] = [
      .below(.lostRate, of: "a", below: "b", by: .factor(20)),
      .below(.lostRate, of: "a", below: "b", by: .factor(80)),
      .below(.lostRate, of: "a", below: "b", by: .factor(400)),
      .below(.lateRate(within: .seconds(10)), of: "a", below: "b", by: .factor(20)),
      .below(.lostRevenue, of: "a", below: "b", by: .factor(20)),
      .below(.lostRevenue, of: "a", below: "b", by: .factor(1_000)),
      .below(.deliveryP50, of: "a", below: "b", by: .factor(2)),
      .below(.deliveryP99, of: "a", below: "b", by: .factor(20)),
    ]
    // a loses every four thousandth user, b every fiftieth: 0.25 ‰ and 20 ‰.
    let findings = Self.findings(
      HandMade.scenario(expect: claims, deadlines: [.seconds(10)]), users: 20_000
    ) { design, user in user % (design == 0 ? 4_000 : 50) == 0 ? HandMade.lost() : HandMade.plain }
    expectEqual(
      findings.claims.map(\.verdict),
      [.pass, .inconclusive, .fail, .pass, .inconclusive, .fail, .fail, .pass])
    let values = findings.claims.map { claim -> Double? in
      guard case .number(let estimate) = claim.measurement else { return nil }
      return estimate.value
    }
    #expect(try abs(#require(values[0]) - 0.015) < 1e-12)
    // 400 charges of 600, less 20 times 5 of them.
    expectEqual(values[4], 180_000)
    #expect(try abs(#require(values[6]) + 1) < 0.02)
  }

  @Test("limits of money leave room for one more lost order, at the highest price that applies")
  func money() {
    let claims: [Scenarios.Expectation.Claim] = [
      .range(.lostRevenue, design: "a", min: 100_000, max: 140_000),
      .below(.lostRevenue, of: "a", below: "b", by: .difference(90_000)),
    ]
    expectEqual(Self.verdicts(claims, product: 0), [.pass, .pass])
    // Another user may have lost the more expensive product, which costs 50,000.
    expectEqual(Self.verdicts(claims), [.inconclusive, .inconclusive])
  }

  @Test("an expectation about a product without a charge is inconclusive")
  func nothing() {
    expectEqual(
      Self.verdicts(
        [
          .range(.lostRate, design: "a", min: nil, max: 1),
          .below(.lostRate, of: "a", below: "b", by: .difference(0)),
          .below(.lostRate, of: "a", below: "b", by: .factor(2)),
        ], product: 1), [.inconclusive, .inconclusive, .inconclusive])
    expectEqual(
      Self.verdicts([.range(.lostRate, design: "a", min: nil, max: 1)], product: 0), [.pass])
  }

  @Test("a paired difference has a narrower interval than the designs alone")
  func pairing() throws {
    let scenario = HandMade.scenario(expect: [
      .below(.lostRate, of: "a", below: "b", by: .difference(0))
    ])
    let findings = Self.findings(scenario, users: 10_000) { design, user in
      user % 20 == 0 || (design == 1 && user % 1_000 == 1) ? HandMade.lost() : HandMade.plain
    }
    guard case .number(let difference) = try #require(findings.claims.first).measurement else {
      Issue.record("a comparison has a number")
      return
    }
    let alone = try #require(findings.designs[0].totalCounters.rate(.lost)).interval
    #expect(abs(difference.value - 0.001) < 1e-12)
    #expect(difference.interval.high - difference.interval.low < (alone.high - alone.low) / 3)
  }

  @Test("a run without a charge never passes")
  func noCharge() {
    let findings = Self.findings(HandMade.scenario(), users: 3) { _, _ in HandMade.outcome([]) }
    expectEqual(findings.warnings, [.noCharge])
    expectEqual(findings.verdict, .inconclusive)
  }

  @Test("a run in which a declared fault never occurs does not pass")
  func neverOccurred() {
    var scenario = HandMade.scenario()
    scenario.population.faults = [FaultKind.crash, .networkLoss].map { kind in
      FaultDeclaration(
        kind: kind, probability: .always, at: .charge, after: .constant(.zero),
        parameters: FaultParameters(reopens: .constant(.zero)))
    }
    let findings = Self.findings(scenario, users: 3) { design, _ in
      var outcome = HandMade.plain
      outcome.occurredFaults = design == 1 ? 1 : 0
      return outcome
    }
    expectEqual(findings.warnings, [.neverOccurred(declaration: 1, .networkLoss)])
    expectEqual(findings.verdict, .inconclusive)
  }

  @Test("fault declarations from the 64th on share one bit")
  func manyDeclarations() {
    var scenario = HandMade.scenario()
    scenario.population.faults = (0..<70).map { _ in
      FaultDeclaration(
        kind: .crash, probability: .always, at: .charge, after: .constant(.zero),
        parameters: FaultParameters(reopens: .constant(.zero)))
    }
    let findings = Self.findings(scenario, users: 1) { _, _ in
      var outcome = HandMade.plain
      outcome.occurredFaults = ~0 << 1
      return outcome
    }
    expectEqual(findings.warnings, [.neverOccurred(declaration: 0, .crash)])
  }

  @Test("the verdict of a run is the worst verdict of its expectations")
  func worst() {
    let pass = Scenarios.Expectation.Claim.range(.lostRate, design: "a", min: 0, max: 1)
    let fail = Scenarios.Expectation.Claim.range(.lostRate, design: "a", min: 0.9, max: 1)
    let open = Scenarios.Expectation.Claim.range(.lostRate, design: "a", min: 0, max: 0.1)
    let verdict = { (claims: [Scenarios.Expectation.Claim]) in
      Self.findings(HandMade.scenario(expect: claims), users: 10) { _, user in
        user == 0 ? HandMade.lost() : HandMade.plain
      }.verdict
    }
    #expect(verdict([]) == .pass && verdict([pass]) == .pass)
    #expect(verdict([pass, open]) == .inconclusive && verdict([open, fail, pass]) == .fail)
  }
}
