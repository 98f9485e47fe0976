import PurchaseWorld
package import Scenarios
package import Statistics

/// What a conclusion weighs designs by: fewer is better.
package enum Objective: Hashable, Sendable {
  /// Lost orders; where a store refunds by itself, those that it refunded before the right goods too (G10).
  case lostOrders(Share)
  case lostSales
  case doubleCharges
  /// What the order system books and the store does not pay, by user. [000]
  case badDebt
  /// Goods for which the store gave the money back by itself (G10).
  case refundsAfterDelivery

  package var metric: Metric {
    switch self {
    case .lostOrders(let share): .share(share)
    case .lostSales: .share(.lostSale)
    case .doubleCharges: .share(.doubleCharge)
    case .badDebt: .badDebt
    case .refundsAfterDelivery: .share(.autoRefundedAfterDelivery)
    }
  }

  /// Whether another is the same, or the same where no store refunds by itself.
  package func isSame(as other: Objective) -> Bool {
    if case .lostOrders = self, case .lostOrders = other { return true }
    return self == other
  }

  /// What a user adds to the objective, and to the whole of which it is a share.
  func count(_ user: UserCount) -> Int {
    if case .share(let share) = metric { user.rows[share.rawValue] } else { user.badDebtAmount }
  }
}

extension Scenario {
  /// What its designs are weighed by, lost orders first.
  package var objectives: [Objective] {
    [.lostOrders(comparedShare), .lostSales, .doubleCharges, .badDebt]
      + (Share.autoRefundedAfterDelivery.applies(toAny: designs) ? [.refundsAfterDelivery] : [])
  }

  /// The pairs of designs whose joint sums are kept: every two, or where these would be too many those
  /// that are compared.
  fileprivate var jointPairs: [DesignPair] {
    if designs.count > JointLedger.mostDesigns { return pairs }
    return designs.indices.flatMap { first in
      designs.indices.dropFirst(first + 1).map { DesignPair(first, $0) }
    }
  }
}

