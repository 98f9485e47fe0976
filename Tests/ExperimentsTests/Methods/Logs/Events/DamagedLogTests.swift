import EventEngine
import PurchaseWorld
import Scenarios
import TestSupport
import Testing

@testable import EventLogs
@testable import Experiments

/// Valid logs, damaged at random places.
@Suite struct DamagedLogTests {
  private static let logs = [
    (0..<6).map { line in
      "{\"uid\": \"u\(line % 3)\", \"device\": \"d\(line % 2)\", \"time\": \"2026-01-0\(line + 1)T08:15:30.250Z\","
        + " \"event\": \"iap_verify_fail\", \"try\": \(line)}\n"
    }.joined(),
    "uid,device,time,event,try\r\n"
      + (0..<6).map { "u\($0 % 3),\"d,\($0 % 2)\",2026-01-0\($0 + 1),iap_verify_fail,\($0)\r\n" }
      .joined(),
  ]

  private static let pieces =
    [
      "\"", "\"\"", "\n", "\r\n", ",", "{", "}", "\\", "\\ud800", "9999999999999999999", "-1",
      "server_x", "é",
    ].map { Array($0.utf8) } + [[0], [0xFF], [0xEF, 0xBB, 0xBF], [0xED, 0xA0, 0x80]]

  @Test func `every line of a damaged log is counted or has a reason why not`() throws {
    var (read, damaged) = (0, 0)
    for number in 0..<UInt64(Nightly.isOn ? 100_000 : 4_000) {
      let draws = KeyedDraws(seed: 5, user: number)
      func draw(_ place: UInt32, _ bound: Int) -> Int {
        Int(draws.bits(site: 1, occurrence: place) % UInt64(max(1, bound)))
      }
      var bytes = Array(Self.logs[Int(number % 2)].utf8)
      for change in 0...UInt32(draw(0, 3)) {
        let place = draw(4 * change + 1, bytes.count)
        let end = min(bytes.count, place + draw(4 * change + 2, 6))
        let piece = Self.pieces[draw(4 * change + 3, Self.pieces.count)]
        bytes.replaceSubrange(place..<end, with: draw(4 * change + 4, 3) == 0 ? [] : piece)
      }
      let map =
        #"{ "user": ["uid", "device"], "days": true, "from": "2026-01-02", "until": "2026-01-06" }"#
      let (count, used) = try countLog(bytes, map, maxUsers: 3, maxRecentEvents: 4)
      let unknown = count.unknownEvents.names.reduce(count.unknownEvents.otherLineCount) {
        $0 + $1.count
      }
      expectEqual(
        count.lines,
        count.counted + count.ignoredLines + count.unnamed + unknown + count.repeated
          + count.outside)
      expectEqual(count.counts.joined().reduce(0, +), count.counted)
      #expect(
        count.users <= count.identities && count.identities <= 3 && count.bytes == bytes.count)
      #expect(count.observations(using: used).rows.allSatisfy { $0.count >= 0 })
      try check(bytes, used, as: count)
      read += count.lines
      damaged += count.damaged.count
    }
    #expect(read > 10_000 && damaged > 1_000, "\(read), \(damaged)")
  }

  /// The same lines, read for a check: each line is in a user's story or has a reason why not.
  private func check(_ bytes: [UInt8], _ map: EventMap, as count: LogEventCounts) throws {
    var collector = UserLogCollector(map, maximum: 5, maxUsers: 3)
    var reader = EventLogReader(
      keys: UserLogCollector.keys(of: map), capacity: 1 << 12, source: source(of: bytes))
    guard let ending = try collector.read(&reader) else {
      // There are no more than six lines, and a seventh where a piece has a line's end.
      return #expect(count.lines > 5)
    }
    guard case .end = ending else { return #expect(Bool(false), "\(ending)") }
    var (lines, violations) = (0, 0)
    let grounds = LogRule.RuleContext(designs: [Design(name: "d")], skew: 0)
    let found = collector.forEachUserLog { userLog in
      lines += userLog.entries.count
      violations += LogRule.all.count { $0.violation(userLog, grounds) != nil }
      for payment in userLog.entriesByTransaction.indices {
        _ = TransactionSymptoms(of: payment, in: userLog, .complete)
      }
    }
    #expect(found.lines == count.lines && found.damaged.count == count.damaged.count)
    expectEqual(
      found.lines,
      found.kept + found.unnamed + found.unknownEvents.lineCount + found.ignoredLines
        + found.withoutUser + found.withoutTime + found.outside)
    expectEqual(lines, found.kept - found.repeated - found.linesBeyondUserLimit)
  }
}
