/// The probability that an interval covers the true value.
package struct Confidence: Hashable, Sendable {
  /// The share of intervals that cover the true value, strictly between 0 and 1.
  package var level: Double { 1 - error }
  /// The share of intervals that miss the true value, strictly between 0 and 1.
  package let error: Double
  /// The standard normal quantile that half of ``error`` lies above.
  package let z: Double

  /// The confidence of results: 0.95.
  package static let standard = Confidence(error: 0.05)

  package init(level: Double) { self.init(error: 1 - level) }

  package init(error: Double) {
    precondition(error > 0 && error < 1, "a confidence lies strictly between 0 and 1")
    self.error = error
    z = SpecialFunctions.normalQuantile(upperTail: error / 2)
  }
}
