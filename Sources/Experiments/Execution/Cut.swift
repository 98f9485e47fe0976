package import PurchaseWorld
package import Scenarios
import Synchronization

/// Why work ended before all of it was done.
///
/// What was done until then is known; how much that is depends on the machine, except for an endless
/// life, of which nothing else of the same run is told.
package enum Cut: Error, Hashable, Sendable {
  /// Somebody wanted it to end, or the time for it was up.
  case interrupted, timeUp
  /// What is missing other shards have yet to play (``Division``).
  case elsewhere
  /// A life could not be played to its end.
  indirect case endless(EndlessUser)
}

/// Whose life had as many events as any may have, and why.
package struct EndlessUser: Hashable, Sendable {
  package var design: String
  /// The number of the user; nil for the one user of a case or of a journey.
  package var user: UInt64?
  /// What most of it consists of.
  package var cause: EndlessCause
  /// What the team's own client of the design did, if that is why.
  package var misdeed: ClientMisdeed?
  /// What differs when its life is played again.
  package var divergence: Divergence?

  package init(design: String, user: UInt64?, cause: EndlessCause, misdeed: ClientMisdeed? = nil) {
    (self.design, self.user, self.cause, self.misdeed) = (design, user, cause, misdeed)
  }

  /// Plays a life; nil if it has an end.
  package init?(ifEndless design: Design, _ user: VirtualUser, in scenario: Scenario) {
    var stage = Stage(conditions: scenario.population.conditions)
    let counts = stage.countEvents(design, of: user)
    let misdeed = stage.misdeed
    if misdeed == nil, counts.values.reduce(0, +) < EndlessLife.mostEvents { return nil }
    self.init(design, user, in: scenario, misdeed: misdeed)
  }

  /// Plays a life with too many events again, to tell what most are; the number is of a drawn user.
  package init(
    _ design: Design, _ user: borrowing VirtualUser, _ conditions: Conditions,
    number: UInt64? = nil, misdeed: ClientMisdeed? = nil
  ) {
    var stage = Stage(conditions: conditions)
    let cause = EndlessCause(stage.countEvents(design, of: user))
    self.init(design: design.name, user: number, cause: cause, misdeed: misdeed ?? stage.misdeed)
  }

  /// The same of a user of a scenario.
  package init(
    _ design: Design, _ user: borrowing VirtualUser, in scenario: Scenario,
    misdeed: ClientMisdeed? = nil
  ) {
    self.init(
      design, user, scenario.population.conditions, number: scenario.isCase ? nil : user.number,
      misdeed: misdeed)
  }
}

/// The value of a scenario that gives a life most of its events.
package enum EndlessCause: String, CaseIterable, Sendable {
  case visits, retries, checks, reconciliation

  /// The events that the value brings about; and its path, of a design's axis from the design.
  private var told: (driver: StepKind, path: String) {
    switch self {
    case .visits: (.visit, "behavior.gap")
    case .retries: (.retry, "retry.delays")
    case .checks: (.checked, "server.attemptInterval")
    case .reconciliation: (.reconcile, "server.reconciliation")
    }
  }

  package var path: String { told.path }

  /// Finds the value that drives a life; of equal ones the first.
  package init(_ counts: [StepKind: Int]) {
    let count = { (cause: EndlessCause) in counts[cause.told.driver] ?? 0 }
    self = EndlessCause.allCases.reduce(.visits) { count($1) > count($0) ? $1 : $0 }
  }

  package var isOfDesign: Bool { self != .visits }
}

/// Tells work to end before all of it is done.
///
/// Whoever starts work hands the sign down and may raise it from any thread, or from the handler of a
/// signal; those who work look at it between lives, and end with what they have done.
package final class StopSign: Sendable {
  /// 0: not raised.
  private let raised = Atomic<UInt8>(0)

  package init() {}

  /// Why work is to end; nil: it is not.
  package var cut: Cut? {
    switch raised.load(ordering: .relaxed) {
    case 0: nil
    case 1: .interrupted
    default: .timeUp
    }
  }

  /// Asks for the end by somebody's wish; the first reason stays.
  package func interrupt() { raise(1) }
  /// Asks for the end because the time is up; the first reason stays.
  package func endTime() { raise(2) }

  private func raise(_ reason: UInt8) {
    _ = raised.compareExchange(expected: 0, desired: reason, ordering: .relaxed)
  }
}
