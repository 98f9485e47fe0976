package import PurchaseWorld

/// How and where an order was lost (section 8).
package struct Loss: Hashable, Sendable {
  package var kind: LossKind
  package var dropPoint: DropPoint

  package init(_ kind: LossKind, _ dropPoint: DropPoint) {
    self.kind = kind
    self.dropPoint = dropPoint
  }
}

extension Outcome {
  /// The losses of the lost orders, in the order of charging; rescued ones are none.
  package var losses: [Loss] {
    charges.compactMap { charge in
      if case .lost(let kind, let point) = charge.fate { Loss(kind, point) } else { nil }
    }
  }

  /// The loss that is most like one: the same, else the first of its kind; nil if there is none.
  func loss(like loss: Loss) -> Loss? {
    var first: Loss?
    for charge in charges {
      guard case .lost(loss.kind, let point) = charge.fate else { continue }
      if point == loss.dropPoint { return loss }
      if first == nil { first = Loss(loss.kind, point) }
    }
    return first
  }
}
