/// The shares of all weight at which the limits of a quantile's interval lie.
///
/// For weighted observations, sorted: the lower limit is the last at which no more than ``low`` of
/// the weight is reached, the upper limit the first at which more than ``high`` is. With equal
/// weights these are the ranks of ``QuantileRanks``.
package struct QuantileShares: Hashable, Sendable {
  /// The share of the lower limit; 0 means that the data give none.
  package let low: Double
  /// The share of the upper limit; 1 means that the data give none.
  package let high: Double

  /// Finds the shares of a quantile's limits.
  ///
  /// - Parameters:
  ///   - level: strictly between 0 and 1.
  ///   - effective: the number of independent observations that would say as much, above 0.
  package init(level: Double, effective: Double, confidence: Confidence = .standard) {
    precondition(level > 0 && level < 1, "a quantile's level lies strictly between 0 and 1")
    precondition(effective > 0, "a quantile has a number of independent observations")
    let tail = confidence.error / 2
    low = QuantileShares.most(effective, level, tail) / effective
    high = 1 - QuantileShares.most(effective, 1 - level, tail) / effective
  }

  /// The largest whole k such that fewer than k of `total` draws come up with at most the given
  /// probability, where each does with probability `share`.
  static func most(_ total: Double, _ share: Double, _ tail: Double) -> Double {
    var (enough, tooMany) = (0.0, total.rounded(.down) + 1)
    while tooMany - enough > 1 {
      let k = (0.5 * (enough + tooMany)).rounded(.down)
      // P(X ≤ k − 1) is the beta tail above the share with k and n − k + 1.
      if SpecialFunctions.beta(share, k, total - k + 1).upper <= tail {
        enough = k
      } else {
        tooMany = k
      }
    }
    return enough
  }
}

/// The charges of one stratum, for a quantile over the population.
package struct QuantileStratum: Hashable, Sendable {
  /// The share of the population's users in this stratum, from 0 to 1.
  package var weight: Double
  /// The number of users drawn from it, above 0, those without any charge among them.
  package var users: Int
  /// Their number of charges.
  package var charges: Int
  /// Σ of the squared number of charges of a user.
  package var squares: Int128
  /// The number of these charges at or below the quantile.
  package var below: Int

  /// Makes a stratum.
  package init(weight: Double, users: Int, charges: Int, squares: Int128, below: Int) {
    precondition(users > 0, "a quantile is that of some users")
    precondition(below >= 0 && below <= charges, "a part of the charges lies below a quantile")
    self.weight = weight
    self.users = users
    self.charges = charges
    self.squares = squares
    self.below = below
  }

  /// The number of independent charges that say as much of a quantile as all strata.
  ///
  /// An interval of a quantile is that of the share of charges below it (R. S. Woodruff, Journal of
  /// the American Statistical Association 47 (1952) 635–646). The share varies within each stratum
  /// only, as if the charges of a user shared their fate; half a charge is added on either side of
  /// the quantile, as a stratum that was all on one side may not be so.
  ///
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
