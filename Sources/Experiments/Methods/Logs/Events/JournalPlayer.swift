import Experiments
import PurchaseWorld
import Scenarios

/// Plays the users of a scenario's one design, and holds what they and the backend log.
struct JournalPlayer: ~Copyable {
  private let scenario: Scenario
  private var staged: StagedUser
  /// What the user who was played last logged, in the order of time.
  private(set) var moments: [LoggedMoment] = []

  init(_ scenario: Scenario) {
    self.scenario = scenario
    staged = StagedUser(scenario.population, scenario.designs, seed: scenario.seed)
  }

  /// What became of the user who was played last.
  var charges: [ChargeOutcome] { staged.outcome.charges }

  /// Plays a user; why that could not be done.
  mutating func play(_ number: Int) -> Cut? {
    staged.draw(UInt64(number), seed: scenario.seed)
    staged.stage.receive(staged.user)
    do throws(EndlessLife) {
      try staged.stage.playOut(0, into: &staged.outcome, logging: &moments)
      return nil
    } catch {
      let user = scenario.population.user(UInt64(number), seed: scenario.seed)
      return .endless(EndlessUser(scenario.designs[0], user, in: scenario))
    }
  }
}
