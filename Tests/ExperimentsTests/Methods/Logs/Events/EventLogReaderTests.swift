import EventEngine
import JSONText
import TestSupport
import Testing

@testable import EventLogs
@testable import Experiments

/// Reads a log from memory, in pieces of so many bytes: of each line the values, or its damage.
func readLog(
  _ log: [UInt8], _ keys: [String], pieces: Int = 1 << 20, capacity: Int = 1 << 16
) -> [String] {
  var place = 0
  var reader = EventLogReader(keys: keys, capacity: capacity) { room in
    let count = min(pieces, room.count, log.count - place)
    room.copyBytes(from: log[place..<place + count])
    place += count
    return count
  }
  var lines: [String] = []
  while true {
    switch reader.next() {
    case .line:
      let values = keys.indices.map { key in
        reader.value(key).map { String(decoding: $0, as: UTF8.self) } ?? "–"
      }
      lines.append("\(reader.lineNumber): " + values.joined(separator: "|"))
    case .damaged(let damage, let column): lines.append("\(reader.lineNumber):\(column): \(damage)")
    case .foreign(let what): return lines + [what.english]
    case .list: return lines + ["a list"]
    case .failed(let error): return lines + ["error \(error)"]
    case .end: return lines
    }
  }
}

func readLog(_ log: String, _ keys: String..., capacity: Int = 1 << 16) -> [String] {
  readLog(Array(log.utf8), keys, capacity: capacity)
}

@Suite struct EventLogReaderTests {
  @Test func `wanted values are found at any position, and nested values by their path`() {
    let log = """
      {"a": "1", "b": 2.5, "c": {"d": "x", "e": [1, {"a": "no"}, "]"]}, "f": true}

       { "c" : { "q": {}, "d":null } , "b":"", "a":-1e3 }\u{20}
      {}
      """
    expectEqual(
      readLog(log, "a", "b", "c.d", "f"), ["1: 1|2.5|x|true", "3: -1e3|–|–|–", "4: –|–|–|–"])
  }

  @Test func `escapes are resolved, also in keys, and the last of two equal keys counts`() {
    let log = #"{"\u0061": "x\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00y", "a b": 1, "k": 1, "k": "2"}"#
    expectEqual(readLog(log, "a", "k"), ["1: x\"\\/\u{8}\u{C}\n\r\té😀y|2"])
  }

  @Test(arguments: [
    ("nonsense", 1), ("{\"a\": 1", 8), ("{\"a\" 1}", 6), ("{\"a\": 1,}", 9), ("{\"a\": tru}", 7),
    ("{\"a\": 1} x", 10), ("{\"a\": \"x}", 10), ("{\"a\": \"\\x\"}", 10),
    ("{\"a\": \"\\ud800\"}", 14), ("{\"a\": 1e}", 7), ("{a: 1}", 2), ("{\"a\": [1, 2}", 12),
    ("{\"a\": \"\u{1}\"}", 8), ("{\"a\": 1", 8), ("\"a\"", 1),
  ])
  func `a damaged line has a column, and the next line is read`(line: String, column: Int) {
    expectEqual(
      readLog("{\"a\": 0}\n\(line)\n{\"a\": 1}", "a"), ["1: 0", "2:\(column): notJSON", "3: 1"])
  }

  @Test func `rows of CSV have columns in any order, in quotes, and over several lines`() {
    let log = "\u{FEFF}x,event,\"user\"\r\n1,buy,a\r\n\r\n2,\"say \"\"hi\"\",\n,\",b\r\n3,last,c"
    expectEqual(
      readLog(log, "user", "event", "none"), ["2: a|buy|–", "4: b|say \"hi\",\n,|–", "6: c|last|–"])
    let damaged = "event,user\na,b,c\n\"a\"x,b\na\"b,c\nok,d\n"
    expectEqual(
      readLog(damaged, "user"),
      ["2:1: cells(3, wanted: 2)", "3:1: quotationMark", "4:2: quotationMark", "5: d"])
  }

  @Test func `an unclosed quotation mark hides no line`() {
    let log = "user,event\na,\"x\nb,y\nc,\"z\"\nd,\"\ne,w"
    expectEqual(
      readLog(log, "user"), ["2:3: quotationMark", "3: b", "4: c", "5:3: quotationMark", "6: e"])
    let long = "user,event\na,\"x\n" + String(repeating: "b,y\n", count: 50)
    expectEqual(readLog(long, "user", capacity: 64).filter { $0.hasSuffix(": b") }.count, 50)
  }

