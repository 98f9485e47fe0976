import EventEngine
import Experiments
import Methods
import PurchaseWorld
import Scenarios
import Statistics
import TestSupport
import Testing

private let names = ["zero-loss-legacy", "zero-loss-1.0"]

@Suite struct DrawsTests {
  /// Kills wipe the record of one design, interruptions that of the other.
  private static func scenario(
    _ sets: [[Double]], users: Int = 4_000, written: [Double] = [0.1, 0.1], more: String = ""
  ) throws -> Scenario {
    let text = """
      { "name": "s", "seed": 5, "users": \(users), \(more)
        "faults": [
          { "fault": "spuriousCancel", "probability": \(written[0]), "at": "sheet", "after": "6s",
            "resolves": "1m" },
          { "fault": "appKill", "probability": \(written[1]), "at": "sheet", "after": "3s" }],
        "designs": ["zero-loss-legacy", "zero-loss-1.0"],
        "draws": { "values": ["faults[0].probability", "faults[1].probability"], "sets": \(sets) } }
      """
    return try ScenarioReader.read(Array(text.utf8), file: "s.json")
  }

  private static func simulate(
    _ scenario: Scenario, workers: Int = 2
  ) throws -> (findings: RunFindings, draws: ParameterDrawFindings) {
    let plan = try #require(ParameterDrawPlan(scenario))
    let findings = RunFindings(Runner(scenario).run(workers: workers))
    return (findings, ParameterDrawFindings(plan, plan.run(workers: workers), findings))
  }

  private static func rate(_ findings: RunFindings, _ design: Int) throws -> Double {
    try #require(findings.designs[design].totalCounters.rate(.lost)).value
  }

  @Test
  func `each draw has its part of four times the users, at least 50,000, and at most all users`()
    throws
  {
    for (users, sets, each) in [
      (2_000, 3, 2_000), (80_000, 100, 50_000), (2_000_000, 100, 80_000), (100_000, 2, 100_000),
    ] {
      let list = (0..<sets).map { [0.1, Double($0) / 1_000] }
      #expect(try ParameterDrawPlan(Self.scenario(list, users: users))?.users == each)
    }
    var plain = try Self.scenario([[0, 0], [1, 1]])
    plain.draws = nil
    #expect(ParameterDrawPlan(plain).map(\.users) == nil)
  }

  @Test func `draws equal to the file as written have a range of width 0`() throws {
    let (findings, draws) = try Self.simulate(
      Self.scenario([[0.1, 0.1], [0.1, 0.1], [0.1, 0.1]]))
    for design in 0..<2 {
      let (open, rate) = (
        try #require(draws.variation(names[design])), try Self.rate(findings, design)
      )
      #expect(open.range.high - open.range.low < 1e-12)
      #expect((open.range.low - rate).magnitude < 1e-12)
    }
  }

  @Test func `draws that differ widely have the range of runs with their values`() throws {
    let sets = [[0.02, 0.1], [0.1, 0.02], [0.3, 0.2]]
    let scenario = try Self.scenario(sets, users: 20_000)
    let (findings, draws) = try Self.simulate(scenario)
    for design in 0..<2 {
      let direct = try sets.map { set -> Double in
        var written = try Self.scenario(sets, users: 20_000, written: set)
        written.seed = 99
        return try Self.rate(RunFindings(Runner(written).run(workers: 2)), design)
      }
      let open = try #require(draws.variation(names[design]))
      let low = try #require(direct.min())
      let high = try #require(direct.max())
      // Two runs of 20,000 users each, of which up to a third lose an order.
      let error = 2 * (0.3 * 0.7 / 20_000).squareRoot()
      #expect((open.range.low - low).magnitude < 4 * error)
      #expect((open.range.high - high).magnitude < 4 * error)
      #expect(zip(open.values, direct).allSatisfy { ($0 - $1).magnitude < 4 * error })
      #expect(open.range.low < (try Self.rate(findings, design)))
    }
  }

