package import PurchaseWorld
package import Statistics

/// What became of the users whom a kind of fault has struck, by kind.
///
/// A user struck by several kinds is counted for each of them.
package struct StruckUsers: Hashable, Sendable {
  package struct Row: Hashable, Sendable {
    package var users = 0
    /// Their lost or rescued orders among their charges.
    package var moments = RatioMoments()
    /// The lowest number of one who lost an order; the maximum if none did.
    var firstLoser = UInt64.max

    /// The lowest number of one who lost an order.
    package var firstUser: UInt64? { firstLoser == .max ? nil : firstLoser }
  }

  /// A row for each kind of ``Shape/faultKinds``.
  package private(set) var rows: [Row]
  /// The row of each declaration.
  private let places: [Int]
  /// The declarations that have one, as bits.
  private let known: UInt64

  package init(_ shape: Shape) {
    rows = Array(repeating: Row(), count: shape.faultKinds.count)
    places = shape.faultPlaces
    known = places.count == 64 ? .max : 1 << UInt64(places.count) - 1
  }

  package mutating func add(_ outcome: Outcome, of user: UInt64) {
    var kinds: UInt32 = 0
    var declarations = outcome.struck & known
    while declarations != 0 {
      kinds |= 1 << UInt32(places[declarations.trailingZeroBitCount])
      declarations &= declarations - 1
    }
    let orders = outcome.orders
    while kinds != 0 {
      let place = kinds.trailingZeroBitCount
      rows[place].users += 1
      rows[place].moments.add(orders.lost, of: orders.charges)
      if orders.lost > 0 { rows[place].firstLoser = min(rows[place].firstLoser, user) }
      kinds &= kinds - 1
    }
  }

  package static func += (left: inout StruckUsers, right: StruckUsers) {
    for place in left.rows.indices {
      left.rows[place].users += right.rows[place].users
      left.rows[place].moments += right.rows[place].moments
      left.rows[place].firstLoser = min(left.rows[place].firstLoser, right.rows[place].firstLoser)
    }
  }
}
