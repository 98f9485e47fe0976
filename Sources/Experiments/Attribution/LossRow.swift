import PurchaseWorld
import Statistics

/// How many lost orders belong to one heading, with what their rate's interval needs.
package struct LossRow: Hashable, Sendable {
  /// The orders of users among the charges of those who have any.
  private var moments = RatioMoments()
  /// The users with such an order.
  package private(set) var firstUsers = FirstUsers()

  /// How many orders there are.
  package var orders: Int { moments.numerators }

  /// Adds the orders of one user, of so many charges; a user is added once.
  mutating func add(_ orders: Int, of charges: Int, user: UInt64) {
    guard orders > 0 else { return }
    moments.add(orders, of: charges)
    firstUsers.add(user)
  }

  static func += (left: inout LossRow, right: LossRow) {
    left.moments += right.moments
    left.firstUsers += right.firstUsers
  }

  /// The share of all charges.
  ///
  /// - Parameters:
  ///   - charges: Σd of all users.
  ///   - chargeSquares: Σd².
  func moments(of charges: Int, _ chargeSquares: Int) -> RatioMoments {
    var moments = moments
    (moments.denominators, moments.denominatorSquares) = (charges, Int128(chargeSquares))
    return moments
  }
}
