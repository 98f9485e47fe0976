import PurchaseWorld
package import Scenarios
package import Statistics

/// A measure by which a conclusion compares designs; a lower value is better.
package enum Objective: Hashable, Sendable {
  /// Lost orders, including automatic refunds before the correct delivery where they exist (G10).
  case lostOrders(ShareMetric)
  /// Paying intents without a charge.
  case lostSales
  /// Intents that were charged more than once.
  case doubleCharges
  /// Bookings of the order system that the store does not pay, per user. [000]
  case badDebt
  /// Delivered goods whose charge the store refunded automatically (G10).
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

  /// Whether two objectives have the same meaning, with or without automatic refunds.
  package func isSame(as other: Objective) -> Bool {
    if case .lostOrders = self, case .lostOrders = other { return true }
    return self == other
  }

  /// The user's count for the objective: the numerator of its share, or an amount in minor units.
  func count(_ user: UserCounters) -> Int {
    if case .share(let share) = metric { user.rows[share.rawValue] } else { user.badDebtAmount }
  }
}

extension Scenario {
  /// The objectives by which its designs are compared; lost orders come first.
  package var objectives: [Objective] {
    [.lostOrders(comparedShare), .lostSales, .doubleCharges, .badDebt]
      + (ShareMetric.autoRefundedAfterDelivery.applies(toAny: designs)
        ? [.refundsAfterDelivery] : [])
  }

  /// The pairs with joint sums: all pairs, or the scenario's pairs if all would be too many.
  fileprivate var jointPairs: [DesignPair] {
    if designs.count > JointSums.maxDesigns { return pairs }
    return designs.indices.flatMap { first in
      designs.indices.dropFirst(first + 1).map { DesignPair(first, $0) }
    }
  }
}

