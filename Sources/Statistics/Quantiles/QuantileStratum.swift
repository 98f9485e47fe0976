/// The charges of one stratum, for a quantile over the population.
package struct QuantileStratum: Hashable, Sendable {
  /// The share of the population's users in this stratum, from 0 to 1.
  package var weight: Double
  /// The number of users drawn from it, above 0, those without any charge among them.
  package var users: Int
  /// Their number of charges, Σ of a user's squared, and how many lie at or below the quantile.
  package var charges: Int
  package var squares: Int128, below: Int

  package init(weight: Double, users: Int, charges: Int, squares: Int128, below: Int) {
    precondition(users > 0, "a quantile is that of some users")
    precondition(below >= 0 && below <= charges, "a part of the charges lies below a quantile")
    (self.weight, self.users, self.charges) = (weight, users, charges)
    (self.squares, self.below) = (squares, below)
  }

  /// The number of independent charges that say as much of a quantile as all strata.
  ///
  /// An interval of a quantile is that of the share of charges below it (R. S. Woodruff, Journal of
  /// the American Statistical Association 47 (1952) 635–646). The share varies within each stratum
  /// only, as if the charges of a user shared their fate; half a charge is added on either side of
  /// the quantile, as a stratum that was all on one side may not be so.
  /// - Precondition: there is a charge.
  package static func effectiveTotal(level: Double, _ strata: [QuantileStratum]) -> Double {
    let charges = strata.reduce(0.0) { $0 + $1.weight * Double($1.charges) / Double($1.users) }
    precondition(charges > 0, "a quantile is that of some observations")
    let variance = strata.reduce(0.0) { sum, stratum in
      let share = (Double(stratum.below) + 0.5) / (Double(stratum.charges) + 1)
      let perUser = stratum.weight / Double(stratum.users)
      return sum + perUser * perUser * share * (1 - share) * Double(stratum.squares)
    }
    return level * (1 - level) * charges * charges / variance
  }
}
