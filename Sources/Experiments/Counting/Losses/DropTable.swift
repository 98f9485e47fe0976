package import PurchaseWorld

/// The ways in which an order can be lost: every kind with every drop point, in a fixed order.
package enum DropTable {
  package static let ways = LossKind.allCases.flatMap { kind in
    DropPoint.allCases.map { (kind: kind, point: $0) }
  }

  package static let count = ways.count

  /// The index of a way.
  package static func index(_ kind: LossKind, _ point: DropPoint) -> Int {
    LossSet.place(of: kind, point)
  }
}
