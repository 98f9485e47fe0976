import Experiments
import PurchaseWorld
import Scenarios
import TestSupport
import Testing

/// Lost orders of drawn users, each shrunk to a case that is checked by its file.
@Suite struct ShrinkingSampleTests {
  static let root = PackageFiles.root

  @Test("lost orders of shipped scenarios shrink, under every design that loses an order")
  func shipped() throws {
    var tally = ShrinkingTally()
    let names = [
      "accounts", "field", "finish-timing", "keep", "ledger", "ordering", "outage", "receipts",
      "stale-records", "store-news", "zero-loss",
    ]
    for name in names {
      var scenario = try ScenarioFileReader.read(Self.root + "/scenarios/" + name + ".json")
      scenario.population.stratify()
      // Strata with faults have lost orders.
      let strata = scenario.population.strata?.all.count ?? 0
      let users = (0..<UInt64(8)).flatMap { index in
        (0..<strata).map { UserNumber.of(index, in: $0) }
      }
      try tally.shrink(scenario, users: users, each: 6)
    }
    #expect(tally.breaches == [] && tally.conversionFailed == [])
    #expect(tally.shrunk >= 250, "\(tally.shrunk)")
    #expect(ShrinkingTally.median(tally.sizes) <= 2)
  }

  @Test("lost orders of random scenarios shrink", .enabled(if: Nightly.isOn))
  func random() throws {
    var tally = ShrinkingTally()
    for number in 0..<80 {
      var scenarios = RandomScenarios(number: number)
      let scenario = scenarios.next().scenario
      try tally.shrink(scenario, users: 0..<UInt64(min(scenario.userCount, 40)), each: 1)
    }
    #expect(tally.breaches == [] && tally.conversionFailed == [])
    #expect(tally.shrunk >= 120, "\(tally.shrunk)")
  }
}
