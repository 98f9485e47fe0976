import JSONText
import PurchaseWorld
import Reports
import Scenarios
import Statistics
import TestSupport
import Testing

@testable import Experiments
@testable import Methods

@Suite("Mutation") struct MutationTests {
  /// A scenario with a crash and a gated first design.
  private static func scenario(_ expect: String, users: Int = 4_000) throws -> Scenario {
    try ScenarioReader.read(
      Array(
        """
        { "name": "s", "users": \(users), "horizon": "3d", "sampling": "plain",
          "catalog": [{ "product": "a" }, { "product": "b", "items": ["c", "d"] }],
          "faults": [{ "fault": "crash", "probability": 0.2, "at": "charge", "after": "100ms" },
                     { "fault": "networkLoss", "probability": 0.1, "at": "callback", "lasts": "2m" }],
          "designs": ["keep-1", "naive", "zero-loss-1.2"], "expect": [\(expect)] }
        """.utf8), file: "s.json")
  }

  private static func found(_ scenario: Scenario, workers: Int = 1) throws -> MutationFindings {
    MutationTest.run(try #require(MutationPlan(scenario)), workers: workers)
  }

  /// Always passes, because no share is above 1.
  private static let blind = #"{ "design": "keep-1", "metric": "lostRate", "max": 1 }"#

  @Test("an expectation that cannot fail detects nothing, and proposals detect every survivor")
  func blind() throws {
    var scenario = try Self.scenario(Self.blind)
    let found = try Self.found(scenario)
    expectEqual(found.designs.map(\.name), ["keep-1"])
    #expect(found.killed == 0 && found.counted > 15 && found.killRatio == 0)
    #expect(found.count(.same) > 20 && found.simulatedMutantCount == found.plannedMutantCount)
    let design = found.designs[0]
    let survivors = design.mutants.indices.filter { design.mutants[$0].status == .survived }
    expectEqual(design.proposals.flatMap(\.detectedSurvivors).sorted(), survivors)
    #expect(design.proposals.count * 4 < survivors.count)
    #expect(
      design.mutants.allSatisfy { ($0.change != nil) == [.survived, .unseen].contains($0.status) })

    scenario.expectations += design.proposals.map {
      Scenarios.Expectation($0.claim, product: $0.product, line: 1, column: 1, path: "expect")
    }
    let again = try Self.found(scenario)
    #expect(
      again.ineffectiveExpectations == [] && again.killRatio == 1 && again.killed == found.counted)
    expectEqual(again.count(.same), found.count(.same))
    #expect(again.designs[0].proposals.isEmpty)
  }

  @Test("a proposal passes with its design and with none of the mutants that it names")
  func checked() throws {
    let scenario = try Self.scenario(Self.blind)
    let plan = try #require(MutationPlan(scenario))
    let design = try Self.found(scenario).designs[0]
    for proposal in design.proposals {
      guard case .range(let metric, _, let min, let max) = proposal.claim else { continue }
      var proposed = plan.scenario
      proposed.designs =
        [scenario.designs[0]]
        + proposal.detectedSurvivors.map {
          var mutant = plan.gated[0].mutants[$0].design
          mutant.name = "m\($0)"
          return mutant
        }
      proposed.expectations = proposed.designs.map {
        Scenarios.Expectation(
          .range(metric, design: $0.name, min: min, max: max), product: proposal.product, line: 1,
          column: 1, path: "expect")
      }
      let verdicts = RunFindings(Runner(proposed).run(workers: 1)).claims.map(\.verdict)
      #expect(verdicts[0] == .pass && !verdicts.dropFirst().contains(.pass), "\(proposal)")
    }
  }

  @Test("every mutant that is worse is detected by a proposed bound against harm")
  func harm() throws {
    let scenario = try Self.scenario(Self.blind)
    let plan = try #require(MutationPlan(scenario))
    let found = MutationTest.run(plan, workers: 1).designs[0]
    let isKeeping = { (claim: Scenarios.Expectation.Claim) in
      guard case .range(let metric, _, let min, let max) = claim else { return false }
      return metric.isGood ? min == nil : max == nil
    }
    let stopping = found.proposals.filter { !isKeeping($0.claim) }
    #expect(stopping.count > 2)
    // Each mutant with a largest change for the worse is detected by a bound against harm.
    let worse = found.mutants.indices.filter { place in
      guard let change = found.mutants[place].change, change.usersToDistinguish == nil else {
        return false
      }
      let (from, to) = (change.from.interval, change.to.interval)
      return change.metric.metric.isGood ? to.high < from.low : from.high < to.low
    }
    #expect(!worse.isEmpty && Set(worse).isSubset(of: Set(stopping.flatMap(\.detectedSurvivors))))
  }

  @Test("proposals pass at other seeds")
  func seeds() throws {
    let plan = try #require(MutationPlan(Self.scenario(Self.blind)))
    let proposals = MutationTest.run(plan, workers: 1).designs[0].proposals
    #expect(proposals.count > 2)
    // With the deadlines of the proposals.
    var scenario = plan.scenario
    scenario.designs.removeLast(2)
    scenario.expectations = proposals.map {
      Scenarios.Expectation($0.claim, product: $0.product, line: 1, column: 1, path: "expect")
    }
    // None of these seeds was used to verify the proposals.
    for seed in 101...UInt64(Nightly.isOn ? 300 : 140) {
      scenario.seed = seed
      let claims = RunFindings(Runner(scenario).run(workers: 1)).claims
      #expect(claims.allSatisfy { $0.verdict == .pass }, "seed \(seed)")
    }
  }

  @Test("an expectation about two designs gates both, and each is changed beside the original")
  func pairs() throws {
    let scenario = try Self.scenario(
      #"{ "metric": "lostRate", "of": "zero-loss-1.2", "below": "naive" }"#)
    let found = try Self.found(scenario)
    expectEqual(found.designs.map(\.name), ["naive", "zero-loss-1.2"])
    #expect(found.ineffectiveExpectations == [] && found.designs[1].count(.failed) > 0)
  }

  @Test("an expectation that fails with its design detects nothing and is reported")
  func ineffectiveExpectations() throws {
    let scenario = try Self.scenario(
      Self.blind + #", { "design": "keep-1", "metric": "lostRate", "min": 0.9 }"#)
    let found = try Self.found(scenario)
    #expect(found.ineffectiveExpectations == [1] && found.killed == 0)
  }

  @Test("several workers give the same result")
  func workers() throws {
    let scenario = try Self.scenario(Self.blind)
    let texts = try [1, 3].map { MutationJSON.output(try Self.found(scenario, workers: $0)).text }
    expectEqual(texts[0], texts[1])
  }

  @Test("a mutant with a runaway simulation is killed, and the other mutants are judged")
  func endless() throws {
    let scenario = try ScenarioReader.read(
      Array(
        """
        { "name": "s", "users": 20, "designs": [{ "name": "d", "binding.item": ["product"], "binding.account": ["session"],
              "retry": { "delays": ["1ms"], "timeout": "1ms" } }],
          "faults": [{ "fault": "networkLoss", "probability": 1, "at": "callback", "lasts": "7d" }],
          "expect": [{ "design": "d", "metric": "lostRate", "max": 1 }] }
        """.utf8), file: "s.json")
    let found = try Self.found(scenario)
    let endless = found.designs[0].mutants.filter { $0.status == .endless }
    expectEqual(endless.map { $0.axes[0].name }, ["retry.repeatLast"])
    #expect(
      found.interruption == nil && found.simulatedMutantCount == found.plannedMutantCount
        && found.killed >= 1)
  }

  @Test("an expected ending that omits details leaves survivors, and the full one is proposed")
  func cases() throws {
    let text = { (charge: String) in
      """
      { "name": "s", "designs": ["naive"], "plan": [{ "tap": 1 }, { "fault": "crash", "intent": 1, "at": "charge", "after": "100ms" }],
        "expect": [{ "design": "naive", "charges": [{ "outcome": "lost"\(charge) }] }] }
      """
    }
    let short = try ScenarioReader.read(Array(text("").utf8), file: "s.json")
    let found = try Self.found(short)
    #expect(found.ineffectiveExpectations == [] && found.killed > 0 && found.count(.survived) > 0)
    let claim = try #require(found.designs[0].proposals.first?.claim)
    var long = short
    long.expectations = [Scenarios.Expectation(claim, product: nil, line: 1, column: 1, path: "e")]
    let again = try Self.found(long)
    #expect(again.killRatio == 1 && again.counted == found.counted)
  }

  @Test("an interrupted mutation test reports how many mutants it has judged")
  func interruption() throws {
    let stop = CancellationToken()
    stop.cancel()
    let plan = try #require(MutationPlan(try Self.scenario(Self.blind)))
    let found = MutationTest.run(plan, workers: 1, stop: stop)
    #expect(
      found.interruption == .interrupted && found.simulatedMutantCount == 0
        && found.plannedMutantCount > 80)
    #expect(found.killRatio == nil)
  }

  @Test("without an expectation, no design is gated")
  func none() throws { #expect(MutationPlan(try Self.scenario("")) == nil) }
}

