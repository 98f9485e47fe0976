import EventEngine
import Foundation
import PurchaseWorld
import Reports
import Scenarios
import TestSupport
import Testing

/// Every event has a text, and every output format is made from these texts.
@Suite("Annotated trace") struct AnnotatedTraceTests {
  /// Faults of every kind, often enough that most trace events occur.
  static let busy = """
    { "name": "busy", "users": 1, "purchasesPerUser": 3,
      "behavior": { "cancels": 0.2, "reconsiders": 0.5, "between": "1m", "supportResolves": 0.5, "guests": 0.3,
        "reacts": { "retap": 0.3, "relaunch": 0.2, "reinstall": 0.2, "support": 0.2 } },
      "outages": [{ "of": "backend", "from": "2d", "lasts": "90m" }, { "of": "storeCheck", "from": "20d", "lasts": "1h" }],
      "faults": [%], "designs": ["naive", "zero-loss-1.0", "zero-loss-guest", "beiliao", "leo", "singleton-async",
        "keep-2", "ledger", "sk2-token", "play-server-ack", "play-ack-first",
        { "name": "on-server", "extends": "zero-loss-1.2", "records.in": "server" }] }
    """

  /// The stories of some users with many events, under every design.
  static func busyStories(_ users: Range<UInt64>) throws -> [AnnotatedTrace] {
    let faults = FaultKind.allCases.map { #"{ "fault": "\#($0.rawValue)", "probability": 0.15 }"# }
    let text = busy.split(separator: "%").joined(separator: faults.joined(separator: ", "))
    let scenario = try Fixture.scenario(text)
    return users.flatMap { number in
      scenario.designs.map { Fixture.story(scenario, design: $0, number: number) }
    }
  }

  @Test("every event of an eventful timeline has a text, and times never decrease")
  func words() throws {
    var kinds: Set<Substring> = []
    let rule = /[SDBCPKGM][0-9]{1,2}/
    for story in try Self.busyStories(0..<60) {
      #expect(story.events.count > 3)
      #expect(zip(story.events, story.events.dropFirst()).allSatisfy { $0.time <= $1.time })
      #expect(story.events.allSatisfy { !$0.text.isEmpty && $0.receiver != $0.actor })
      let rules = story.events.flatMap(\.rules)
      #expect(rules.allSatisfy { $0.wholeMatch(of: rule) != nil })
      kinds.formUnion(
        story.events.compactMap { $0.occurrence.map { "\($0)".prefix { $0 != "(" } } })
    }
    #expect(kinds.count >= 51, "too few kinds of events: \(kinds.sorted())")
  }

  @Test("every lost charge has exactly one drop point, and every other charge has none")
  func drops() throws {
    var lost = 0
    for story in try Self.busyStories(0..<60) {
      for charge in story.charges {
        let name = AnnotatedTrace.name(of: charge.transaction)
        let drops = story.events.filter { $0.kind == .drop && $0.text.hasPrefix(name + " ") }
        switch charge.outcome.status {
        case .lost(_, let point):
          lost += 1
          expectEqual(drops.map { $0.text.hasSuffix(": \(point.rawValue)") }, [true])
          #expect(drops.allSatisfy { $0.rules == point.rules })
        case .rescued, .autoRefunded: #expect(drops.count <= 1)
        case .delivered, .recovered, .refunded: #expect(drops.isEmpty)
        }
      }
    }
    #expect(lost > 100)
  }

  @Test("the rules of drop points match the article on outcomes")
  func rules() throws {
    let article = try PackageFiles.text("Sources/PurchaseWorld/PurchaseWorld.docc/Outcomes.md")
    let lines = article.split(separator: "\n")
    for point in DropPoint.allCases {
      let row = try #require(lines.first { $0.hasPrefix("| `\(point.rawValue)` |") })
      expectEqual(row.matches(of: /[A-Z][0-9]+/).map { String($0.output) }, point.rules)
    }
  }

  @Test("requests about records on the server are described (C3, C5, C7)")
  func serverRecords() throws {
    let onServer = """
      { "name": "on-server",
        "designs": [{ "name": "server", "extends": "zero-loss-1.2", "records.in": "server",
          "ui": "nonBlocking", "retry.resumeOn": [] }],
        "plan": [{ "tap": 1 }, { "tap": 2, "time": "1m" },
          { "fault": "replyLoss", "of": "records", "at": "callback" },
          { "fault": "backendOutage", "intent": 2, "at": "tap", "lasts": "1s" }] }
      """
    let lines = Timeline.lines(try Fixture.story(onServer).events).filter { $0.contains("record") }
    expectEqual(
      lines,
      [
        "    00:00:21.000  app      sends the record of intent 1 to the backend (C3)",
        "    00:00:21.150  backend  stores the record of intent 1 (C3)",
        "    00:00:31.200           ⚡ replyLoss (of records) between app and backend",
        "    00:00:31.200  app      queries records to bind T1 (C5)",
        "    00:00:31.350  link     loses records to bind T1 (D3, D4)",
        "    00:00:46.200  app      times out: records to bind T1",
        "    00:00:46.200  app      queries records to bind T1 (C5)",
        "    00:00:46.500  backend  answers records to bind T1: list",
        "    00:00:46.500  app      sends the record of intent 1 to the backend (C3)",
        "    00:00:46.650  backend  stores the record of intent 1 (C3)",
        "    00:00:47.400  app      asks the backend to delete a record of intent 1 (C4, C7)",
        "    00:00:47.550  backend  deletes the record of intent 1 (C7)",
        "    00:01:21.000  app      sends the record of intent 2 to the backend (C3)",
        "    00:01:21.150  link     loses the app's change to the record of intent 2 (D1, D3, B2)",
        "    00:01:31.200  app      queries records to bind T2 (C5)",
        "    00:01:31.500  backend  answers records to bind T2: list",
        "    10:00:01.000  app      queries records to bind T2 (C5)",
        "    10:00:01.300  backend  answers records to bind T2: list",
      ])
  }

  @Test("a try without a network connection is reported (D3)")
  func noLink() throws {
    let text = """
      { "name": "down", "horizon": "2m", "designs": ["keep-1"],
        "plan": [{ "tap": 1 }, { "fault": "networkLoss", "at": "callback", "lasts": "4s" }] }
      """
    let story = try Fixture.story(text)
    expectEqual(
      Timeline.lines(story.events).filter { $0.contains("link") || $0.contains("unreachable") },
      [
        "    00:00:31.500  app      cannot send 'verify' for T1: the backend is unreachable (D3)",
        "    00:00:32.500  app      cannot send 'verify' for T1: the backend is unreachable (D3)",
        "    00:00:33.500  app      cannot send 'verify' for T1: the backend is unreachable (D3)",
        "    00:00:35.500  link     is up again",
      ])
  }

  @Test("an outage of all users is reported once, and repeated visits are still counted")
  func outages() throws {
    let text = """
      { "name": "out", "horizon": "5d", "designs": ["zero-loss-1.0"],
        "outages": [{ "of": "backend", "from": "2d", "lasts": "90m" },
                    { "of": "storeCheck", "from": "9d", "lasts": "1h" }],
        "catalog": [{ "product": "p", "items": ["i1", "i2"] }],
        "plan": [{ "tap": 1, "item": "i2" }, { "fault": "spuriousCancel", "after": "8s" }] }
      """
    let lines = Timeline.lines(try Fixture.story(text).events)
    let place = try #require(lines.firstIndex { $0.contains("outage") })
    expectEqual(
      lines[(place - 1)...],
      [
        "                  … and the same in 3 more visits",
        " 2d 00:00:00.000           ⚡ outage of backend, lasts 90m",
        "                  … and the same in 7 more visits",
        " 5d 00:00:00.000  app      starts in a new process (D1)",
      ])
  }

  @Test("an outage after the last possible change is not reported")
  func laterOutage() throws {
    let outageEvents = { (from: String) in
      try Fixture.story(
        #"{ "name": "out", "designs": ["naive"], "catalog": [{ "product": "p" }], "#
          + #""outages": [{ "of": "backend", "from": "\#(from)", "lasts": "1m" }], "#
          + #""plan": [{ "tap": 1, "item": "p" }] }"#
      ).events.filter { $0.text.contains("outage") }.count
    }
    #expect(try outageEvents("25s") == 1)
    #expect(try outageEvents("5d") == 0)
  }

  @Test("messages have a receiver, and internal events of an actor have none")
  func receivers() throws {
    let story = try Fixture.story(Fixture.interrupted)
    expectEqual(
      story.events.prefix(13).map { [$0.actor.rawValue, $0.receiver?.rawValue ?? "", $0.text] },
      [
        ["app", "", "starts in a new process"], ["app", "", "is ready"],
        ["app", "store", "attaches its observer"],
        ["user", "app", "taps Buy (intent 1: item i2 of product p)"],
        ["app", "user", "shows its spinner"], ["app", "", "saves a record of intent 1"],
        ["store", "user", "shows the payment sheet of T1"],
        ["store", "app", "reports 'purchasing' for T1"],
        ["store", "", "spuriousCancel (completes, resolves 1m, dropsPayload)"],
        ["store", "user", "interrupts T1: another step is required first"],
        ["store", "app", "reports 'failed' (cancelled) for T1"],
        ["app", "", "loses the record of intent 1: recordCleared"],
        ["app", "user", "hides its spinner"],
      ])
  }
}
