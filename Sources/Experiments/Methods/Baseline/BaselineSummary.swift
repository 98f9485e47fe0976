import PurchaseWorld
import Statistics
package import Experiments

/// A summary of an earlier run, as far as runs are compared by it.
package struct BaselineSummary: Sendable {
  package struct Design: Sendable {
    package var name: String
    /// The axes away from the defaults, with their values as the format writes them; of a built-in
    /// design none.
    package var axes: [String: String] = [:]
    package var charges = 0
    /// The rates of `Share.criteria`, by name; of a case none.
    package var rates: [String: Estimate] = [:]
    /// Of users who share a backend: what runs are compared by, by name, in each replication.
    package var replicated: [String: [Double]] = [:]
    /// Users who lost an order, by hash; see `LossList`.
    package var losers: [UInt64] = []
    /// Whether these are all who lost an order.
    package var hasAllLosers = true
    package var ending = Ending()

    package init(name: String, axes: [String: String] = [:], charges: Int = 0) {
      (self.name, self.axes, self.charges) = (name, axes, charges)
    }
  }

  package var name = ""
  package var isCase = false
  package var seed = 1, users = 1
  /// Of users who share a backend; 0: they share nothing.
  package var replications = 0
  package var isStratified = false
  /// How many users were drawn from each stratum, by its index; a plain sample has none.
  package var sample: [Int: Int] = [:]
  /// Whether the summary says how many were drawn, even if none.
  package var isSampled = false
  /// The parts of a stratified sample's population, in the order of the run.
  package var parts: [PairedUsers.Part] = []
  package var confidence = Confidence.standard.level
  /// Whether the run was interrupted, so that its users are unknown.
  package var isCut = false
  package var designs: [Design] = []

  package init(name: String = "", seed: Int = 1, users: Int = 1, designs: [Design] = []) {
    (self.name, self.seed, self.users, self.designs) = (name, seed, users, designs)
  }

  /// Whether this run simulated a user, by number.
  package func didPlay(_ user: UInt64) -> Bool { !isCut && hasUser(user) }

  /// Whether an uninterrupted run would simulate a user, by number.
  package func hasUser(_ user: UInt64) -> Bool {
    guard let stratum = UserNumber.stratum(user) else {
      return !isSampled && sample.isEmpty && user < UInt64(users)
    }
    return UserNumber.index(user) < UInt64(sample[stratum] ?? 0)
  }

  /// The most users of a part, and the most charges of all: more than any run has.
  package static let mostUsers = 1_000_000_000_000
}