/// Joint sums of pairs of designs over the same users, for every objective.
///
/// For most users all designs have the same counts; these users are added once for all pairs.
package struct JointSums: Hashable, Sendable {
  /// The largest number of designs for which all pairs are kept.
  package static let maxDesigns = 40

  /// Σn₁n₂, Σn₁d₂, Σd₁n₂ and Σd₁d₂ over users, where a user counts n of d.
  fileprivate struct Sums: Hashable, Sendable {
    var counts: Int128 = 0, ofFirst: Int128 = 0, ofSecond: Int128 = 0, wholes: Int128 = 0

    /// Adds a user whose most common denominator `common` has been added already for both designs.
    @inline(__always)
    mutating func add(
      _ first: UserOutcomes.Contribution, _ second: UserOutcomes.Contribution, beyond common: Int
    ) {
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

  /// Σd² with the most common denominator of each user, by objective.
  private var alike: [Int128]
  /// Σd² of the users for whom only denominators were counted.
  private var plain = UserOutcomes.Denominators()
  private var plainUsers = 0
  /// The remaining sums of all other users, by objective, then by pair.
  private var apart: [Sums]

  private let objectives: [Objective], designs: Int
  private let pairs: [DesignPair]
  /// Whether `pairs` are all pairs of designs, so that the index of a pair can be calculated.
  private let hasAllPairs: Bool

  package init(_ scenario: Scenario) {
    (objectives, designs) = (scenario.objectives, scenario.designs.count)
    pairs = scenario.jointPairs
    hasAllPairs = designs <= JointSums.maxDesigns
    alike = Array(repeating: 0, count: objectives.count)
    apart = Array(repeating: Sums(), count: objectives.count * pairs.count)
  }

  /// Adds a user with an outcome under every design.
  @inline(__always) mutating func add(_ userOutcomes: inout UserOutcomes) {
    guard let common = userOutcomes.common else { return addApart(&userOutcomes) }
    plainUsers += 1
    plain.values.charges += common.values.charges * common.values.charges
    plain.values.intents += common.values.intents * common.values.intents
    plain.values.payingIntents += common.values.payingIntents * common.values.payingIntents
    plain.chargesAndAutoRefunds += common.chargesAndAutoRefunds * common.chargesAndAutoRefunds
  }

  /// Adds the most common denominator for all pairs, then corrects the pairs of the other designs.
  @inline(never) private mutating func addApart(_ userOutcomes: inout UserOutcomes) {
    for objective in objectives.indices {
      userOutcomes.note(objective)
      alike[objective] += Int128(userOutcomes.mostCommonWhole * userOutcomes.mostCommonWhole)
      if !userOutcomes.others.isEmpty { addOthers(objective * pairs.count, userOutcomes) }
    }
  }

  private mutating func addOthers(_ start: Int, _ userOutcomes: borrowing UserOutcomes) {
    let common = userOutcomes.mostCommonWhole
    guard hasAllPairs else {
      for (place, pair) in pairs.enumerated() {
        apart[start + place].add(
          userOutcomes.notes[pair.first], userOutcomes.notes[pair.second], beyond: common)
      }
      return
    }
    for (index, design) in userOutcomes.others.enumerated() {
      // Its pairs with earlier members of `others` were added in their iterations.
      var passed = 0
      for earlier in 0..<design {
        if passed < index && userOutcomes.others[passed] == earlier {
          passed += 1
          continue
        }
        apart[start + placeOfPair(earlier, design)].add(
          userOutcomes.notes[earlier], userOutcomes.notes[design], beyond: common)
      }
      for later in design + 1..<designs {
        apart[start + placeOfPair(design, later)].add(
          userOutcomes.notes[design], userOutcomes.notes[later], beyond: common)
      }
    }
  }

  /// The index of a pair if all pairs are kept, in their order.
  @inline(__always) private func placeOfPair(_ first: Int, _ second: Int) -> Int {
    first * (2 * designs - first - 1) / 2 + second - first - 1
  }

  /// The joint sums of two designs for an objective, by its index among the scenario's objectives.
  /// - Parameter countersByDesign: the counters of all designs, over the same users.
  /// - Returns: nil if this pair has no joint sums.
  package func moments(_ objective: Int, of pair: DesignPair, _ countersByDesign: [DesignCounters])
    -> PairMoments?
  {
    guard let place = pairs.firstIndex(where: { $0.matches(pair) }) else { return nil }
    var moments = PairMoments()
    let subject = objectives[objective]
    moments.first = countersByDesign[pair.first].moments(subject)
    moments.second = countersByDesign[pair.second].moments(subject)
    var sums = apart[objective * pairs.count + place]
    var plainSum = plainUsers
    if case .share(let share) = subject.metric { plainSum = plain.count(share.denominator) }
    sums.wholes += alike[objective] + Int128(plainSum)
    moments.sumN1N2 = sums.counts
    let isTurned = pairs[place] != pair
    moments.sumN1D2 = isTurned ? sums.ofSecond : sums.ofFirst
    moments.sumD1N2 = isTurned ? sums.ofFirst : sums.ofSecond
    moments.sumD1D2 = sums.wholes
    return moments
  }

  package static func += (left: inout JointSums, right: JointSums) {
    precondition(left.pairs == right.pairs, "joint sums that merge have the same pairs")
    for place in left.alike.indices { left.alike[place] += right.alike[place] }
    for place in left.apart.indices { left.apart[place] += right.apart[place] }
    left.plainUsers += right.plainUsers
    left.plain.values.charges += right.plain.values.charges
    left.plain.values.intents += right.plain.values.intents
    left.plain.values.payingIntents += right.plain.values.payingIntents
    left.plain.chargesAndAutoRefunds += right.plain.chargesAndAutoRefunds
  }
}

extension DesignCounters {
  /// The moments of an objective over all users; for money the denominator is the number of users.
  fileprivate func moments(_ objective: Objective) -> RatioMoments {
    if case .share(let share) = objective.metric { return moments(share) }
    let counters = all
    let debt = counters.money.badDebt
    return RatioMoments(
      numerators: debt, denominators: users, numeratorSquares: counters.badDebtSquares,
      products: Int128(debt), denominatorSquares: Int128(users))
  }
}

extension JointSums: Archivable {
  package mutating func transcode(_ archive: inout Archive) throws(ArchiveError) {
    for objective in alike.indices { try archive.sum(&alike[objective]) }
    try plain.transcode(&archive)
    try archive.count(&plainUsers)
    try archive.values(&apart)
  }
}

extension JointSums.Sums: Archivable {
  mutating func transcode(_ archive: inout Archive) throws(ArchiveError) {
    try archive.sum(&counts)
    try archive.sum(&ofFirst)
    try archive.sum(&ofSecond)
    try archive.sum(&wholes)
  }
}

extension UserOutcomes.Denominators: Archivable {
  mutating func transcode(_ archive: inout Archive) throws(ArchiveError) {
    try archive.counts(
      of: &self, \.values.charges, \.values.intents, \.values.payingIntents, \.chargesAndAutoRefunds
    )
  }
}
