import EventEngine
import PurchaseWorld

/// The names that stores and backends give in records, drawn from the seed, the user and what is named.
///
/// They look like those of the stores, which promise nothing but that they are strings. Two that name
/// different things differ as surely as random bits do.
struct RecordNames: Sendable {
  private let draws: Draws

  init(_ draws: Draws) { self.draws = draws }

  /// What is named. These sites are far beyond those at which lives and their faults ask.
  private enum Site: UInt32 {
    case transaction = 0xFFFF_FF00
    case appTransaction, order, purchase, token
  }

  /// The identifier of a charge: 16 digits, which fit a number of JavaScript, too.
  func transaction(_ place: Int) -> String { "2" + digits(15, of: bits(.transaction, place)) }

  /// The identifier of the download of the app: one for the user's whole life.
  var appTransaction: String { "7" + digits(17, of: bits(.appTransaction, 0)) }

  /// The order identifier of Play, as in receipts: `GPA.` and groups of 4, 4, 4 and 5 digits.
  func order(_ place: Int) -> String {
    let all = Array(digits(17, of: bits(.order, place)))
    return "GPA." + [0..<4, 4..<8, 8..<12, 12..<17].map { String(all[$0]) }.joined(separator: "-")
  }

  /// The purchase token of Play: letters, a dot, and a long rest.
  func purchaseToken(_ place: Int) -> String {
    let bytes = (0..<12).flatMap { word in
      withUnsafeBytes(of: bits(.purchase, place << 4 | word).bigEndian, Array.init)
    }
    let letters = bytes.prefix(24).map { Character(UnicodeScalar(UInt8(ascii: "a") + $0 % 26)) }
    return String(letters) + "." + Base64URL.text(of: bytes.suffix(60))
  }

  /// The UUID by which the backend knows what a payload names: the same parts, the same UUID.
  ///
  /// Version 4 of RFC 9562, in lower case as the stores write it back.
  func token(for payload: BookedCharge.Kept) -> String {
    let parts = [payload.order?.number, payload.item?.number, payload.account?.number]
    // Each part steps on from the one before, so that none can stand for another.
    let key = parts.reduce(bits(.token, 0)) { key, part in
      Draws.mix(key &+ UInt64(Int64(part ?? -1) + 2) &* 0x9E37_79B9_7F4A_7C15)
    }
    let high = key & ~0xF000 | 0x4000
    let low = Draws.mix(key &+ 0x9E37_79B9_7F4A_7C15) & (~0 >> 2) | 1 << 63
    let text = Array(RecordNames.hex(high) + RecordNames.hex(low))
    return [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(text[$0]) }
      .joined(separator: "-")
  }

  private func bits(_ site: Site, _ occurrence: Int) -> UInt64 {
    draws.bits(site: site.rawValue, occurrence: UInt32(occurrence))
  }

  /// The last digits of a number, with zeros in front.
  private func digits(_ count: Int, of bits: UInt64) -> String {
    let text = String(bits).suffix(count)
    return String(repeating: "0", count: count - text.count) + text
  }

  private static func hex(_ bits: UInt64) -> String {
    let text = String(bits, radix: 16)
    return String(repeating: "0", count: 16 - text.count) + text
  }
}
