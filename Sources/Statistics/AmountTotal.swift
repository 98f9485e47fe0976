/// The sum of an amount over all users, such as lost revenue, with a normal interval.
///
/// Users are independent draws. The interval is that of the number of users times the mean of a user,
/// from Σx and Σx². It needs many users with an amount: with none, or with the same amount for every
/// user, it is a single point.
package struct AmountTotal: Hashable, Sendable {
  /// Σx, in the unit of the amount.
  package var sum: Int
  /// Σx².
  package var squares: Int128
  /// The number of users, above 0.
  package var users: Int

  /// Makes a total.
  ///
  /// - Precondition: `users` is above 0.
  package init(sum: Int, squares: Int128, users: Int) {
    precondition(users > 0, "a total is that of some users")
    self.sum = sum
    self.squares = squares
    self.users = users
  }

  /// The standard error of the sum.
  package var standardError: Double {
    guard users > 1 else { return 0 }
    // N·Σx² − (Σx)² is N² times the variance of one user.
    let scaled = Int128(users) * squares - Int128(sum) * Int128(sum)
    return (Double(scaled) / Double(users - 1)).squareRoot()
  }

  /// The interval of the sum.
  package var interval: Interval {
    let half = Confidence.z * standardError
    return Interval(low: Double(sum) - half, high: Double(sum) + half)
  }
}
