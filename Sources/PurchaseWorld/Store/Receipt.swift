/// A copy of the receipt: the charges that it lists, as bits by their order of charging (S6).
struct Receipt: Equatable {
  private var bits: UInt128 = 0

  /// An empty receipt.
  init() {}

  /// Whether nothing is listed.
  var isEmpty: Bool { bits == 0 }

  /// The newest listed charge; -1 if there is none.
  var newest: Int32 { Int32(127 - bits.leadingZeroBitCount) }

  /// Whether a charge is listed.
  func lists(_ number: Int32) -> Bool { bits >> UInt128(number) & 1 == 1 }

  /// Adds a charge.
  mutating func enter(_ number: Int32) { bits |= 1 << UInt128(number) }

  /// Adds the charges of another list.
  mutating func formUnion(_ other: Receipt) { bits |= other.bits }
}
