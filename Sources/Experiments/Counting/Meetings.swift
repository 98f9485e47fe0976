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

  private(set) var user: UInt64 = 0
  private var all: [Meeting]
  /// What was counted for each objective, design by design; of designs that are marked.
  private var counts: [Int]
  /// Whether any design is marked, and whether the user lost an order under one.
  private(set) var isMarked = false, hasLost = false

  private let objectives: [Objective]
  /// The row of what is called lost: asked at every user.
  private let row: Int

  package init(_ scenario: Scenario) {
    objectives = scenario.objectives
    row = scenario.comparedShare.rawValue
    all = Array(repeating: Meeting(), count: scenario.designs.count)
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

  /// What counts for an objective under a design, and of how much.
  func note(_ objective: Int, under design: Int) -> (count: Int, whole: Int) {
    let meeting = all[design]
    return (
      meeting.isMarked ? counts[design * objectives.count + objective] : 0,
      objectives[objective].whole(meeting.wholes)
    )
  }

  /// How the first lost order under a design ended; nil: none was lost.
  func fate(ofLostUnder design: Int) -> Fate? { all[design].isMarked ? all[design].fate : nil }
}
