import Scenarios
import Statistics

extension Estimate {
  /// Approximate number of users that would decide on which side of the bounds the number lies, if
  /// its interval contains a bound; nil if it cannot be estimated.
  ///
  /// The width of an interval shrinks with the square root of the number of users, for every
  /// sampling method. If the number were the true value, the odds would be even at the number of
  /// users for which the limit reaches a bound. Twice as many bring the limit of a 95 % interval
  /// within 0.7 of the distance, so four of five runs decide.
  ///
  /// If nothing or everything was counted, the limit approaches in proportion to the users (the
  /// rule of three: J. A. Hanley and A. Lippman-Hand, 1983). It reaches a bound at a multiple of
  /// the users, provided that no further user counts.
  ///
  /// The number of users cannot be estimated if the number lies at a bound.
  /// - Parameter bounds: bounds outside the interval are ignored.
  /// - Parameter users: the number of users on which the number is based.
  func usersToDecide(_ bounds: [Double], _ users: Int) -> Int? {
    // A difference of 0 can have any number of users on both sides, so its interval has two sides.
    let isAtEnd = value == interval.low || value == interval.high
    let isBare = unit == .share && (value == 0 || value.magnitude == 1) && isAtEnd
    guard value.isFinite, isBare || value != 0 else { return nil }
    let times = bounds.filter { interval.low <= $0 && $0 <= interval.high }.map { bound in
      let reach = value > bound ? value - interval.low : interval.high - value
      let ratio = reach / (value - bound).magnitude
      return isBare ? ratio : 2 * ratio * ratio
    }
    return times.max().flatMap { Estimate.roundedUserCount(Double(users) * $0) }
  }

  /// A number rounded up to two significant digits; nil above 10¹², more than a run can simulate.
  package static func roundedUserCount(_ users: Double) -> Int? {
    guard users <= 1e12 else { return nil }
    var unit = 1.0
    while users / unit > 99 { unit *= 10 }
    return Int((users / unit).rounded(.up) * unit)
  }
}
