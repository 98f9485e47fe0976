/// A set of charges, as bits by their order of charging: a ledger, a receipt.
struct ChargeSet: Equatable {
  private var bits: UInt128 = 0

  /// An empty set.
  init() {}

  /// Whether nothing is listed.
  var isEmpty: Bool { bits == 0 }

  /// The newest listed charge.
  var newest: ChargeID? { isEmpty ? nil : ChargeID(127 - bits.leadingZeroBitCount) }

  /// Whether a charge is listed.
  func lists(_ charge: ChargeID) -> Bool { bits >> UInt128(charge.place) & 1 == 1 }

  /// Adds a charge.
  mutating func enter(_ charge: ChargeID) { bits |= 1 << UInt128(charge.place) }

  /// Takes a charge out.
  mutating func remove(_ charge: ChargeID) { bits &= ~(1 << UInt128(charge.place)) }

  /// Adds the charges of another list.
  mutating func formUnion(_ other: ChargeSet) { bits |= other.bits }
}
