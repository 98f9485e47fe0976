import EventEngine
import JSONText
import PurchaseWorld
import Scenarios
import TestSupport
import Testing

/// Cases written as files, and read back.
@Suite struct CaseTextTests {
  private func expectSame(_ scenario: Scenario, _ comment: Comment? = nil) throws {
    let text = scenario.caseText
    let read = try ScenarioReader.read(Array(text.utf8), file: "case.json")
    expectEqual(read.name, scenario.name, comment)
    expectEqual(read.title, scenario.title, comment)
    expectEqual(read.seed, scenario.seed, comment)
    expectEqual(read.userCount, scenario.userCount, comment)
    expectEqual(read.population.conditions, scenario.population.conditions, comment)
    expectEqual(read.population.script, scenario.population.script, comment)
    expectEqual(read.designs, scenario.designs, comment)
    expectEqual(read.publishedLadder, scenario.publishedLadder, comment)
    expectEqual(read.expectations.map(\.claim), scenario.expectations.map(\.claim), comment)
    expectEqual(read.caseText, text, comment)
  }

  /// A user who taps twice, the first time to cancel, with two faults.
  private var script: Population.Script {
    Population.Script(
      intents: [Intent(item: 0, pays: true)],
      taps: [
        PlannedTap(intent: 0, visit: 0, after: .zero, pays: false),
        PlannedTap(intent: 0, visit: 0, after: .seconds(90), pays: true),
      ],
      plan: [
        PlannedFault(
          .crash(reopens: .seconds(7)), intent: 0, at: .charge, after: .zero, declaration: 0),
        PlannedFault(
          .networkLoss(lasts: .seconds(5)), intent: 0, at: .callback, after: .seconds(1),
          declaration: 1),
      ])
  }

  @Test(arguments: Shipped.cases + Shipped.stories) func `a shipped case reads back unchanged`(
    name: String
  ) throws { try expectSame(try ScenarioFileReader.read(Shipped.path(ofCase: name))) }

  @Test(arguments: Shipped.scenarios) func `a settled scenario reads back unchanged`(
    name: String
  ) throws {
    try expectSame(try ScenarioFileReader.read(Shipped.path(of: name)).deterministicCase(script))
  }

