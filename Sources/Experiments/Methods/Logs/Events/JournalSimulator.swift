import Execution
import PurchaseWorld
import Scenarios

/// Simulator of the users of a scenario's single design, with the log of client and backend.
struct JournalSimulator: ~Copyable {
  private let scenario: Scenario
  private var staged: SimulatorSlot
  /// The log of the last simulated user, in order of time.
  private(set) var moments: [LogEntry] = []

  init(_ scenario: Scenario) {
    self.scenario = scenario
    staged = SimulatorSlot(scenario.population, scenario.designs, seed: scenario.seed)
  }

  /// The charges of the last simulated user.
  var charges: [ChargeOutcome] { staged.outcome.charges }

  /// Simulates a user; returns the reason if the simulation does not end.
  mutating func simulate(_ number: Int) -> Interruption? {
    staged.draw(UInt64(number), seed: scenario.seed)
    staged.simulator.setUser(staged.user)
    do throws(AbortedSimulation) {
      try staged.simulator.simulate(0, into: &staged.outcome, logging: &moments)
      return nil
    } catch {
      let user = scenario.population.user(UInt64(number), seed: scenario.seed)
      return .runaway(AbortedUser(scenario.designs[0], user, in: scenario))
    }
  }
}
