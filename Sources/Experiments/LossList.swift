package import PurchaseWorld

/// One lost or rescued order.
package struct LostOrder: Hashable, Sendable {
  /// The number of the user.
  package var user: UInt64
  /// Which charge of the user it is, from 0.
  package var charge: Int
  /// How it ended.
  package var fate: Fate
  /// The declarations of faults that struck the user, by index, as bits.
  package var struck: UInt64
}

/// The lost orders with the lowest user numbers, in their order.
///
/// The lowest of two lists are among the lowest of each, so lists merge exactly and in any order.
package struct LossList: Hashable, Sendable {
  /// How many orders a list keeps.
  package static let most = 100

  /// The orders, by user and charge.
  package private(set) var orders: [LostOrder] = []

  /// Makes an empty list.
  package init() {}

  /// Adds the lost orders of a user who is not in the list.
  mutating func add(_ outcome: Outcome, of user: UInt64) {
    for (number, charge) in outcome.charges.enumerated() where charge.fate.countsAsLost {
      add(LostOrder(user: user, charge: number, fate: charge.fate, struck: outcome.struck))
    }
  }

  private mutating func add(_ order: LostOrder) {
    if orders.count == LossList.most {
      guard order.isBefore(orders[LossList.most - 1]) else { return }
      orders.removeLast()
    }
    // Users mostly come in order, so the place is near the end.
    var place = orders.count
    while place > 0, order.isBefore(orders[place - 1]) { place -= 1 }
    orders.insert(order, at: place)
  }

  /// Adds the lost orders of other users.
  package static func += (left: inout LossList, right: LossList) {
    for order in right.orders { left.add(order) }
  }
}

extension LostOrder {
  fileprivate func isBefore(_ other: LostOrder) -> Bool {
    (user, charge) < (other.user, other.charge)
  }
}
