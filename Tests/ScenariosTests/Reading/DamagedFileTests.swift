import EventEngine
import JSONText
import Scenarios
import TestSupport
import Testing

/// Valid files that are damaged at random positions.
///
/// A damaged file may still be valid; the test checks that reading it ends with a
/// scenario or with problems that have a position in the file.
@Suite struct DamagedFileTests {
  @Test(arguments: 0..<UInt64(29)) func `a damaged file never crashes the reader`(index: UInt64) {
    let text = DamagedFileTests.texts[Int(index)]
    var endings = (right: 0, wrong: 0, notJSON: 0)
    for user in 0..<UInt64(150) {
      let bytes = DamagedFileTests.damaged(text, KeyedDraws(seed: index, user: user))
      do throws(Problems) {
        let scenario = try ScenarioReader.read(bytes, file: "s.json")
        #expect(!scenario.designs.isEmpty && !scenario.name.isEmpty)
        endings.right += 1
      } catch {
        let lines = bytes.count { $0 == UInt8(ascii: "\n") } + 1
        #expect(error.list.allSatisfy { (1...lines).contains($0.position?.line ?? 0) })
        if (try? JSONValue.parse(bytes)) == nil { endings.notJSON += 1 } else { endings.wrong += 1 }
      }
    }
    // Damage that never reaches the reader would test nothing.
    #expect(endings.notJSON > 10 && endings.wrong > 10)
  }

  @Test func `the texts of these tests are valid before they are damaged`() {
    expectEqual(DamagedFileTests.texts.count, 29)
    for text in DamagedFileTests.texts {
      #expect(throws: Never.self) { try ScenarioReader.read(text, file: "s.json") }
    }
  }

  private static let texts: [[UInt8]] = {
    let cases = Shipped.cases.compactMap {
      try? ScenarioFileReader.bytes(of: Shipped.path(ofCase: $0))
    }
    return cases + [Array(allWithColumns.utf8)]
  }()

  /// A scenario with every kind of value.
  private static let allWithColumns = """
    { "name": "all", "seed": 3, "users": 10, "horizon": "1.5h",
      "catalog": [{ "product": "tier.500", "price": 50000, "items": ["a", "b"] }],
      "store": { "processing": { "lognormal": { "median": "2s", "sigma": 0.5 } } },
      "behavior": { "sheet": { "empirical": { "points": [["1s", 0.5], ["2s", 0.25]] } },
        "gap": { "uniform": { "from": "1h", "to": "2h" } }, "reacts": { "retap": 0.25 } },
      "faults": [
        { "fault": "crash", "probability": 1e-3, "at": { "step": 5 },
          "after": { "exponential": { "mean": "3s" } } },
        { "fault": "weakNetwork", "probability": 0.5, "slowdown": 2.5,
          "lasts": { "weibull": { "scale": "3.4s", "shape": 0.3 } } }],
      "outages": [{ "of": "backend", "from": "2d", "lasts": "1h" }],
      "designs": ["naive", { "name": "g", "extends": "leo",
        "vary": { "finish": ["onCallback", "afterVerification"], "records.at": [[], ["payment"]],
          "retry.delays": [["1s"], ["2s", "0s"]], "server.attempts": [1, 2] } }],
      "sweep": { "value": "faults[1].lasts.weibull.scale", "from": "1s", "to": "1m", "steps": 3,
        "log": true },
      "expect": [{ "metric": "lostRate", "of": "naive", "below": "\(member)" },
        { "design": "naive", "within": "5m", "max": 0.5, "product": "tier.500" }] }
    """

  private static let member =
    "g finish=onCallback records.at=none retry.delays=1s server.attempts=1"

  /// Values that can replace other values.
  private static let values = [
    "null", "true", "-1", "0", "1e300", "9223372036854775807", "0.5", #""""#, #""5""#, #""5s""#,
    #""100000d""#, #""-0s""#, #""../x""#, "[]", "{}", "[[]]", #"{"a": 1}"#, "[null, 1]",
    #""naive""#, #"{"uniform": {"from": "0s", "to": "0s"}}"#, #""order""#,
  ]

  /// Damages a text in one to four places: bits, bytes, gaps, repetitions, ends, other values.
  private static func damaged(_ text: [UInt8], _ draws: KeyedDraws) -> [UInt8] {
    var text = text
    var occurrence: UInt32 = 0
    func draw(_ bound: Int) -> Int {
      occurrence += 1
      return Int(draws.bits(site: 1, occurrence: occurrence) % UInt64(max(1, bound)))
    }
    for _ in 0...draw(4) where !text.isEmpty {
      let place = draw(text.count)
      switch draw(20) {
      case 0: text[place] ^= 1 << UInt8(draw(8))
      case 1: text[place] = UInt8(draw(256))
      case 2: text.removeSubrange(place..<min(text.count, place + 1 + draw(12)))
      case 3: text.insert(contentsOf: text[place..<min(text.count, place + draw(40))], at: place)
      case 4: text[place] = Array(#"{}[]",:-0.9e\us"#.utf8)[draw(15)]
      case 5: text[place] = Array("0123456789".utf8)[draw(10)]
      case 6: text.removeSubrange(place...)
      default:
        // Replaces a value by a value, so that most of these files are still JSON.
        let start = text[place...].firstIndex { $0 == UInt8(ascii: ":") } ?? place
        let end = text[start...].dropFirst().firstIndex { ",]}".utf8.contains($0) } ?? start
        let value = values[draw(values.count)]
        if start < end { text.replaceSubrange(start + 1..<end, with: Array(value.utf8)) }
      }
    }
    return text
  }
}
