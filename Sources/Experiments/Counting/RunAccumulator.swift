package import PurchaseWorld
package import Scenarios
package import Statistics

/// All counts of the users of one experiment: an accumulator for each design, one for the pairs of
/// designs that are compared, and one for each claim that compares two designs.
package struct RunAccumulator: Accumulator {
  /// Contribution of one user to a comparison under one design.
  private struct Contribution: Sendable { var numerator = 0, denominator = 0 }

  /// The counters, in the order of the designs.
  package private(set) var countersByDesign: [DesignCounters]
  /// The discordant users of the scenario's pairs of designs.
  package private(set) var discordantUsersByPair: DiscordantUsersByPair
  /// The joint sums of all pairs of designs.
  package private(set) var jointSums: JointSums

  private let counterLayout: CounterLayout
  /// The joint sums of claims that compare two designs, in order; ``comparison`` has the pairs.
  package private(set) var claimPairSums: [ClaimPairSums]
  /// Queries of the claims, grouped by design, and the range of queries of each design.
  private let questions: [ClaimQuery], places: [Range<Int>]
  /// Contributions of the current user to each claim: under its lower design, then its upper one.
  private var notes: [Contribution]
  private var userOutcomes: UserOutcomes, count: UserCounters, productCount: UserCounters

  package init(_ scenario: Scenario) {
    let designs = scenario.designs
    counterLayout = CounterLayout(scenario)
    countersByDesign = Array(repeating: DesignCounters(counterLayout), count: designs.count)
    discordantUsersByPair = DiscordantUsersByPair(scenario.pairs)
    jointSums = JointSums(scenario)
    claimPairSums = scenario.expectations.enumerated().compactMap { ClaimPairSums($1, $0, designs) }
    let queries = claimPairSums.enumerated().flatMap { index, pair in
      [(pair.lower, 2 * index), (pair.upper, 2 * index + 1)].map { (pair, design: $0, note: $1) }
    }
    let byDesign = designs.indices.map { design in queries.filter { $0.design == design } }
    questions = byDesign.joined().map { [counterLayout] in ClaimQuery($0, counterLayout, note: $2) }
    places = byDesign.reduce(into: []) { places, queries in
      let first = places.last?.upperBound ?? 0
      places.append(first..<first + queries.count)
    }
    notes = Array(repeating: Contribution(), count: queries.count)
    userOutcomes = UserOutcomes(scenario)
    count = UserCounters(counterLayout)
    productCount = count
  }

  /// The lost orders of each design among its charges, for the display of progress.
  package var lostMomentsByDesign: [RatioMoments] { countersByDesign.map { $0.moments(.lost) } }

  /// Adds the outcome of a user under one design; the designs of a user may be added in any order.
  @inline(__always)
  package mutating func add(_ outcome: UserOutcome, design: Int, of user: UInt64) {
    countersByDesign[design].add(outcome, of: user, using: &count)
    if countersByDesign.count > 1 { userOutcomes.add(outcome, count, design: design, of: user) }
    for place in places[design] { notes[questions[place].note] = note(questions[place], outcome) }
  }

  /// Completes the current user, whose outcome under every design has been added.
  package mutating func completeUser() {
    if countersByDesign.count > 1 {
      jointSums.add(&userOutcomes)
      if userOutcomes.hasLost { discordantUsersByPair.add(userOutcomes) }
      userOutcomes.reset()
    }
    for index in claimPairSums.indices {
      let (lower, upper) = (notes[2 * index], notes[2 * index + 1])
      // A user who contributes nothing changes no sum: a user who cancelled has no charges.
      if lower.denominator == 0 && upper.denominator == 0 { continue }
      claimPairSums[index].moments.add(
        lower.numerator, of: lower.denominator, and: upper.numerator, of: upper.denominator)
    }
  }

  /// Contribution of the current user to a claim under a design that the claim concerns.
  @inline(__always)
  private mutating func note(_ question: ClaimQuery, _ outcome: UserOutcome) -> Contribution {
    guard let product = question.product else { return note(question.subject, outcome, count) }
    productCount.replace(with: outcome, product: product, counterLayout: counterLayout)
    return note(question.subject, outcome, productCount)
  }

  @inline(__always)
  private func note(_ subject: ClaimQuery.Subject, _ outcome: UserOutcome, _ count: UserCounters)
    -> Contribution
  {
    switch subject {
    // Money is compared as the mean per user, so every user counts once.
    case .lostAmount: Contribution(numerator: count.lostAmount, denominator: 1)
    case .recoveredAmount: Contribution(numerator: count.recoveredAmount, denominator: 1)
    case .badDebt: Contribution(numerator: count.badDebtAmount, denominator: 1)
    case .row(let row, let base):
      Contribution(numerator: count.rows[row], denominator: count.total(base))
    case .retry(let retry):
      Contribution(
        numerator: Int(outcome.log.failedTries[retry]),
        denominator: Int(outcome.log.failedTries[0]))
    }
  }

  package static func += (left: inout RunAccumulator, right: RunAccumulator) {
    for design in left.countersByDesign.indices {
      left.countersByDesign[design] += right.countersByDesign[design]
    }
    for claim in left.claimPairSums.indices {
      left.claimPairSums[claim].moments += right.claimPairSums[claim].moments
    }
    left.discordantUsersByPair += right.discordantUsersByPair
    left.jointSums += right.jointSums
  }
}

