import EventEngine
import JSONText
import PurchaseWorld
import Scenarios
import TestSupport
import Testing

/// Plans in files of their own.
@Suite("Plan files") struct PlanFileTests {
  private static let drawn = """
    { "name": "s", "designs": ["naive", "keep-1"], "users": 50,
      "catalog": [{ "product": "p", "items": ["a", "b"] }],
      "behavior": { "sheet": { "uniform": { "from": "4s", "to": "8s" } }, "accounts": 1 },
      "faults": [{ "fault": "crash", "probability": 0.5 }],
      "expect": [{ "design": "naive", "metric": "lostRate", "max": 1 }] }
    """

  private func planned(_ plan: String, for world: Scenario? = nil) throws -> Scenario {
    let world = try world ?? #require(scenario(PlanFileTests.drawn))
    return try PlanFile.read(Array(plan.utf8), file: "plan.json", for: world)
  }

  private func problems(_ plan: String) throws -> [String] {
    let world = try #require(scenario(PlanFileTests.drawn))
    do throws(Problems) {
      _ = try PlanFile.read(Array(plan.utf8), file: "plan.json", for: world)
      return []
    } catch {
      return error.list.map(\.description)
    }
  }

  @Test func `a plan turns a scenario into a case without random draws`() throws {
    let read = try planned(
      #"[{ "tap": 1, "item": "b" }, { "fault": "crash", "at": { "step": 7 } }]"#)
    #expect(read.isCase && read.expectations.isEmpty && read.population.faults.isEmpty)
    expectEqual(read.designs.map(\.name), ["naive", "keep-1"])
    expectEqual(read.population.conditions.behavior.sheet, .constant(.seconds(6)))
    let script = try #require(read.population.script)
    expectEqual(script.intents, [Intent(item: 1, pays: true)])
    expectEqual(
      script.plannedFaults,
      [
        PlannedFault(
          .crash(reopens: .seconds(60)), intent: 0, at: .step(7), after: .zero, declaration: 0)
      ])
  }

  @Test func `a plan without a tap taps once for the first item`() throws {
    let script = try #require(try planned(#"[{ "fault": "refund" }]"#).population.script)
    expectEqual(script.intents, [Intent(item: 0, pays: true)])
    expectEqual(script.taps, [PlannedTap(intent: 0, visit: 0, after: .zero, pays: true)])
    expectEqual(script.plannedFaults.map(\.fault), [.refund])
    #expect(try planned("[]").population.script?.taps.count == 1)
  }

  @Test func `a plan without taps keeps the taps of a case, and a plan with taps replaces them`()
    throws
  {
    let crossed = try ScenarioFileReader.read(Shipped.path(ofCase: "crossed-order"))
    let own = try #require(crossed.population.script)
    let kept = try #require(
      try planned(#"[{ "fault": "delisting", "intent": 2 }]"#, for: crossed).population.script)
    #expect(kept.intents == own.intents && kept.taps == own.taps)
    expectEqual(kept.plannedFaults.map(\.fault), [.delisting])
    let replaced = try planned(#"[{ "tap": 1 }]"#, for: crossed).population.script
    #expect(replaced?.taps.count == 1 && replaced?.plannedFaults == [])
  }

  @Test func `the plan of a case reproduces the case`() throws {
    for name in try Shipped.names(in: "scenarios/cases") {
      let read = try ScenarioFileReader.read(Shipped.path(ofCase: name))
      let conditions = read.population.conditions
      let plan = try #require(read.population.script).planOutput(conditions)
      let again = try PlanFile.read(Array(plan.text.utf8), file: "plan.json", for: read)
      expectEqual(again.population.script, read.population.script)
      expectEqual(again.population.conditions, conditions)
      #expect(again.designs == read.designs && again.seed == read.seed)
    }
  }

  @Test func `problems are reported with their positions`() throws {
    try expectOnly(
      problems("{ }"),
      "plan.json:1:1: an object is not allowed here; expected a list of taps and faults")
    try expectOnly(problems("["), "plan.json:1:2: the text ends here; expected a value")
    #expect(
      try problems("[\n { \"fault\": \"crahs\" },\n { \"tap\": 1, \"item\": \"c\" }]").map {
        $0.prefix(66)
      } == [
        "plan.json:2:13: [0].fault: unknown fault 'crahs'; expected one of ",
        "plan.json:3:22: [1].item: unknown item 'c'; expected one of a or b",
      ])
    try expectOnly(
      problems(#"[{ "fault": "crash", "intent": 2 }, { "fault": "accountSwitch" }]"#),
      "plan.json:1:48: [1].fault: 'accountSwitch' needs a second account; expected"
        + " behavior.accounts of at least 2")
    try expectOnly(
      problems(#"[{ "fault": "crash", "intent": 2 }]"#),
      "plan.json:1:2: [0]: intent 2 has no tap; expected an intent from 1 to 1")
    try expectOnly(
      problems(#"[{ "fault": "crash", "reopens": { "exponential": { "mean": "1m" } } }]"#),
      "plan.json:1:33: [0].reopens: a case cannot have a distribution; "
        + "expected a constant duration such as '5s'")
  }

  @Test func `a plan with more charges than a receipt lists is rejected`() throws {
    let taps = Array(repeating: #"{ "tap": 1 }"#, count: 129).joined(separator: ", ")
    try expectOnly(
      problems("[\(taps)]"),
      "plan.json:1:1: one user could be charged 129 times, including retaps, double taps"
        + " and interruptions; expected at most 128 charges per user")
  }
}
