package import JSONText

/// Sets of values that all agree with some data, each with the scenario that it makes.
///
/// `lostorder fit` finds them; a run plays each, so that what the data leave open is in its results.
package struct ScenarioDraws: Sendable {
  package struct Draw: Sendable {
    /// What is put into the places, one after the other, as it would stand in the file.
    package var values: [JSONOutput]
    /// The scenario with these values; it has no expectations, no sweep and no draws, and its settings
    /// are these values.
    package var scenario: Scenario

    package init(values: [JSONOutput], scenario: Scenario) {
      (self.values, self.scenario) = (values, scenario)
    }
  }

  /// The paths of the places, as problems print them: `faults[2].probability`.
  package var paths: [String]
  /// As many as the file has sets, in its order; all have the same designs by name and order.
  package var draws: [Draw]

  package init(paths: [String], draws: [Draw]) { (self.paths, self.draws) = (paths, draws) }

  /// The numbers of places, and of sets.
  package static let places = 1...24, sets = 2...400

  /// Notes what was put into the file before it was read: a draw is the file with that and its values.
  mutating func add(_ settings: [Setting]) {
    for index in draws.indices {
      draws[index].scenario.settings.insert(contentsOf: settings, at: 0)
    }
  }
}
