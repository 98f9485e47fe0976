package import PurchaseWorld
package import Scenarios
package import Statistics

/// Everything that is counted of the users of one experiment: a ledger for each design, one for the
/// pairs of designs that are compared, and one for each claim that compares two.
package struct Books: Bookkeeping {
  /// What one user contributed to a comparison under one design.
  private struct Note: Sendable { var numerator = 0, denominator = 0 }

  /// The ledgers, in the order of the designs.
  package private(set) var ledgers: [Ledger]
  /// The users who tell the designs of the scenario's pairs apart.
  package private(set) var comparison: ComparisonLedger
  /// The joint sums of every two designs.
  package private(set) var joint: JointLedger

  private let shape: Shape
  /// The ledgers of comparisons, in the order of their claims.
  package private(set) var pairs: [PairLedger]
  /// What claims ask, design by design, and the places of the questions of each.
  private let questions: [Question], places: [Range<Int>]
  /// What the current user contributed to each claim under its lower design, then its upper one.
  private var notes: [Note]
  private var meetings: Meetings, count: UserCount, productCount: UserCount

  package init(_ scenario: Scenario) {
    let designs = scenario.designs
    shape = Shape(scenario)
    ledgers = Array(repeating: Ledger(shape), count: designs.count)
    comparison = ComparisonLedger(scenario.pairs)
    joint = JointLedger(scenario)
    pairs = scenario.expectations.enumerated().compactMap { PairLedger($1, $0, designs) }
    let asked = pairs.enumerated().flatMap { index, pair in
      [(pair.lower, 2 * index), (pair.upper, 2 * index + 1)].map { (pair, design: $0, note: $1) }
    }
    let byDesign = designs.indices.map { design in asked.filter { $0.design == design } }
    questions = byDesign.joined().map { [shape] in Question($0, shape, note: $2) }
    places = byDesign.reduce(into: []) { places, asked in
      let first = places.last?.upperBound ?? 0
      places.append(first..<first + asked.count)
    }
    notes = Array(repeating: Note(), count: asked.count)
    meetings = Meetings(scenario)
    count = UserCount(shape)
    productCount = count
  }

  package var lost: [RatioMoments] { ledgers.map { $0.moments(.lost) } }

  @inline(__always)
  package mutating func add(_ outcome: Outcome, design: Int, of user: UInt64) {
    ledgers[design].add(outcome, of: user, using: &count)
    if ledgers.count > 1 { meetings.add(outcome, count, design: design, of: user) }
    for place in places[design] { notes[questions[place].note] = note(questions[place], outcome) }
  }

  package mutating func endUser() {
    if ledgers.count > 1 {
      joint.add(&meetings)
      if meetings.hasLost { comparison.add(meetings) }
      meetings.reset()
    }
    for index in pairs.indices {
      let (lower, upper) = (notes[2 * index], notes[2 * index + 1])
      // Nothing adds nothing: a user who cancelled has no charges.
      if lower.denominator == 0 && upper.denominator == 0 { continue }
      pairs[index].moments.add(
        lower.numerator, of: lower.denominator, and: upper.numerator, of: upper.denominator)
    }
  }

  /// What the current user contributes to a claim under a design that it concerns.
  @inline(__always)
  private mutating func note(_ question: Question, _ outcome: Outcome) -> Note {
    guard let product = question.product else { return note(question.subject, outcome, count) }
    productCount.count(outcome, product: product, shape: shape)
    return note(question.subject, outcome, productCount)
  }

  @inline(__always)
  private func note(_ subject: Question.Subject, _ outcome: Outcome, _ count: UserCount) -> Note {
    switch subject {
    // Money is compared as the mean of a user, so that every user counts once.
    case .lostAmount: Note(numerator: count.lostAmount, denominator: 1)
    case .recoveredAmount: Note(numerator: count.recoveredAmount, denominator: 1)
    case .badDebt: Note(numerator: count.badDebtAmount, denominator: 1)
    case .row(let row, let base): Note(numerator: count.rows[row], denominator: count.whole(base))
    case .retry(let retry):
      Note(
        numerator: Int(outcome.log.failedTries[retry]),
        denominator: Int(outcome.log.failedTries[0]))
    }
  }

  package static func += (left: inout Books, right: Books) {
    for design in left.ledgers.indices { left.ledgers[design] += right.ledgers[design] }
    for claim in left.pairs.indices { left.pairs[claim].moments += right.pairs[claim].moments }
    left.comparison += right.comparison
    left.joint += right.joint
  }
}

/// What a claim asks of a user under one design.
private struct Question: Sendable {
  enum Subject { case lostAmount, recoveredAmount, badDebt, row(Int, of: Base), retry(Int) }

  let subject: Subject
  /// The product whose charges or intents count; nil for all.
  let product: Int?
  /// The place of the answer among the notes.
  let note: Int

  init(_ claim: PairLedger, _ shape: Shape, note: Int) {
    (product, self.note) = (claim.product, note)
    subject =
      switch claim.metric {
      case .lostRevenue: .lostAmount
      case .recoveredRevenue: .recoveredAmount
      case .badDebt: .badDebt
      case .lateRate(let deadline): .row(shape.row(within: deadline), of: .charges)
      case .share(let share): .row(share.rawValue, of: share.base)
      case .failedRetryRate(let retry): .retry(retry)
      case .deliveryP50, .deliveryP95, .deliveryP99, .backend:
        preconditionFailure("a metric with joint sums is a share or money")
      }
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
    if case .backend = metric { return nil }
    product = expectation.product
    (self.claim, self.metric, self.lower, self.upper) = (claim, metric, lower, upper)
  }
}

extension Books: Packable {
  package mutating func pack(_ packing: inout Packing) throws(PackingProblem) {
    try packing.each(&ledgers)
    let users = ledgers[0].users
    try packing.check(ledgers.allSatisfy { $0.users == users })
    try packing.each(&pairs)
    try comparison.pack(&packing)
    try joint.pack(&packing)
  }
}

extension PairLedger: Packable {
  package mutating func pack(_ packing: inout Packing) throws(PackingProblem) {
    try packing.sums(&moments.first)
    try packing.sums(&moments.second)
    try packing.sum(&moments.numerators)
    try packing.sum(&moments.firstNumerators)
    try packing.sum(&moments.secondNumerators)
    try packing.sum(&moments.denominators)
  }
}

extension Packing {
  /// Moments of money or shares: an amount may exceed the number of its users.
  fileprivate mutating func sums(_ moments: inout RatioMoments) throws(PackingProblem) {
    try amount(&moments.numerators)
    try count(&moments.denominators)
    try sum(&moments.numeratorSquares)
    try sum(&moments.products)
    try sum(&moments.denominatorSquares)
    let d = Int128(moments.denominators)
    try check(moments.numeratorSquares >= 0)
    try check(d <= moments.denominatorSquares && moments.denominatorSquares <= d * d)
  }
}
