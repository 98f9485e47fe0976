/// How and where the orders of one life were lost, as a set.
package struct LossSet: Hashable, BitwiseCopyable, Sendable {
  /// One way to lose an order.
  package enum Way: Hashable, Sendable {
    case lost(LossKind, DropPoint)
    /// By the recovery page or by support; it counts in the lost-order rate (section 8).
    case rescued
    /// As it would have been lost, had the store not refunded it by itself (G10).
    case takenBack(LossKind, DropPoint)
  }

  /// A bit for each way; others mean nothing.
  package var bits: UInt128 = 0

  package init() {}
  package var isEmpty: Bool { bits == 0 }

  /// The ways, in the order of kinds and drop points; rescues come behind losses, and refunds last.
  package var ways: [Way] {
    let all = LossKind.allCases.flatMap { kind in DropPoint.allCases.map { (kind, $0) } }
    let (losses, refunds) = (all.map(Way.lost), all.map(Way.takenBack))
    return (losses + [.rescued] + refunds).filter(contains)
  }

  package func subtracting(_ others: LossSet) -> LossSet {
    var rest = self
    rest.bits &= ~others.bits
    return rest
  }

  package func contains(_ way: Way) -> Bool { bits & LossSet.bit(of: way) != 0 }

  private static func bit(of way: Way) -> UInt128 {
    switch way {
    case .lost(let kind, let point): 1 << UInt128(place(of: kind, point))
    case .rescued: 1 << 63
    case .takenBack(let kind, let point): 1 << UInt128(64 + place(of: kind, point))
    }
  }

  /// Adds what became of a charge, if it counts as lost, or was refunded before its goods came (G10).
  @inline(__always) package mutating func add(_ fate: Fate) {
    switch fate {
    case .delivered, .recovered, .refunded, .takenBack(.delivered): break
    case .rescued: bits |= LossSet.bit(of: .rescued)
    case .lost(let kind, let point): bits |= LossSet.bit(of: .lost(kind, point))
    case .takenBack(.lost(let kind, let point)):
      bits |= LossSet.bit(of: .takenBack(kind, point))
    }
  }

  /// The place of a way to lose an order, from 0 to 62, beside the bit of rescues.
  package static func place(of kind: LossKind, _ point: DropPoint) -> Int {
    kind.place * DropPoint.count + point.place
  }
}

extension LossKind { fileprivate var place: Int { Int(unsafeBitCast(self, to: UInt8.self)) } }

extension DropPoint {
  package static let count = allCases.count
  /// Its place among all, from 0.
  package var place: Int { Int(unsafeBitCast(self, to: UInt8.self)) }
}
