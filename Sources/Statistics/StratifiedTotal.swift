/// The sum of an amount over a population, such as lost revenue, from users drawn stratum by stratum.
///
/// It is the stratified mean of a user times the number of users (Cochran, Sampling Techniques, 3rd
/// ed. 1977, section 5.3); its limits are those of ``AmountTotal``, with one more user of the stratum
/// whose drawn users stand for most.
package struct StratifiedTotal: Hashable, Sendable {
  /// The sum, in the unit of the amount.
  package let value: Double
  /// The standard error of the sum.
  package let standardError: Double
  /// For how many users a drawn one stands, where one can count, at most.
  private let reach: Double
  private let population: Double
  private let perUser: ClosedRange<Int>?

  /// Estimates a sum; nil where nobody was drawn from a part of the population.
  ///
  /// - Parameters:
  ///   - strata: the amounts as numerators.
  ///   - population: the number of users in all strata, above 0.
  ///   - perUser: the amounts between which that of any user must lie, 0 among them; nil when not
  ///     known.
  package init?(
    _ strata: [StratumMoments], population: Int, perUser: ClosedRange<Int>? = nil
  ) {
    precondition(population > 0, "a total is that of some users")
    precondition(perUser?.contains(0) ?? true, "a user may add nothing")
    guard strata.allSatisfy({ $0.weight == 0 || $0.users > 0 }) else { return nil }
    let all = Double(population)
    value = all * strata.reduce(0.0) { $0 + $1.perUser * Double($1.moments.numerators) }
    let variance = strata.reduce(0.0) { $0 + $1.perUser * $1.weight * $1.amountVariance }
    standardError = all * variance.squareRoot()
    reach = all * strata.reduce(0.0) { $1.canCount ? max($0, $1.perUser) : $0 }
    self.population = all
    self.perUser = perUser
  }

  /// The interval of the sum at the confidence of results.
  package var interval: Interval { interval() }

  /// The interval of the sum; see ``AmountTotal/interval(confidence:)``.
  package func interval(confidence: Confidence = .standard) -> Interval {
    AmountLimits(
      sum: value, variance: standardError * standardError, users: population, reach: reach,
      perUser: perUser
    ).interval(confidence)
  }
}

extension StratumMoments {
  /// The variance of a user's amount within the stratum; from one user it is the square.
  fileprivate var amountVariance: Double {
    guard users > 1 else { return Double(moments.numeratorSquares) }
    // N·Σx² − (Σx)² is N(N − 1) times the variance of one user.
    let n = Int128(users)
    let sum = Int128(moments.numerators)
    return Double(n * moments.numeratorSquares - sum * sum) / Double(n * (n - 1))
  }
}