  @Test func `only differences from a case's defaults are written, one element per line`() throws {
    var case1 = try #require(
      scenario(
        #"""
        { "name": "s", "title": "A \"story\"", "horizon": "7d",
          "designs": ["keep-1", { "name": "early", "extends": "keep-1", "finish": "onCallback" }],
          "catalog": [ { "product": "p", "items": ["i"], "price": 1200, "storePrice": 900 } ],
          "outages": [ { "of": "backend", "from": "2d", "lasts": "1h" } ],
          "behavior": { "gap": "8h", "evicted": 1, "reacts": { "retap": 1 } },
          "plan": [ { "tap": 1 } ],
          "expect": [ { "design": "keep-1", "charges": [ { "outcome": "delivered" } ] } ] }
        """#))
    case1.population.script = script
    case1.expectations[0].claim = .ending(
      design: "keep-1",
      charges: [
        CaseChargeResult(.lost, kind: .crossed, dropPoint: .wrongRecord),
        CaseChargeResult(.delivered),
      ], flags: [.hung, .duplicateDelivery])
    let text = #"""
      {
        "format": 1,
        "name": "s",
        "title": "A \"story\"",
        "horizon": "7d",
        "catalog": [{"product": "p", "price": 1200, "storePrice": 900, "items": ["i"]}],
        "behavior": {"gap": "8h", "reacts": {"nothing": 0, "retap": 1, "relaunch": 0, "reinstall": 0, "support": 0}},
        "outages": [{"of": "backend", "from": "2d", "lasts": "1h"}],
        "designs": ["keep-1", {"name": "early", "extends": "keep-1", "finish": "onCallback"}],
        "plan": [
          {"tap": 1, "item": "i", "decides": "cancel"},
          {"tap": 1, "time": "90s"},
          {"fault": "crash", "at": "charge", "reopens": "7s"},
          {"fault": "networkLoss", "at": "callback", "after": "1s", "lasts": "5s"}
        ],
        "expect": [
          {"design": "keep-1", "charges": [{"outcome": "lost", "kind": "crossed", "dropPoint": "wrongRecord"}, {"outcome": "delivered"}], "flags": ["duplicateDelivery", "hung"]}
        ]
      }

      """#
    expectEqual(case1.caseText, text)
    try expectSame(case1)
  }

  @Test func `a list that does not fit on a line is written on several lines`() throws {
    let items = (1...12).map { #"{ "product": "product-\#($0)" }"# }.joined(separator: ", ")
    let read = try #require(
      scenario(
        #"{ "name": "s", "designs": ["naive"], "catalog": [\#(items)], "plan": [{ "tap": 1 }] }"#))
    #expect(read.caseText.contains("  \"catalog\": [\n    {\"product\": \"product-1\"},\n"))
    try expectSame(read)
  }

  @Test func `a member of a grid is written as a grid of one`() throws {
    let read = try #require(
      scenario(
        #"""
        { "name": "s", "plan": [ { "tap": 1 } ], "designs": [
          { "name": "g", "extends": "zero-loss-1.2", "ledger": true, "vary": {
            "finish": ["onCallback", "afterVerification"],
            "records.at": [["payment", "purchased"], []],
            "binding.recordWindow": [null, "1h"] } } ] }
        """#))
    expectEqual(read.designs.count, 8)
    try expectSame(read)
    let grid = """
      {"name": "g", "extends": "zero-loss-1.2", "ledger": true, "vary": \
      {"finish": ["onCallback"], "records.at": [["payment", "purchased"]], \
      "binding.recordWindow": [null]}},
      """
    #expect(read.caseText.contains("\n    \(grid)"))
  }

  @Test func `a design unlike any built-in design is written from the defaults`() throws {
    let list = #"[{"name": "plain"}, {"name": "ledgered", "ledger": true}]"#
    let read = try #require(
      scenario(#"{ "name": "s", "plan": [ { "tap": 1 } ], "designs": \#(list) }"#))
    #expect(read.caseText.contains("  \"designs\": \(list),\n"))
    try expectSame(read)
  }

  @Test func `every condition that differs from its default is written`() throws {
    var changed = Conditions.ofCase(selling: ScenarioDraft().conditions.catalog)
    for field in ConditionFields.device { change(field, in: &changed.device) }
    for field in ConditionFields.store { change(field, in: &changed.store) }
    for field in ConditionFields.backend { change(field, in: &changed.backend) }
    for field in ConditionFields.behavior where field.name != "reacts" {
      change(field, in: &changed.behavior)
    }
    changed.behavior.between = nil
    changed.behavior.cancelProbability = .never
    changed.behavior.retapProbability = .never
    var population = Population(conditions: changed)
    population.script = script
    var scenario = Scenario(name: "s", population: population)
    scenario.userCount = 1
    scenario.designs = [BuiltInDesign.all[0].design]
    try expectSame(scenario)
    let fields = ConditionFields.behavior.filter {
      !["between", "cancels", "reconsiders", "reacts"].contains($0.name)
    }
    for field in fields { #expect(scenario.caseText.contains("\"\(field.name)\": ")) }
  }

  /// Gives a field another value than it has.
  private func change<Target>(_ field: Field<Target>, in target: inout Target) {
    guard let value = field.value(in: target) else { return }
    switch value {
    case .string: #expect(field.put("1234567us", into: &target))
    case .bool(let value): #expect(field.put(.bool(!value), into: &target))
    case .number(let value): #expect(field.put(.number(1 - value), into: &target))
    case .integer(let value): #expect(field.put(.integer(value + 1), into: &target))
    default: Issue.record("\(field.name) has no other value")
    }
  }
}
