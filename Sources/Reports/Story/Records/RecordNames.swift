import EventEngine
import JSONText
import PurchaseWorld

/// Identifiers of stores and backends in records, derived from the seed, the user and the named
/// object.
///
/// They look like the stores' identifiers, which are documented only as strings. Different objects
/// get different identifiers, except for a negligible probability.
struct RecordNames: Sendable {
  private let draws: KeyedDraws

  init(_ draws: KeyedDraws) { self.draws = draws }

  /// Named objects. Their random streams are far from those of users and faults.
  private enum Site: UInt32 {
    case transaction = 0xFFFF_FF00
    case appTransaction, order, purchase, token
  }

  /// Identifier of a charge: 16 digits, which fit in a JavaScript number.
  func transaction(_ place: Int) -> String { "2" + digits(15, of: bits(.transaction, place)) }

  /// Identifier of the app's download: one per user.
  var appTransaction: String { "7" + digits(17, of: bits(.appTransaction, 0)) }

  /// Order identifier of Play, as in receipts: `GPA.` and groups of 4, 4, 4 and 5 digits.
  func order(_ place: Int) -> String {
    let all = Array(digits(17, of: bits(.order, place)))
    return "GPA." + [0..<4, 4..<8, 8..<12, 12..<17].map { String(all[$0]) }.joined(separator: "-")
  }

  /// Purchase token of Play: letters, a dot, and a long rest.
  func purchaseToken(_ place: Int) -> String {
    let bytes = (0..<12).flatMap { word in
      withUnsafeBytes(of: bits(.purchase, place << 4 | word).bigEndian, Array.init)
    }
    let letters = bytes.prefix(24).map { Character(UnicodeScalar(UInt8(ascii: "a") + $0 % 26)) }
    return String(letters) + "." + Base64URL.text(of: bytes.suffix(60))
  }

  /// UUID of the backend for the contents of a payload; equal contents have the same UUID.
  ///
  /// Version 4 of RFC 9562, in lower case as the stores return it.
  func token(for payload: StoreChargeRecord.PayloadParts) -> String {
    let parts = [payload.order?.number, payload.item?.number, payload.account?.number]
    // Each part continues from the previous one, so that parts cannot be swapped.
    let key = parts.reduce(bits(.token, 0)) { key, part in
      KeyedDraws.mix(key &+ UInt64(Int64(part ?? -1) + 2) &* 0x9E37_79B9_7F4A_7C15)
    }
    let high = key & ~0xF000 | 0x4000
    let low = KeyedDraws.mix(key &+ 0x9E37_79B9_7F4A_7C15) & (~0 >> 2) | 1 << 63
    let text = Array(high.digits(16, radix: 16) + low.digits(16, radix: 16))
    return [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(text[$0]) }
      .joined(separator: "-")
  }

  private func bits(_ site: Site, _ occurrence: Int) -> UInt64 {
    draws.bits(site: site.rawValue, occurrence: UInt32(occurrence))
  }

  /// The last digits of a number, with leading zeros.
  private func digits(_ count: Int, of bits: UInt64) -> String {
    String(bits.digits(count, radix: 10).suffix(count))
  }
}
