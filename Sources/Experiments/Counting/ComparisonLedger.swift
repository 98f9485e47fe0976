package import PurchaseWorld
package import Scenarios
package import Statistics

/// What the current user met under every design: the orders that were charged and lost.
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
  /// The meetings, by design, unless ``alikeCharges`` says it all.
  private(set) var all: [Meeting]
  /// The charges under the design that was met first; nil before that.
  private var firstCharges: Int?
  /// Whether the designs met so far charged alike and lost nothing.
  private var isAlike = true

  package init(designs: Int) { all = Array(repeating: Meeting(), count: designs) }
  /// The charges under each design, if all designs charged alike and lost nothing.
  var alikeCharges: Int? { isAlike ? firstCharges : nil }

  /// Notes a design under which the user lost nothing; designs come in their order.
  package mutating func add(charges: Int, design: Int, of user: UInt64) {
    add(Meeting(charges: charges), design, user)
  }

  /// Notes what became of the user under one design; designs come in their order.
  /// - Parameter count: the counts of `outcome` over all products.
  package mutating func add(_ outcome: Outcome, _ count: UserCount, design: Int, of user: UInt64) {
    var meeting = Meeting(charges: count.bases[Base.charges.rawValue])
    meeting.lost = count.rows[Share.lost.rawValue]
    if meeting.lost > 0 {
      guard let charge = outcome.charges.first(where: { $0.fate.countsAsLost }) else {
        preconditionFailure("a lost order that is counted is among the charges")
      }
      meeting.fate = charge.fate
    }
    add(meeting, design, user)
  }

  @inline(__always) private mutating func add(_ meeting: Meeting, _ design: Int, _ number: UInt64) {
    user = number
    let charges = firstCharges ?? meeting.charges
    firstCharges = charges
    // Most users are alike under every design, and one number says what all of them would.
    if isAlike && meeting.lost == 0 && meeting.charges == charges { return }
    // The meetings with the designs before this one were all alike.
    if isAlike { for earlier in 0..<design { all[earlier] = Meeting(charges: charges) } }
    isAlike = false
    all[design] = meeting
  }

  package mutating func reset() { (firstCharges, isAlike) = (nil, true) }
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
  /// Σd₁d₂ over the users who are not alike under all designs.
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

  /// Σd² over the users who are alike under all designs.
  private var alikeCharges = 0

  package init(_ pairs: [DesignPair]) { self.pairs = pairs.map { PairCounts(pair: $0) } }

  /// Adds a user whom every design has met. Most users are charged alike by all designs and lose
  /// nothing: one addition, however many pairs.
  package mutating func add(_ meetings: Meetings) {
    if let charges = meetings.alikeCharges { return alikeCharges += charges * charges }
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
    moments.first = ledgers[counts.pair.first].moments(.lost)
    moments.second = ledgers[counts.pair.second].moments(.lost)
    moments.numerators = Int128(counts.lostTogether)
    moments.firstNumerators = Int128(counts.lostOfFirst)
    moments.secondNumerators = Int128(counts.lostOfSecond)
    moments.denominators = Int128(alikeCharges + counts.charges)
    return moments
  }

  package static func += (left: inout ComparisonLedger, right: ComparisonLedger) {
    let isSame = left.pairs.map(\.pair) == right.pairs.map(\.pair)
    precondition(isSame, "ledgers that merge compare the same")
    for index in left.pairs.indices { left.pairs[index] += right.pairs[index] }
    left.alikeCharges += right.alikeCharges
  }
}
