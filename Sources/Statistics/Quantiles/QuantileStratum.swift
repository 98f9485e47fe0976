/// The charges of one stratum, for a quantile over the population.
package struct QuantileStratum: Hashable, Sendable {
  /// The share of the population's users in this stratum, from 0 to 1.
  package var weight: Double
  /// The number of users drawn from it, above 0, including those without a charge.
  package var userCount: Int
  /// The number of their charges, Σ of the squared charges per user, and the charges at or below
  /// the quantile.
  package var chargeCount: Int
  package var sumOfSquares: Int128, countAtOrBelow: Int

  package init(weight: Double, users: Int, charges: Int, squares: Int128, below: Int) {
    precondition(users > 0, "a quantile is that of some users")
    precondition(below >= 0 && below <= charges, "a part of the charges lies below a quantile")
    (self.weight, self.userCount, self.chargeCount) = (weight, users, charges)
    (self.sumOfSquares, self.countAtOrBelow) = (squares, below)
  }

  /// The number of independent charges with the same information on a quantile as all strata.
  ///
  /// An interval of a quantile is that of the share of charges below it (R. S. Woodruff, Journal of
  /// the American Statistical Association 47 (1952) 635–646). The share varies only within each
  /// stratum, as if the charges of a user were perfectly correlated. Half a charge is added on
  /// either side of the quantile, because a stratum with all charges on one side need not be so.
  /// - Precondition: there is a charge.
  package static func effectiveTotal(level: Double, _ strata: [QuantileStratum]) -> Double {
    let charges = strata.reduce(0.0) {
      $0 + $1.weight * Double($1.chargeCount) / Double($1.userCount)
    }
    precondition(charges > 0, "a quantile is that of some observations")
    let variance = strata.reduce(0.0) { sum, stratum in
      let share = (Double(stratum.countAtOrBelow) + 0.5) / (Double(stratum.chargeCount) + 1)
      let perUser = stratum.weight / Double(stratum.userCount)
      return sum + perUser * perUser * share * (1 - share) * Double(stratum.sumOfSquares)
    }
    return level * (1 - level) * charges * charges / variance
  }
}
