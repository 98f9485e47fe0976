import EventEngine
package import PurchaseWorld
package import Scenarios
import Statistics

/// Everything that is counted of the users of one experiment: a ledger for each design, one for the
/// pairs of designs that are compared, and one for each claim that compares two.
package struct Books: Bookkeeping {
  package static let isDaily = false

  /// What one user contributed to a comparison under one design.
  private struct Note: Sendable {
    var numerator = 0
    var denominator = 0

    /// What a plain user contributes to most comparisons.
    static let plain = Note(numerator: 0, denominator: 1)
  }

  /// The ledgers, in the order of the designs.
  package private(set) var ledgers: [Ledger]
  /// The joint counts of lost orders for the pairs of the scenario.
  package private(set) var comparison: ComparisonLedger

  private let shape: Shape
  /// The ledgers of claims that compare, in their order, but for the ``plainUsers``.
  private var claims: [PairLedger]
  /// The indices of claims by the designs that they concern.
  private var claimsOfDesign: [[Int]]
  /// The users who were plain under every design; they are in no claim that takes a plain user for
  /// granted.
  private var plainUsers = 0
  /// Whether the current user was plain under every design so far.
  private var isPlain = true
  private var lowerNotes: [Note]
  private var upperNotes: [Note]
  private var meetings: Meetings
  private var count: UserCount
  private var productCount: UserCount

  /// Opens empty books for a scenario.
  package init(_ scenario: Scenario) {
    let designs = scenario.designs
    shape = Shape(scenario)
    ledgers = Array(repeating: Ledger(shape), count: designs.count)
    comparison = ComparisonLedger(scenario.pairs)
    let claims = scenario.expectations.compactMap { Books.pair(for: $0, designs) }
    self.claims = claims
    claimsOfDesign = designs.indices.map { design in
      claims.indices.filter { claims[$0].lower == design || claims[$0].upper == design }
    }
    lowerNotes = Array(repeating: .plain, count: claims.count)
    upperNotes = lowerNotes
    meetings = Meetings(designs: designs.count)
    count = UserCount(shape)
    productCount = count
  }

  private static func pair(for expectation: Expectation, _ designs: [Design]) -> PairLedger? {
    guard case .below(let metric, let of, let below, _) = expectation.claim,
      PairLedger.supports(metric),
      let lower = designs.firstIndex(where: { $0.name == of }),
      let upper = designs.firstIndex(where: { $0.name == below })
    else { return nil }
    return PairLedger(metric, product: expectation.product, lower: lower, upper: upper)
  }

  /// The ledgers of comparisons, in the order of their claims.
  package var pairs: [PairLedger] {
    claims.map { claim in
      var claim = claim
      if claim.takesPlainForGranted { claim.moments.add(plainUsers: plainUsers) }
      return claim
    }
  }

  /// Adds what became of the current user under one design.
  package mutating func add(_ outcome: Outcome, design: Int, of user: UInt64) {
    let course = ledgers[design].add(outcome, of: user, using: &count)
    if !comparison.pairs.isEmpty {
      switch course {
      case .delivery: meetings.add(charges: 1, design: design, of: user)
      case .cancel: meetings.add(charges: 0, design: design, of: user)
      case .eventful: meetings.add(outcome, count, design: design, of: user)
      }
    }
    if course != .delivery { isPlain = false }
    for index in claimsOfDesign[design] {
      let claim = claims[index]
      if course == .delivery && claim.takesPlainForGranted { continue }
      let note = note(claim, course, outcome)
      if claim.lower == design { lowerNotes[index] = note }
      if claim.upper == design { upperNotes[index] = note }
    }
  }

  /// Ends the current user, whom every design has met.
  package mutating func endUser() {
    if !comparison.pairs.isEmpty {
      comparison.add(meetings)
      meetings.reset()
    }
    if isPlain { plainUsers += 1 }
    for index in claims.indices where !(isPlain && claims[index].takesPlainForGranted) {
      let (lower, upper) = (lowerNotes[index], upperNotes[index])
      (lowerNotes[index], upperNotes[index]) = (.plain, .plain)
      // Nothing adds nothing: a user who cancelled has no charges.
      if lower.denominator == 0 && upper.denominator == 0 { continue }
      claims[index].moments.add(
        lower.numerator, of: lower.denominator, and: upper.numerator, of: upper.denominator)
    }
    isPlain = true
  }

  /// What the current user contributes to a claim under a design that it concerns.
  private mutating func note(
    _ claim: PairLedger, _ course: Ledger.Course, _ outcome: Outcome
  ) -> Note {
    // Even a plain user's first try can have failed, as when its reply was lost.
    if case .failedRetryRate(let retry) = claim.metric {
      let tries = outcome.log.failedTries
      return Note(numerator: Int(tries[retry]), denominator: Int(tries[0]))
    }
    switch (course, claim.product) {
    case (.delivery, let product):
      let charge = outcome.charges[0]
      let concerns = product == nil || product == charge.product
      // Money is compared as the mean of a user, so that every user counts once.
      return Note(
        numerator: concerns && claim.metric == .badDebt ? charge.badDebt : 0,
        denominator: concerns || claim.isMoney ? 1 : 0)
    case (.cancel, let product):
      let counts = product == nil || claim.isMoney || product == outcome.intents[0].product
      return Note(numerator: 0, denominator: counts && claim.countsCancels ? 1 : 0)
    case (.eventful, nil): return Books.note(claim.metric, count, shape)
    case (.eventful, let product):
      productCount.count(outcome, product: product, shape: shape)
      return Books.note(claim.metric, productCount, shape)
    }
  }

  private static func note(_ metric: Metric, _ count: UserCount, _ shape: Shape) -> Note {
    switch metric {
    case .lostRevenue: return Note(numerator: count.lostAmount, denominator: 1)
    case .recoveredRevenue: return Note(numerator: count.recoveredAmount, denominator: 1)
    case .badDebt: return Note(numerator: count.badDebtAmount, denominator: 1)
    case .lateRate(let deadline):
      guard let row = shape.row(within: deadline) else {
        preconditionFailure("a deadline that is claimed is counted")
      }
      return Note(numerator: count.rows[row], denominator: count.bases[Base.charges.rawValue])
    default:
      guard let share = Share(metric) else {
        preconditionFailure("a metric with joint sums is a share or money")
      }
      return Note(
        numerator: count.rows[share.rawValue], denominator: count.bases[share.base.rawValue])
    }
  }

  /// Adds the users of other books of the same scenario.
  package static func += (left: inout Books, right: Books) {
    for design in left.ledgers.indices { left.ledgers[design] += right.ledgers[design] }
    for claim in left.claims.indices { left.claims[claim] += right.claims[claim] }
    left.plainUsers += right.plainUsers
    left.comparison += right.comparison
  }
}
