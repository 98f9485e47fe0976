/// A copy of the receipt: the charges that it lists, as bits by their order of charging (S6).
struct Receipt: Equatable {
  private var bits: UInt128 = 0

  /// An empty receipt.
  init() {}

  /// Whether nothing is listed.
  var isEmpty: Bool { bits == 0 }

  /// The newest listed charge.
  var newest: ChargeID? { isEmpty ? nil : ChargeID(127 - bits.leadingZeroBitCount) }

  /// Whether a charge is listed.
  func lists(_ charge: ChargeID) -> Bool { bits >> UInt128(charge.place) & 1 == 1 }

  /// Adds a charge.
  mutating func enter(_ charge: ChargeID) { bits |= 1 << UInt128(charge.place) }

  /// Adds the charges of another list.
  mutating func formUnion(_ other: Receipt) { bits |= other.bits }
}
