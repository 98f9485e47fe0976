/// The allocation of users to strata, from a pilot sample.
///
/// The shares are those of J. Neyman, Journal of the Royal Statistical Society 97 (1934) 558–625,
/// with costs (Cochran, Sampling Techniques, 3rd ed. 1977, section 5.5): in proportion to a
/// stratum's weight, the standard deviation in it and one over the root of a user's cost. Several
/// designs share the users: the variance of each is relative to that of plain sampling. A pilot
/// without a loss does not prove that a stratum has none, so half a user with a loss is added to
/// each stratum where one is possible. A part of the users is divided by weight alone (the
/// defensive mixture of T. Hesterberg, Technometrics 37 (1995) 185–194), so that no estimate is
/// much worse than with plain sampling.
package struct NeymanAllocation: Hashable, Sendable {
  /// The share of the users to draw from each stratum, adding up to 1.
  package let shares: [Double]
  private let weights: [Double]

  /// Divides users from a pilot sample.
  /// - Parameter designs: the pilot counts of each design, stratum by stratum in the same order; at
  ///   least one design.
  /// - Parameter costs: the cost of a user in each stratum, above 0, in any unit.
  /// - Parameter defensive: the part of the users that is divided by weight alone, from 0 to 1.
  package init(designs: [[StratumRatioSample]], costs: [Double], defensive: Double = 0.1) {
    precondition(defensive >= 0 && defensive <= 1, "a part lies between 0 and 1")
    let areAlike = !designs.isEmpty && designs.allSatisfy { $0.count == costs.count }
    precondition(areAlike, "every design has the same strata")
    precondition(costs.allSatisfy { $0 > 0 }, "the cost of a user is above 0")
    let weights = designs[0].map(\.weight)
    self.weights = weights
    let all = weights.reduce(0, +)
    precondition(all > 0, "strata make up a population")
    var spread = Array(repeating: 0.0, count: costs.count)
    for strata in designs {
      let ratio = StratifiedRatio(strata)?.value ?? 0
      let variances = strata.map { $0.smoothedVariance(ratio) }
      let plain = zip(strata, variances).reduce(0.0) { $0 + $1.0.weight * $1.1 }
      guard plain > 0 else { continue }
      for (index, variance) in variances.enumerated() { spread[index] += variance / plain }
    }
    let needs = costs.indices.map { weights[$0] * (spread[$0] / costs[$0]).squareRoot() }
    let need = needs.reduce(0, +)
    shares = costs.indices.map { index in
      let byWeight = weights[index] / all
      return need == 0 ? byWeight : (1 - defensive) * needs[index] / need + defensive * byWeight
    }
  }

  /// The numbers of users to draw from each stratum of a budget.
  ///
  /// At least 2 from each stratum with a part of the population, otherwise its share rounded down.
  /// The sum is the budget or slightly less; only a budget that is too small for 2 per stratum is
  /// exceeded. A larger budget never gives fewer users, so samples can be extended.
  package func userCounts(of budget: Int) -> [Int] {
    precondition(budget >= 0, "a number of users is not negative")
    return shares.indices.map { index in
      weights[index] == 0 ? 0 : max(2, Int(shares[index] * Double(budget)))
    }
  }
}

extension StratumRatioSample {
  /// The variance of a user's residual about a ratio, with half a user with one lost charge added
  /// if that is possible: for a share of users (x + ½)/(n + 1), as in the prior of Jeffreys.
  fileprivate func smoothedVariance(_ ratio: Double) -> Double {
    let (n, sum) = (Double(userCount), residual(ratio))
    let squares = max(0, residualSquares(ratio) - (userCount > 0 ? sum * sum / n : 0))
    return canCount ? (squares + 0.5) / (n + 1) : userCount > 0 ? squares / n : 0
  }
}
