package import EventEngine
package import Scenarios
package import Statistics

/// What a run says of one claim of its scenario.
package struct ClaimFinding: Hashable, Sendable {
  /// What is claimed, in the terms of the format.
  package enum Claim: Hashable, Sendable {
    /// A metric of a design lies between bounds; either may be absent.
    case range(Measure, design: String, min: Double?, max: Double?)
    /// A metric of one design lies below that of another, by a margin.
    case below(Measure, lower: String, upper: String, by: Expectation.Margin)
    /// A case ends so under a design.
    case ending(design: String, ExpectedEnding)
  }

  /// What is measured.
  package struct Measure: Hashable, Sendable {
    /// The name of the metric.
    package var metric: String
    /// What its numbers count.
    package var unit: Estimate.Unit
    /// The deadline that belongs to the metric, if it has one.
    package var within: Delay?
    /// The number of the retry that belongs to the metric, from 1, if it has one.
    package var retry: Int?
    /// The name of the product to which it is restricted; nil for all.
    package var product: String?
  }

  /// What was found.
  package enum Evidence: Hashable, Sendable {
    /// A number; for a comparison, the difference of two designs: the upper minus the lower, or
    /// minus the claimed multiple of the lower.
    case number(Estimate)
    /// How a case ended.
    case ending(Ending)
    /// Nothing of which the metric could be measured, such as a design without a charge.
    case nothing
  }

  /// Where the claim stands in the file, such as `expect[2]`.
  package var path: String
  /// The line of the file at which it begins, from 1.
  package var line: Int
  /// The column of that line, from 1.
  package var column: Int
  package var claim: Claim
  package var evidence: Evidence
  package var verdict: Verdict
}
