import EventEngine
import PurchaseWorld
import Scenarios
import TestSupport
import Testing

/// The shipped cases: what every built-in design does under every single fault, the stories, and the
/// rules that were once read in two ways.
@Suite struct CaseOutcomeTests {
  @Test(
    "every design ends as the case says",
    arguments: Shipped.cases + Shipped.storeCases + Shipped.stories)
  func ending(name: String) throws {
    try expectEndings(in: Shipped.path(ofCase: name))
  }

  @Test(
    "where two readings of a rule differed, a design ends as the rule says",
    arguments: Shipped.rules)
  func rule(name: String) throws {
    try expectEndings(in: Shipped.path(ofRule: name))
  }

  private func expectEndings(in path: String) throws {
    let scenario = try ScenarioFile.read(path)
    var stage = Stage(conditions: scenario.population.conditions)
    var user = VirtualUser(number: 0, draws: Draws(seed: scenario.seed, user: 0))
    scenario.population.draw(0, seed: scenario.seed, into: &user)
    var outcome = Outcome()
    var checked = 0
    for expectation in scenario.expectations {
      guard case .ending(let name, let charges, let flags) = expectation.claim else { continue }
      let design = try #require(scenario.designs.first { $0.name == name })
      try stage.playOut(design, of: user, into: &outcome)
      let found = outcome.charges.map(\.fate).map(describe)
      expectEqual(found, charges.map(describe), "\(scenario.name) \(name)")
      expectEqual(outcome.caseFlags, flags, "\(scenario.name) \(name)")
      checked += 1
    }
    expectEqual(checked, scenario.designs.count)
  }

  private func describe(_ fate: Fate) -> String {
    switch fate {
    case .delivered: "delivered"
    case .recovered: "recovered"
    case .rescued: "rescued"
    case .refunded: "refunded"
    case .lost(let kind, let point): "lost \(kind.rawValue) \(point.rawValue)"
    case .takenBack(.delivered): "refunded delivered"
    case .takenBack(.lost(let kind, let point)): "refunded \(kind.rawValue) \(point.rawValue)"
    }
  }

  private func describe(_ charge: ExpectedCharge) -> String {
    [charge.outcome.rawValue, charge.kind?.rawValue, charge.dropPoint?.rawValue]
      .compactMap { $0 }.joined(separator: " ")
  }
}

extension Outcome {
  /// The flags that a case states.
  fileprivate var caseFlags: Set<CaseFlag> {
    var flags: Set<CaseFlag> = []
    for charge in charges where charge.duplicateDelivery { flags.insert(.duplicateDelivery) }
    for intent in intents {
      if intent.charges > 1 { flags.insert(.doubleCharge) }
      if intent.flags.contains(.hung) { flags.insert(.hung) }
      if intent.flags.contains(.refused) { flags.insert(.refused) }
      if intent.flags.contains(.noOrder) { flags.insert(.noOrder) }
    }
    return flags
  }
}