  @Test func `a pair counts draws in which the second design loses fewer, and more`() throws {
    let scenario = try Self.scenario([[0.3, 0.02], [0.02, 0.3], [0.4, 0.02]])
    let draws = try Self.simulate(scenario).draws
    let plan = try #require(ParameterDrawPlan(scenario))
    let direct = try (0..<3).map { draw -> Double in
      let found = RunFindings(Runner(plan.scenario(of: draw)).run(workers: 1))
      return try Self.rate(found, 1) - Self.rate(found, 0)
    }
    let pair = try #require(draws.pairs.first)
    #expect(pair.first == names[0] && pair.second == names[1])
    #expect(pair.fewer == direct.count { $0 < 0 } && pair.more == direct.count { $0 > 0 })
    expectEqual(pair.fewer, draws.drawCount(where: names[1], losesFewerThan: names[0]))
    expectEqual(pair.more, draws.drawCount(where: names[0], losesFewerThan: names[1]))
    expectEqual(min(pair.fewer, pair.more), 1)
    let range = try #require(pair.difference?.range)
    #expect(range.low < 0 && range.high > 0)
  }

  @Test func `the order of draws does not change the results`() throws {
    let sets = (0..<50).map { number -> [Double] in [0.05 + Double(number * 7 % 50) / 1_000, 0.1] }
    let first = try Self.simulate(Self.scenario(sets)).draws
    let second = try Self.simulate(Self.scenario(sets.reversed())).draws
    for (left, right) in zip(first.designs, second.designs) {
      for (one, other) in zip(left.variations, right.variations) {
        let (one, other) = (try #require(one).range, try #require(other).range)
        #expect((one.low - other.low).magnitude < 1e-12)
        #expect((one.high - other.high).magnitude < 1e-12)
      }
    }
    expectEqual(first.pairs.map(\.fewer), second.pairs.map(\.fewer))
  }

  @Test func `a draw that moves a design to Play uses the rate of the file as written`() throws {
    let text = """
      { "name": "s", "users": 300, "faults": [{ "fault": "crash", "probability": 0.3, "at": "charge" }],
        "designs": ["naive", { "name": "own", "extends": "play-naive" }],
        "draws": { "values": ["designs[1].extends"], "sets": [["keep-2"], ["play-naive"]] } }
      """
    let other = text.replacing("play-naive\" }],", with: "keep-2\" }],")
    for (text, share) in [(text, ShareMetric.lostOrAutoRefunded), (other, .lost)] {
      let scenario = try ScenarioReader.read(Array(text.utf8), file: "s.json")
      let plan = try #require(ParameterDrawPlan(scenario))
      let draws = try Self.simulate(scenario).draws
      expectEqual(draws.shares[0], share)
      let direct = try (0..<2).map { draw -> Double in
        let found = RunFindings(Runner(plan.scenario(of: draw)).run(workers: 1))
        return try #require(found.designs[1].totalCounters.rate(share)).value
      }
      let open = try #require(draws.variation("own"))
      let spread = try #require(direct.max()) - (try #require(direct.min()))
      #expect(open.values.count == 2 && open.range.high - open.range.low <= spread + 1e-9)
      #expect(draws.variation("own", .lostSale) != nil)
    }
  }

  @Test func `draws have the same results with any number of workers`() throws {
    let scenario = try Self.scenario([[0.1, 0.2], [0.3, 0.1], [0.2, 0.2], [0.1, 0.1]])
    let found = try [1, 2, 5].map { try Self.simulate(scenario, workers: $0).draws }
    for other in found.dropFirst() {
      #expect(other.designs == found[0].designs && other.pairs == found[0].pairs)
    }
  }

  @Test func `precision and strata apply to the run and not to its draws`() throws {
    let scenario = try Self.scenario(
      [[0.1, 0.2], [0.3, 0.1]],
      more: #""sampling": "stratified", "precision": { "halfWidth": 0.1, "atMost": 10000 },"#)
    let plan = try #require(ParameterDrawPlan(scenario))
    let simulatedDraws = plan.scenario(of: 1)
    #expect(
      simulatedDraws.sampling == .plain && simulatedDraws.precision == nil
        && simulatedDraws.seed == 5)
    #expect(try Self.simulate(scenario).draws.simulatedDraws == 2)
  }

  @Test func `interrupted draws report how many draws were simulated`() throws {
    let scenario = try Self.scenario((0..<30).map { [0.1, Double($0) / 100] })
    let plan = try #require(ParameterDrawPlan(scenario))
    let findings = RunFindings(Runner(scenario).run(workers: 2))
    let stop = CancellationToken()
    let simulatedDraws = plan.run(workers: 2, stop: stop) { if $0 > 0.4 { stop.cancel() } }
    let draws = ParameterDrawFindings(plan, simulatedDraws, findings)
    #expect(draws.interruption == .interrupted && draws.declaredDraws == 30)
    #expect(draws.simulatedDraws > 5 && draws.simulatedDraws < 30)
    #expect(draws.variation(names[0]) != nil)
    let none = ParameterDrawFindings(plan, plan.run(workers: 2, stop: stop), findings)
    #expect(
      none.simulatedDraws == 0 && none.variation(names[0]) == nil
        && none.interruption == .interrupted)
  }

