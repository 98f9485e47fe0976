/// What a judge says of a claim: it holds; the data do not decide, but more users would; it does not.
package enum Verdict: String, CaseIterable, Sendable {
  case pass, inconclusive, fail

  /// Judges a claim that a value lies between bounds, by the value's interval. The interval lies
  /// wholly inside: pass; wholly outside: fail; across a bound: inconclusive.
  package init(of interval: Interval, min: Double?, max: Double?) {
    let (low, high) = (min ?? -.infinity, max ?? .infinity)
    let isInside = interval.low >= low && interval.high <= high
    let isOutside = interval.high < low || interval.low > high
    self = isInside ? .pass : isOutside ? .fail : .inconclusive
  }
}
