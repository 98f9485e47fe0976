package import PurchaseWorld
package import Scenarios
package import Statistics

/// Everything that is counted of the users of one experiment: a ledger for each design, one for the
/// pairs of designs that are compared, and one for each claim that compares two.
package struct Books: Bookkeeping {
  /// What one user contributed to a comparison under one design.
  private struct Note: Sendable {
    var numerator = 0, denominator = 0
  }

  /// The ledgers, in the order of the designs.
  package private(set) var ledgers: [Ledger]
  /// The joint counts of lost orders for the pairs of the scenario.
  package private(set) var comparison: ComparisonLedger

  private let shape: Shape
  /// The ledgers of comparisons, in the order of their claims.
  package private(set) var pairs: [PairLedger]
  /// By design, the places among the notes of what claims ask of it.
  private let questions: [[Int]]
  /// What the current user contributed to each claim under its lower design, then its upper one.
  private var notes: [Note]
  private var meetings: Meetings, count: UserCount, productCount: UserCount

  package init(_ scenario: Scenario) {
    let designs = scenario.designs
    shape = Shape(scenario)
    ledgers = Array(repeating: Ledger(shape), count: designs.count)
    comparison = ComparisonLedger(scenario.pairs)
    pairs = scenario.expectations.enumerated().compactMap { PairLedger($1, $0, designs) }
    let asked = pairs.flatMap { [$0.lower, $0.upper] }
    questions = designs.indices.map { design in asked.indices.filter { asked[$0] == design } }
    notes = Array(repeating: Note(), count: asked.count)
    meetings = Meetings(designs: designs.count)
    count = UserCount(shape)
    productCount = count
  }

  package var lost: [RatioMoments] { ledgers.map { $0.moments(.lost) } }

  package mutating func add(_ outcome: Outcome, design: Int, of user: UInt64) {
    ledgers[design].add(outcome, of: user, using: &count)
    if !comparison.pairs.isEmpty { meetings.add(outcome, count, design: design, of: user) }
    for place in questions[design] { notes[place] = note(pairs[place / 2], outcome) }
  }

  package mutating func endUser() {
    if !comparison.pairs.isEmpty { comparison.add(meetings) }
    for index in pairs.indices {
      let (lower, upper) = (notes[2 * index], notes[2 * index + 1])
      // Nothing adds nothing: a user who cancelled has no charges.
      if lower.denominator == 0 && upper.denominator == 0 { continue }
      pairs[index].moments.add(
        lower.numerator, of: lower.denominator, and: upper.numerator, of: upper.denominator)
    }
  }

  /// What the current user contributes to a claim under a design that it concerns.
  private mutating func note(_ claim: PairLedger, _ outcome: Outcome) -> Note {
    if case .failedRetryRate(let retry) = claim.metric {
      let tries = outcome.log.failedTries
      return Note(numerator: Int(tries[retry]), denominator: Int(tries[0]))
    }
    guard let product = claim.product else { return Books.note(claim.metric, count, shape) }
    productCount.count(outcome, product: product, shape: shape)
    return Books.note(claim.metric, productCount, shape)
  }

  private static func note(_ metric: Metric, _ count: UserCount, _ shape: Shape) -> Note {
    switch metric {
    // Money is compared as the mean of a user, so that every user counts once.
    case .lostRevenue: Note(numerator: count.lostAmount, denominator: 1)
    case .recoveredRevenue: Note(numerator: count.recoveredAmount, denominator: 1)
    case .badDebt: Note(numerator: count.badDebtAmount, denominator: 1)
    case .lateRate(let deadline):
      Note(
        numerator: count.rows[shape.row(within: deadline)],
        denominator: count.bases[Base.charges.rawValue])
    case .share(let share):
      Note(numerator: count.rows[share.rawValue], denominator: count.bases[share.base.rawValue])
    case .failedRetryRate, .deliveryP50, .deliveryP95, .deliveryP99:
      preconditionFailure("a metric with joint sums is a share or money")
    }
  }

  package static func += (left: inout Books, right: Books) {
    for design in left.ledgers.indices { left.ledgers[design] += right.ledgers[design] }
    for claim in left.pairs.indices { left.pairs[claim].moments += right.pairs[claim].moments }
    left.comparison += right.comparison
  }
}

/// The joint sums of two designs over the same users, for one claim that one lies below the other.
package struct PairLedger: Hashable, Sendable {
  /// The index of the claim among the expectations of its scenario.
  let claim: Int
  package let metric: Metric
  /// The product whose charges or intents count; nil for all.
  let product: Int?
  /// The indices of the design that is claimed to lie below, and of the other.
  let lower, upper: Int
  /// The sums, the lower design first.
  package var moments = PairMoments()

  /// Makes an empty ledger; nil for a claim that needs no joint sums, as percentiles do not have them.
  init?(_ expectation: Expectation, _ claim: Int, _ designs: [Design]) {
    guard case .below(let metric, let of, let below, _) = expectation.claim,
      let lower = designs.firstIndex(where: { $0.name == of }),
      let upper = designs.firstIndex(where: { $0.name == below })
    else { return nil }
    if [.deliveryP50, .deliveryP95, .deliveryP99].contains(metric) { return nil }
    product = expectation.product
    (self.claim, self.metric, self.lower, self.upper) = (claim, metric, lower, upper)
  }
}
