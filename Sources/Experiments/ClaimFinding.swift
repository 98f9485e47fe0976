package import Scenarios
package import Statistics

/// What a run says of one claim.
package struct ClaimFinding: Hashable, Sendable {
  /// What was found.
  package enum Evidence: Hashable, Sendable {
    /// A number; for a comparison, the difference of two designs: the upper minus the lower.
    case number(Estimate)
    /// How a case ended.
    case ending(Ending)
    /// Nothing of which the metric could be measured, such as a design without a charge.
    case nothing
  }

  package var expectation: Expectation
  package var evidence: Evidence
  package var verdict: Verdict

  package init(_ expectation: Expectation, _ evidence: Evidence, _ verdict: Verdict) {
    self.expectation = expectation
    self.evidence = evidence
    self.verdict = verdict
  }
}
