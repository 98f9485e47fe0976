import EventEngine
import PurchaseWorld
import Scenarios
import TestSupport
import Testing

@testable import EventLogs
@testable import Experiments

/// Counts a log from memory.
/// A file in memory, for a reader of logs.
func source(of bytes: [UInt8]) -> (UnsafeMutableRawBufferPointer) -> Int {
  var place = 0
  return { room in
    let count = min(room.count, bytes.count - place)
    room.copyBytes(from: bytes[place..<place + count])
    place += count
    return count
  }
}

func countLog(
  _ bytes: [UInt8], _ map: String, maxUsers: Int, maxRecentEvents: Int
) throws -> (count: LogEventCounts, map: EventMap) {
  let map = try EventMap.read(Array(map.utf8), file: "map.json")
  var reader = EventLogReader(
    keys: LogLineCounter.keys(of: map), capacity: 1 << 12, source: source(of: bytes))
  var counter = LogLineCounter(map, maxUsers: maxUsers, maxRecentEvents: maxRecentEvents)
  return (counter.countLines(of: &reader).count, map)
}

func countLog(
  _ log: String, _ map: String = "{}", maxUsers: Int = 1_000, maxRecentEvents: Int = 1 << 10
) throws -> (count: LogEventCounts, map: EventMap) {
  try countLog(Array(log.utf8), map, maxUsers: maxUsers, maxRecentEvents: maxRecentEvents)
}

@Suite struct EventCounterTests {
  private static let click = "\"event\": \"iap_purchase_click\""

  /// Lines of clicks with other members.
  private func clicks(_ members: String...) -> String {
    members.map { "{\(Self.click), \($0)}\n" }.joined()
  }

  private func clicks(of count: LogEventCounts, day: Int = 0) -> Int {
    count.counts[day][ClientLogEvent.purchaseClick.index]
  }

  @Test func `users with only passed-over events do not count; damaged lines are a row`() throws {
    let map = #"{ "events": { "buy": "iap_purchase_click", "open": null } }"#
    let log = """
      {"user": "a", "time": "2026-01-01T00:00:00.000Z", "event": "open"}
      {"user": "b", "time": "2026-01-01T00:00:01.000Z", "event": "buy"}
      {"user": "b", "time":
      """
    let (count, names) = try countLog(log + "\n", map)
    let table = count.observations(using: names)
    #expect(table[.users]?.count == 1 && count.ignoredLines == 1)
    expectEqual(table[.damaged]?.count, 1)
  }

