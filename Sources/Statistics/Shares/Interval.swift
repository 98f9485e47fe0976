/// A range that covers the true value with some confidence.
package struct Interval: Hashable, Sendable {
  /// The bounds, in the unit of the value: the upper one is not below the lower; may be infinite.
  package var low, high: Double

  package init(low: Double, high: Double) {
    precondition(low <= high, "an interval's bounds are in order")
    (self.low, self.high) = (low, high)
  }

  /// Whether the whole interval is within a margin of a value.
  ///
  /// For a two-sided interval with an error ε, this wrongly claims that the true value is that near
  /// with a probability of at most ε/2: the two one-sided tests of D. J. Schuirmann, Journal of
  /// Pharmacokinetics and Biopharmaceutics 15 (1987) 657–680, each at ε/2.
  /// - Parameter margin: at least 0, in the unit of the value.
  package func isWithin(_ margin: Double, of value: Double) -> Bool {
    value - margin <= low && high <= value + margin
  }
}

/// The method for the interval of a share.
package enum IntervalMethod: String, CaseIterable, Sendable {
  /// E. B. Wilson's score interval, for display: its average coverage is nominal. If the counts are
  /// too small, the exact interval, and with none or all counted, a one-sided limit.
  case wilson
  /// The exact interval of C. J. Clopper and E. S. Pearson, whose coverage is never below nominal.
  case clopperPearson
}
