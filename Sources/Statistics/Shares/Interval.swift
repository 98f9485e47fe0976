/// A range that covers the true value with some confidence.
package struct Interval: Hashable, Sendable {
  /// The bounds, in the unit of the value: the upper one is not below the lower; may be infinite.
  package var low, high: Double

  package init(low: Double, high: Double) {
    precondition(low <= high, "an interval's bounds are in order")
    (self.low, self.high) = (low, high)
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