/// The joint sums of designs over the same users, two by two, for every objective.
///
/// Of most users all designs count the same, so they are added once for all pairs.
package struct JointLedger: Hashable, Sendable {
  /// So many designs are all compared with each other.
  package static let mostDesigns = 40

  /// Σn₁n₂, Σn₁d₂, Σd₁n₂ and Σd₁d₂ over users, with n of d counted of a user.
  fileprivate struct Sums: Hashable, Sendable {
    var counts: Int128 = 0, ofFirst: Int128 = 0, ofSecond: Int128 = 0, wholes: Int128 = 0

    /// Adds a user of whom a whole has been added for both designs.
    @inline(__always)
    mutating func add(_ first: Meetings.Note, _ second: Meetings.Note, beyond common: Int) {
      wholes += Int128(first.whole * second.whole - common * common)
      if first.count == 0 && second.count == 0 { return }
      counts += Int128(first.count) * Int128(second.count)
      ofFirst += Int128(first.count) * Int128(second.whole)
      ofSecond += Int128(first.whole) * Int128(second.count)
    }

    static func += (left: inout Sums, right: Sums) {
      left.counts += right.counts
      left.ofFirst += right.ofFirst
      left.ofSecond += right.ofSecond
      left.wholes += right.wholes
    }
  }

  /// Σd² of what most designs count alike, by objective.
  private var alike: [Int128]
  /// The wholes of users of whom nothing else is counted: Σd².
  private var plain = Meetings.Wholes()
  private var plainUsers = 0
  /// The sums of the others, by objective, then by pair.
  private var apart: [Sums]

  private let objectives: [Objective], designs: Int
  private let pairs: [DesignPair]
  private let hasAllPairs: Bool

  package init(_ scenario: Scenario) {
    (objectives, designs, pairs) = (
      scenario.objectives, scenario.designs.count, scenario.jointPairs
    )
    hasAllPairs = designs <= JointLedger.mostDesigns
    alike = Array(repeating: 0, count: objectives.count)
    apart = Array(repeating: Sums(), count: objectives.count * pairs.count)
  }

  /// Adds a user whom every design has met.
  @inline(__always) mutating func add(_ meetings: inout Meetings) {
    guard let common = meetings.common else { return addApart(&meetings) }
    plainUsers += 1
    plain.charges += common.charges * common.charges
    plain.intents += common.intents * common.intents
    plain.wishes += common.wishes * common.wishes
    plain.chargesAndAutoRefunds += common.chargesAndAutoRefunds * common.chargesAndAutoRefunds
  }

  /// Adds what most designs count alike for all pairs, and the pairs of the others for themselves.
  @inline(never) private mutating func addApart(_ meetings: inout Meetings) {
    for objective in objectives.indices {
      meetings.note(objective)
      alike[objective] += Int128(meetings.mostCommonWhole * meetings.mostCommonWhole)
      if !meetings.others.isEmpty { addOthers(objective * pairs.count, meetings) }
    }
  }

  private mutating func addOthers(_ start: Int, _ meetings: borrowing Meetings) {
    let common = meetings.mostCommonWhole
    guard hasAllPairs else {
      for (place, pair) in pairs.enumerated() {
        apart[start + place].add(
          meetings.notes[pair.first], meetings.notes[pair.second], beyond: common)
      }
      return
    }
    for (index, design) in meetings.others.enumerated() {
      // Its pairs with earlier ones of the others have been added there.
      var passed = 0
      for earlier in 0..<design {
        if passed < index && meetings.others[passed] == earlier {
          passed += 1
          continue
        }
        apart[start + placeOfPair(earlier, design)].add(
          meetings.notes[earlier], meetings.notes[design], beyond: common)
      }
      for later in design + 1..<designs {
        apart[start + placeOfPair(design, later)].add(
          meetings.notes[design], meetings.notes[later], beyond: common)
      }
    }
  }

  /// The place of a pair where every two designs are one, in their order.
  @inline(__always) private func placeOfPair(_ first: Int, _ second: Int) -> Int {
    first * (2 * designs - first - 1) / 2 + second - first - 1
  }

  /// The joint sums of two designs for an objective, by its place among those of the scenario.
  /// - Parameter ledgers: the ledgers of the designs, over the same users.
  /// - Returns: nil if there are none of these two.
  package func moments(_ objective: Int, of pair: DesignPair, _ ledgers: [Ledger]) -> PairMoments? {
    guard let place = pairs.firstIndex(where: { $0.matches(pair) }) else { return nil }
    var moments = PairMoments()
    let subject = objectives[objective]
    moments.first = ledgers[pair.first].moments(subject)
    moments.second = ledgers[pair.second].moments(subject)
    var sums = apart[objective * pairs.count + place]
    sums.wholes += alike[objective]
    sums.wholes += Int128(subject.metric == .badDebt ? plainUsers : plain.count(subject.base))
    moments.numerators = sums.counts
    let isTurned = pairs[place] != pair
    moments.firstNumerators = isTurned ? sums.ofSecond : sums.ofFirst
    moments.secondNumerators = isTurned ? sums.ofFirst : sums.ofSecond
    moments.denominators = sums.wholes
    return moments
  }

  package static func += (left: inout JointLedger, right: JointLedger) {
    precondition(left.pairs == right.pairs, "ledgers that merge compare the same")
    for place in left.alike.indices { left.alike[place] += right.alike[place] }
    for place in left.apart.indices { left.apart[place] += right.apart[place] }
    left.plainUsers += right.plainUsers
    left.plain.charges += right.plain.charges
    left.plain.intents += right.plain.intents
    left.plain.wishes += right.plain.wishes
    left.plain.chargesAndAutoRefunds += right.plain.chargesAndAutoRefunds
  }
}

extension Objective {
  fileprivate var base: Base {
    guard case .share(let share) = metric else { return .intents }
    return share.base
  }
}

extension Ledger {
  /// What an objective counts over all users; of money each user counts once.
  fileprivate func moments(_ objective: Objective) -> RatioMoments {
    if case .share(let share) = objective.metric { return moments(share) }
    let tally = all
    let debt = tally.money.badDebt
    return RatioMoments(
      numerators: debt, denominators: users, numeratorSquares: tally.badDebtSquares,
      products: Int128(debt), denominatorSquares: Int128(users))
  }
}

extension JointLedger: Packable {
  package mutating func pack(_ packing: inout Packing) throws(PackingProblem) {
    for objective in alike.indices { try packing.sum(&alike[objective]) }
    try plain.pack(&packing)
    try packing.count(&plainUsers)
    try packing.each(&apart)
  }
}

extension JointLedger.Sums: Packable {
  mutating func pack(_ packing: inout Packing) throws(PackingProblem) {
    try packing.sum(&counts)
    try packing.sum(&ofFirst)
    try packing.sum(&ofSecond)
    try packing.sum(&wholes)
  }
}

extension Meetings.Wholes: Packable {
  mutating func pack(_ packing: inout Packing) throws(PackingProblem) {
    try packing.count(&charges)
    try packing.count(&intents)
    try packing.count(&wishes)
    try packing.count(&chargesAndAutoRefunds)
  }
}
