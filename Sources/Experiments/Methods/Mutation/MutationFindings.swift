package import Experiments
package import Scenarios
import Statistics

/// Results of all mutants of a scenario's gated designs.
package struct MutationFindings: ScenarioResult {
  /// Result of one mutant.
  package enum MutantStatus: String, CaseIterable, Sendable {
    /// All counts are equal to those of the design.
    case same
    /// Only counts differ that no expectation can bound, such as drop points or logged events.
    case unmeasured
    /// No single bound separates it from its design with these users.
    case unseen
    /// An expectation fails.
    case failed
    /// No expectation fails, but one becomes inconclusive, so a run would end with exit code 2.
    case undecided
    /// A simulation does not end, so a run would end with exit code 2.
    case endless
    /// Every expectation still passes.
    case survived

    /// Whether a run with the mutant would not end with exit code 0.
    package var isKilled: Bool { [.failed, .undecided, .endless].contains(self) }
    /// Whether it counts in the kill ratio.
    package var isCounted: Bool { isKilled || self == .survived }
  }

  /// The largest difference between a mutant and its design.
  package struct Change: Sendable {
    package var metric: ProductMetric, from: Estimate, to: Estimate
    /// Approximate number of users that would allow a bound between the two; nil if these users do.
    package var usersToDistinguish: Int?
  }

  package struct Mutant: Sendable {
    /// The changed axes.
    package var axes: [DesignDifference.Part.Axis]
    package var status: MutantStatus
    /// The largest change of a surviving or unseen mutant; nil if nothing can be measured.
    package var change: Change?
  }

  package struct Design: Sendable {
    package var name: String
    /// The simulated mutants, in the order of the axes.
    package var mutants: [Mutant]
    /// The number of changes that the rules of designs exclude.
    package var refused: Int
    /// Expectations that detect survivors, the most effective first.
    package var proposals: [Proposal]

    package func count(_ status: MutantStatus) -> Int { mutants.count { $0.status == status } }
    package var killed: Int { mutants.count(where: \.status.isKilled) }
    package var counted: Int { mutants.count(where: \.status.isCounted) }
  }

  /// Expectation that would detect surviving mutants.
  package struct Proposal: Sendable {
    package var claim: Expectation.Claim
    /// The product to which it is restricted, by index; nil for all products.
    package var product: Int?
    /// The survivors that it detects, by index, without those that earlier proposals detect.
    package var detectedSurvivors: [Int]
  }

  package var scenario: Scenario, designs: [Design]
  /// The expectations, by index, that do not pass with the unchanged designs and detect nothing.
  package var ineffectiveExpectations: [Int]
  /// The number of mutants, simulated or not.
  package var plannedMutantCount: Int
  /// The reason of missing mutants; nil if all were simulated.
  package var interruption: Interruption?

  package func count(_ status: MutantStatus) -> Int { designs.reduce(0) { $0 + $1.count(status) } }
  /// The number of changes that the rules of designs exclude, over all designs.
  package var refused: Int { designs.reduce(0) { $0 + $1.refused } }
  /// The number of simulated mutants of all designs.
  package var simulatedMutantCount: Int { designs.reduce(0) { $0 + $1.mutants.count } }
  /// The number of mutants that change a measured result, and of killed mutants among them.
  package var counted: Int { designs.reduce(0) { $0 + $1.counted } }
  package var killed: Int { designs.reduce(0) { $0 + $1.killed } }
  /// Whether only one mutant counts, so the kill ratio is not informative.
  package var hasSingleCountedMutant: Bool { counted == 1 }
  /// The share of counted mutants that are killed; nil if none counts.
  package var killRatio: Double? { counted == 0 ? nil : Double(killed) / Double(counted) }
}
