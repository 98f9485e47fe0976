import PurchaseWorld
package import Scenarios

/// Daily digest of a run. [000]
package struct Digest: ScenarioResult {
  package struct DesignDigest: Sendable {
    package var name: String
    /// The days of simulated time; index 0 is the day of the start.
    package var days: [DayCount]
    package var charges: Int
  }

  package let scenario: Scenario
  /// The number of simulated users; nil for a case.
  package var users: Int?
  /// The reason of an incomplete run; nil if it is complete.
  package var cut: Interruption?
  /// The designs, in the order of the scenario.
  package var designs: [DesignDigest]

  init(_ kept: Runner.RetainedResults<DailyAccumulator>, of scenario: Scenario) {
    (self.scenario, cut) = (scenario, kept.cut)
    users = scenario.isCase ? nil : kept.users
    designs = zip(scenario.designs, zip(kept.books.designs, kept.books.charges)).map {
      DesignDigest(name: $0.name, days: $1.0, charges: $1.1)
    }
  }
}
