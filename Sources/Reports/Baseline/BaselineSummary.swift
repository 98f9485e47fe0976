package import Experiments
import PurchaseWorld
import Scenarios
import Statistics

/// A summary of an earlier run, as far as runs are compared by it.
package struct BaselineSummary: Sendable {
  package struct Design: Sendable {
    package var name: String
    /// The axes away from the defaults, with their values as the format writes them; of a built-in
    /// design none.
    package var axes: [String: String] = [:]
    package var charges = 0
    /// The rates of `Share.Compared`, by name; of a case none.
    package var rates: [String: Estimate] = [:]
    /// Users who lost an order, by hash; see `LossList`.
    package var losers: [UInt64] = []
    /// Whether these are all who lost an order.
    package var hasAllLosers = true
    package var ending = Ending()
  }

  package var name = ""
  package var isCase = false
  package var seed = 1
  package var users = 1
  var isStratified = false
  /// How many users were drawn from each stratum, by its index; a plain sample has none.
  package var sample: [Int: Int] = [:]
  /// Whether it was told how many were drawn, be it none.
  var isSampled = false
  /// The parts of a stratified sample's population, in the order of the run.
  var parts: [PairedUsers.Part] = []
  package var confidence = Confidence.standard.level
  /// Whether the run was cut short, so that it is not known which users it played.
  package var isCut = false
  package var designs: [Design] = []

  /// Whether a user, by number, met the designs of this run.
  func didPlay(_ user: UInt64) -> Bool { !isCut && hasUser(user) }

  /// Whether a user, by number, is one of those whom a run that was not cut short plays.
  func hasUser(_ user: UInt64) -> Bool {
    guard let stratum = UserNumber.stratum(user) else {
      return !isSampled && sample.isEmpty && user < UInt64(users)
    }
    return UserNumber.index(user) < UInt64(sample[stratum] ?? 0)
  }
}
