import EventEngine

/// Damages bytes at random places: bits, bytes, gaps, repetitions, ends, other values.
enum Damage {
  private static let pieces: [[UInt8]] =
    [
      "-1", "1.5", "1e9", "99999999999999999999", "\"", "\"\"", ",", "\n", "\r", "\r\n", "{", "}",
      "[]",
      ":", "null", "users", "iap_verify_fail", "iap_purchase_clik", "lostRate", "lateRate", "10m",
      "-",
      "event", "count", "day", "\u{FEFF}", "\u{2028}", "\\ud800", "\\u0000", "0", "17", "36526",
      "'", "=1+1",
    ].map { Array($0.utf8) } + [[0], [0xFF], [0xC3], [0xED, 0xA0, 0x80], [0xC0, 0xAF]]

  static func of(_ bytes: [UInt8], _ draws: KeyedDraws) -> [UInt8] {
    var bytes = bytes
    var occurrence: UInt32 = 0
    func draw(_ bound: Int) -> Int {
      occurrence += 1
      return Int(draws.bits(site: 1, occurrence: occurrence) % UInt64(max(1, bound)))
    }
    for _ in 0...draw(2) where !bytes.isEmpty {
      let place = draw(bytes.count)
      let end = min(bytes.count, place + 1 + draw(8))
      switch draw(10) {
      case 0: bytes[place] ^= 1 << UInt8(draw(8))
      case 1: bytes[place] = UInt8(draw(256))
      case 2: bytes.removeSubrange(place..<end)
      case 3: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + draw(40))], at: place)
      case 4: bytes[place] = Array("0123456789".utf8)[draw(10)]
      case 5 where draw(4) == 0: bytes.removeSubrange(place...)
      case 6: bytes.replaceSubrange(place..<end, with: pieces[draw(pieces.count)])
      default:
        // Replaces a value by a value, so that most of the text is still a table.
        let start = bytes[place...].firstIndex { ",:".utf8.contains($0) } ?? place
        let last = bytes[start...].dropFirst().firstIndex { ",]}\n".utf8.contains($0) } ?? start
        if start < last {
          bytes.replaceSubrange(start + 1..<last, with: pieces[draw(pieces.count)])
        }
      }
    }
    return bytes
  }
}
