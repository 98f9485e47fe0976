package import PurchaseWorld
package import Scenarios
package import Statistics

/// What the current user met under every design: the orders that were charged, and those by which designs
/// are compared (`Scenario.comparedShare`), called lost.
package struct Meetings: Sendable {
  /// What the user met under one design.
  struct Meeting: Sendable {
    var charges = 0
    /// How many of the charges count as lost.
    var lost = 0
    /// How the first lost charge ended.
    var fate = Fate.delivered
  }

  private(set) var user: UInt64 = 0
  /// The meetings, by design.
  private(set) var all: [Meeting]
  /// Whether the user was charged under a design; else there is nothing to compare.
  private(set) var isCharged = false

  /// The row and the base of the share: asked at every user.
  private let row: Int, base: Base

  package init(designs: Int, by share: Share) {
    (row, base) = (share.rawValue, share.base)
    all = Array(repeating: Meeting(), count: designs)
  }

  /// Notes what became of the user under one design that charged them.
  /// - Parameter count: the counts of `outcome` over all products.
  package mutating func add(_ outcome: Outcome, _ count: UserCount, design: Int, of user: UInt64) {
    (self.user, isCharged) = (user, true)
    var meeting = Meeting(charges: count.whole(base))
    if count.hasRows, case let lost = count.rows[row], lost > 0 {
      guard let charge = outcome.charges.first(where: \.fate.isLostOrAutoRefunded) else {
        preconditionFailure("a lost order that is counted is among the charges")
      }
      (meeting.lost, meeting.fate) = (lost, charge.fate)
    }
    all[design] = meeting
  }

  /// Lets the next user begin.
  mutating func reset() {
    for design in all.indices { all[design] = Meeting() }
    isCharged = false
  }
}

/// What two designs did to the same users.
package struct PairCounts: Hashable, Sendable {
  package let pair: DesignPair
  /// Users who lost an order under both designs, or under one alone.
  package fileprivate(set) var both = 0, onlyFirst = 0, onlySecond = 0
  /// The first users of ``onlyFirst`` and of ``onlySecond``, by number.
  package fileprivate(set) var flipsOfFirst = FlipList(), flipsOfSecond = FlipList()

  /// Σn₁n₂, Σn₁d₂ and Σd₁n₂ over all users, with n lost orders and d charges of a user.
  fileprivate var lostTogether = 0, lostOfFirst = 0, lostOfSecond = 0
  /// Σd₁d₂ over all users.
  fileprivate var charges = 0

  fileprivate mutating func add(_ first: Meetings.Meeting, _ second: Meetings.Meeting, user: UInt64)
  {
    charges += first.charges * second.charges
    if first.lost == 0 && second.lost == 0 { return }
    lostTogether += first.lost * second.lost
    lostOfFirst += first.lost * second.charges
    lostOfSecond += first.charges * second.lost
    if first.lost > 0 && second.lost > 0 {
      both += 1
    } else if first.lost > 0 {
      onlyFirst += 1
      flipsOfFirst.add(Flip(user: user, fate: first.fate))
    } else {
      onlySecond += 1
      flipsOfSecond.add(Flip(user: user, fate: second.fate))
    }
  }

  fileprivate static func += (left: inout PairCounts, right: PairCounts) {
    left.both += right.both
    left.onlyFirst += right.onlyFirst
    left.onlySecond += right.onlySecond
    left.flipsOfFirst += right.flipsOfFirst
    left.flipsOfSecond += right.flipsOfSecond
    left.lostTogether += right.lostTogether
    left.lostOfFirst += right.lostOfFirst
    left.lostOfSecond += right.lostOfSecond
    left.charges += right.charges
  }
}

/// The joint counts of lost orders for every pair of designs that is compared.
///
/// Sums of one design alone are in its ``Ledger``.
package struct ComparisonLedger: Hashable, Sendable {
  /// The counts, in the order of the pairs.
  package private(set) var pairs: [PairCounts]
  private let share: Share

  package init(_ pairs: [DesignPair], by share: Share) {
    self.pairs = pairs.map { PairCounts(pair: $0) }
    self.share = share
  }

  /// Adds a user whom every design has met.
  package mutating func add(_ meetings: Meetings) {
    for index in pairs.indices {
      let pair = pairs[index].pair
      pairs[index].add(meetings.all[pair.first], meetings.all[pair.second], user: meetings.user)
    }
  }

  /// The joint sums of lost orders among charges, the first design of the pair first.
  /// - Parameter index: the index of the pair.
  /// - Parameter ledgers: the ledgers of the designs, over the same users.
  package func moments(ofPair index: Int, _ ledgers: [Ledger]) -> PairMoments {
    let counts = pairs[index]
    var moments = PairMoments()
    moments.first = ledgers[counts.pair.first].moments(share)
    moments.second = ledgers[counts.pair.second].moments(share)
    moments.numerators = Int128(counts.lostTogether)
    moments.firstNumerators = Int128(counts.lostOfFirst)
    moments.secondNumerators = Int128(counts.lostOfSecond)
    moments.denominators = Int128(counts.charges)
    return moments
  }

  package static func += (left: inout ComparisonLedger, right: ComparisonLedger) {
    let isSame = left.pairs.map(\.pair) == right.pairs.map(\.pair)
    precondition(isSame, "ledgers that merge compare the same")
    for index in left.pairs.indices { left.pairs[index] += right.pairs[index] }
  }
}
