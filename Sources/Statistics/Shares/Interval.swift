/// A range that covers the true value with some confidence.
package struct Interval: Hashable, Sendable {
  /// The bounds, in the unit of the value: the upper one is not below the lower; may be infinite.
  package var low, high: Double

  package init(low: Double, high: Double) {
    precondition(low <= high, "an interval's bounds are in order")
    (self.low, self.high) = (low, high)
  }

  /// Whether all of it lies within a margin of a value.
  ///
  /// Of a two-sided interval that misses with an error ε this says with at most ε/2 wrongly that the true
  /// value lies so near: the two one-sided tests of D. J. Schuirmann, Journal of Pharmacokinetics and
  /// Biopharmaceutics 15 (1987) 657–680, each at ε/2.
  /// - Parameter margin: at least 0, in the unit of the value.
  package func isWithin(_ margin: Double, of value: Double) -> Bool {
    value - margin <= low && high <= value + margin
  }
}

/// How the interval of a share is found.
package enum IntervalMethod: String, CaseIterable, Sendable {
  /// E. B. Wilson's score interval, for display: on average it covers as often as it says. Where the
  /// counts are too small for it the exact one, and with none or all counted a one-sided limit.
  case wilson
  /// The exact interval of C. J. Clopper and E. S. Pearson, which never covers too rarely.
  case clopperPearson
}
