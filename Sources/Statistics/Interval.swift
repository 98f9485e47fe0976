/// A range that covers the true value with the confidence of this module.
package struct Interval: Hashable, Sendable {
  /// The lower bound, in the unit of the value.
  package var low: Double
  /// The upper bound, not below `low`; may be infinite.
  package var high: Double

  /// Makes an interval.
  ///
  /// - Precondition: `low` does not exceed `high`.
  package init(low: Double, high: Double) {
    precondition(low <= high, "an interval's bounds are in order")
    self.low = low
    self.high = high
  }
}

/// The confidence of every interval in results.
package enum Confidence {
  /// The share of intervals that cover the true value.
  package static let level = 0.95
  /// The standard normal quantile at 0.975, which belongs to ``level``.
  package static let z = 1.959963984540054
}