@Suite("Bounds with few digits") struct RoundBoundTests {
  @Test("a bound is the number with the fewest digits in the middle half of a gap")
  func numbers() {
    let between = { RoundBound.between($0, $1, .share, digits: 3) }
    expectEqual(between(0.012, 0.028), 0.02)
    expectEqual(between(0.0121, 0.0129), 0.0125)
    expectEqual(between(0.028, 0.012), 0.02)
    #expect(between(0.5, 0.500_1) == nil)
    #expect(between(0.25, 0.25) == nil)
    expectEqual(RoundBound.between(0.01, 0.03, room: 0.013, .share, digits: 2), 0.024)
    #expect(RoundBound.between(0.01, 0.03, room: 0.016, .share, digits: 2) == nil)
    #expect(RoundBound.between(0.0121, 0.0129, .share, digits: 2) == nil)
  }

  @Test("a bound of money is whole, and a bound of time has at most two digits of a unit")
  func units() {
    #expect(RoundBound.between(1, 2, .money, digits: 3) == nil)
    expectEqual(RoundBound.between(1_200, 2_800, .money, digits: 3), 2_000)
    expectEqual(RoundBound.between(0.85, 1.16, .time, digits: 3), 1)
    expectEqual(RoundBound.between(3_000, 9_000, .time, digits: 3), 7_200)
    let never = RoundBound.between(4, .infinity, .time, digits: 3)
    expectEqual(never.map { $0 > 4 && $0 < 60 }, true)
  }
}
