import EventEngine
package import PurchaseWorld
package import Scenarios
import Statistics

/// Everything that is counted of the users of one experiment: a ledger for each design, and one for
/// each claim that compares two.
package struct Books: Bookkeeping {
  package static let isDaily = false

  /// What one user contributed to a comparison under one design.
  private struct Note: Sendable {
    var numerator = 0
    var denominator = 0
  }

  /// The ledgers, in the order of the designs.
  package private(set) var ledgers: [Ledger]
  /// The ledgers of comparisons, in the order of their claims.
  package private(set) var pairs: [PairLedger]

  private let shape: Shape
  private var lowerNotes: [Note]
  private var upperNotes: [Note]
  private var count: UserCount

  /// Opens empty books for a scenario.
  package init(_ scenario: Scenario) {
    shape = Shape(scenario)
    ledgers = Array(repeating: Ledger(shape), count: scenario.designs.count)
    pairs = scenario.expectations.compactMap { Books.pair(for: $0, scenario.designs) }
    lowerNotes = Array(repeating: Note(), count: pairs.count)
    upperNotes = lowerNotes
    count = UserCount(shape)
  }

  private static func pair(for expectation: Expectation, _ designs: [Design]) -> PairLedger? {
    guard case .below(let metric, let of, let below, _) = expectation.claim,
      PairLedger.supports(metric),
      let lower = designs.firstIndex(where: { $0.name == of }),
      let upper = designs.firstIndex(where: { $0.name == below })
    else { return nil }
    return PairLedger(metric, product: expectation.product, lower: lower, upper: upper)
  }

  /// Adds what became of the current user under one design.
  package mutating func add(_ outcome: Outcome, design: Int, of user: UInt64) {
    let plain = ledgers[design].add(outcome, of: user, using: &count)
    guard !pairs.isEmpty else { return }
    for index in pairs.indices
    where pairs[index].lower == design || pairs[index].upper == design {
      let pair = pairs[index]
      let note: Note
      if case .failedRetryRate(let retry) = pair.metric {
        note = ladderNote(outcome.log, retry)
      } else if plain {
        note = plainNote(pair, product: outcome.charges[0].product)
      } else {
        note = countedNote(pair, outcome)
      }
      if pair.lower == design { lowerNotes[index] = note }
      if pair.upper == design { upperNotes[index] = note }
    }
  }

  /// Ends the current user, whom every design has met.
  package mutating func endUser() {
    for index in pairs.indices {
      let (lower, upper) = (lowerNotes[index], upperNotes[index])
      pairs[index].moments.add(
        lower.numerator, of: lower.denominator, and: upper.numerator, of: upper.denominator)
    }
  }

  /// Even a plain user's first try can have failed, as when its reply was lost.
  private func ladderNote(_ log: ClientLog, _ retry: Int) -> Note {
    Note(numerator: Int(log.failedTries[retry]), denominator: Int(log.failedTries[0]))
  }

  /// Nothing that is compared has happened to a plain user.
  private func plainNote(_ pair: PairLedger, product: Int) -> Note {
    let counts = pair.product == nil || pair.product == product || isMoney(pair.metric)
    return Note(numerator: 0, denominator: counts ? 1 : 0)
  }

  private mutating func countedNote(
    _ pair: PairLedger, _ outcome: Outcome
  ) -> Note {
    count.count(outcome, product: pair.product, shape: shape)
    switch pair.metric {
    case .lostRevenue: return Note(numerator: count.lostAmount, denominator: 1)
    case .recoveredRevenue: return Note(numerator: count.recoveredAmount, denominator: 1)
    case .badDebt: return Note(numerator: count.badDebtAmount, denominator: 1)
    case .lateRate(let deadline):
      guard let row = shape.row(within: deadline) else {
        preconditionFailure("a deadline that is claimed is counted")
      }
      return Note(numerator: count.rows[row], denominator: count.bases[Base.charges.rawValue])
    default:
      guard let share = Share(pair.metric) else {
        preconditionFailure("a metric with joint sums is a share or money")
      }
      return Note(
        numerator: count.rows[share.rawValue], denominator: count.bases[share.base.rawValue])
    }
  }

  /// Money is compared as the mean of a user, so that every user counts once.
  private func isMoney(_ metric: Metric) -> Bool {
    metric == .lostRevenue || metric == .recoveredRevenue || metric == .badDebt
  }

  /// Adds the users of other books of the same scenario.
  package static func += (left: inout Books, right: Books) {
    for design in left.ledgers.indices { left.ledgers[design] += right.ledgers[design] }
    for pair in left.pairs.indices { left.pairs[pair] += right.pairs[pair] }
  }
}
