/// The set of losses in one run, by kind and drop point.
package struct LossSet: Hashable, BitwiseCopyable, Sendable {
  /// An element of the set: a kind of loss with its drop point, a rescue or a refund.
  package enum LossOutcome: Hashable, Sendable {
    case lost(LossKind, DropPoint)
    /// By the recovery page or by support; it counts in the lost-order rate.
    case rescued
    /// The loss that an automatic refund prevented (G10).
    case autoRefunded(LossKind, DropPoint)
  }

  /// A bit for each element of ``allLossOutcomes``; other bits have no meaning.
  package var bits: UInt128 = 0

  package init() {}
  package var isEmpty: Bool { bits == 0 }

  /// The outcomes that a set can contain: kinds of loss with their drop points, then rescues,
  /// and refunds last.
  package var allLossOutcomes: [LossOutcome] {
    let all = LossKind.allCases.flatMap { kind in DropPoint.allCases.map { (kind, $0) } }
    let (losses, refunds) = (all.map(LossOutcome.lost), all.map(LossOutcome.autoRefunded))
    return (losses + [.rescued] + refunds).filter(contains)
  }

  package func subtracting(_ others: LossSet) -> LossSet {
    var rest = self
    rest.bits &= ~others.bits
    return rest
  }

  package func contains(_ lossOutcome: LossOutcome) -> Bool {
    bits & LossSet.bit(of: lossOutcome) != 0
  }

  private static func bit(of lossOutcome: LossOutcome) -> UInt128 {
    switch lossOutcome {
    case .lost(let kind, let point): 1 << UInt128(index(of: kind, point))
    case .rescued: 1 << 63
    case .autoRefunded(let kind, let point): 1 << UInt128(64 + index(of: kind, point))
    }
  }

  /// Adds the fate of a charge, if it counts as lost, or was refunded before the delivery (G10).
  @inline(__always) package mutating func add(_ status: ChargeStatus) {
    switch status {
    case .delivered, .recovered, .refunded, .autoRefunded(.delivered): break
    case .rescued: bits |= LossSet.bit(of: .rescued)
    case .lost(let kind, let point): bits |= LossSet.bit(of: .lost(kind, point))
    case .autoRefunded(.lost(let kind, let point)):
      bits |= LossSet.bit(of: .autoRefunded(kind, point))
    }
  }

  /// The index of a kind and drop point, from 0 to 62; rescues have a separate bit.
  package static func index(of kind: LossKind, _ point: DropPoint) -> Int {
    Int(unsafeBitCast(kind, to: UInt8.self)) * DropPoint.count + point.index
  }
}

extension DropPoint {
  package static let count = allCases.count
  /// The index among all drop points.
  package var index: Int { Int(unsafeBitCast(self, to: UInt8.self)) }
}
