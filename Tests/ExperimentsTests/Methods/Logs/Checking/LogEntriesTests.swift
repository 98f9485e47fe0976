import PurchaseWorld
import Scenarios
import TestSupport
import Testing

@testable import EventLogs
@testable import Experiments

/// The contents of a log according to its map: events, days, tickets, identifiers.
@Suite struct LogEntriesTests: LogMaking {
  private func map(_ text: String) throws -> EventMap {
    try EventMap.read(Array(text.utf8), file: "map.json")
  }

  private func named(_ events: [String]) -> String {
    "\"events\": { " + events.map { "\"\($0)\": \"\($0)\"" }.joined(separator: ", ") + " }"
  }

  private static let retries = ClientLogEvent.allCases.map(\.name).filter {
    $0.hasPrefix("iap_retry_")
  }

  @Test(
    "a correct client that logs no retries breaks no rule, with or without a map",
    arguments: ["keep-1"] + (Nightly.isOn ? ["ledger", "zero-loss-1.2", "keep-3"] : []))
  func withoutRetries(design: String) throws {
    let made = try scenario(design, users: 3_000, seed: 7)
    let text = lines(of: log(made), without: "\"iap_retry_").joined(separator: "\n")
    let others = LogEntry.Event.allCases.map(\.rawValue).filter { !$0.hasPrefix("iap_retry_") }
    let simulated = try scenario(design, users: 8_000, seed: 8)
    let maps = [
      "{}", "{ \(named(others)) }", "{ \(named(others).dropLast(2)), \"iap_retry_*\": null } }",
    ]
    for map in try maps.map({ try self.map($0) }) {
      let found = try check(text, simulated, map: map)
      #expect(found.violations.map(\.rule.name) == [] && found.explainedViolations.isEmpty)
      let withheld = found.unchecked.map(\.rule.name)
      #expect(withheld.contains("retryTooEarly") && withheld.contains("retryBeyondLast"))
      #expect(found.isClean != false, "\(found.unexplainedOrders)")
    }
  }

  @Test func `an event that the map omits or passes over counts as not logged`() throws {
    let text = log(try scenario("keep-1", users: 3_000, seed: 7))
    let simulated = try scenario("keep-1", users: 8_000, seed: 8)
    let events = [
      "iap_purchase_click", "iap_purchase_transaction_succeed", "iap_verify_start",
      "iap_verify_succeed", "iap_verify_fail", "iap_transaction_finish",
    ]
    let maps = ["{ \(named(events).dropLast(2)), \"server_*\": null } }", "{ \(named(events)) }"]
    for map in try maps.map({ try self.map($0) }) {
      let found = try check(text, simulated, map: map)
      #expect(found.violations.isEmpty && found.explainedViolations.isEmpty)
      let withheld = Dictionary(
        found.unchecked.map { ($0.rule.name, $0.missingEvents) },
        uniquingKeysWith: { first, _ in first })
      for rule in [
        "deliveryWithoutRequest", "paymentWithoutOrder", "retryTooEarly", "server_notification",
        "iap_recovery_page_retry",
      ] { expectEqual(withheld[rule]?.isEmpty, false, "\(rule)") }
      #expect(found.satisfied.contains { $0.name == "tryWithoutCallback" })
    }
  }

  @Test func `retries identified by the number of the try count as logged`() throws {
    let made = try scenario("keep-1", users: 3_000, seed: 7)
    let text = log(made).replacing("iap_retry_verify_", with: "iap_verify_")
    let events = LogEntry.Event.allCases.map(\.rawValue).filter {
      !$0.hasPrefix("iap_retry_verify_")
    }
    let found = try check(
      text, try scenario("keep-1", users: 8_000, seed: 8), map: try map("{ \(named(events)) }"))
    #expect(!found.unchecked.contains { $0.rule.name == "retryBeyondLast" })
  }

