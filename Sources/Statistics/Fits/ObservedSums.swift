/// What was counted of many users outside of the simulation, as sums that moments of a user explain.
///
/// The sums of one table are of the same users, so that they vary together as the counts of a user do. Of
/// how many users is known, or follows from the sums themselves.
package struct ObservedSums: Hashable, Sendable {
  package enum Row: Hashable, Sendable {
    /// The sum of a count, by its place among the moments.
    case sum(Int, is: Double)
    /// The sum of one count where that of another one is known: a share and its denominator, which
    /// tells nothing of how many users there were.
    case share(Int, of: Int, is: Double, total: Double)

    /// What was counted.
    var seen: Double {
      switch self {
      case .sum(_, let count), .share(_, _, let count, _): count
      }
    }

    /// How what is expected changes where the counts of one user change so.
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
  /// How many users were counted; nil if the table does not say.
  package var users: Double?
  /// How many simulated users stand behind the moments.
  package var simulated: Int
  /// How many of what was counted are missing, nobody knows of which row.
  package var damaged = 0.0

  package init(_ rows: [Row], users: Double?, simulated: Int) {
    (self.rows, self.users, self.simulated) = (rows, users, simulated)
  }

  /// How a sum of whole numbers is blurred: a variance of half a count on every row.
  ///
  /// Without it a row that no simulated user varies would be known without doubt, and one that is
  /// expected 0.1 times would be told apart from 1 as if counts were no whole numbers.
  static let blur = 0.5

  /// The differences of a table from moments, and their covariance.
  struct Residuals {
    /// Seen minus expected of the rows; of rows that grow with the number of users, before these are known,
    /// what was seen.
    var seen: [Double]
    /// What one user more adds to what is expected.
    var each: [Double]
    /// The covariance of the differences, with the noise of the simulation.
    var covariance: Matrix
  }

  /// Estimates how many users were counted from the row that has the most.
  func usersRoughly(_ moments: UserMoments) -> Double {
    if let users { return users }
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

  /// The differences for moments if so many users were counted, of whom the covariance is taken.
  func residuals(_ moments: UserMoments, users: Double) -> Residuals {
    var residuals = Residuals(
      seen: [], each: [], covariance: Matrix(rows: rows.count, columns: rows.count))
    // Each row is a combination of at most two counts, of as many users as it was counted of.
    var terms: [(first: Int, second: Int?, factor: Double, users: Double)] = []
    for row in rows {
      switch row {
      case .sum(let place, let sum):
        residuals.seen.append(sum)
        residuals.each.append(moments.mean[place])
        terms.append((place, nil, 0, users))
      case .share(let place, let base, let sum, let total):
        let whole = moments.mean[base]
        let share = whole > 0 ? moments.mean[place] / whole : 0
        residuals.seen.append(sum - share * total)
        residuals.each.append(0)
        terms.append((place, base, share, whole > 0 ? total / whole : users))
      }
    }
    let simulated = Double(simulated)
    for (row, one) in terms.enumerated() {
      for (column, other) in terms[...row].enumerated() {
        var value = moments.covariance[one.first, other.first]
        if let base = one.second { value -= one.factor * moments.covariance[base, other.first] }
        if let base = other.second {
          value -= other.factor * moments.covariance[one.first, base]
          if let own = one.second {
            value += one.factor * other.factor * moments.covariance[own, base]
          }
        }
        // Rows of different users have the smaller number in common.
        let common = min(one.users, other.users)
        value *= common + one.users * other.users / simulated
        residuals.covariance[row, column] = value
        residuals.covariance[column, row] = value
      }
    }
    let counted = rows.reduce(0) { $0 + $1.seen }
    for (row, one) in rows.enumerated() {
      // What is missing falls on rows by how much each has, and may be all of one kind.
      let missing = counted > 0 ? damaged * one.seen / counted : 0
      residuals.covariance[row, row] += ObservedSums.blur + missing * (1 + missing)
    }
    return residuals
  }
}

/// How a table differs from moments, in units in which every row varies by 1 and alone.
package struct WhitenedResiduals: Sendable {
  /// The differences.
  package let values: [Double]
  /// How many users the table is of.
  package let users: Double
  /// What makes differences independent.
  package let cholesky: Cholesky
  /// The direction, whitened, in which the number of users moves the differences; nil if that is known.
  package let free: [Double]?

  /// The sum of the squares.
  package var total: Double { values.dot(values) }

  /// Compares a table with moments.
  /// - Parameter fallback: moments whose covariance is taken where that of the moments is none.
  init(_ table: ObservedSums, _ moments: UserMoments, fallback: UserMoments) {
    var (users, best) = (table.usersRoughly(moments), table.residuals(moments, users: 1))
    var (values, cholesky, direction): ([Double], Cholesky?, [Double]) = ([], nil, [])
    // The covariance grows with the users, whose number is estimated with it.
    for _ in 0..<2 {
      best = table.residuals(moments, users: users)
      cholesky =
        Cholesky(best.covariance) ?? Cholesky(table.residuals(fallback, users: users).covariance)
        // Counts of no users can have neither.
        ?? Cholesky(best.covariance.variances(atLeast: ObservedSums.blur))
      guard let cholesky else { preconditionFailure("moments have a covariance") }
      let seen = cholesky.whiten(best.seen)
      direction = cholesky.whiten(best.each)
      if table.users == nil, direction.dot(direction) > 0 {
        users = max(1, seen.dot(direction) / direction.dot(direction))
      }
      values = zip(seen, direction).map { $0 - users * $1 }
    }
    guard let cholesky else { preconditionFailure("a table is compared") }
    (self.values, self.users, self.cholesky) = (values, users, cholesky)
    free = table.users == nil ? direction : nil
  }
}

extension Matrix {
  /// The variances of a covariance alone, each at least so much.
  fileprivate func variances(atLeast least: Double) -> Matrix {
    var alone = Matrix(rows: rows, columns: columns)
    for place in 0..<rows { alone[place, place] = max(least, self[place, place]) }
    return alone
  }
}
