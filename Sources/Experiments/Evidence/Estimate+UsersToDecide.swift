import Scenarios
import Statistics

extension Estimate {
  /// About how many users would tell on which sides of some bounds the number lies, which the interval
  /// does not tell; more than met it. Nil where nothing hints at it.
  ///
  /// An interval narrows with the square root of the users, however they are drawn. Were the number what
  /// it seems to be, then at the users at whom its limit reaches a bound the odds would be even; twice as many
  /// bring the limit of a 95 % interval within 0.7 of the distance, so four of five runs decide.
  ///
  /// Where nothing was counted, or all, the limit nears in proportion to the users (the rule of three: J. A.
  /// Hanley and A. Lippman-Hand, 1983), so it meets a bound at so many times the users if nothing comes up.
  ///
  /// Nothing hints where the number lies at a bound.
  /// - Parameter bounds: those that lie outside the interval are passed over.
  /// - Parameter users: how many met what the number is of.
  func usersToDecide(_ bounds: [Double], _ users: Int) -> Int? {
    // A difference of none can come from as many on either side; its interval has two sides, too.
    let isAtEnd = value == interval.low || value == interval.high
    let isBare = unit == .share && (value == 0 || value.magnitude == 1) && isAtEnd
    guard value.isFinite, isBare || value != 0 else { return nil }
    let times = bounds.filter { interval.low <= $0 && $0 <= interval.high }.map { bound in
      let reach = value > bound ? value - interval.low : interval.high - value
      let ratio = reach / (value - bound).magnitude
      return isBare ? ratio : 2 * ratio * ratio
    }
    return times.max().flatMap { Estimate.roundedUp(Double(users) * $0) }
  }

  /// Two digits of a number, rounded up; nil beyond what anybody plays.
  package static func roundedUp(_ users: Double) -> Int? {
    guard users <= 1e12 else { return nil }
    var unit = 1.0
    while users / unit > 99 { unit *= 10 }
    return Int((users / unit).rounded(.up) * unit)
  }
}
