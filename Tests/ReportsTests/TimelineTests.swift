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
        "keep-2", "ledger",
        { "name": "on-server", "extends": "zero-loss-1.2", "records.in": "server" }] }
    """

  /// Two purchases of a design with its records on the server; the write of the second is lost.
  static let onServer = """
    { "name": "on-server",
      "designs": [{ "name": "server", "extends": "zero-loss-1.2", "records.in": "server",
        "ui": "nonBlocking", "retry.resumeOn": [] }],
      "plan": [{ "tap": 1 }, { "tap": 2, "time": "1m" },
        { "fault": "replyLoss", "of": "records", "at": "callback" },
        { "fault": "backendOutage", "intent": 2, "at": "tap", "lasts": "1s" }] }
    """

  @Test("requests about records on the server have words (C3, C5, C7)")
  func serverRecords() throws {
    let scenario = try ScenarioReader.read(Array(TimelineTests.onServer.utf8), file: "on.json")
    var user = VirtualUser(number: 0, draws: Draws(seed: 1, user: 0))
    scenario.population.draw(0, seed: 1, into: &user)
    var stage = Stage(conditions: scenario.population.conditions)
    var outcome = Outcome()
    let trace = stage.trace(scenario.designs[0], of: user, into: &outcome)
    let catalog = scenario.population.conditions.catalog
    let told = Timeline(trace, catalog: catalog, user: user).lines()
      .filter { $0.contains("record") }
    #expect(
      told == [
        "    00:00:21.000  app      sends the record of wish 1 to the backend (C3)",
        "    00:00:21.150  backend  keeps the record of wish 1 (C3)",
        "    00:00:31.200  app      asks for records to bind T1 (C5)",
        "    00:00:31.350  link     loses records to bind T1 (D3, D4)",
        "    00:00:46.200  app      is told timeout: records to bind T1",
        "    00:00:46.200  app      asks for records to bind T1 (C5)",
        "    00:00:46.500  app      is told list: records to bind T1",
        "    00:00:46.500  app      sends the record of wish 1 to the backend (C3)",
        "    00:00:46.650  backend  keeps the record of wish 1 (C3)",
        "    00:00:47.400  app      asks the backend to wipe a record of wish 1 (C4, C7)",
        "    00:00:47.550  backend  wipes the record of wish 1 (C7)",
        "    00:01:21.000  app      sends the record of wish 2 to the backend (C3)",
        "    00:01:21.150  link     loses what the app sent about the record of wish 2 (D1, D3, B2)",
        "    00:01:31.200  app      asks for records to bind T2 (C5)",
        "    00:01:31.500  app      is told list: records to bind T2",
        "    10:00:01.000  app      asks for records to bind T2 (C5)",
        "    10:00:01.300  app      is told list: records to bind T2",
      ])
  }

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
