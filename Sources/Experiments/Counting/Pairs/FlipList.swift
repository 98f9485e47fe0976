package import PurchaseWorld

/// A user who lost an order under one design of a pair and none under the other.
package struct Flip: Hashable, Sendable {
  /// The number of the user.
  package var user: UInt64
  /// How the first lost charge ended under the design that lost it: lost somewhere, or rescued.
  package var fate: Fate

  /// Notes a user.
  package init(user: UInt64, fate: Fate) {
    precondition(fate.countsAsLost, "a flip is about a lost order")
    self.user = user
    self.fate = fate
  }
}

/// The flips with the lowest user numbers, in their order.
///
/// The lowest of two lists are among the lowest of each, so lists merge exactly and in any order.
package struct FlipList: Hashable, Sendable {
  /// How many flips a list keeps.
  package static let most = 10

  /// The flips; no user is there twice.
  package private(set) var flips: [Flip] = []

  package init() {}

  /// Adds a user who is not in the list; the highest number leaves when there are too many.
  package mutating func add(_ flip: Flip) {
    if flips.count == FlipList.most {
      guard flip.user < flips[FlipList.most - 1].user else { return }
      flips.removeLast()
    }
    // Users mostly come in order, so the place is near the end.
    var place = flips.count
    while place > 0, flips[place - 1].user > flip.user { place -= 1 }
    flips.insert(flip, at: place)
  }

  package static func += (left: inout FlipList, right: FlipList) {
    for flip in right.flips { left.add(flip) }
  }
}
