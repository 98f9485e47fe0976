import Foundation
import Scenarios
import TestSupport
import Testing

@testable import EventLogs
@testable import Experiments

@Suite struct LogTimeTests {
  private func iso(_ text: String) -> Int? {
    Array(text.utf8).withUnsafeBufferPointer { LogTime.read($0, .iso) }
  }

  @Test func `days follow the Gregorian calendar`() {
    let formatter = ISO8601DateFormatter()
    for day in stride(from: -100_000, to: 200_000, by: 97) {
      let date = Date(timeIntervalSince1970: Double(day) * 86_400 + 12_345)
      let text = formatter.string(from: date)
      expectEqual(iso(text), day * 86_400_000 + 12_345_000, "\(text)")
    }
  }

  @Test(arguments: [
    ("1970-01-01", 0), ("1970-01-01T00:00:01.5Z", 1_500), ("1970-01-01 00:00:01,25", 1_250),
    ("1970-01-01T00:01Z", 60_000), ("1970-01-01T08:00:00.123456+08:00", 123),
    ("1970-01-01T00:00:00-0130", 5_400_000), ("1970-01-01T01:00:00+01", 0),
    ("2026-01-31T08:15:30.250Z", 1_769_847_330_250), ("1970-01-01T23:59:60Z", 86_399_000),
  ])
  func `a time is read with its offset and fraction`(text: String, time: Int) {
    expectEqual(iso(text), time)
  }

  @Test(arguments: [
    "", "2026", "2026-02-29", "2026-13-01", "2026-00-10", "2026-01-00", "2026-01-31T",
    "2026-01-31T24:00Z", "2026-01-31T08:60Z", "2026-01-31T08:15:61Z", "2026-01-31T08:15:30.Z",
    "2026-01-31T08:15:30Zx", "2026-01-31T08:15:30+8", "2026-01-31T08:15:30+08:0", "31.01.2026",
    "-026-01-31", "1769847330250",
  ])
  func `an invalid time is not read`(text: String) { #expect(iso(text) == nil) }

  @Test(arguments: [
    ("0", 0, 0), ("1.5", 1, 1_500), ("-1.5", -1, -1_500),
    ("1769847330", 1_769_847_330, 1_769_847_330_000),
  ])
  func `numbers are milliseconds or seconds since 1970`(text: String, whole: Int, ofSeconds: Int) {
    Array(text.utf8).withUnsafeBufferPointer { bytes in
      expectEqual(LogTime.read(bytes, .milliseconds), whole)
      expectEqual(LogTime.read(bytes, .seconds), ofSeconds)
    }
    for text in ["", "-", "x", "1x", "1.", ".5", "99999999999999999999", "999999999999999999"] {
      Array(text.utf8).withUnsafeBufferPointer { bytes in
        #expect(LogTime.read(bytes, .milliseconds) == nil && LogTime.read(bytes, .seconds) == nil)
      }
    }
  }
}
