import EventEngine
package import PurchaseWorld
package import Scenarios
package import Statistics

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

    /// Whether this is the note of a plain user.
    var isPlain: Bool { numerator == 0 && denominator == 1 }
  }

  /// What a claim asks of the users of one of its designs, worked out before the first user.
  private struct Question: Sendable {
    let metric: Metric
    let product: Int?
    /// The index of the claim.
    let claim: Int
    /// Whether the design is the one that is claimed to lie below; else it is the other.
    let isLower: Bool
    let takesPlainForGranted: Bool
    let countsCancels: Bool
    let isMoney: Bool
    let isBadDebt: Bool

    init(_ claim: PairLedger, _ index: Int, isLower: Bool) {
      metric = claim.metric
      product = claim.product
      self.claim = index
      self.isLower = isLower
      takesPlainForGranted = claim.takesPlainForGranted
      countsCancels = claim.countsCancels
      isMoney = claim.isMoney
      isBadDebt = claim.metric == .badDebt
    }
  }

  /// The ledgers, in the order of the designs.
  package private(set) var ledgers: [Ledger]
  /// The joint counts of lost orders for the pairs of the scenario.
  package private(set) var comparison: ComparisonLedger

  private let shape: Shape
  /// The ledgers of claims that compare, in their order, but for the ``plainUsers`` and
  /// ``plainPairs``.
  private var claims: [PairLedger]
  /// What claims ask, by design.
  private let questions: [Question]
  /// The place of the first question of each design; then the number of all.
  private let firstQuestions: [Int]
  /// Whether each claim takes a plain user for granted.
  private let takesPlainForGranted: [Bool]
  /// The users who contributed 0 of 1 under both designs, by claim, without ``plainUsers``.
  private var plainPairs: [Int]
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

  package init(_ scenario: Scenario) {
    let designs = scenario.designs
    shape = Shape(scenario)
    ledgers = Array(repeating: Ledger(shape), count: designs.count)
    comparison = ComparisonLedger(scenario.pairs)
    let claims = scenario.expectations.compactMap { Books.pair(for: $0, designs) }
    self.claims = claims
    let questions = designs.indices.map { design in
      claims.enumerated().flatMap { index, claim in
        (claim.lower == design ? [Question(claim, index, isLower: true)] : [])
          + (claim.upper == design ? [Question(claim, index, isLower: false)] : [])
      }
    }
    self.questions = questions.flatMap { $0 }
    firstQuestions = questions.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.count) }
    takesPlainForGranted = claims.map(\.takesPlainForGranted)
    plainPairs = Array(repeating: 0, count: claims.count)
    lowerNotes = Array(repeating: .plain, count: claims.count)
    upperNotes = lowerNotes
    meetings = Meetings(designs: designs.count)
    count = UserCount(shape)
    productCount = count
  }

  private static func pair(for expectation: Expectation, _ designs: [Design]) -> PairLedger? {
    guard case .below(let metric, let of, let below, _) = expectation.claim,
      PairLedger.supports(metric), let lower = designs.firstIndex(where: { $0.name == of }),
      let upper = designs.firstIndex(where: { $0.name == below })
    else { return nil }
    return PairLedger(metric, product: expectation.product, lower: lower, upper: upper)
  }

  /// The ledgers of comparisons, in the order of their claims.
  package var pairs: [PairLedger] {
    claims.enumerated().map { index, claim in
      var claim = claim
      let granted = takesPlainForGranted[index] ? plainUsers : 0
      claim.moments.add(plainUsers: granted + plainPairs[index])
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
      let note = note(question, course, outcome)
      if question.isLower {
        lowerNotes[question.claim] = note
      } else {
        upperNotes[question.claim] = note
      }
    }
  }

  package mutating func endUser() {
    if !comparison.pairs.isEmpty {
      comparison.add(meetings)
      meetings.reset()
    }
    if isPlain { plainUsers += 1 }
    for index in claims.indices where !(isPlain && takesPlainForGranted[index]) {
      let (lower, upper) = (lowerNotes[index], upperNotes[index])
      // Most users are so, and one sum will do.
      if lower.isPlain && upper.isPlain {
        plainPairs[index] += 1
        continue
      }
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
    _ question: Question, _ course: Ledger.Course, _ outcome: Outcome
  ) -> Note {
    // Even a plain user's first try can have failed, as when its reply was lost.
    if case .failedRetryRate(let retry) = question.metric {
      let tries = outcome.log.failedTries
      return Note(numerator: Int(tries[retry]), denominator: Int(tries[0]))
    }
    switch (course, question.product) {
    case (.delivery, let product):
      let charge = outcome.charges[0]
      let concerns = product == nil || product == charge.product
      // Money is compared as the mean of a user, so that every user counts once.
      return Note(
        numerator: concerns && question.isBadDebt ? charge.badDebt : 0,
        denominator: concerns || question.isMoney ? 1 : 0)
    case (.cancel, let product):
      let counts = product == nil || question.isMoney || product == outcome.intents[0].product
      return Note(numerator: 0, denominator: counts && question.countsCancels ? 1 : 0)
    case (.eventful, nil): return Books.note(question.metric, count, shape)
    case (.eventful, let product):
      productCount.count(outcome, product: product, shape: shape)
      return Books.note(question.metric, productCount, shape)
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
    case .failedRetryRate, .deliveryP50, .deliveryP95, .deliveryP99:
      preconditionFailure("a metric with joint sums is a share or money")
    case .share(let share):
      return Note(
        numerator: count.rows[share.rawValue], denominator: count.bases[share.base.rawValue])
    }
  }

  package static func += (left: inout Books, right: Books) {
    for design in left.ledgers.indices { left.ledgers[design] += right.ledgers[design] }
    for claim in left.claims.indices {
      left.claims[claim] += right.claims[claim]
      left.plainPairs[claim] += right.plainPairs[claim]
    }
    left.plainUsers += right.plainUsers
    left.comparison += right.comparison
  }
}