  @Test func `a log gives the same lines for any size of its pieces`() {
    let json = (0..<40).map { "{\"user\": \"u\($0)\", \"event\": \"e\\n\"}\n" }.joined()
    let csv = "user,event\n" + (0..<40).map { "u\($0),\"a\nb\"\n" }.joined()
    for log in [json, csv] {
      let whole = readLog(Array(log.utf8), ["user", "event"])
      expectEqual(whole.count, 40)
      for pieces in [1, 2, 7, 64] {
        let read = readLog(Array(log.utf8), ["user", "event"], pieces: pieces, capacity: 80)
        expectEqual(read, whole)
      }
    }
  }

  @Test func `a line above the limit is reported, and no other line is lost`() {
    let long = String(repeating: "x", count: 200)
    let log = "{\"a\": 1}\n{\"a\": \"\(long)\"}\n{\"a\": 2}\n{\"a\": \"\(long)"
    expectEqual(readLog(log, "a", capacity: 64), ["1: 1", "2:1: tooLong", "3: 2", "4:1: tooLong"])
  }

  @Test func `a file that is not a log is identified by its format`() {
    expectEqual(readLog([0xFF, 0xFE, 0x7B, 0], ["a"]), ["in UTF-16 (little endian)"])
    expectEqual(readLog([0x1F, 0x8B, 8, 0], ["a"]), ["compressed by gzip"])
    expectEqual(readLog("[{\"a\": 1}]", "a"), ["a list"])
    #expect(readLog("", "a") == [] && readLog("\n\r\n \n", "a") == [])
  }

  /// The result of the JSON parser for a line: the value of `a`, or nil if the line is no object.
  private func parsed(_ line: [UInt8]) -> String?? {
    guard let members = try? JSONValue.parse(line).members else { return nil }
    switch members.last(where: { $0.key == "a" })?.value.content {
    case .string(let text): return .some(text)
    case .number(let number): return .some(number.text)
    case .bool(let value): return .some(value ? "true" : "false")
    case .null, .array, .object, nil: return .some(nil)
    }
  }

  @Test func `a damaged line is read as by the JSON parser, or is reported as damaged`() {
    let line = Array(
      #"{"b": [1, {"a": 2}], "a": "x\u00e9\n", "c": {"a": "no"}, "d": -1.5e3, "e": null}"#.utf8)
    let pieces = [
      "\"", "\\", "{", "}", "[", "]", ",", ":", "1", "-", "e", "null", "tru", "\\u12", "\\ud800",
      "\"a\": 1, ", " ", "\t", "\u{1}", "é", "\"a\"", "0x", "+",
    ].map { Array($0.utf8) }
    var (alike, damaged) = (0, 0)
    for number in 0..<UInt64(Nightly.isOn ? 100_000 : 5_000) {
      let draws = KeyedDraws(seed: 11, user: number)
      func draw(_ place: UInt32, _ bound: Int) -> Int {
        Int(draws.bits(site: 1, occurrence: place) % UInt64(max(1, bound)))
      }
      var bytes = line
      for change in 0...UInt32(draw(0, 2)) {
        let place = draw(4 * change + 1, bytes.count)
        let end = min(bytes.count, place + draw(4 * change + 2, 4))
        let piece = pieces[draw(4 * change + 3, pieces.count)]
        bytes.replaceSubrange(place..<end, with: draw(4 * change + 4, 3) == 0 ? [] : piece)
      }
      if bytes.first != UInt8(ascii: "{") || bytes.contains(10) { continue }
      let read = readLog(bytes, ["a"])
      if let known = parsed(bytes) {
        let value = known ?? "–"
        // A nested value is ignored, and the last value counts.
        #expect(
          read == ["1: \(value)"] || known == nil, "\(String(decoding: bytes, as: UTF8.self))")
        alike += 1
      } else if read.first?.hasSuffix("notJSON") == true {
        damaged += 1
      }
    }
    #expect(alike > 500 && damaged > 2_000, "\(alike), \(damaged)")
  }
}
