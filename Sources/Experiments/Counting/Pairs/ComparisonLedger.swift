import PurchaseWorld
package import Scenarios

/// What two designs did to the same users.
package struct PairCounts: Hashable, Sendable {
  package let pair: DesignPair
  /// Users who lost an order under both designs, or under one alone.
  package fileprivate(set) var both = 0, onlyFirst = 0, onlySecond = 0
  /// The first users of ``onlyFirst`` and of ``onlySecond``, by number.
  package fileprivate(set) var flipsOfFirst = FlipList(), flipsOfSecond = FlipList()

  /// Adds a user.
  /// - Parameter first: how the first lost charge ended under the first design; nil: none was lost.
  fileprivate mutating func add(_ first: Fate?, _ second: Fate?, user: UInt64) {
    switch (first, second) {
    case (nil, nil): break
    case (_?, _?): both += 1
    case (let fate?, nil):
      onlyFirst += 1
      flipsOfFirst.add(Flip(user: user, fate: fate))
    case (nil, let fate?):
      onlySecond += 1
      flipsOfSecond.add(Flip(user: user, fate: fate))
    }
  }

  fileprivate static func += (left: inout PairCounts, right: PairCounts) {
    left.both += right.both
    left.onlyFirst += right.onlyFirst
    left.onlySecond += right.onlySecond
    left.flipsOfFirst += right.flipsOfFirst
    left.flipsOfSecond += right.flipsOfSecond
  }
}

/// The users who tell designs apart by lost orders, for every pair of designs that is compared.
package struct ComparisonLedger: Hashable, Sendable {
  /// The counts, in the order of the pairs.
  package private(set) var pairs: [PairCounts]

  package init(_ pairs: [DesignPair]) { self.pairs = pairs.map { PairCounts(pair: $0) } }

  /// Adds a user whom every design has met, and who lost an order under one of them.
  package mutating func add(_ meetings: Meetings) {
    for index in pairs.indices {
      let pair = pairs[index].pair
      pairs[index].add(
        meetings.fate(ofLostUnder: pair.first), meetings.fate(ofLostUnder: pair.second),
        user: meetings.user)
    }
  }

  package static func += (left: inout ComparisonLedger, right: ComparisonLedger) {
    let isSame = left.pairs.map(\.pair) == right.pairs.map(\.pair)
    precondition(isSame, "ledgers that merge compare the same")
    for index in left.pairs.indices { left.pairs[index] += right.pairs[index] }
  }
}

extension ComparisonLedger: Packable {
  package mutating func pack(_ packing: inout Packing) throws(PackingProblem) {
    try packing.each(&pairs)
  }
}

extension PairCounts: Packable {
  package mutating func pack(_ packing: inout Packing) throws(PackingProblem) {
    try packing.count(&both)
    try packing.count(&onlyFirst)
    try packing.count(&onlySecond)
    try flipsOfFirst.pack(&packing)
    try flipsOfSecond.pack(&packing)
  }
}
