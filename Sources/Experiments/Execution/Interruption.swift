package import PurchaseWorld
package import Scenarios
import Synchronization

/// Reason why work ended early.
///
/// The results so far are valid. Their extent depends on the machine, except after a runaway
/// simulation, which discards all other results of the run.
package enum Interruption: Error, Hashable, Sendable {
  /// The user ended the work, or its time limit was reached.
  case interrupted, timeUp
  /// Other shards have to do the missing work first (``ShardedExecution``).
  case pendingShards
  /// A simulation did not end.
  indirect case runaway(AbortedUser)
}

/// A user whose simulation reached the limit of events, or whose client broke a rule.
package struct AbortedUser: Hashable, Sendable {
  package var design: String
  /// The number of the user; nil for the user of a case or of a journey.
  package var user: UInt64?
  /// The value of the scenario that causes most of its events.
  package var cause: RunawayCause
  /// The violation by the team's own client, if that is the reason.
  package var violation: ClientViolation?
  /// The first difference between two simulations of the user.
  package var divergence: Divergence?

  package init(
    design: String, user: UInt64?, cause: RunawayCause, violation: ClientViolation? = nil
  ) { (self.design, self.user, self.cause, self.violation) = (design, user, cause, violation) }

  /// Simulates a user; nil if the simulation ends.
  package init?(ifRunaway design: Design, _ user: VirtualUser, in scenario: Scenario) {
    var simulator = Simulator(conditions: scenario.population.conditions)
    let counts = simulator.countEvents(under: design, of: user)
    let violation = simulator.violation
    if violation == nil, counts.values.reduce(0, +) < AbortedSimulation.maxEvents { return nil }
    self.init(design, user, in: scenario, violation: violation)
  }

  /// Simulates a runaway user again to find its most frequent kind of events.
  /// - Parameter number: the number of a drawn user; nil for the user of a case.
  package init(
    _ design: Design, _ user: borrowing VirtualUser, _ conditions: Conditions,
    number: UInt64? = nil, violation: ClientViolation? = nil
  ) {
    var simulator = Simulator(conditions: conditions)
    let cause = RunawayCause(simulator.countEvents(under: design, of: user))
    self.init(
      design: design.name, user: number, cause: cause, violation: violation ?? simulator.violation)
  }

  /// The same for a user of a scenario.
  package init(
    _ design: Design, _ user: borrowing VirtualUser, in scenario: Scenario,
    violation: ClientViolation? = nil
  ) {
    self.init(
      design, user, scenario.population.conditions, number: scenario.isCase ? nil : user.number,
      violation: violation)
  }
}

/// The value of a scenario that causes most events of a runaway simulation.
package enum RunawayCause: String, CaseIterable, Sendable {
  case visits, retries, checks, reconciliation

  /// The kind of event that the value causes, and its path, of an axis relative to the design.
  private var parameter: (driver: EventKind, path: String) {
    switch self {
    case .visits: (.visit, "behavior.gap")
    case .retries: (.retry, "retry.delays")
    case .checks: (.checked, "server.attemptInterval")
    case .reconciliation: (.reconcile, "server.reconciliation")
    }
  }

  package var path: String { parameter.path }

  /// Finds the value that causes most events; the first in case of a tie.
  package init(_ counts: [EventKind: Int]) {
    let count = { (cause: RunawayCause) in counts[cause.parameter.driver] ?? 0 }
    self = RunawayCause.allCases.reduce(.visits) { count($1) > count($0) ? $1 : $0 }
  }

  /// Whether ``path`` is relative to a design rather than to the top level of the scenario.
  package var isRelativeToDesign: Bool { self != .visits }
}

/// A request to end work early.
///
/// The caller passes it to the workers and can cancel from any thread or from a signal handler.
/// Workers check it between users and return what they have.
package final class CancellationToken: Sendable {
  /// 0 until the token is cancelled.
  private let raised = Atomic<UInt8>(0)

  package init() {}

  /// The reason of the cancellation; nil if not cancelled.
  package var interruption: Interruption? {
    switch raised.load(ordering: .relaxed) {
    case 0: nil
    case 1: .interrupted
    default: .timeUp
    }
  }

  /// Cancels at the user's request; the first reason is kept.
  package func cancel() { raise(1) }
  /// Cancels because of the time limit; the first reason is kept.
  package func cancelAtTimeLimit() { raise(2) }

  private func raise(_ reason: UInt8) {
    _ = raised.compareExchange(expected: 0, desired: reason, ordering: .relaxed)
  }
}
