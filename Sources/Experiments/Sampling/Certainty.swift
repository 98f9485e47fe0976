package import Statistics

/// How sure the intervals of a run are, and by which method those of shares are made.
package struct Certainty: Hashable, Sendable {
  /// How often an interval covers the true value.
  package var confidence: Confidence
  /// How the intervals of shares are made where all users were drawn alike.
  package var method: IntervalMethod

  /// That of a run that looks once at its intervals.
  package static let standard = Certainty(confidence: .standard, method: .wilson)
}
