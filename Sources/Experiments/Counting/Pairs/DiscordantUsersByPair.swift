import PurchaseWorld
package import Scenarios

/// Lost orders of the same users under two designs.
package struct PairCounts: Hashable, Sendable {
  package let pair: DesignPair
  /// Users who lost an order under both designs, and under one design only.
  package fileprivate(set) var both = 0, onlyFirst = 0, onlySecond = 0
  /// The first discordant users, by number, of ``onlyFirst`` and of ``onlySecond``.
  package fileprivate(set) var losersUnderFirstOnly = DiscordantUsers(),
    losersUnderSecondOnly = DiscordantUsers()

  /// Adds a user, with the end of the first lost charge under each design; nil if none was lost.
  fileprivate mutating func add(_ first: ChargeStatus?, _ second: ChargeStatus?, user: UInt64) {
    switch (first, second) {
    case (nil, nil): break
    case (_?, _?): both += 1
    case (let status?, nil):
      onlyFirst += 1
      losersUnderFirstOnly.add(DiscordantUser(user: user, status: status))
    case (nil, let status?):
      onlySecond += 1
      losersUnderSecondOnly.add(DiscordantUser(user: user, status: status))
    }
  }

  fileprivate static func += (left: inout PairCounts, right: PairCounts) {
    left.both += right.both
    left.onlyFirst += right.onlyFirst
    left.onlySecond += right.onlySecond
    left.losersUnderFirstOnly += right.losersUnderFirstOnly
    left.losersUnderSecondOnly += right.losersUnderSecondOnly
  }
}

/// Discordant users by lost orders, for every pair of designs that is compared.
package struct DiscordantUsersByPair: Hashable, Sendable {
  /// The counts, in the order of the pairs.
  package private(set) var counts: [PairCounts]

  package init(_ pairs: [DesignPair]) { self.counts = pairs.map { PairCounts(pair: $0) } }

  /// Adds a user with an outcome under every design and a lost order under at least one.
  package mutating func add(_ userOutcomes: UserOutcomes) {
    for index in counts.indices {
      let pair = counts[index].pair
      counts[index].add(
        userOutcomes.status(ofLostUnder: pair.first), userOutcomes.status(ofLostUnder: pair.second),
        user: userOutcomes.user)
    }
  }

  package static func += (left: inout DiscordantUsersByPair, right: DiscordantUsersByPair) {
    let isSame = left.counts.map(\.pair) == right.counts.map(\.pair)
    precondition(isSame, "pair counts that merge have the same pairs")
    for index in left.counts.indices { left.counts[index] += right.counts[index] }
  }
}

extension DiscordantUsersByPair: Archivable {
  package mutating func transcode(_ archive: inout Archive) throws(ArchiveError) {
    try archive.values(&counts)
  }
}

extension PairCounts: Archivable {
  package mutating func transcode(_ archive: inout Archive) throws(ArchiveError) {
    try archive.counts(of: &self, \.both, \.onlyFirst, \.onlySecond)
    try losersUnderFirstOnly.transcode(&archive)
    try losersUnderSecondOnly.transcode(&archive)
  }
}