/// A quantity that a claim needs from a user under one design.
private struct ClaimQuery: Sendable {
  enum Subject { case lostAmount, recoveredAmount, badDebt, row(Int, of: Denominator), retry(Int) }

  let subject: Subject
  /// The product whose charges or intents count; nil for all products.
  let product: Int?
  /// The index of the contribution in `notes`.
  let note: Int

  init(_ claim: ClaimPairSums, _ counterLayout: CounterLayout, note: Int) {
    (product, self.note) = (claim.product, note)
    subject =
      switch claim.metric {
      case .lostRevenue: .lostAmount
      case .recoveredRevenue: .recoveredAmount
      case .badDebt: .badDebt
      case .lateRate(let deadline): .row(counterLayout.row(missing: deadline), of: .charges)
      case .share(let share): .row(share.rawValue, of: share.denominator)
      case .failedRetryRate(let retry): .retry(retry)
      case .deliveryP50, .deliveryP95, .deliveryP99, .backend:
        preconditionFailure("a metric with joint sums is a share or an amount")
      }
  }
}

/// Joint sums of two designs over the same users, for a claim that one design lies below the other.
package struct ClaimPairSums: Hashable, Sendable {
  /// The index of the claim among the expectations of its scenario.
  let claim: Int
  package let metric: Metric
  /// The product whose charges or intents count; nil for all products.
  let product: Int?
  /// The index of the design that is claimed to be lower, and of the design above it.
  let lower, upper: Int
  /// The sums; the lower design comes first.
  package var moments = PairMoments()

  /// Creates empty sums; nil for a claim without joint sums, such as one about a percentile.
  init?(_ expectation: Expectation, _ claim: Int, _ designs: [Design]) {
    guard case .below(let metric, let of, let below, _) = expectation.claim,
      let lower = designs.firstIndex(where: { $0.name == of }),
      let upper = designs.firstIndex(where: { $0.name == below })
    else { return nil }
    if [.deliveryP50, .deliveryP95, .deliveryP99].contains(metric) { return nil }
    if case .backend = metric { return nil }
    product = expectation.productIndex
    (self.claim, self.metric, self.lower, self.upper) = (claim, metric, lower, upper)
  }
}

extension RunAccumulator: Archivable {
  package mutating func transcode(_ archive: inout Archive) throws(ArchiveError) {
    try archive.values(&countersByDesign)
    let users = countersByDesign[0].users
    try archive.check(countersByDesign.allSatisfy { $0.users == users })
    try archive.values(&claimPairSums)
    try discordantUsersByPair.transcode(&archive)
    try jointSums.transcode(&archive)
  }
}

extension ClaimPairSums: Archivable {
  package mutating func transcode(_ archive: inout Archive) throws(ArchiveError) {
    try archive.sums(&moments.first)
    try archive.sums(&moments.second)
    try archive.sum(&moments.sumN1N2)
    try archive.sum(&moments.sumN1D2)
    try archive.sum(&moments.sumD1N2)
    try archive.sum(&moments.sumD1D2)
  }
}

extension Archive {
  /// Packs moments of an amount or a share: an amount may exceed the number of its users.
  fileprivate mutating func sums(_ moments: inout RatioMoments) throws(ArchiveError) {
    try amount(&moments.numeratorSum)
    try count(&moments.denominatorSum)
    try sum(&moments.numeratorSquareSum)
    try sum(&moments.productSum)
    try sum(&moments.denominatorSquareSum)
    let d = Int128(moments.denominatorSum)
    try check(moments.numeratorSquareSum >= 0)
    try check(d <= moments.denominatorSquareSum && moments.denominatorSquareSum <= d * d)
  }
}
