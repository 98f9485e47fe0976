import PurchaseWorld
package import Scenarios

/// What the current user met under every design, as far as designs are compared by it.
package struct Meetings: Sendable {
  /// The wholes of a user, of which shares are taken.
  struct Wholes: Hashable, Sendable {
    var charges = 0, intents = 0, wishes = 0, chargesAndAutoRefunds = 0

    func count(_ base: Base) -> Int {
      switch base {
      case .charges: charges
      case .intents: intents
      case .wishes: wishes
      case .chargesAndAutoRefunds: chargesAndAutoRefunds
      }
    }
  }

  /// What the user met under one design.
  private struct Meeting: Sendable {
    var wholes = Wholes()
    /// Whether anything but wholes was counted.
    var isMarked = false
    /// How the first lost charge ended; nil: none was lost.
    var fate: Fate?
  }

  /// What the user counts for an objective under a design, and of how much.
  struct Note: Hashable, Sendable { var count = 0, whole = 0 }

  private(set) var user: UInt64 = 0
  private var all: [Meeting]
  /// What was counted for each objective, design by design; of designs that are marked.
  private var counts: [Int]
  /// Whether any design is marked, and whether the user lost an order under one.
  private(set) var isMarked = false, hasLost = false

  /// The notes for the objective that was asked for last, the whole that most designs have (if more than half
  /// have it, else any), and the designs that count something or have another one.
  private(set) var notes: [Note], mostCommonWhole = 0, others: [Int] = []

  private let objectives: [Objective]
  /// The row of what is called lost: asked at every user.
  private let row: Int

  package init(_ scenario: Scenario) {
    objectives = scenario.objectives
    row = scenario.comparedShare.rawValue
    all = Array(repeating: Meeting(), count: scenario.designs.count)
    notes = Array(repeating: Note(), count: scenario.designs.count)
    others.reserveCapacity(scenario.designs.count)
    counts = Array(repeating: 0, count: objectives.count * scenario.designs.count)
  }

  /// Notes what became of the user under a design; every user meets every design.
  /// - Parameter count: the counts of `outcome` over all products.
  @inline(__always)
  mutating func add(_ outcome: Outcome, _ count: UserCount, design: Int, of user: UInt64) {
    self.user = user
    all[design].wholes = Wholes(
      charges: count.bases.charges, intents: count.bases.intents, wishes: count.bases.wishes,
      chargesAndAutoRefunds: count.whole(.chargesAndAutoRefunds))
    let isMarked = count.hasRows || count.badDebtAmount != 0
    all[design].isMarked = isMarked
    if isMarked { mark(outcome, count, design: design) }
  }

  @inline(never) private mutating func mark(_ outcome: Outcome, _ count: UserCount, design: Int) {
    isMarked = true
    for (index, objective) in objectives.enumerated() {
      counts[design * objectives.count + index] = objective.count(count)
    }
    all[design].fate = nil
    guard count.rows[row] > 0 else { return }
    guard let charge = outcome.charges.first(where: \.fate.isLostOrAutoRefunded) else {
      preconditionFailure("a lost order that is counted is among the charges")
    }
    hasLost = true
    all[design].fate = charge.fate
  }

  /// Lets the next user begin.
  @inline(__always) mutating func reset() { (isMarked, hasLost) = (false, false) }

  /// What the user met under all designs, if it was the same under each: nothing but wholes.
  @inline(__always) var common: Wholes? {
    if isMarked { return nil }
    for design in all.indices.dropFirst() where all[design].wholes != all[0].wholes { return nil }
    return all[0].wholes
  }

  /// Notes what the user counts for an objective, by its place, under every design.
  mutating func note(_ objective: Int) {
    if case .share(let share) = objectives[objective].metric {
      let base = share.base
      for design in all.indices { notes[design].whole = all[design].wholes.count(base) }
    } else {
      // Money is compared as the mean of a user, so that every user counts once.
      for design in all.indices { notes[design].whole = 1 }
    }
    var (common, votes) = (0, 0)
    for design in all.indices {
      notes[design].count = all[design].isMarked ? counts[design * objectives.count + objective] : 0
      // R. S. Boyer and J. S. Moore's vote: of more than half the designs it finds the whole.
      if votes == 0 { common = notes[design].whole }
      votes += notes[design].whole == common ? 1 : -1
    }
    mostCommonWhole = common
    others.removeAll(keepingCapacity: true)
    for design in notes.indices where notes[design].count != 0 || notes[design].whole != common {
      others.append(design)
    }
  }

  /// How the first lost order under a design ended; nil: none was lost.
  func fate(ofLostUnder design: Int) -> Fate? { all[design].isMarked ? all[design].fate : nil }
}
