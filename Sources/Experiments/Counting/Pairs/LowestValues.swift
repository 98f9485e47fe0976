import EventEngine
package import PurchaseWorld

/// The lowest distinct values of a sequence, ascending, at most `most` of them.
///
/// The lowest of two lists are among the lowest of each, so lists merge exactly and in any order.
package struct LowestValues<let most: Int, Value: Comparable & Hashable & Sendable>: Hashable,
  Sendable
{
  package private(set) var values: [Value] = []
  /// Whether a value was dropped because the list was full.
  package private(set) var isFull = false

  package init() {}

  /// Inserts a value if it is new; the highest value is dropped if the list is full.
  package mutating func add(_ value: Value) {
    var (place, end) = (0, values.count)
    // Fast path: most values are above the highest value of a full list.
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

  package static func += (left: inout LowestValues, right: LowestValues) {
    for value in right.values { left.add(value) }
    if right.isFull { left.isFull = true }
  }
}

/// The lowest numbers of users in a category.
package typealias FirstUsers = LowestValues<3, UInt64>

/// The users with the lowest numbers who lost an order under only one design of a pair.
package typealias DiscordantUsers = LowestValues<10, DiscordantUser>

/// A sample of lost orders: all lost orders, or those of some of the simulated users.
///
/// Users are ordered by the hashes of their numbers, which are independent of their outcomes (a
/// bottom-k sample, A. Z. Broder, "On the resemblance and containment of documents", 1997). The
/// list contains the first lost orders in this order, so it is complete for every user before its
/// last entry. The list is unweighted, although strata with lost orders have more users than their
/// weight.
package typealias LossList = LowestValues<100, LostOrder>

/// A user who lost an order under one design of a pair and none under the other.
package struct DiscordantUser: Hashable, Comparable, Sendable {
  package var user: UInt64
  /// The end of the first lost charge under the losing design: lost, rescued or refunded.
  package var fate: Fate

  package init(user: UInt64, fate: Fate) {
    precondition(fate.isLostOrAutoRefunded, "a discordant user has lost an order")
    (self.user, self.fate) = (user, fate)
  }

  package static func < (left: DiscordantUser, right: DiscordantUser) -> Bool {
    left.user < right.user
  }
}

/// One order that was lost, rescued, or refunded by the store before the correct delivery (G10).
package struct LostOrder: Hashable, Comparable, Sendable {
  package var user: UInt64
  /// The index of the charge among the user's charges, from 0.
  package var charge: Int
  /// The end of the charge.
  package var fate: Fate
  /// The fault declarations that the user experienced, by index, as bits.
  package var struck: UInt64

  package static func < (left: LostOrder, right: LostOrder) -> Bool {
    (LossList.hash(left.user), left.user, left.charge)
      < (LossList.hash(right.user), right.user, right.charge)
  }
}

extension LossList {
  /// The position of a user in the order of all users.
  package static func hash(_ user: UInt64) -> UInt64 {
    KeyedDraws.mix(user &+ 0x9E37_79B9_7F4A_7C15)
  }

  /// Adds the lost orders of a user who is not in the list yet.
  package mutating func add(_ outcome: Outcome, of user: UInt64) {
    for (number, charge) in outcome.charges.enumerated() where charge.fate.isLostOrAutoRefunded {
      add(LostOrder(user: user, charge: number, fate: charge.fate, struck: outcome.struck))
    }
  }
}

/// All ways to lose an order: each kind with each drop point, at the index `LossSet.place(of:_:)`.
package enum LossTable {
  package static let ways = LossKind.allCases.flatMap { kind in
    DropPoint.allCases.map { (kind: kind, point: $0) }
  }
  package static let count = ways.count
}

extension LowestValues: Packable where Value: Packable & EmptyInitializable {
  package mutating func pack(_ packing: inout Packing) throws(PackingProblem) {
    try packing.list(&values, most: most, Value.empty)
    try packing.check(zip(values, values.dropFirst()).allSatisfy(<))
    try packing.flag(&isFull)
  }
}

/// A type with an initial value, into which a packed value is read.
package protocol EmptyInitializable { static var empty: Self { get } }

extension UInt64: Packable, EmptyInitializable {
  package static let empty: UInt64 = 0

  package mutating func pack(_ packing: inout Packing) throws(PackingProblem) {
    try packing.bits(&self)
  }
}

extension DiscordantUser: Packable, EmptyInitializable {
  package static let empty = DiscordantUser(user: 0, fate: .rescued)

  package mutating func pack(_ packing: inout Packing) throws(PackingProblem) {
    try packing.bits(&user)
    try fate.pack(&packing)
  }
}

extension LostOrder: Packable, EmptyInitializable {
  package static let empty = LostOrder(user: 0, charge: 0, fate: .rescued, struck: 0)

  package mutating func pack(_ packing: inout Packing) throws(PackingProblem) {
    try packing.bits(&user)
    try packing.count(&charge)
    try fate.pack(&packing)
    try packing.bits(&struck)
  }
}

extension Fate: Packable {
  /// All ends of a lost order, automatic refunds included; the index is the packed form.
  private static let lost: [Fate] =
    [.rescued] + LossTable.ways.map { .lost($0.kind, $0.point) }
    + LossTable.ways.map { .takenBack(.lost($0.kind, $0.point)) }

  /// - Precondition: it is the end of a lost order.
  package mutating func pack(_ packing: inout Packing) throws(PackingProblem) {
    guard var place = Fate.lost.firstIndex(of: self) else {
      preconditionFailure("only lost orders have a packed form")
    }
    try packing.number(&place, in: 0...Fate.lost.count - 1)
    self = Fate.lost[place]
  }
}
