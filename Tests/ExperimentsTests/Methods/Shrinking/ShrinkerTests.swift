import EventEngine
import Experiments
import Methods
import PurchaseWorld
import Scenarios
import TestSupport
import Testing

/// Lost orders shrunk to cases.
@Suite struct ShrinkerTests {
  private func scenario(_ text: String) throws -> Scenario {
    try ScenarioReader.read(Array(text.utf8), file: "s.json")
  }

  private func shipped(_ name: String) throws -> Scenario {
    try ScenarioFileReader.read(ShrinkingSampleTests.root + "/scenarios/" + name + ".json")
  }

  private func shrink(
    _ scenario: Scenario, _ design: String, user: UInt64 = 0
  ) throws -> MinimalCase {
    let design = try #require(scenario.designs.first { $0.name == design })
    let shrinking = Shrinker(scenario, design).shrink(user: user, name: "minimal")
    guard case .shrunk(let minimal) = shrinking else {
      throw ShrinkingFailure(shrinking: shrinking)
    }
    expectEqual(ShrinkingCheck(minimal).breaches, [])
    return minimal
  }

  /// Why there is no case.
  private struct ShrinkingFailure: Error { var shrinking: ShrinkResult }

  @Test func `an order that Play refunds before the app is reopened stays neverReopened`() throws {
    // The first user who is away for more than the week; the median absence is ten hours.
    let away = try scenario(
      """
      {"name": "away", "users": 50, "horizon": "7d", "catalog": [{"product": "coins"}], "designs": ["play-sample"],
       "behavior": {"gap": {"lognormal": {"median": "10h", "sigma": 3}}},
       "faults": [{"fault": "appKill", "probability": 1, "at": "charge",
                   "reopens": {"lognormal": {"median": "10h", "sigma": 3}}}]}
      """)
    let minimal = try shrink(away, "play-sample", user: 1)
    #expect(minimal.loss == minimal.originalLoss && minimal.loss.dropPoint == .neverReopened)
    #expect(minimal.faultCount == 1 && minimal.tapCount == 1)
  }

