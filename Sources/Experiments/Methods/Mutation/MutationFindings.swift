package import Experiments
package import Scenarios
import Statistics

/// What came of every mutant of a scenario's gated designs.
package struct MutationFindings: OfScenario {
  /// What came of one mutant.
  package enum Outcome: String, CaseIterable, Sendable {
    /// Every figure is that of its design.
    case same
    /// Something is counted of which no expectation can speak, such as drop points or what clients log.
    case unmeasured
    /// No single bound tells it from its design with these users.
    case unseen
    /// An expectation fails.
    case failed
    /// None fails, but one cannot be decided any more, so that a run would end with 2.
    case undecided
    /// A life has no end, so that a run would end with 2.
    case endless
    /// Every expectation holds as before.
    case survived

    package var isKilled: Bool { [.failed, .undecided, .endless].contains(self) }
    /// Whether it counts in the kill ratio.
    package var counts: Bool { isKilled || self == .survived }
  }

  /// By what a mutant differs most from its design.
  package struct Change: Sendable {
    package var measure: Measure
    package var from: Estimate, to: Estimate
    /// About how many users would leave room for a bound between the two; nil where these do.
    package var usersToTell: Int?
  }

  package struct Mutant: Sendable {
    /// The axes that are changed.
    package var axes: [DesignDifference.Part.Axis]
    package var outcome: Outcome
    /// The largest change of one that survived or is unseen; nil where nothing can be measured any more.
    package var change: Change?
  }

  package struct Design: Sendable {
    package var name: String
    /// The mutants that were played, in the order of the axes.
    package var mutants: [Mutant]
    /// How many changes no rule of designs allows.
    package var refused: Int
    /// Expectations that notice survivors, those that notice most first.
    package var proposals: [Proposal]

    package func count(_ outcome: Outcome) -> Int { mutants.count { $0.outcome == outcome } }
    package var killed: Int { mutants.count(where: \.outcome.isKilled) }
    package var counted: Int { mutants.count(where: \.outcome.counts) }
  }

  /// An expectation that notices mutants that survived.
  package struct Proposal: Sendable {
    package var claim: Expectation.Claim
    /// The product to which it is restricted, by index; nil for all.
    package var product: Int?
    /// The survivors of its design that it notices, by index; each proposal names only those that none
    /// before it does.
    package var notices: [Int]
  }

  package var scenario: Scenario
  package var designs: [Design]
  /// The expectations that do not hold with the designs as they are, so that they notice nothing, by index.
  package var idle: [Int]
  /// How many mutants there are, played or not.
  package var planned: Int
  /// Why not all mutants were played; nil: they were.
  package var cut: Cut?

  package func count(_ outcome: Outcome) -> Int { designs.reduce(0) { $0 + $1.count(outcome) } }
  package var refused: Int { designs.reduce(0) { $0 + $1.refused } }
  package var judged: Int { designs.reduce(0) { $0 + $1.mutants.count } }
  /// How many mutants change a measured result, and how many of them an expectation notices.
  package var counted: Int { designs.reduce(0) { $0 + $1.counted } }
  package var killed: Int { designs.reduce(0) { $0 + $1.killed } }
  /// Whether a single mutant counts, so that the share of noticed ones says nothing about the expectations.
  package var countsOne: Bool { counted == 1 }
  /// The share of the counted mutants that are noticed; nil where none counts.
  package var ratio: Double? { counted == 0 ? nil : Double(killed) / Double(counted) }
}
