import EventEngine
import Foundation
import PurchaseWorld
import Scenarios
import Testing

/// Designs that are in no article.
@Suite struct OwnDesignTests {
  /// The names of all shipped cases.
  private func cases() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: Shipped.root + "/scenarios/cases")
      .filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }.sorted()
  }

  private func charges(_ design: Design, _ scenario: Scenario) throws -> [ChargeOutcome] {
    var simulator = Simulator(conditions: scenario.population.conditions)
    var user = VirtualUser(number: 0, draws: KeyedDraws(seed: scenario.seed, user: 0))
    scenario.population.draw(0, seed: scenario.seed, into: &user)
    var outcome = UserOutcome()
    try simulator.simulate(design, of: user, into: &outcome)
    return outcome.charges
  }

  @Test("zero-loss-1.3 passes every case that 1.2 passes, and crosses no order")
  func cure() throws {
    let before = try #require(BuiltInDesign.named("zero-loss-1.2")).design
    let after = try #require(BuiltInDesign.named("zero-loss-1.3")).design
    var passed = 0
    for name in try cases() {
      let scenario = try ScenarioFileReader.read(Shipped.path(ofCase: name))
      let cured = try charges(after, scenario)
      for charge in cured {
        if case .lost(.crossed, _) = charge.status { Issue.record("1.3 is crossed by \(name)") }
      }
      let lost = try charges(before, scenario).filter(\.status.countsAsLost).count
      #expect(cured.filter(\.status.countsAsLost).count <= lost, "\(name)")
      if lost == 0 { passed += 1 }
    }
    #expect(passed > 25, "1.2 passes most cases")
  }
}
