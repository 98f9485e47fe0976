/// How and where the orders of one life were lost, as a set.
package struct LossSet: Hashable, BitwiseCopyable, Sendable {
  /// One way to lose an order.
  package enum Way: Hashable, Sendable {
    case lost(LossKind, DropPoint)
    /// By the recovery page or by support; it counts in the lost-order rate (section 8).
    case rescued
  }

  private var bits: UInt64 = 0

  package init() {}
  package var isEmpty: Bool { bits == 0 }

  /// The ways, in the order of kinds and drop points; rescues come last.
  package var ways: [Way] {
    let losses = LossKind.allCases.flatMap { kind in DropPoint.allCases.map { Way.lost(kind, $0) } }
    return (losses + [.rescued]).filter(contains)
  }

  package func subtracting(_ others: LossSet) -> LossSet {
    var rest = self
    rest.bits &= ~others.bits
    return rest
  }

  package func contains(_ way: Way) -> Bool {
    switch way {
    case .lost(let kind, let point): bits >> UInt64(LossSet.place(of: kind, point)) & 1 == 1
    case .rescued: bits >> 63 & 1 == 1
    }
  }

  /// Adds what became of a charge, if it counts as lost.
  @inline(__always) package mutating func add(_ fate: Fate) {
    switch fate {
    case .delivered, .recovered, .refunded: break
    case .rescued: bits |= 1 << 63
    case .lost(let kind, let point): bits |= 1 << UInt64(LossSet.place(of: kind, point))
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
  fileprivate var place: Int { Int(unsafeBitCast(self, to: UInt8.self)) }
}
