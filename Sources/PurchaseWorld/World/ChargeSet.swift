/// A set of charges, as bits by their order of charging: a ledger, a receipt.
struct ChargeSet: Equatable {
  private var bits: UInt128 = 0

  var isEmpty: Bool { bits == 0 }
  var newest: ChargeID? { isEmpty ? nil : ChargeID(127 - bits.leadingZeroBitCount) }
  func lists(_ charge: ChargeID) -> Bool { bits >> UInt128(charge.place) & 1 == 1 }
  mutating func enter(_ charge: ChargeID) { bits |= 1 << UInt128(charge.place) }
  mutating func remove(_ charge: ChargeID) { bits &= ~(1 << UInt128(charge.place)) }
  mutating func formUnion(_ other: ChargeSet) { bits |= other.bits }
}
