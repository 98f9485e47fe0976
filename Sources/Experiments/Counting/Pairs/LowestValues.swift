import EventEngine
package import PurchaseWorld

/// The lowest distinct values of a sequence, ascending, at most `maximum` of them.
///
/// The lowest of two lists are among the lowest of each, so lists merge exactly and in any order.
package struct LowestValues<let maximum: Int, Value: Comparable & Hashable & Sendable>: Hashable,
  Sendable
{
  package private(set) var values: [Value] = []
  /// Whether a value was dropped because the list was full.
  package private(set) var isTruncated = false

  package init() {}

  /// Inserts a value if it is new; the highest value is dropped if the list is full.
  package mutating func add(_ value: Value) {
    var (place, end) = (0, values.count)
    // Fast path: most values are above the highest value of a full list.
    if end == maximum, values[end - 1] < value { place = end }
    while place < end {
      let middle = (place + end) / 2
      if values[middle] < value { place = middle + 1 } else { end = middle }
    }
    if place < values.count, values[place] == value { return }
    if values.count == maximum {
      isTruncated = true
      guard place < maximum else { return }
      values.removeLast()
    }
    values.insert(value, at: place)
  }

  package static func += (left: inout LowestValues, right: LowestValues) {
    for value in right.values { left.add(value) }
    if right.isTruncated { left.isTruncated = true }
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
package typealias LossSample = LowestValues<100, LostCharge>

/// A user who lost an order under one design of a pair and none under the other.
package struct DiscordantUser: Hashable, Comparable, Sendable {
  package var user: UInt64
  /// The end of the first lost charge under the losing design: lost, rescued or refunded.
  package var status: ChargeStatus

  package init(user: UInt64, status: ChargeStatus) {
    precondition(status.isLostOrAutoRefunded, "a discordant user has lost an order")
    (self.user, self.status) = (user, status)
  }

  package static func < (left: DiscordantUser, right: DiscordantUser) -> Bool {
    left.user < right.user
  }
}

/// One order that was lost, rescued, or refunded by the store before the correct delivery (G10).
package struct LostCharge: Hashable, Comparable, Sendable {
  package var user: UInt64
  /// The index of the charge among the user's charges, from 0.
  package var charge: Int
  /// The end of the charge.
  package var status: ChargeStatus
  /// The fault declarations that the user experienced, by index, as bits.
  package var occurredFaults: UInt64

  package static func < (left: LostCharge, right: LostCharge) -> Bool {
    (LossSample.samplingRank(left.user), left.user, left.charge)
      < (LossSample.samplingRank(right.user), right.user, right.charge)
  }
}

extension LossSample {
  /// The rank of a user in a fixed random order, by which the sample of losses is chosen.
  package static func samplingRank(_ user: UInt64) -> UInt64 {
    KeyedDraws.mix(user &+ 0x9E37_79B9_7F4A_7C15)
  }

  /// Adds the lost orders of a user who is not in the list yet.
  package mutating func add(_ outcome: UserOutcome, of user: UInt64) {
    let faults = outcome.occurredFaults
    for (number, charge) in outcome.charges.enumerated() where charge.status.isLostOrAutoRefunded {
      add(LostCharge(user: user, charge: number, status: charge.status, occurredFaults: faults))
    }
  }
}

/// All ways to lose an order: each kind with each drop point, at the index `LossSet.index(of:_:)`.
package enum LossTable {
  package static let lossOutcomes = LossKind.allCases.flatMap { kind in
    DropPoint.allCases.map { (kind: kind, point: $0) }
  }
  package static let count = lossOutcomes.count
}

extension LowestValues: Archivable where Value: Archivable & EmptyValueProviding {
  package mutating func transcode(_ archive: inout Archive) throws(ArchiveError) {
    try archive.list(&values, maximum: maximum, Value.empty)
    try archive.check(zip(values, values.dropFirst()).allSatisfy(<))
    try archive.flag(&isTruncated)
  }
}

/// A type with an ``empty`` value, with which decoding begins.
package protocol EmptyValueProviding { static var empty: Self { get } }

extension UInt64: EmptyValueProviding { package static let empty: UInt64 = 0 }

extension DiscordantUser: Archivable, EmptyValueProviding {
  package static let empty = DiscordantUser(user: 0, status: .rescued)

  package mutating func transcode(_ archive: inout Archive) throws(ArchiveError) {
    try archive.bits(&user)
    try status.transcode(&archive)
  }
}

extension LostCharge: Archivable, EmptyValueProviding {
  package static let empty = LostCharge(user: 0, charge: 0, status: .rescued, occurredFaults: 0)

  package mutating func transcode(_ archive: inout Archive) throws(ArchiveError) {
    try archive.bits(&user)
    try archive.count(&charge)
    try status.transcode(&archive)
    try archive.bits(&occurredFaults)
  }
}

extension ChargeStatus: Archivable {
  /// All ends of a lost order, automatic refunds included; the index is the packed form.
  private static let lost: [ChargeStatus] =
    [.rescued] + LossTable.lossOutcomes.map { .lost($0.kind, $0.point) }
    + LossTable.lossOutcomes.map { .autoRefunded(.lost($0.kind, $0.point)) }

  /// - Precondition: it is the end of a lost order.
  package mutating func transcode(_ archive: inout Archive) throws(ArchiveError) {
    guard var place = ChargeStatus.lost.firstIndex(of: self) else {
      preconditionFailure("only lost orders have a packed form")
    }
    try archive.number(&place, in: 0...ChargeStatus.lost.count - 1)
    self = ChargeStatus.lost[place]
  }
}
