import PurchaseWorld
package import Scenarios

/// What has to be played for a sweep: one scenario a value, with the same seed and users at each.
///
/// Draws are keyed by what they decide, and a higher probability strikes whom a lower one struck. So
/// neighbouring values share their luck, and their difference is known better than either.
package struct SweepPlan: Sendable {
  /// The scenario as it is written.
  package let scenario: Scenario
  /// The sweep of the scenario.
  package let sweep: Sweep
  /// What is compared: every two of at most four designs; of more, the first with each other.
  package let pairs: [DesignPair]

  /// Plans the sweep of a scenario; nil when it has none.
  package init?(_ scenario: Scenario) {
    guard let sweep = scenario.sweep else { return nil }
    self.scenario = scenario
    self.sweep = sweep
    let designs = scenario.designs.indices
    let references = designs.count <= SweepPlan.mostPaired ? designs : designs.prefix(1)
    pairs = references.flatMap { first in
      designs.dropFirst(first + 1).map { DesignPair(first, $0) }
    }
  }

  private static let mostPaired = 4

  /// The scenario to be played for a value, with a claim for each pair, so that the joint sums of
  /// both designs are counted.
  package func scenario(at index: Int) -> Scenario {
    var played = sweep.points[index].scenario
    played.seed = scenario.seed
    played.users = scenario.users
    // Strata change with the value, and with them whom a number names.
    played.sampling = .plain
    played.precision = nil
    let names = played.designs.map(\.name)
    played.expectations = pairs.map { pair in
      Expectation(
        .below(.lostRate, of: names[pair.first], below: names[pair.second], by: .difference(0)),
        product: nil, line: 1, column: 1, path: "sweep")
    }
    return played
  }
}
