/// An item that a user can buy.
public struct Item: Hashable, Sendable {
  /// The team's identifier.
  public let id: String
  /// The store product under which the item is sold; several items may share a product.
  public let product: String

  public init(id: String, product: String) { (self.id, self.product) = (id, product) }
}

/// The account of a user who is logged in.
public struct Account: Hashable, Sendable {
  public let id: String
  /// The token of the account for a store's `appAccountToken`.
  public let token: AppAccountToken

  public init(id: String, token: AppAccountToken) { (self.id, self.token) = (id, token) }
}

/// An order that the backend created for one purchase.
public struct Order: Hashable, Sendable {
  public let id: String
  /// The token of the order for a store's `appAccountToken`.
  public let token: AppAccountToken

  public init(id: String, token: AppAccountToken) { (self.id, self.token) = (id, token) }
}

/// The 128 bits of a UUID, which a store keeps with a purchase. [D appAccountToken]
public struct AppAccountToken: Hashable, Sendable, CustomStringConvertible {
  public let high: UInt64, low: UInt64

  public init(high: UInt64, low: UInt64) { (self.high, self.low) = (high, low) }

  /// Parses the format of ``description``, in upper or lower case; nil if the text is not a UUID.
  public init?(_ text: String) {
    guard text.utf8.count == AppAccountToken.length else { return nil }
    var bits: UInt128 = 0
    for (place, letter) in text.utf8.enumerated() {
      if AppAccountToken.isHyphen(place) {
        guard letter == AppAccountToken.hyphen else { return nil }
      } else {
        guard let value = AppAccountToken.value(letter) else { return nil }
        bits = bits << 4 | UInt128(value)
      }
    }
    (high, low) = (UInt64(bits >> 64), UInt64(truncatingIfNeeded: bits))
  }

  /// The UUID in its standard format, in capitals. [RFC 9562, section 4]
  public var description: String {
    String(unsafeUninitializedCapacity: AppAccountToken.length) { text in
      var bits = UInt128(high) << 64 | UInt128(low)
      for place in (0..<AppAccountToken.length).reversed() {
        if AppAccountToken.isHyphen(place) {
          text[place] = AppAccountToken.hyphen
        } else {
          let digit = UInt8(truncatingIfNeeded: bits & 15)
          text[place] = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "A") + (digit - 10)
          bits >>= 4
        }
      }
      return AppAccountToken.length
    }
  }

  private static var length: Int { 36 }
  private static var hyphen: UInt8 { UInt8(ascii: "-") }

  /// Whether the format has a hyphen at a position. [RFC 9562, section 4]
  private static func isHyphen(_ place: Int) -> Bool {
    place == 8 || place == 13 || place == 18 || place == 23
  }

  private static func value(_ digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}

/// The error of a payment that failed.
public enum StoreError: Error, Hashable, Sendable {
  /// The user cancelled, as far as the store reports.
  case cancelled
  /// Any other error; the store does not state the cause.
  case failed
}
