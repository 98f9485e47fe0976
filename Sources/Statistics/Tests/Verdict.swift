/// The verdict on a claim: it holds; the sample is too small to decide; it does not hold.
package enum Verdict: String, CaseIterable, Sendable {
  case pass, inconclusive, fail

  /// Judges the claim that a value is between bounds, by its interval: pass if the interval is
  /// inside, fail if it is outside, and inconclusive if it contains a bound.
  package init(of interval: Interval, min: Double?, max: Double?) {
    let (low, high) = (min ?? -.infinity, max ?? .infinity)
    let isInside = interval.low >= low && interval.high <= high
    let isOutside = interval.high < low || interval.low > high
    self = isInside ? .pass : isOutside ? .fail : .inconclusive
  }
}
