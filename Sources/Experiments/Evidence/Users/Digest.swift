import PurchaseWorld
package import Scenarios

/// The daily digest of a run. [000]
package struct Digest: OfScenario {
  package struct DesignDigest: Sendable {
    package var name: String
    /// The days of simulated time; the first is that of the start.
    package var days: [DayCount]
    package var charges: Int
  }

  package let scenario: Scenario
  /// The number of simulated users; nil for a case.
  package var users: Int?
  /// Why the run was interrupted; nil: it was not.
  package var cut: Cut?
  /// The designs, in the order of the scenario.
  package var designs: [DesignDigest]

  init(_ kept: Runner.Kept<DailyBooks>, of scenario: Scenario) {
    (self.scenario, cut) = (scenario, kept.cut)
    users = scenario.isCase ? nil : kept.users
    designs = zip(scenario.designs, zip(kept.books.designs, kept.books.charges)).map {
      DesignDigest(name: $0.name, days: $1.0, charges: $1.1)
    }
  }
}
