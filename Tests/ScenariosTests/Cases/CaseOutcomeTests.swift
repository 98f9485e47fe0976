import EventEngine
import PurchaseWorld
import Scenarios
import TestSupport
import Testing

/// The shipped cases: the ending of every built-in design under each single fault, stories, and
/// rules that once had two interpretations.
@Suite struct CaseOutcomeTests {
  @Test(
    "every design ends as the case expects",
    arguments: Shipped.cases + Shipped.storeCases + Shipped.stories)
  func ending(name: String) throws { try expectEndings(in: Shipped.path(ofCase: name)) }

  @Test(
    "every design ends as stated by a rule that had two interpretations",
    arguments: Shipped.rules)
  func rule(name: String) throws { try expectEndings(in: Shipped.path(ofRule: name)) }

  private func expectEndings(in path: String) throws {
    let scenario = try ScenarioFileReader.read(path)
    var simulator = Simulator(conditions: scenario.population.conditions)
    var user = VirtualUser(number: 0, draws: KeyedDraws(seed: scenario.seed, user: 0))
    scenario.population.draw(0, seed: scenario.seed, into: &user)
    var outcome = UserOutcome()
    var checked = 0
    for expectation in scenario.expectations {
      guard case .ending(let name, let charges, let flags) = expectation.claim else { continue }
      let design = try #require(scenario.designs.first { $0.name == name })
      try simulator.simulate(design, of: user, into: &outcome)
      let found = outcome.charges.map(\.status).map(describe)
      expectEqual(found, charges.map(describe), "\(scenario.name) \(name)")
      expectEqual(outcome.caseFlags, flags, "\(scenario.name) \(name)")
      checked += 1
    }
    expectEqual(checked, scenario.designs.count)
  }

  private func describe(_ status: ChargeStatus) -> String {
    switch status {
    case .delivered: "delivered"
    case .recovered: "recovered"
    case .rescued: "rescued"
    case .refunded: "refunded"
    case .lost(let kind, let point): "lost \(kind.rawValue) \(point.rawValue)"
    case .autoRefunded(.delivered): "refunded delivered"
    case .autoRefunded(.lost(let kind, let point)): "refunded \(kind.rawValue) \(point.rawValue)"
    }
  }

  private func describe(_ charge: CaseChargeResult) -> String {
    [charge.outcome.rawValue, charge.kind?.rawValue, charge.dropPoint?.rawValue]
      .compactMap { $0 }.joined(separator: " ")
  }
}

extension UserOutcome {
  /// The flags that a case states.
  fileprivate var caseFlags: Set<CaseFlag> {
    var flags: Set<CaseFlag> = []
    for charge in charges where charge.hasDuplicateDelivery { flags.insert(.duplicateDelivery) }
    for intent in intents {
      if intent.chargeCount > 1 { flags.insert(.doubleCharge) }
      if intent.flags.contains(.hung) { flags.insert(.hung) }
      if intent.flags.contains(.refused) { flags.insert(.refused) }
      if intent.flags.contains(.noOrder) { flags.insert(.noOrder) }
    }
    return flags
  }
}
