import EventEngine
import JSONText
import Scenarios
import TestSupport
import Testing

/// Tables in other encodings than UTF-8, and damaged ones.
@Suite struct ObservationEncodingTests {
  private static let table = "event,count\nusers,50000\niap_purchase_click,52111\n"

  private static func utf16(_ isLittle: Bool, marked: Bool) -> [UInt8] {
    ((marked ? "\u{FEFF}" : "") + table).utf16.flatMap { unit in
      let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
      return isLittle ? [low, high] : [high, low]
    }
  }

  private static func utf32(_ isLittle: Bool, marked: Bool) -> [UInt8] {
    ((marked ? "\u{FEFF}" : "") + table).unicodeScalars.flatMap { scalar -> [UInt8] in
      let bytes = (0..<4).map { UInt8(scalar.value >> (8 * $0) & 0xFF) }
      return isLittle ? bytes : bytes.reversed()
    }
  }

  /// The table with additional bytes after the first row.
  private static func with(_ bytes: [UInt8]) -> [UInt8] {
    Array("event,count\n".utf8) + bytes + Array(",1\n".utf8)
  }

  private static let files: [(bytes: [UInt8], message: String)] = [
    (utf16(true, marked: true), "1:1: the file is in UTF-16 (little endian)"),
    (utf16(true, marked: false), "1:1: the file is in UTF-16 (little endian)"),
    (utf16(false, marked: true), "1:1: the file is in UTF-16 (big endian)"),
    (utf16(false, marked: false), "1:1: the file is in UTF-16 (big endian)"),
    (utf32(true, marked: true), "1:1: the file is in UTF-32 (little endian)"),
    (utf32(true, marked: false), "1:1: the file is in UTF-32 (little endian)"),
    (utf32(false, marked: true), "1:1: the file is in UTF-32 (big endian)"),
    (utf32(false, marked: false), "1:1: the file is in UTF-32 (big endian)"),
    (with([0x61, 0xE9, 0x62]), "2:2: byte 0xE9 is not valid UTF-8; it looks like Latin-1"),
    // 掉单
    (with([0xB5, 0xF4, 0xB5, 0xA5]), "2:1: byte 0xB5 is not valid UTF-8; it looks like GBK"),
    (with([0x61, 0x00]), "2:2: a NUL byte"),
    (with([0xED, 0xA0, 0x80]), "2:1: byte 0xED begins an unpaired surrogate"),
    (with([0xC0, 0xAF]), "2:1: byte 0xC0 begins an overlong UTF-8 sequence"),
    (with([0xE0, 0x80, 0xAF]), "2:1: byte 0xE0 begins an overlong UTF-8 sequence"),
    (with([0xF5, 0x80, 0x80, 0x80]), "2:1: byte 0xF5 is not valid UTF-8"),
    (with(Array("é".utf8) + [0x80]), "2:2: byte 0x80 is not valid UTF-8"),
    ([0x50, 0x4B, 3, 4, 20, 0], "1:1: the file is a ZIP archive, such as an .xlsx file"),
    ([0x1F, 0x8B, 8, 0], "1:1: the file is compressed by gzip"),
  ]

  @Test(arguments: files.indices)
  func `a table in another encoding is rejected with the detected encoding`(index: Int) {
    let (bytes, message) = ObservationEncodingTests.files[index]
    expectEqual(observed(bytes).problems, ["o.csv:" + message + "; expected UTF-8 text"])
  }

  @Test func `UTF-8 validation agrees with Swift for every truncation and every byte`() {
    let text = Array("a€é𠮷\u{7FF}\u{FFFD}z".utf8)
    for place in text.indices {
      for byte in 1...UInt8.max {
        var bytes = text
        bytes[place] = byte
        let isText = String(validating: bytes, as: UTF8.self) != nil
        expectEqual((TextEncoding.problem(of: Array("long enough".utf8) + bytes) == nil), isText)
      }
    }
  }

  /// Valid tables, as CSV and JSON.
  private static let right = [
    "event,count,day,rung,of,within\nusers,50000,,,,\niap_purchase_click,9,1,,,\niap_verify_fail,3,,0,,\n"
      + "iap_retry_verify_fail,2,,1,,\nlostRate,2,,,9,\nlateRate,2,,,9,10m\n",
    "\u{FEFF}\"event\",\"count\"\r\n\"users\",\"1\"\r\niap_verify_start,5\r\niap_verify_succeed,4\r\n",
    #"{"users": 5, "events": {"iap_purchase_click": 52}, "days": [{"day": 1, "events": {"iap_support_ticket": 1}}], "#
      + #""ladder": [9, 4], "shares": {"lostRate": {"count": 1, "of": 5}}, "late": [{"within": "1m", "count": 1, "of": 5}], "#
      + #""quantiles": [{"metric": "deliveryP50", "is": "850ms", "of": 5}]}"#,
    #"{"scenario": {"name": "s", "users": 9}, "designs": [{"name": "a", "funnel": {"iap_verify_fail": 3}, "ladder": [2]}]}"#,
  ]

  @Test func `a damaged table is read or rejected with a position, and never crashes`() {
    var (read, refused) = (0, 0)
    for number in 0..<UInt64(Nightly.isOn ? 100_000 : 4_000) {
      let text = ObservationEncodingTests.right[Int(number % 4)]
      let bytes = Damage.of(Array(text.utf8), KeyedDraws(seed: 7, user: number))
      do throws(Problems) {
        let table = try Observations.read(bytes, file: "o")
        #expect(!table.rows.isEmpty && table.rows.allSatisfy { $0.count >= 0 })
        read += 1
      } catch {
        let lines = bytes.count { $0 == UInt8(ascii: "\n") } + 1
        #expect(error.list.allSatisfy { (1...lines).contains($0.position?.line ?? 0) })
        refused += 1
      }
    }
    #expect(read > 150 && refused > 1_000, "\(read) read, \(refused) refused")
  }
}
