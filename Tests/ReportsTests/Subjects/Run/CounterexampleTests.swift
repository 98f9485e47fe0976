import EventEngine
import Experiments
import Methods
import PurchaseWorld
import Scenarios
import Statistics
import TestSupport
import Testing

@testable import Reports

/// The user that is shown for a failed claim violates the claim.
@Suite struct CounterexampleTests {
  /// A claim that each of these shares is at most 0, with a design and a fault that violate it.
  private static func scenario(
    _ metric: String, _ design: String, _ faults: String, more: String = ""
  ) throws -> Scenario {
    try Fixture.scenario(
      """
      { "name": "small", "users": 400, "sampling": "plain", "designs": ["keep-2", \(design)],
        "catalog": [ { "product": "p", "price": 100, "items": ["a", "b"] }, { "product": "q" } ]\(more),
        "faults": [ \(faults) ],
        "expect": [ { "design": "d", "metric": "\(metric)", "max": 0.000001 } ] }
      """)
  }

  /// The outcome of the shown user.
  private static func outcome(of user: LosingUser, in scenario: Scenario) throws -> UserOutcome {
    let design = try #require(scenario.designs.first { $0.name == user.design })
    var simulator = Simulator(conditions: scenario.population.conditions)
    let drawn = scenario.population.user(user.user, seed: scenario.seed)
    var outcome = UserOutcome()
    try simulator.simulate(design, of: drawn, into: &outcome)
    return outcome
  }

  private static func count(_ share: ShareMetric, of outcome: UserOutcome, in scenario: Scenario)
    -> Int
  {
    let counterLayout = CounterLayout(scenario)
    var count = UserCounters(counterLayout)
    count.replace(with: outcome, product: nil, counterLayout: counterLayout)
    return count.rows[share.rawValue]
  }

  private static let guesses = #"{ "name": "d", "extends": "zero-loss-1.0" }"#
  private static let naive = #"{ "name": "d", "extends": "naive" }"#
  private static let crash = #"{ "fault": "crash", "probability": 0.3, "at": "charge" }"#
  private static let cancel =
    #"{ "fault": "spuriousCancel", "probability": 0.4, "after": "6s", "resolves": "5m" }"#
  private static let offline = #"{ "fault": "networkLoss", "probability": 0.5, "lasts": "1h" }"#

  @Test(arguments: [
    (ShareMetric.lost, guesses, cancel), (.undelivered, naive, crash),
    (.recovered, guesses, offline), (.duplicate, naive, offline), (.doubleCharge, naive, cancel),
    (.hung, naive, offline), (.ticket, naive, crash), (.lostSale, guesses, offline),
    (.refused, naive, offline), (.blocked, naive, cancel),
  ])
  func `the user of a failed claim counts for its metric`(
    share: ShareMetric, design: String, faults: String
  ) throws {
    let scenario = try Self.scenario(share.row.name, design, faults)
    let findings = RunFindings(Runner(scenario).run(workers: 2))
    let record = RunRecord(findings, path: "s.json") { "\($0) \($1)" }
    // If no user violates the claim, no user is shown.
    let fails: [ShareMetric] = [.lost, .undelivered, .recovered]
    #expect(!fails.contains(share) || findings.claims[0].verdict == .fail)
    guard findings.claims[0].verdict != .pass, findings.designs[1].totalCounters.count(share) > 0
    else {
      #expect(record.counterexample(to: findings.claims[0]) == nil)
      return
    }
    let user = try #require(record.counterexample(to: findings.claims[0]))
    expectEqual(user.design, "d")
    let outcome = try Self.outcome(of: user, in: scenario)
    #expect(Self.count(share, of: outcome, in: scenario) > 0, "\(share) \(user)")
    for number in 0..<user.user {
      let other = try Self.outcome(of: LosingUser(design: "d", user: number), in: scenario)
      expectEqual(Self.count(share, of: other, in: scenario), 0, "\(share): \(number) is lower")
    }
    if findings.claims[0].verdict == .fail {
      #expect(record.failure?.user == user && record.mostInformativeLosingUser == user)
    }
    expectEqual(record.annotations[0].replay, "d \(user.user)")
  }

  @Test func `a claim that fails because a rate is too low shows no user`() throws {
    let scenario = try Fixture.scenario(
      """
      { "name": "small", "users": 400, "sampling": "plain",
        "designs": ["keep-2", { "name": "d", "extends": "naive" }],
        "faults": [ \(Self.crash) ],
        "expect": [ { "design": "d", "metric": "lostRate", "min": 0.9 } ] }
      """)
    let record = RunRecord(RunFindings(Runner(scenario).run(workers: 2)), path: "s.json") {
      "\($0) \($1)"
    }
    #expect(record.claims[0].verdict == .fail && record.firstLosingUser != nil)
    #expect(record.failure?.claim == record.claims[0] && record.failure?.user == nil)
    #expect(record.mostInformativeLosingUser == nil && record.annotations[0].replay == nil)
  }

  @Test func `a claim about one product shows a user of that product`() throws {
    let scenario = try Fixture.scenario(
      """
      { "name": "small", "users": 400, "sampling": "plain", "designs": ["naive"],
        "catalog": [ { "product": "p" }, { "product": "q" } ], "faults": [ \(Self.crash) ],
        "expect": [ { "design": "naive", "metric": "lostRate", "product": "q", "max": 0.000001 } ] }
      """)
    let record = RunRecord(RunFindings(Runner(scenario).run(workers: 2)), path: "s.json") {
      "\($0) \($1)"
    }
    expectEqual(record.claims[0].verdict, .fail)
    let user = try #require(record.failure?.user)
    let charges = try Self.outcome(of: user, in: scenario).charges
    #expect(charges.contains { $0.product == 1 && $0.status.countsAsLost })
  }
}