  @Test func `the lost order of a sampled user becomes a file with only what it needs`() throws {
    let minimal = try shrink(shipped("keep"), "keep-1", user: 51)
    expectEqual(
      minimal.scenario.caseText,
      #"""
      {
        "format": 1,
        "name": "minimal",
        "title": "One order lost under keep-1: undelivered, finishedUnbound, after spuriousFailure",
        "catalog": [{"product": "plan.68", "items": ["fat-burning"]}],
        "designs": ["keep-1"],
        "plan": [
          {"tap": 1, "item": "fat-burning"},
          {"fault": "spuriousFailure", "at": "sheet"}
        ],
        "expect": [
          {"design": "keep-1", "charges": [{"outcome": "lost", "kind": "undelivered", "dropPoint": "finishedUnbound"}], "flags": []}
        ]
      }

      """#)
    expectEqual(minimal.originalLoss, Loss(.undelivered, .finishedUnbound))
    expectEqual(minimal.loss, minimal.originalLoss)
    expectEqual(minimal.conversion, .medians)
    #expect(minimal.plannedFaultCount == 1 && minimal.faultCount == 1 && minimal.tapCount == 1)
  }

  @Test func `for a user without a lost order, the result is that nothing is lost`() throws {
    let scenario = try shipped("keep")
    let shrinking = Shrinker(scenario, scenario.designs[2]).shrink(user: 51, name: "minimal")
    guard case .nothingLost(let outcome) = shrinking else {
      Issue.record("\(shrinking)")
      return
    }
    expectEqual(outcome.charges.map(\.status), [.recovered])
  }

  @Test func `the same user gives the same case every time`() throws {
    let scenario = try shipped("ordering")
    let first = try shrink(scenario, "order-first-record", user: 7_923)
    let again = try shrink(scenario, "order-first-record", user: 7_923)
    expectEqual(first.scenario.caseText, again.scenario.caseText)
    expectEqual(first.simulationCount, again.simulationCount)
  }

  @Test func `a minimal case has nothing that its lost order does not need`() throws {
    let case1 = try scenario(
      #"""
      { "name": "s", "designs": ["naive", "keep-1"], "horizon": "20d",
        "catalog": [ { "product": "other" }, { "product": "p", "items": ["a", "b"], "price": 5 } ],
        "behavior": { "gap": "8h", "sheet": "7s", "starts": "2d" },
        "outages": [ { "of": "backend", "from": "3d", "lasts": "1h" } ],
        "plan": [
          { "tap": 1, "item": "other", "decides": "cancel" },
          { "tap": 2, "time": "1m", "item": "b" },
          { "fault": "weakNetwork", "intent": 1, "lasts": "3s" },
          { "fault": "networkLoss", "intent": 2, "at": "callback", "lasts": "3s" },
          { "fault": "payloadLoss", "intent": 2, "at": { "step": 12 }, "after": "1234us" },
          { "fault": "crash", "intent": 2, "at": "delivery", "after": "2h", "reopens": "3h" },
          { "tap": 3, "time": "5h", "item": "a" }
        ] }
      """#)
    let minimal = try shrink(case1, "keep-1")
    #expect(minimal.conversion == .written && minimal.plannedFaultCount == 4)
    let script = try #require(minimal.scenario.population.script)
    expectEqual(script.taps, [PlannedTap(intent: 0, visit: 0, after: .zero, pays: true)])
    expectEqual(script.plannedFaults.map(\.fault), [.payloadLoss(from: .callback)])
    #expect(script.plannedFaults[0].anchor == .tap && script.plannedFaults[0].after == .zero)
    let conditions = minimal.scenario.population.conditions
    expectEqual(conditions, .ofCase(selling: conditions.catalog))
    expectEqual(conditions.catalog.products.map(\.name), ["p"])
    expectEqual(conditions.catalog.items.map(\.name), ["b"])
  }

  @Test func `conditions and other taps that the loss needs stay, in a simpler form`() throws {
    // The crossed order: item a is interrupted, and b, tapped meanwhile, has the newest record.
    let case1 = try scenario(
      #"""
      { "name": "s", "designs": ["zero-loss-1.2"], "horizon": "9d",
        "catalog": [ { "product": "p", "items": ["a", "b", "c"] } ],
        "behavior": { "dwell": "190s", "accounts": 3, "sheet": "9s" },
        "plan": [
          { "tap": 1, "time": "5s", "item": "a" },
          { "fault": "spuriousCancel", "after": "7654ms", "resolves": "123s", "reopens": "3s" },
          { "tap": 2, "time": "61s", "item": "b", "decides": "cancel" }
        ] }
      """#)
    let minimal = try shrink(case1, "zero-loss-1.2")
    expectEqual(minimal.loss, Loss(.crossed, .wrongRecord))
    #expect(
      minimal.scenario.caseText.contains(
        #"""
          "catalog": [{"product": "p", "items": ["a", "b"]}],
          "designs": ["zero-loss-1.2"],
          "plan": [
            {"tap": 1, "item": "a"},
            {"tap": 2, "time": "1m", "item": "b", "decides": "cancel"},
            {"fault": "spuriousCancel", "at": "sheet"}
          ],
        """#))
  }

  @Test func `a tap is removed even if a fault was timed from it`() throws {
    var found = 0
    for seconds in 25...45 {
      // Cancelled first; the fault of the second tap is timed from the first tap.
      let case1 = try scenario(
        #"""
        { "name": "s", "designs": ["naive"], "catalog": [ { "product": "p", "items": ["a", "b"] } ],
          "plan": [
            { "tap": 1, "item": "a", "decides": "cancel" },
            { "tap": 2, "time": "24s", "item": "b" },
            { "fault": "appKill", "intent": 1, "at": "tap", "after": "\#(seconds)s" }
          ] }
        """#)
      guard case .shrunk(let minimal) = Shrinker(case1, case1.designs[0]).shrink(user: 0, name: "m")
      else { continue }
      found += 1
      expectEqual(ShrinkingCheck(minimal).breaches, [])
      #expect(minimal.tapCount == 1 && minimal.faultCount == 1, "\(minimal.scenario.caseText)")
    }
    #expect(found > 0)
  }

  @Test func `an outage for all users becomes a fault of one user`() throws {
    let scenario = try shipped("outage")
    let naive = scenario.designs[0]
    var user = UInt64(0)
    while true {
      if case .shrunk(let minimal) = Shrinker(scenario, naive).shrink(user: user, name: "m") {
        expectEqual(ShrinkingCheck(minimal).breaches, [])
        expectEqual(minimal.scenario.population.conditions.outages, [])
        let faults = minimal.scenario.population.script?.plannedFaults.map(\.fault) ?? []
        expectEqual(faults, [.backendOutage(lasts: .seconds(600))])
        return
      }
      user += 1
      try #require(user < 1_000)
    }
  }

  @Test func `a loss that no case reproduces gives no case`() throws {
    let case1 = try scenario(#"{ "name": "s", "designs": ["keep-2"], "plan": [ { "tap": 1 } ] }"#)
    let script = try #require(case1.population.script)
    let converter = CaseConverter(script, in: case1.population.conditions)
    var caseSimulator = CaseSimulator(case1.designs[0], in: case1.population.conditions)
    let deterministic = converter.convert(Loss(.misdelivered, .wrongEntry), &caseSimulator)
    #expect(deterministic == nil)
    #expect(caseSimulator.simulationCount > 100)
  }

  @Test func `a case that needs one more fault for the same drop point is marked`() throws {
    let case1 = try scenario(#"{ "name": "s", "designs": ["naive"], "plan": [ { "tap": 1 } ] }"#)
    let script = try #require(case1.population.script)
    let converter = CaseConverter(script, in: case1.population.conditions)
    var caseSimulator = CaseSimulator(case1.designs[0], in: case1.population.conditions)
    // Many faults lose the order, and none at this drop point.
    let unlike = converter.convert(Loss(.undelivered, .waitingForAccount), &caseSimulator)
    #expect(unlike == nil)
    let like = converter.convert(Loss(.undelivered, .recordDied), &caseSimulator)
    expectEqual(like?.conversion, .oneMoreFault)
  }
}
