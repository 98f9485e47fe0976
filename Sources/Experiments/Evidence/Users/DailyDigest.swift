import PurchaseWorld
package import Scenarios

/// Daily digest of a run. [000]
package struct DailyDigest: ScenarioResult {
  /// The daily counts of one design.
  package struct DailyDesignDigest: Sendable {
    package var name: String
    /// The days of simulated time; index 0 is the day of the start.
    package var days: [DayCounts]
    /// The number of charges over all days.
    package var charges: Int
  }

  package let scenario: Scenario
  /// The number of simulated users; nil for a case.
  package var users: Int?
  /// The reason of an incomplete run; nil if it is complete.
  package var interruption: Interruption?
  /// The designs, in the order of the scenario.
  package var designs: [DailyDesignDigest]

  init(_ kept: Runner.AccumulationResult<DailyAccumulator>, of scenario: Scenario) {
    (self.scenario, interruption) = (scenario, kept.interruption)
    users = scenario.isCase ? nil : kept.users
    designs = zip(scenario.designs, zip(kept.totals.daysByDesign, kept.totals.charges)).map {
      DailyDesignDigest(name: $0.name, days: $1.0, charges: $1.1)
    }
  }
}
