/// The observed counts of many users outside the simulation, as sums that the moments of one user
/// explain.
///
/// The sums of one table have the same users, so they are correlated as the counts of one user are.
/// The number of users is known, or estimated from the sums.
package struct ObservedSums: Hashable, Sendable {
  /// An observed sum, or a share with its denominator.
  package enum Row: Hashable, Sendable {
    /// The sum of a count, by its index in the moments.
    case sum(Int, is: Double)
    /// The sum of one count given the sum of another: a share and its denominator, which gives no
    /// information on the number of users.
    case share(Int, of: Int, is: Double, total: Double)

    /// The observed sum.
    var observed: Double {
      switch self {
      case .sum(_, let count), .share(_, _, let count, _): count
      }
    }

    /// The change of the expected value for a change of the counts of one user.
    func change(_ course: [Double], _ moments: UserMoments, users: Double) -> Double {
      switch self {
      case .sum(let place, _): return users * course[place]
      case .share(let place, let base, _, let total):
        let whole = moments.mean[base]
        if whole <= 0 { return 0 }
        let share = moments.mean[place] / whole
        return total / whole * (course[place] - share * course[base])
      }
    }
  }

  package var rows: [Row]
  /// The number of counted users; nil if the table does not state it.
  package var userCount: Double?
  /// The number of simulated users behind the moments.
  package var simulatedUserCount: Int
  /// The number of counts that are missing in unknown rows.
  package var numberOfMissingCounts = 0.0

  package init(_ rows: [Row], users: Double?, simulated: Int) {
    (self.rows, self.userCount, self.simulatedUserCount) = (rows, users, simulated)
  }

  /// The variance that is added to every row, of half a count, because sums are whole numbers.
  ///
  /// Without it, a row without variance in the simulation would be certain, and an expected 0.1
  /// would differ from 1 as if counts were not whole numbers.
  static let blur = 0.5

  /// The differences of a table from moments, and their covariance.
  struct Residuals {
    /// Observed minus expected values of the rows; only the observed values of rows that grow with
    /// an unknown number of users.
    var observed: [Double]
    /// The expected values of one additional user.
    var each: [Double]
    /// The covariance of the differences, with the noise of the simulation.
    var covariance: Matrix
  }

  /// Estimates the number of users from the row with the largest count.
  func usersRoughly(_ moments: UserMoments) -> Double {
    if let userCount { return userCount }
    let guesses = rows.compactMap { row -> (expected: Double, users: Double)? in
      switch row {
      case .sum(let place, let sum):
        moments.mean[place] > 0 && sum > 0 ? (sum, sum / moments.mean[place]) : nil
      case .share(_, let base, _, let total):
        moments.mean[base] > 0 && total > 0 ? (total, total / moments.mean[base]) : nil
      }
    }
    return max(1, guesses.max { $0.expected < $1.expected }?.users ?? 1)
  }

  /// The differences for moments and a number of users, from which the covariance follows.
  func residuals(_ moments: UserMoments, users: Double) -> Residuals {
    var residuals = Residuals(
      observed: [], each: [], covariance: Matrix(rows: rows.count, columns: rows.count))
    // Each row is a combination of at most two counts over its number of users.
    var terms: [(first: Int, second: Int?, factor: Double, users: Double)] = []
    for row in rows {
      switch row {
      case .sum(let place, let sum):
        residuals.observed.append(sum)
        residuals.each.append(moments.mean[place])
        terms.append((place, nil, 0, users))
      case .share(let place, let base, let sum, let total):
        let whole = moments.mean[base]
        let share = whole > 0 ? moments.mean[place] / whole : 0
        residuals.observed.append(sum - share * total)
        residuals.each.append(0)
        terms.append((place, base, share, whole > 0 ? total / whole : users))
      }
    }
    let simulated = Double(simulatedUserCount)
    for (row, one) in terms.enumerated() {
      for (column, other) in terms[...row].enumerated() {
        var value = moments.covariance[one.first, other.first]
        if let base = one.second { value -= one.factor * moments.covariance[base, other.first] }
        if let base = other.second {
          value -= other.factor * moments.covariance[one.first, base]
          if let ownBase = one.second {
            value += one.factor * other.factor * moments.covariance[ownBase, base]
          }
        }
        // Rows with different numbers of users share the smaller number.
        let common = min(one.users, other.users)
        value *= common + one.users * other.users / simulated
        residuals.covariance[row, column] = value
        residuals.covariance[column, row] = value
      }
    }
    let counted = rows.reduce(0) { $0 + $1.observed }
    for (row, one) in rows.enumerated() {
      // Missing counts are distributed in proportion to the rows, and can all belong to one row.
      let missing = counted > 0 ? numberOfMissingCounts * one.observed / counted : 0
      residuals.covariance[row, row] += ObservedSums.blur + missing * (1 + missing)
    }
    return residuals
  }
}

/// The residuals of a table, whitened: independent, with variance 1.
package struct WhitenedResiduals: Sendable {
  /// The differences.
  package let values: [Double]
  /// The number of users that the table covers.
  package let userCount: Double
  /// The decomposition that makes differences independent.
  package let cholesky: Cholesky
  /// The whitened direction in which the number of users changes the differences; nil if it is
  /// known.
  package let userCountDirection: [Double]?

  /// The sum of the squares.
  package var sumOfSquares: Double { values.dot(values) }

  /// Compares a table with moments.
  /// - Parameter fallback: moments whose covariance replaces one that is not positive definite.
  init(_ table: ObservedSums, _ moments: UserMoments, fallback: UserMoments) {
    var (users, best) = (table.usersRoughly(moments), table.residuals(moments, users: 1))
    var (values, cholesky, direction): ([Double], Cholesky?, [Double]) = ([], nil, [])
    // The covariance grows with the number of users, so both are estimated together.
    for _ in 0..<2 {
      best = table.residuals(moments, users: users)
      cholesky =
        Cholesky(best.covariance) ?? Cholesky(table.residuals(fallback, users: users).covariance)
        // Without counts of users, both can be indefinite.
        ?? Cholesky(best.covariance.variances(atLeast: ObservedSums.blur))
      guard let cholesky else { preconditionFailure("moments have a covariance") }
      let observed = cholesky.whiten(best.observed)
      direction = cholesky.whiten(best.each)
      if table.userCount == nil, direction.dot(direction) > 0 {
        users = max(1, observed.dot(direction) / direction.dot(direction))
      }
      values = zip(observed, direction).map { $0 - users * $1 }
    }
    guard let cholesky else { preconditionFailure("a table is compared") }
    (self.values, self.userCount, self.cholesky) = (values, users, cholesky)
    userCountDirection = table.userCount == nil ? direction : nil
  }
}

extension Matrix {
  /// The diagonal of a covariance, with a minimum for each variance.
  fileprivate func variances(atLeast least: Double) -> Matrix {
    var alone = Matrix(rows: rows, columns: columns)
    for place in 0..<rows { alone[place, place] = max(least, self[place, place]) }
    return alone
  }
}