  @Test func `a line without a time may be of any day, a line of another day is excluded`() throws {
    let map = #"{ "days": true, "from": "2026-01-01", "until": "2026-01-03", "received": "at" }"#
    let log = clicks(
      #""user": "a""#, #""user": "a", "time": "2025-12-31T00:00:00Z""#,
      #""user": "a", "time": "2025-12-31T00:00:00Z", "at": "2026-01-01T00:00:00Z""#,
      #""user": "b", "time": "2026-01-02T00:00:00Z""#)
    let (count, names) = try countLog(log, map)
    #expect(count.outside == 2 && count.undated == 1 && count.datedByServer == 1)
    expectEqual(count.observations(using: names)[.damaged]?.count, 1)
  }

  @Test(arguments: [
    (#"{ "user": "usr" }"#, "usr"), (#"{ "time": "ts" }"#, "ts"),
    (#"{ "user": ["usr", "user"] }"#, nil), (#"{}"#, nil),
  ])
  func `a key that no line has is reported`(map: String, key: String?) throws {
    // Lines of a backend and of other events have neither.
    let log =
      clicks(#""user": "a", "time": "2026-01-02T00:00:00Z""#)
      + #"{"event": "server_order_created", "user": "a", "time": "2026-01-02T00:00:00Z"}"# + "\n"
      + #"{"event": "else", "user": "a", "time": "2026-01-02T00:00:00Z"}"# + "\n"
    let (count, names) = try countLog(log, map)
    expectEqual(count.missingKey(of: names), key)
    expectEqual((count.observations(using: names)[.users] == nil), (key == "usr"))
  }

  @Test
  func `without a map, the names of the simulated log apply and server names are passed over`()
    throws
  {
    let log = """
      {"user": "a", "time": "2026-01-01T00:00:00.000Z", "event": "iap_verify_fail", "try": 0}
      {"user": "a", "time": "2026-01-01T00:00:01.000Z", "event": "iap_retry_verify_fail", "try": 1}
      {"user": "b", "time": "2026-01-01T00:00:00.000Z", "event": "iap_retry_verify_fail", "try": 0}
      {"user": "b", "time": "2026-01-01T00:00:00.000Z", "event": "iap_retry_verify_fail"}
      {"user": "c", "event": "server_order"}
      {"user": "c", "event": "iap_retry"}
      {"user": "c"}
      """
    let (count, map) = try countLog(log)
    #expect(count.lines == 7 && count.counted == 4 && count.ignoredLines == 1 && count.unnamed == 1)
    #expect(count.unknownEvents.names.map(\.name) == ["iap_retry"] && count.users == 2)
    #expect(count.failuresByTry[0...2] == [2, 1, 0] && count.failuresWithoutTry == 1)
    let table = count.observations(using: map)
    expectEqual(table.rows.count, 1 + 2 + 2)
    #expect(table[.event(.retryVerifyFail, day: nil)]?.count == 3 && table[.users]?.count == 2)
  }

  @Test
  func
    `names and keys come from the map, and the try number identifies retries without a name (C7)`()
    throws
  {
    let map = """
      { "user": "who.id", "event": "name", "time": "ts", "timeFormat": "milliseconds", "try": "n",
        "events": { "buy": "iap_purchase_click", "check": "iap_verify_start",
          "check_failed": "iap_verify_fail", "debug_*": null } }
      """
    let log = """
      {"who": {"id": 7}, "ts": 1, "name": "buy"}
      {"who": {"id": 7}, "ts": 2, "name": "check", "n": 0}
      {"who": {"id": 7}, "ts": 3, "name": "check_failed", "n": 0}
      {"who": {"id": 7}, "ts": 4, "name": "check", "n": "1"}
      {"who": {"id": 8}, "ts": 5, "name": "check_failed", "n": 1}
      {"who": {"id": 8}, "ts": 6, "name": "debug_ping"}
      {"who": {"id": 8}, "ts": 7, "name": "bug"}
      """
    let (count, read) = try countLog(log, map)
    let rows = count.observations(using: read).rows.filter { $0.count > 0 }
    expectEqual(
      rows.map(\.quantity),
      [
        .users, .event(.purchaseClick, day: nil), .event(.verifyStart, day: nil),
        .event(.verifyFail, day: nil), .event(.retryVerifyStart, day: nil),
        .event(.retryVerifyFail, day: nil), .failedTries(rung: 0), .failedTries(rung: 1),
      ])
    #expect(count.observations(using: read)[.event(.supportTicket, day: nil)] == nil)
    expectEqual(count.observations(using: read)[.event(.retryVerifyStart, day: nil)]?.count, 1)
    #expect(count.ignoredLines == 1 && count.unknownEvents.names.map(\.name) == ["bug"])
  }

  @Test func `a line with two identities joins them, in any order`() throws {
    let map = #"{ "user": ["uid", "device"] }"#
    let log = clicks(
      #""device": "d1", "time": "2026-01-01""#, #""uid": "u1", "time": "2026-01-02""#,
      #""uid": "u1", "device": "d1", "time": "2026-01-03""#,
      #""device": "d2", "time": "2026-01-03""#,
      #""uid": "d2", "time": "2026-01-03""#, #""uid": "", "device": null, "time": "2026-01-04""#)
    let count = try countLog(log, map).count
    #expect(count.identities == 4 && count.users == 3 && count.withoutUser == 1)
    expectEqual(count.counted, 6)
  }

  @Test func `users above the limit are counted as a minimum, and their events are counted`() throws
  {
    let log = (0..<5_000).map { "{\(Self.click), \"user\": \($0), \"time\": \"2026-01-01\"}\n" }
      .joined()
    let all = try countLog(log, maxUsers: 10_000, maxRecentEvents: 1 << 16).count
    #expect(all.users == 5_000 && all.beyondCapacity == 0 && all.counted == 5_000)
    expectEqual(all.identities, 5_000)
    let few = try countLog(log, maxUsers: 3_000, maxRecentEvents: 1 << 16).count
    #expect(few.users == 3_000 && few.beyondCapacity >= 2_000 && few.counted == 5_000)
  }

  @Test func `a repeated event within the window is counted once, by its id or by all its values`()
    throws
  {
    let (a, b) = (
      #""user": "a", "time": "2026-01-01T00:00:00Z""#,
      #""user": "a", "time": "2026-01-01T00:00:01Z""#
    )
    let plain = try countLog(
      clicks(
        a, a, b, a + #", "transaction": "t""#, a + #", "try": 1"#,
        #""user": "b", "time": "2026-01-01T00:00:00Z""#)
    ).count
    #expect(plain.counted == 5 && plain.repeated == 1)
    // Without a time, the events cannot be identified as repeated.
    #expect(try countLog(clicks(#""user": "a""#, #""user": "a""#)).count.counted == 2)
    let ids = clicks(
      #""id": 1, "time": "2026-01-01T00:00:00Z""#, #""id": 1, "time": "2026-01-01T00:09:00Z""#,
      #""id": 1, "time": "2026-01-01T00:10:01Z""#, #""id": 2, "time": "2026-01-01T00:00:00Z""#)
    let known = try countLog(ids, #"{ "id": "id" }"#).count
    #expect(known.counted == 3 && known.repeated == 1)
    let short = try countLog(ids, #"{ "id": "id", "window": "1m" }"#).count
    #expect(short.counted == 4 && short.repeated == 0)
  }

  @Test func `events that are forgotten too early are counted`() throws {
    let log = (0..<100).map { "{\(Self.click), \"user\": \($0), \"time\": \"2026-01-01\"}\n" }
      .joined()
    #expect(try countLog(log, maxRecentEvents: 16).count.forgotten >= 84)
    #expect(try countLog(log, maxRecentEvents: 1 << 12).count.forgotten == 0)
  }

  @Test func `in an unsorted log, events that may repeat a forgotten event are counted`() throws {
    let days = (1...9).map { day in
      "{\(Self.click), \"user\": 1, \"id\": \(day), \"time\": \"2026-01-0\(day)\"}\n"
    }
    let again = (days + [days[0]]).joined()
    let known = try countLog(again).count
    #expect(known.counted == 9 && known.repeated == 1 && known.possibleRepeats == 0)
    let few = try countLog(again, maxRecentEvents: 4).count
    #expect(few.counted == 10 && few.repeated == 0 && few.possibleRepeats == 1)
    let sorted = try countLog(days.joined(), maxRecentEvents: 4).count
    #expect(sorted.counted == 9 && sorted.possibleRepeats == 0)
  }

  @Test
  func `days start with the first in UTC, and lines outside use the server's time or are excluded`()
    throws
  {
    let map = #"{ "days": true, "from": "2026-01-01", "until": "2026-01-04", "received": "got" }"#
    let log = clicks(
      #""user": "a", "time": "2026-01-01T00:00:00Z""#,
      #""user": "a", "time": "2026-01-02T23:59:59.999Z""#,
      #""user": "a", "time": "2026-01-04T07:00:00+08:00""#, #""user": "a", "time": "2026-01-04""#,
      #""user": "b", "time": "1970-01-01", "got": "2026-01-02""#, #""user": "b", "time": "x""#,
      #""user": "b", "got": "2026-01-03T12:00:00Z""#)
    let (count, read) = try countLog(log, map)
    expectEqual(count.counts.map { $0[ClientLogEvent.purchaseClick.index] }, [1, 2, 2])
    #expect(count.early == 1 && count.late == 1 && count.withoutClientTime == 2)
    #expect(count.datedByServer == 2 && count.outside == 2)
    expectEqual(count.observations(using: read)[.event(.purchaseClick, day: 3)]?.count, 2)
  }

  @Test func `decreasing times of a user are counted by their difference`() throws {
    let log = clicks(
      #""user": "a", "time": "2026-01-03""#, #""user": "b", "time": "2026-01-01""#,
      #""user": "a", "time": "2026-01-02T23:59:30Z""#,
      #""user": "a", "time": "2026-01-02T23:00:00Z""#, #""user": "a", "time": "2026-01-01""#)
    let count = try countLog(log).count
    #expect(
      count.outOfOrder == [1, 1, 1] && count.maxDisorder == 2 * 86_400_000 && count.counted == 5)
  }

  @Test func `damaged lines are counted, and the first of them keep their positions`() throws {
    let log =
      clicks(#""user": "a""#) + String(repeating: "{\n", count: 30) + clicks(#""user": "b""#)
    let count = try countLog(log).count
    #expect(count.counted == 2 && count.damaged.count == 30 && count.damaged.firstLines.count == 20)
    #expect(count.damaged.firstLines.first == .init(line: 2, column: 2, damage: .notJSON))
  }

  @Test func `the counts of a log can be read back as a table`() throws {
    let log = """
      user,time,event,try
      a,2026-01-01,iap_verify_fail,0
      a,2026-01-02,iap_retry_verify_fail,1
      """
    let (count, map) = try countLog(log)
    let table = count.observations(using: map)
    let csv = table.table.map { $0.joined(separator: ",") + "\n" }.joined()
    let read = try Observations.read(Array(csv.utf8), file: "o.csv")
    expectEqual(read.rows.map(\.quantity), table.rows.map(\.quantity))
    expectEqual(read.rows.map(\.count), table.rows.map(\.count))
  }
}
