import EventEngine
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

/// A sample of lost orders: all of them, or those of some of the users who were drawn.
///
/// Users stand in an order that has nothing to do with what becomes of them, that of their hashes
/// (a bottom-k sample, A. Z. Broder, "On the resemblance and containment of documents", 1997). The list
/// holds the first lost orders in this order, so of every user of the run before the last one it is known
/// whether they lost an order. Strata draw more users where orders get lost, and the list has no weights. The first of two lists are among the first of each, so lists merge exactly and
/// in any order.
package struct LossList: Hashable, Sendable {
  /// How many orders a list keeps.
  package static let most = 100

  /// The orders, by the hash of the user and by charge.
  package private(set) var orders: [LostOrder] = []
  /// Whether an order was left out because there are too many.
  package private(set) var isFull = false

  package init() {}

  /// The place of a user in the order of all users.
  package static func hash(_ user: UInt64) -> UInt64 { Draws.mix(user &+ 0x9E37_79B9_7F4A_7C15) }

  /// Adds the lost orders of a user who is not in the list.
  mutating func add(_ outcome: Outcome, of user: UInt64) {
    for (number, charge) in outcome.charges.enumerated() where charge.fate.countsAsLost {
      add(LostOrder(user: user, charge: number, fate: charge.fate, struck: outcome.struck))
    }
  }

  private mutating func add(_ order: LostOrder) {
    if orders.count == LossList.most {
      isFull = true
      guard order.isBefore(orders[LossList.most - 1]) else { return }
      orders.removeLast()
    }
    var (low, high) = (0, orders.count)
    while low < high {
      let middle = (low + high) / 2
      if orders[middle].isBefore(order) { low = middle + 1 } else { high = middle }
    }
    orders.insert(order, at: low)
  }

  package static func += (left: inout LossList, right: LossList) {
    for order in right.orders { left.add(order) }
    if right.isFull { left.isFull = true }
  }
}

extension LostOrder {
  fileprivate func isBefore(_ other: LostOrder) -> Bool {
    (LossList.hash(user), user, charge) < (LossList.hash(other.user), other.user, other.charge)
  }
}
