import PurchaseWorld
package import Scenarios

/// Lost orders of the same users under two designs.
package struct PairCounts: Hashable, Sendable {
  package let pair: DesignPair
  /// Users who lost an order under both designs, and under one design only.
  package fileprivate(set) var both = 0, onlyFirst = 0, onlySecond = 0
  /// The first discordant users, by number, of ``onlyFirst`` and of ``onlySecond``.
  package fileprivate(set) var flipsOfFirst = DiscordantUsers(), flipsOfSecond = DiscordantUsers()

  /// Adds a user, with the end of the first lost charge under each design; nil if none was lost.
  fileprivate mutating func add(_ first: Fate?, _ second: Fate?, user: UInt64) {
    switch (first, second) {
    case (nil, nil): break
    case (_?, _?): both += 1
    case (let fate?, nil):
      onlyFirst += 1
      flipsOfFirst.add(DiscordantUser(user: user, fate: fate))
    case (nil, let fate?):
      onlySecond += 1
      flipsOfSecond.add(DiscordantUser(user: user, fate: fate))
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

/// Discordant users by lost orders, for every pair of designs that is compared.
package struct PairAccumulator: Hashable, Sendable {
  /// The counts, in the order of the pairs.
  package private(set) var pairs: [PairCounts]

  package init(_ pairs: [DesignPair]) { self.pairs = pairs.map { PairCounts(pair: $0) } }

  /// Adds a user with an outcome under every design and a lost order under at least one.
  package mutating func add(_ meetings: UserOutcomes) {
    for index in pairs.indices {
      let pair = pairs[index].pair
      pairs[index].add(
        meetings.fate(ofLostUnder: pair.first), meetings.fate(ofLostUnder: pair.second),
        user: meetings.user)
    }
  }

  package static func += (left: inout PairAccumulator, right: PairAccumulator) {
    let isSame = left.pairs.map(\.pair) == right.pairs.map(\.pair)
    precondition(isSame, "pair counts that merge have the same pairs")
    for index in left.pairs.indices { left.pairs[index] += right.pairs[index] }
  }
}

extension PairAccumulator: Packable {
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
