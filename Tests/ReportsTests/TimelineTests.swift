import EventEngine
import PurchaseWorld
import Reports
import Scenarios
import Testing

@Suite("Timeline")
struct TimelineTests {
  /// Faults of every kind, often enough that most moments occur.
  static let busy = """
    { "name": "busy", "users": 1, "purchasesPerUser": 3,
      "behavior": { "cancels": 0.2, "reconsiders": 0.5, "between": "1m", "supportResolves": 0.5, "guests": 0.3,
        "reacts": { "retap": 0.3, "relaunch": 0.2, "reinstall": 0.2, "support": 0.2 } },
      "faults": [%], "designs": ["naive", "zero-loss-1.0", "zero-loss-guest", "beiliao", "leo", "singleton-async",
        "keep-2", "ledger"] }
    """

  @Test("every moment of a busy life has words, and time never runs back")
  func words() throws {
    let faults = FaultKind.allCases.map {
      #"{ "fault": "\#($0.rawValue)", "probability": 0.15 }"#
    }
    let text = TimelineTests.busy.split(separator: "%").joined(
      separator: faults.joined(separator: ", "))
    let scenario = try ScenarioReader.read(Array(text.utf8), file: "busy.json")
    var stage = Stage(conditions: scenario.population.conditions)
    var outcome = Outcome()
    var kinds: Set<Substring> = []
    for number in UInt64(0)..<60 {
      var user = VirtualUser(number: number, draws: Draws(seed: 1, user: number))
      scenario.population.draw(number, seed: 1, into: &user)
      for design in scenario.designs {
        let trace = stage.trace(design, of: user, into: &outcome)
        let catalog = scenario.population.conditions.catalog
        let lines = Timeline(trace, catalog: catalog, user: user).lines()
        #expect(lines.count > 3)
        #expect(zip(trace.entries, trace.entries.dropFirst()).allSatisfy { $0.time <= $1.time })
        kinds.formUnion(trace.entries.map { "\($0.moment)".prefix { $0 != "(" } })
      }
    }
    #expect(kinds.count >= 50, "a busy life shows nearly every moment: \(kinds.sorted())")
  }
}
