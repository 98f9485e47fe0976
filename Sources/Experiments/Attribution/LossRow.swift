import PurchaseWorld
import Statistics

/// How many lost orders belong to one heading, with what their rate's interval needs.
package struct LossRow: Hashable, Sendable {
  /// How many users a row names.
  package static let namedUsers = 3

  /// Σn of a user's orders.
  package private(set) var orders = 0
  /// Σn².
  private var squares = 0
  /// Σn·d with the user's charges d.
  private var products = 0
  /// The lowest numbers of users with such an order, in order; at most ``namedUsers``.
  package private(set) var firstUsers: [UInt64] = []

  package init() {}

  /// Adds the orders of one user, of so many charges; a user is added once.
  mutating func add(_ orders: Int, of charges: Int, user: UInt64) {
    guard orders > 0 else { return }
    self.orders += orders
    squares += orders * orders
    products += orders * charges
    name(user)
  }

  private mutating func name(_ user: UInt64) {
    let place = firstUsers.firstIndex { $0 >= user } ?? firstUsers.count
    if place < firstUsers.count, firstUsers[place] == user { return }
    firstUsers.insert(user, at: place)
    if firstUsers.count > LossRow.namedUsers { firstUsers.removeLast() }
  }

  static func += (left: inout LossRow, right: LossRow) {
    left.orders += right.orders
    left.squares += right.squares
    left.products += right.products
    for user in right.firstUsers { left.name(user) }
  }

  /// The share of all charges.
  ///
  /// - Parameters:
  ///   - charges: Σd of all users.
  ///   - chargeSquares: Σd².
  func moments(of charges: Int, _ chargeSquares: Int) -> RatioMoments {
    RatioMoments(
      numerators: orders, denominators: charges, numeratorSquares: Int128(squares),
      products: Int128(products), denominatorSquares: Int128(chargeSquares))
  }
}
