import Experiments
import JSONText
import PurchaseWorld
import Scenarios

/// What is done with scenarios whose users share a backend (B11).
extension Call {
  /// The replication that was asked for; nil of users who share nothing.
  func replication(of scenario: Scenario) throws(Refusal) -> Int? {
    let number = arguments.number(.replication)
    guard scenario.isShared else {
      if number == nil { return nil }
      throw Refusal("--replication: users who share no backend have none")
    }
    if arguments.has(.plan) {
      throw Refusal("--plan: a user among others has no plan; expected --user")
    }
    if let number, number > scenario.replications {
      throw Refusal(
        "--replication: there is no replication \(number); expected one from 1 to \(scenario.replications)"
      )
    }
    return number ?? 1
  }

  /// Refuses users who share a backend, for a command that plays them one by one.
  func refuseShared(_ input: Input) throws(Refusal) {
    guard input.scenario.isShared else { return }
    throw Refusal(
      "users of \(input.path.quoted) share a backend ('backend.capacity'); 'run', 'compare', 'sweep', 'trace' and 'check' take them, other commands play users one by one"
    )
  }
}