  @Test func `from and until of a map apply, and a log that they cut breaks no rule`() throws {
    let made = try scenario("keep-1", users: 4_000, seed: 7)
    let lines = lines(of: log(made))
    let simulated = try scenario("keep-1", users: 8_000, seed: 8)
    let days = try map(#"{ "from": "2026-01-03", "until": "2026-01-09" }"#)
    let time = /"time":"([^T]+)T/
    let inside = lines.filter { line in
      let day = line.firstMatch(of: time).map { String($0.1) } ?? ""
      return day >= "2026-01-03" && day < "2026-01-09"
    }
    let found = try check(lines.joined(separator: "\n"), simulated, map: days)
    #expect(
      found.readStatistics.outside == lines.count - inside.count && found.readStatistics.outside > 0
    )
    expectEqual(found.readStatistics.kept, inside.count)
    #expect(
      found.violations.isEmpty && found.explainedViolations.isEmpty, "\(found.explainedViolations)")
    #expect(found.unexplainedOrders <= 2)
  }

  @Test func `an empty identifier counts as missing`() throws {
    let log = (0..<3).map {
      #"{"user":"u\#($0)","time":"2026-01-01T00:00:0\#($0)Z","event":"iap_purchase_click","id":""}"#
    }.joined(separator: "\n")
    let found = try check(log, try scenario("keep-1", users: 100, seed: 8))
    #expect(found.readStatistics.users == 3 && found.readStatistics.repeated == 0)
    var counter = LogLineCounter(EventMap())
    var reader = EventLogReader(
      keys: LogLineCounter.keys(of: EventMap()), source: source(of: Array(log.utf8)))
    let (count, _) = counter.countLines(of: &reader)
    #expect(count.counted == 3 && count.repeated == 0)
  }

  @Test func `tickets are matched with their orders`() throws {
    func tickets(_ text: String) -> [Int] {
      var tickets = SupportTickets()
      tickets.add(UserLog(text))
      return [
        tickets.withNeverDeliveredOrder, tickets.deliveredManually, tickets.deliveredLater,
        tickets.withDeliveredOrder, tickets.withoutOrder,
      ]
    }
    let bought = "0 iap_purchase_click s1 p1\n2 iap_purchase_transaction_succeed s1 t0 p1\n"
    expectEqual(tickets(bought + "9 iap_support_ticket s1 p1"), [1, 0, 0, 0, 0])
    expectEqual(
      tickets(bought + "9 iap_support_ticket s1 p1\n9 server_delivered_by_hand t0 p1"),
      [0, 1, 0, 0, 0])
    expectEqual(
      tickets(bought + "9 iap_support_ticket s1 p1\n12 server_delivered t0 p1"), [0, 0, 1, 0, 0])
    expectEqual(
      tickets(bought + "5 server_delivered t0 p1\n9 iap_support_ticket s1 p1"), [0, 0, 0, 1, 0])
    expectEqual(tickets(bought + "9 iap_support_ticket s1 p2"), [0, 0, 0, 0, 1])
    expectEqual(tickets("9 iap_support_ticket s1 p1"), [0, 0, 0, 0, 1])
    // Of two orders, the missing one; a named order is always the ticket's order.
    let two = bought + "5 server_delivered t0 p1\n6 iap_purchase_transaction_succeed s1 t1 p1\n"
    expectEqual(tickets(two + "9 iap_support_ticket s1 p1"), [1, 0, 0, 0, 0])
    expectEqual(tickets(two + "9 iap_support_ticket s1 t0 p1"), [0, 0, 0, 1, 0])
  }

  @Test func `users with an undelivered order and no ticket are counted`() throws {
    let made = try scenario("keep-1", users: 3_000, seed: 7)
    let text = log(made)
    let found = try check(text, try scenario("keep-1", users: 8_000, seed: 8))
    let tickets = try #require(found.tickets)
    let (all, others) = (lines(of: text), lines(of: text, without: "iap_support_ticket"))
    #expect(tickets.count == all.count - others.count && tickets.count > 0)
    let byHand = all.count - lines(of: text, without: "server_delivered_by_hand").count
    // A user may write two tickets about one order.
    #expect(byHand...byHand + 2 ~= tickets.deliveredManually && byHand > 0)
    let never = found.groups.reduce(0) { $0 + ($1.symptoms.isManuallyDelivered ? 0 : $1.orders) }
    #expect(found.usersWithoutTicket > 0 && found.usersWithoutTicket <= never)
    let withoutTickets = try check(
      others.joined(separator: "\n"), try scenario("keep-1", users: 8_000, seed: 8))
    #expect(withoutTickets.tickets == nil)
  }
}
