import PurchaseWorld
import Statistics
package import Experiments

/// Summary of an earlier run, limited to what a comparison of runs needs.
package struct BaselineSummary: Sendable {
  package struct Design: Sendable {
    package var name: String
    /// The axes with non-default values, as written in the format; empty for a built-in design.
    package var axes: [String: String] = [:]
    package var charges = 0
    /// The rates of `ShareMetric.criteria`, by name; empty for a case.
    package var rates: [String: Estimate] = [:]
    /// With a shared backend: the value of each compared metric, by name, in each replication.
    package var replicationValues: [String: [Double]] = [:]
    /// Users who lost an order, by hash; see `LossSample`.
    package var losingUsers: [UInt64] = []
    /// Whether these are all users who lost an order.
    package var hasAllLosers = true
    /// For a case: the outcome of its user.
    package var caseOutcome = CaseOutcome()

    package init(name: String, axes: [String: String] = [:], charges: Int = 0) {
      (self.name, self.axes, self.charges) = (name, axes, charges)
    }
  }

  package var name = "", isCase = false, seed = 1, users = 1
  /// The number of replications with a shared backend; 0 without one.
  package var replicationCount = 0
  package var isStratified = false
  /// The number of users from each stratum, by its index; empty for a plain sample.
  package var userCountsByStratum: [Int: Int] = [:]
  /// Whether the summary states the sizes of strata, even if there are none.
  package var statesStrataSizes = false
  /// The parts of a stratified sample's population, in the order of the run.
  package var strata: [PairedUsers.Stratum] = []
  package var confidence = Confidence.standard.level
  /// Whether the run was interrupted, so that its users are unknown.
  package var isInterrupted = false
  package var designs: [Design] = []

  package init(name: String = "", seed: Int = 1, users: Int = 1, designs: [Design] = []) {
    (self.name, self.seed, self.users, self.designs) = (name, seed, users, designs)
  }

  /// Whether this run simulated the user with a number.
  package func didSimulate(_ user: UInt64) -> Bool { !isInterrupted && wouldSimulate(user) }

  /// Whether an uninterrupted run would simulate the user with a number.
  package func wouldSimulate(_ user: UInt64) -> Bool {
    guard let stratum = UserNumber.stratum(of: user) else {
      return !statesStrataSizes && userCountsByStratum.isEmpty && user < UInt64(users)
    }
    return UserNumber.index(of: user) < UInt64(userCountsByStratum[stratum] ?? 0)
  }

  /// The largest number of users in a part, and of charges: more than any run has.
  package static let maxUsers = 1_000_000_000_000
}
