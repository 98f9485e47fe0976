import Experiments
import JSONText
import PurchaseWorld
import Scenarios

/// Support for scenarios whose users share a backend (B11).
extension CommandContext {
  /// The requested replication; nil if users share no backend.
  func replication(of scenario: Scenario) throws(CommandError) -> Int? {
    let number = arguments.number(.replication)
    guard scenario.hasSharedBackend else {
      if number == nil { return nil }
      throw CommandError("--replication applies only to users who share a backend")
    }
    if arguments.has(.plan) {
      throw CommandError("--plan does not apply to users who share a backend; expected --user")
    }
    if let number, number > scenario.replicationCount {
      throw CommandError(
        "--replication: there is no replication \(number); expected a number from 1 to \(scenario.replicationCount)"
      )
    }
    return number ?? 1
  }

  /// Rejects a shared backend, for a command that simulates users one by one.
  func refuseShared(_ input: ScenarioInput) throws(CommandError) {
    guard input.scenario.hasSharedBackend else { return }
    throw CommandError(
      "users of \(input.path.quoted) share a backend ('backend.capacity'); only 'run', 'compare', 'sweep', 'trace' and 'check' support this"
    )
  }
}