  @Test func `draws that continue a partial result report the same number of draws`() throws {
    let scenario = try Self.scenario((0..<30).map { [0.1, Double($0) / 100] })
    let plan = try #require(ParameterDrawPlan(scenario))
    let stop = CancellationToken()
    let store = PartialResultStore(.runs(.whole))
    let simulatedDraws = plan.run(workers: 2, stop: stop, in: ShardedExecution(store)) {
      if $0 > 0.4 { stop.cancel() }
    }
    let findings = RunFindings(Runner(scenario).run(workers: 2))
    let draws = ParameterDrawFindings(plan, simulatedDraws, findings)
    #expect(
      draws.interruption == .interrupted && draws.simulatedDraws > 5 && draws.simulatedDraws < 30)
    #expect(draws.variation(names[0]) != nil)
    // The draws of the partial result count as well.
    let known = PartialResultStore(.runs(.whole), [store.partialResult])
    let again = ParameterDrawFindings(
      plan, plan.run(workers: 2, stop: stop, in: ShardedExecution(known)), findings)
    #expect(again.simulatedDraws == draws.simulatedDraws && again.interruption == .interrupted)
    let whole = ParameterDrawFindings(
      plan, plan.run(workers: 2, in: ShardedExecution(known)), findings)
    #expect(whole.simulatedDraws == 30 && whole.interruption == nil)
  }

  @Test(arguments: [false, true])
  func `after a runaway simulation in a draw, no draw has a result`(isDivided: Bool) throws {
    let text = """
      { "name": "h", "users": 60, "faults": [{ "fault": "networkLoss", "probability": 1, "lasts": "14d" }],
        "designs": [{ "name": "d", "extends": "keep-1",
          "retry": { "delays": ["1h"], "repeatLast": true } }],
        "draws": { "values": ["designs[0].retry.delays"], "sets": [[["2h"]], [["1us"]], [["2us"]]] } }
      """
    let scenario = try ScenarioReader.read(Array(text.utf8), file: "s.json")
    let plan = try #require(ParameterDrawPlan(scenario))
    let division = isDivided ? ShardedExecution(PartialResultStore(.runs(.whole))) : nil
    let simulatedDraws = plan.run(workers: 2, in: division)
    let draws = ParameterDrawFindings(
      plan, simulatedDraws, RunFindings(Runner(scenario).run(workers: 1)))
    guard case .runaway(let runaway)? = draws.interruption else {
      Issue.record(
        "\(String(describing: draws.interruption)), \(draws.simulatedDraws) draws were simulated")
      return
    }
    #expect(draws.simulatedDraws == 0 && runaway.cause == .retries && draws.runawayDraw == 1)
  }
}
