package import PurchaseWorld
package import Scenarios
package import Statistics

/// Everything that is counted of the users of one experiment: a ledger for each design, one for the
/// pairs of designs that are compared, and one for each claim that compares two.
package struct Books: Bookkeeping {
  /// What one user contributed to a comparison under one design.
  private struct Note: Sendable {
    var numerator = 0, denominator = 0

    /// What a plain user contributes to most comparisons.
    static let plain = Note(denominator: 1)
    var isPlain: Bool { numerator == 0 && denominator == 1 }
  }

  /// What a claim asks of the users of one of its designs.
  private struct Question: Sendable {
    /// The index of its ledger.
    let claim: Int
    /// The place of the answer among the notes.
    let note: Int
    let takesPlainForGranted: Bool
  }

  /// The ledgers, in the order of the designs.
  package private(set) var ledgers: [Ledger]
  /// The joint counts of lost orders for the pairs of the scenario.
  package private(set) var comparison: ComparisonLedger

  private let shape: Shape
  /// The ledgers of claims that compare, but for the ``plainUsers``.
  private var claims: [PairLedger]
  /// What claims ask, by design.
  private let questions: [Question]
  /// The place of the first question of each design; then the number of all.
  private let firstQuestions: [Int]
  /// The users who were plain under every design: in no claim that takes a plain user for granted.
  private var plainUsers = 0
  /// Whether the current user was plain under every design so far.
  private var isPlain = true
  /// What the current user contributed to each claim under its lower design, then its upper one.
  private var notes: [Note]
  private var meetings: Meetings, count: UserCount, productCount: UserCount

  package init(_ scenario: Scenario) {
    let designs = scenario.designs
    shape = Shape(scenario)
    ledgers = Array(repeating: Ledger(shape), count: designs.count)
    comparison = ComparisonLedger(scenario.pairs)
    let claims = scenario.expectations.enumerated().compactMap { PairLedger($1, $0, designs) }
    let questions = designs.indices.map { design in
      claims.enumerated().flatMap { index, claim in
        [claim.lower, claim.upper].enumerated().filter { $1 == design }.map { side, _ in
          Question(
            claim: index, note: 2 * index + side, takesPlainForGranted: claim.takesPlainForGranted)
        }
      }
    }
    self.claims = claims
    self.questions = questions.flatMap { $0 }
    firstQuestions = questions.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.count) }
    notes = Array(repeating: .plain, count: 2 * claims.count)
    meetings = Meetings(designs: designs.count)
    count = UserCount(shape)
    productCount = count
  }

  /// The ledgers of comparisons, in the order of their claims.
  package var pairs: [PairLedger] {
    claims.map { claim in
      var claim = claim
      let plain = claim.plainUsers + (claim.takesPlainForGranted ? plainUsers : 0)
      claim.moments.add(plainUsers: plain)
      claim.plainUsers = 0
      return claim
    }
  }

  package var lost: [RatioMoments] { ledgers.map { $0.moments(.lost) } }

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
    for place in firstQuestions[design]..<firstQuestions[design + 1] {
      let question = questions[place]
      if course == .delivery && question.takesPlainForGranted { continue }
      notes[question.note] = note(question.claim, course, outcome)
    }
  }

  package mutating func endUser() {
    if !comparison.pairs.isEmpty {
      comparison.add(meetings)
      meetings.reset()
    }
    if isPlain { plainUsers += 1 }
    for index in claims.indices where !(isPlain && claims[index].takesPlainForGranted) {
      let (lower, upper) = (notes[2 * index], notes[2 * index + 1])
      // Most users are so, and one sum will do.
      if lower.isPlain && upper.isPlain {
        claims[index].plainUsers += 1
        continue
      }
      (notes[2 * index], notes[2 * index + 1]) = (.plain, .plain)
      // Nothing adds nothing: a user who cancelled has no charges.
      if lower.denominator == 0 && upper.denominator == 0 { continue }
      claims[index].moments.add(
        lower.numerator, of: lower.denominator, and: upper.numerator, of: upper.denominator)
    }
    isPlain = true
  }

  /// What the current user contributes to a claim under a design that it concerns.
  private mutating func note(_ index: Int, _ course: Ledger.Course, _ outcome: Outcome) -> Note {
    let claim = claims[index]
    // Even a plain user's first try can have failed, as when its reply was lost.
    if case .failedRetryRate(let retry) = claim.metric {
      let tries = outcome.log.failedTries
      return Note(numerator: Int(tries[retry]), denominator: Int(tries[0]))
    }
    switch (course, claim.product) {
    case (.delivery, let product):
      let charge = outcome.charges[0]
      let concerns = product == nil || product == charge.product
      var note = Note(denominator: concerns || claim.isMoney ? 1 : 0)
      // Money is compared as the mean of a user, so that every user counts once.
      if concerns, case .badDebt = claim.metric { note.numerator = charge.badDebt }
      return note
    case (.cancel, let product):
      let counts = product == nil || claim.isMoney || product == outcome.intents[0].product
      return Note(denominator: counts && claim.countsCancels ? 1 : 0)
    case (.eventful, nil): return Books.note(claim.metric, count, shape)
    case (.eventful, let product):
      productCount.count(outcome, product: product, shape: shape)
      return Books.note(claim.metric, productCount, shape)
    }
  }

  private static func note(_ metric: Metric, _ count: UserCount, _ shape: Shape) -> Note {
    switch metric {
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
    for claim in left.claims.indices {
      left.claims[claim].moments += right.claims[claim].moments
      left.claims[claim].plainUsers += right.claims[claim].plainUsers
    }
    left.plainUsers += right.plainUsers
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
  let isMoney: Bool
  /// Whether a user who only cancelled counts, with 0 of 1: as an intent, and as anybody's money.
  let countsCancels: Bool
  /// Whether every plain user contributes 0 of 1: not to the tries of the client's log, which can
  /// fail even so, not to bad debt, which a wrong list price makes, and not to one product.
  let takesPlainForGranted: Bool
  /// The sums, the lower design first, but for the ``plainUsers``.
  package var moments = PairMoments()
  /// Users who contributed 0 of 1 under both designs, without those of ``takesPlainForGranted``.
  var plainUsers = 0

  /// Makes an empty ledger; nil for a claim that needs no joint sums, as percentiles do not have them.
  init?(_ expectation: Expectation, _ claim: Int, _ designs: [Design]) {
    guard case .below(let metric, let of, let below, _) = expectation.claim,
      let lower = designs.firstIndex(where: { $0.name == of }),
      let upper = designs.firstIndex(where: { $0.name == below })
    else { return nil }
    product = expectation.product
    switch metric {
    case .deliveryP50, .deliveryP95, .deliveryP99: return nil
    case .share(let share): (isMoney, countsCancels) = (false, share.base == .intents)
    case .lateRate, .failedRetryRate: (isMoney, countsCancels) = (false, false)
    case .lostRevenue, .recoveredRevenue, .badDebt: (isMoney, countsCancels) = (true, true)
    }
    takesPlainForGranted =
      switch metric {
      case .failedRetryRate, .badDebt: false
      default: product == nil || isMoney
      }
    (self.claim, self.metric, self.lower, self.upper) = (claim, metric, lower, upper)
  }
}
