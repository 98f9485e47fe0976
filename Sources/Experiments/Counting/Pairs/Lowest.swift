import EventEngine
package import PurchaseWorld

/// The lowest of the values that it was given, each once and in order, at most so many.
///
/// The lowest of two lists are among the lowest of each, so lists merge exactly and in any order.
package struct Lowest<let most: Int, Value: Comparable & Hashable & Sendable>: Hashable, Sendable {
  package private(set) var values: [Value] = []
  /// Whether a value was left out because there are too many.
  package private(set) var isFull = false

  package init() {}

  /// Adds a value unless it is there; the highest leaves when there are too many.
  package mutating func add(_ value: Value) {
    var (place, end) = (0, values.count)
    // Most do not come in among the lowest.
    if end == most, values[end - 1] < value { place = end }
    while place < end {
      let middle = (place + end) / 2
      if values[middle] < value { place = middle + 1 } else { end = middle }
    }
    if place < values.count, values[place] == value { return }
    if values.count == most {
      isFull = true
      guard place < most else { return }
      values.removeLast()
    }
    values.insert(value, at: place)
  }

  package static func += (left: inout Lowest, right: Lowest) {
    for value in right.values { left.add(value) }
    if right.isFull { left.isFull = true }
  }
}

/// The lowest numbers of users to whom something happened.
package typealias FirstUsers = Lowest<3, UInt64>

/// The users with the lowest numbers who lost an order under one design of a pair alone.
package typealias FlipList = Lowest<10, Flip>

/// A sample of lost orders: all of them, or those of some of the users who were drawn.
///
/// Users stand in an order that has nothing to do with what becomes of them, that of their hashes
/// (a bottom-k sample, A. Z. Broder, "On the resemblance and containment of documents", 1997). The list
/// holds the first lost orders in this order, so of every user of the run before the last one it is known
/// whether they lost an order. Strata draw more users where orders get lost, and the list has no weights.
package typealias LossList = Lowest<100, LostOrder>

/// A user who lost an order under one design of a pair and none under the other.
package struct Flip: Hashable, Comparable, Sendable {
  package var user: UInt64
  /// How the first lost charge ended under the design that lost it: lost, rescued, or refunded by the store.
  package var fate: Fate

  package init(user: UInt64, fate: Fate) {
    precondition(fate.isLostOrAutoRefunded, "a flip is about a lost order")
    (self.user, self.fate) = (user, fate)
  }

  package static func < (left: Flip, right: Flip) -> Bool { left.user < right.user }
}

/// One order that was lost, rescued, or refunded by the store before the right goods came (G10).
package struct LostOrder: Hashable, Comparable, Sendable {
  package var user: UInt64
  /// Which charge of the user it is, from 0.
  package var charge: Int
  /// How it ended.
  package var fate: Fate
  /// The declarations of faults that struck the user, by index, as bits.
  package var struck: UInt64

  package static func < (left: LostOrder, right: LostOrder) -> Bool {
    (LossList.hash(left.user), left.user, left.charge)
      < (LossList.hash(right.user), right.user, right.charge)
  }
}

extension LossList {
  /// The place of a user in the order of all users.
  package static func hash(_ user: UInt64) -> UInt64 { Draws.mix(user &+ 0x9E37_79B9_7F4A_7C15) }

  /// Adds the lost orders of a user who is not in the list.
  package mutating func add(_ outcome: Outcome, of user: UInt64) {
    for (number, charge) in outcome.charges.enumerated() where charge.fate.isLostOrAutoRefunded {
      add(LostOrder(user: user, charge: number, fate: charge.fate, struck: outcome.struck))
    }
  }
}

/// The ways to lose an order: each kind with each drop point, at the index `LossSet.place(of:_:)`.
package enum DropTable {
  package static let ways = LossKind.allCases.flatMap { kind in
    DropPoint.allCases.map { (kind: kind, point: $0) }
  }
  package static let count = ways.count
}

extension Lowest: Packable where Value: Packable & Emptiable {
  package mutating func pack(_ packing: inout Packing) throws(PackingProblem) {
    try packing.list(&values, most: most, Value.empty)
    try packing.check(zip(values, values.dropFirst()).allSatisfy(<))
    try packing.flag(&isFull)
  }
}

/// Something of which there is a value to read into.
package protocol Emptiable { static var empty: Self { get } }

extension UInt64: Packable, Emptiable {
  package static let empty: UInt64 = 0

  package mutating func pack(_ packing: inout Packing) throws(PackingProblem) {
    try packing.bits(&self)
  }
}

extension Flip: Packable, Emptiable {
  package static let empty = Flip(user: 0, fate: .rescued)

  package mutating func pack(_ packing: inout Packing) throws(PackingProblem) {
    try packing.bits(&user)
    try fate.pack(&packing)
  }
}

extension LostOrder: Packable, Emptiable {
  package static let empty = LostOrder(user: 0, charge: 0, fate: .rescued, struck: 0)

  package mutating func pack(_ packing: inout Packing) throws(PackingProblem) {
    try packing.bits(&user)
    try packing.count(&charge)
    try fate.pack(&packing)
    try packing.bits(&struck)
  }
}

extension Fate: Packable {
  /// The fates of lost orders, automatic refunds included.
  private static let lost: [Fate] =
    [.rescued] + DropTable.ways.map { .lost($0.kind, $0.point) }
    + DropTable.ways.map { .takenBack(.lost($0.kind, $0.point)) }

  /// - Precondition: it is that of a lost order.
  package mutating func pack(_ packing: inout Packing) throws(PackingProblem) {
    guard var place = Fate.lost.firstIndex(of: self) else {
      preconditionFailure("only lost orders are listed")
    }
    try packing.number(&place, in: 0...Fate.lost.count - 1)
    self = Fate.lost[place]
  }
}
