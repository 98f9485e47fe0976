import PurchaseWorld
package import Scenarios

/// Outcomes of the current user under every design, for the comparison of designs.
package struct UserOutcomes: Sendable {
  /// The denominators of a user's shares.
  struct Denominators: Hashable, Sendable {
    /// Charges, all intents, paying intents, and charges plus automatic refunds.
    var values = DenominatorValues(0), chargesAndAutoRefunds = 0

    func count(_ base: Denominator) -> Int { values.whole(base) { _ in chargesAndAutoRefunds } }
  }

  /// Outcome of the user under one design.
  private struct DesignOutcome: Sendable {
    var wholes = Denominators()
    /// Whether anything except the denominators is above 0.
    var isMarked = false
    /// The end of the first lost charge; nil if no charge was lost.
    var status: ChargeStatus?
  }

  /// The user's count for an objective under a design, and the denominator of the share.
  struct Contribution: Hashable, Sendable { var count = 0, whole = 0 }

  private(set) var user: UInt64 = 0
  private var all: [DesignOutcome]
  /// The count for each objective, design by design; valid only for marked designs.
  private var counts: [Int]
  /// Whether any design is marked, and whether the user lost an order under any design.
  private(set) var isMarked = false, hasLost = false

  /// Result of ``note(_:)``: the notes, the most common denominator (arbitrary unless more than
  /// half of the designs have it), and the designs with a count or another denominator.
  private(set) var notes: [Contribution], mostCommonWhole = 0, others: [Int] = []

  private let objectives: [Objective]
  /// The row of the share that counts as lost, stored because every user needs it.
  private let row: Int

  package init(_ scenario: Scenario) {
    objectives = scenario.objectives
    row = scenario.comparedShare.rawValue
    all = Array(repeating: DesignOutcome(), count: scenario.designs.count)
    notes = Array(repeating: Contribution(), count: scenario.designs.count)
    others.reserveCapacity(scenario.designs.count)
    counts = Array(repeating: 0, count: objectives.count * scenario.designs.count)
  }

  /// Records the outcome of the user under a design; every user is simulated under every design.
  /// - Parameter count: the counts of `outcome` over all products.
  @inline(__always)
  mutating func add(_ outcome: UserOutcome, _ count: UserCounters, design: Int, of user: UInt64) {
    self.user = user
    all[design].wholes = Denominators(
      values: count.denominators, chargesAndAutoRefunds: count.total(.chargesAndAutoRefunds))
    let isMarked = count.isNonzero || count.badDebtAmount != 0
    all[design].isMarked = isMarked
    if isMarked { mark(outcome, count, design: design) }
  }

  @inline(never) private mutating func mark(
    _ outcome: UserOutcome, _ count: UserCounters, design: Int
  ) {
    isMarked = true
    for (index, objective) in objectives.enumerated() {
      counts[design * objectives.count + index] = objective.count(count)
    }
    all[design].status = nil
    guard count.rows[row] > 0 else { return }
    guard let charge = outcome.charges.first(where: \.status.isLostOrAutoRefunded) else {
      preconditionFailure("a counted lost order is among the charges")
    }
    hasLost = true
    all[design].status = charge.status
  }

  /// Prepares for the next user.
  @inline(__always) mutating func reset() { (isMarked, hasLost) = (false, false) }

  /// The denominators, if nothing else was counted and they are equal under all designs; else nil.
  @inline(__always) var common: Denominators? {
    if isMarked { return nil }
    for design in all.indices.dropFirst() where all[design].wholes != all[0].wholes { return nil }
    return all[0].wholes
  }

  /// Fills ``notes`` with the user's counts for an objective, by its index, under every design.
  mutating func note(_ objective: Int) {
    if case .share(let share) = objectives[objective].metric {
      let base = share.denominator
      for design in all.indices { notes[design].whole = all[design].wholes.count(base) }
    } else {
      // Money is compared as the mean per user, so every user counts once.
      for design in all.indices { notes[design].whole = 1 }
    }
    var (common, votes) = (0, 0)
    for design in all.indices {
      notes[design].count = all[design].isMarked ? counts[design * objectives.count + objective] : 0
      // Majority vote of R. S. Boyer and J. S. Moore: it finds a value that more than half have.
      if votes == 0 { common = notes[design].whole }
      votes += notes[design].whole == common ? 1 : -1
    }
    mostCommonWhole = common
    others.removeAll(keepingCapacity: true)
    for design in notes.indices where notes[design].count != 0 || notes[design].whole != common {
      others.append(design)
    }
  }

  /// The end of the first lost order under a design; nil if no order was lost.
  func status(ofLostUnder design: Int) -> ChargeStatus? {
    all[design].isMarked ? all[design].status : nil
  }
}
