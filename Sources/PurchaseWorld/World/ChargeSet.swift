/// A set of charges as bits, in the order of charging; at most ``Population/maxCharges`` (S6).
struct ChargeSet: Equatable {
  private var bits: UInt128 = 0

  var isEmpty: Bool { bits == 0 }
  var newest: ChargeID? { isEmpty ? nil : ChargeID(127 - bits.leadingZeroBitCount) }
  /// The charges as bits; the lowest bit is the first charge.
  var listed: UInt128 { bits }
  init(listed bits: UInt128 = 0) { self.bits = bits }
  func lists(_ charge: ChargeID) -> Bool { bits & bit(of: charge) != 0 }
  mutating func enter(_ charge: ChargeID) { bits |= bit(of: charge) }
  mutating func remove(_ charge: ChargeID) { bits &= ~bit(of: charge) }
  mutating func formUnion(_ other: ChargeSet) { bits |= other.bits }
  @inline(__always) private func bit(of charge: ChargeID) -> UInt128 {
    assert(charge.index < Population.receiptCapacity, "every charge has its own bit")
    return 1 &<< UInt128(charge.index)
  }
}
