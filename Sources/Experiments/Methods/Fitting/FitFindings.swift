package import Experiments
package import Scenarios
import Statistics

/// What a fit found out.
package struct FitFindings: OfScenario {
  /// What a table tells of a free value.
  package struct Value: Sendable {
    package var free: Fit.Free
    /// The value at which the simulation comes nearest to the table.
    package var best: Double
    /// The interval; its ends are those of the range on a side that is open.
    package var low: Double, high: Double
    package var isOpenBelow: Bool, isOpenAbove: Bool
    /// By how much the objective rises where the value is another and all others are the best then.
    package var profile: [(value: Double, rise: Double)]

    /// Whether the table does not limit the value on some side.
    package var isOpen: Bool { isOpenBelow || isOpenAbove }

    /// Whether the best value lies at a border of its range: it might be beyond.
    package var border: Border? {
      let room = 1e-4 * (free.range.upperBound - free.range.lowerBound)
      if best - free.range.lowerBound < room { return .low }
      return free.range.upperBound - best < room ? .high : nil
    }
  }

  package enum Border: Sendable { case low, high }

  /// A row of the table beside what the best values explain.
  package struct Row: Sendable {
    package var row: FitTable.Row
    package var expected: Double
    /// The range in which 95 of 100 rows lie if the model is right.
    package var low: Double, high: Double
    /// The difference in standard deviations.
    package var score: Double
    /// Whether it is too far off for one of so many rows.
    package var isOff: Bool
  }

  package let scenario: Scenario, fit: Fit
  /// How many users were simulated at every point.
  package var simulated = 0
  /// How many users the table is of, and whether it says so.
  package var observed = 0.0, isObservedKnown = false
  package var values: [Value] = []
  package var rows: [Row] = []
  /// The distance of the table from the best values, and the chance of one as far if the model is right; nil
  /// where there are as many values as rows, which then explain any table.
  package var distance = 0.0, pValue: Double?
  /// How many tables were drawn for that chance.
  package var tables = 0
  /// What the table does not tell.
  package var blindSpots: [BlindSpot] = []
  /// Sets of values that agree with the table.
  package var draws: [[Double]] = []
  /// How many starts there were, how many of them the format refuses, and the distances at which the
  /// descents from the best of them ended.
  package var starts = 0, refused = 0
  package var ends: [Double] = []
  /// How far the surface is from the simulation at some draws: the greatest difference of distances.
  package var surfaceError = 0.0
  /// By how much the simulation at the estimates is farther from the table than the surface says; infinite where
  /// the format refuses the estimates.
  package var shortfall = 0.0
  /// Why it ended before it was done; nil: it did not.
  package var cut: Cut?
  /// Where a search that was cut short stood, in the order of the free values; then nothing else is known than
  /// the distance there.
  package var reached: [Double] = []

  init(_ scenario: Scenario, _ fit: Fit) { (self.scenario, self.fit) = (scenario, fit) }

  /// The chance below which a model does not explain a table.
  package static let error = 0.05

  /// Whether the search ended where the estimates are: it may have run out of steps on its way, or the
  /// simulation may not follow the surface there.
  package var isAtRest: Bool { shortfall <= FitFindings.mostShortfall && !leavesRows }
  /// Whether rows are not explained although there are as many values, and none is at a bound.
  package var leavesRows: Bool {
    pValue == nil && !off.isEmpty && values.allSatisfy { $0.border == nil }
  }
  /// Far less than what bounds an interval.
  private static let mostShortfall = 1.0
  /// Whether nothing tells that the model is wrong.
  package var fits: Bool { pValue.map { $0 > FitFindings.error } ?? true }
  /// The rows that the best values do not explain.
  package var off: [Row] { rows.filter(\.isOff) }
  /// By how much the noise of the simulation widens intervals.
  package var widening: Double { (1 + observed / Double(max(1, simulated))).squareRoot() }
}

/// Something that a table does not tell.
package struct BlindSpot: Sendable {
  package enum Kind: Sendable {
    /// Whatever the value is, the table looks the same.
    case silent
    /// Only a combination shows: the first value plus so many times the second, with its standard deviation.
    ///
    /// Values whose logarithms are free are their logarithms. The sum is the tangent to a curve, which it leaves by
    /// half a standard deviation beyond the first values between which it holds.
    case together(factor: Double, sum: Double, deviation: Double, holds: ClosedRange<Double>)
    /// Several values make up for each other.
    case several
  }

  /// The free values, by index.
  package var values: [Int]
  package var kind: Kind
  /// For each value of the first the best one of the second.
  package var curve: [(first: Double, second: Double)] = []
  /// What would part them if it were counted: the count, and the standard deviation of the first value then.
  package var remedy: (count: ObservedCount?, deviation: Double)?
}
