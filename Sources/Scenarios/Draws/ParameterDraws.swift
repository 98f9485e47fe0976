package import JSONText

/// Sets of values that agree with the data, each with its scenario.
///
/// `lostorder fit` finds them. A run simulates each, so that its results include the uncertainty
/// that the data leave.
package struct ParameterDraws: Sendable {
  package struct Draw: Sendable {
    /// The values for the places, in order, as in the file.
    package var values: [JSONOutput]
    /// The scenario with these values as its settings, without expectations, sweep and draws.
    package var scenario: Scenario

    package init(values: [JSONOutput], scenario: Scenario) {
      (self.values, self.scenario) = (values, scenario)
    }
  }

  /// The paths of the places, as problems print them: `faults[2].probability`.
  package var paths: [String]
  /// One draw per set, in the order of the file; all have the same designs in the same order.
  package var draws: [Draw]

  package init(paths: [String], draws: [Draw]) { (self.paths, self.draws) = (paths, draws) }

  /// The allowed numbers of places and of sets.
  package static let allowedCounts = 1...24, sets = 2...400
}
