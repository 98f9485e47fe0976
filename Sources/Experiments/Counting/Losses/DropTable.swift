package import PurchaseWorld

/// The ways in which an order can be lost: every kind with every drop point, in a fixed order.
package enum DropTable {
  private static let kinds = LossKind.allCases
  private static let points = DropPoint.allCases

  /// The number of ways.
  package static let count = kinds.count * points.count

  /// Every way, by index.
  package static let ways: [(kind: LossKind, point: DropPoint)] = kinds.flatMap { kind in
    points.map { (kind, $0) }
  }

  /// The index of a way.
  package static func index(_ kind: LossKind, _ point: DropPoint) -> Int {
    guard let row = kinds.firstIndex(of: kind), let column = points.firstIndex(of: point) else {
      preconditionFailure("a case is among all cases")
    }
    return row * points.count + column
  }
}
