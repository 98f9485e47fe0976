package import Experiments
package import Scenarios
import Statistics

/// Results of a fit.
package struct FitFindings: ScenarioResult {
  /// Result of a free value.
  package struct Value: Sendable {
    package var parameter: Fit.Parameter
    /// The value for which the simulation is closest to the table.
    package var best: Double
    /// The confidence interval; an open side ends at the end of the range.
    package var low: Double, high: Double, isUnboundedBelow: Bool, isUnboundedAbove: Bool
    /// The increase of the objective at other values, with the best choice of the other values.
    package var profile: [(value: Double, rise: Double)]

    /// Whether the table does not limit the value on at least one side.
    package var isUnbounded: Bool { isUnboundedBelow || isUnboundedAbove }

    /// The end of the range that the best value has reached: the true value may be beyond; else
    /// nil.
    package var border: Border? {
      let room = 1e-4 * (parameter.range.upperBound - parameter.range.lowerBound)
      if best - parameter.range.lowerBound < room { return .low }
      return parameter.range.upperBound - best < room ? .high : nil
    }
  }

  /// An end of a value's range.
  package enum Border: Sendable { case low, high }

  /// A row of the table with its expected value at the best values.
  package struct FittedRow: Sendable {
    package var row: FitTable.Row, expected: Double
    /// The range that contains 95 of 100 rows if the model is right.
    package var low: Double, high: Double
    /// The difference in standard deviations.
    package var score: Double
    /// Whether the difference is significant, given the number of rows.
    package var isUnexplained: Bool
  }

  package let scenario: Scenario, fit: Fit
  /// The number of simulated users at every point.
  package var usersPerPoint = 0
  /// The number of observed users, and whether the table states it.
  package var observedUsers = 0.0, isObservedKnown = false
  package var values: [Value] = [], rows: [FittedRow] = []
  /// The distance of the table at the best values, and the probability of at least this distance if
  /// the model is right; nil with as many values as rows, which explain any table.
  package var distance = 0.0, pValue: Double?
  /// The number of tables drawn for that probability.
  package var drawnTableCount = 0
  /// Values that the table does not determine.
  package var unidentifiedParameters: [UnidentifiedParameters] = []
  /// Sets of values that agree with the table.
  package var posteriorDraws: [[Double]] = []
  /// The number of starting points, and of those that are not valid scenarios.
  package var startCount = 0, refused = 0
  /// The final distances of the descents from the best starting points.
  package var finalDistances: [Double] = []
  /// The largest difference of distance between the surface and the simulation at some draws.
  package var surfaceError = 0.0
  /// By how much the simulated distance at the estimates exceeds that of the surface; infinite if
  /// the estimates are not a valid scenario.
  package var surfaceExcess = 0.0
  /// The reason of an incomplete fit; nil if it is complete.
  package var interruption: Interruption?
  /// The position of an interrupted search, by free value; then only `distance` is known.
  package var interruptedPosition: [Double] = []

  init(_ scenario: Scenario, _ fit: Fit) { (self.scenario, self.fit) = (scenario, fit) }

  /// The probability below which the model does not explain a table.
  package static let significanceLevel = 0.05

  /// Whether the estimates are the end of the search: it may have used up its steps, or the
  /// simulation may differ from the surface there.
  package var hasConverged: Bool {
    surfaceExcess <= FitFindings.maxShortfall && !hasUnexplainedRowsWhenSaturated
  }
  /// Whether rows are unexplained although there are as many values, none at the end of its range.
  package var hasUnexplainedRowsWhenSaturated: Bool {
    pValue == nil && !unexplainedRows.isEmpty && values.allSatisfy { $0.border == nil }
  }
  /// Far below the increase of the objective at the limits of an interval.
  private static let maxShortfall = 1.0
  /// Whether there is no evidence against the model.
  package var isConsistentWithTable: Bool { pValue.map { $0 > Self.significanceLevel } ?? true }
  /// The rows that the best values do not explain.
  package var unexplainedRows: [FittedRow] { rows.filter(\.isUnexplained) }
  /// The factor by which the noise of the simulation widens intervals.
  package var widening: Double { (1 + observedUsers / Double(max(1, usersPerPoint))).squareRoot() }
}

/// A value or combination of values that the table does not determine.
package struct UnidentifiedParameters: Sendable {
  package enum Kind: Sendable {
    /// The value has no visible influence on the table.
    case silent
    /// Only a combination is determined: first value + `factor` × second value, with its deviation.
    ///
    /// A logarithmic value is used as its logarithm. The sum is the tangent to a curve; `holds` is
    /// the range of the first value in which they differ by at most half a standard deviation.
    case together(factor: Double, sum: Double, deviation: Double, holds: ClosedRange<Double>)
    /// Several values compensate for each other.
    case several
  }

  /// The free values, by index.
  package var values: [Int]
  package var kind: Kind
  /// The best second value for each first value.
  package var curve: [(first: Double, second: Double)] = []
  /// A count that would determine them, and the first value's standard deviation with this count.
  package var remedy: (count: CountKind?, deviation: Double)?
}
