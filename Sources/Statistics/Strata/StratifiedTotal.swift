/// The sum of an amount over a population, such as lost revenue, from users drawn stratum by stratum.
///
/// It is the stratified mean of a user times the number of users (Cochran, Sampling Techniques, 3rd
/// ed. 1977, section 5.3). For an amount that cannot be negative, the limits are those of its
/// ``Deviations``, as if all amounts in a stratum were equal; for others, those of ``AmountTotal``.
/// Both include one more user of the stratum whose drawn users represent the most users.
package struct StratifiedTotal: Hashable, Sendable {
  /// The sum, in the unit of the amount.
  package let value, standardError: Double
  /// The maximum number of users that a drawn user represents, over the strata where a user can
  /// count.
  private let reach: Double
  private let population: Double, perUser: ClosedRange<Int>?
  /// The errors of a sum of amounts from 0; nil for others, or if the maximum of a user is unknown.
  private let deviations: Deviations?

  /// Estimates a sum; nil if a part of the population has no drawn user.
  /// - Parameter strata: the amounts as numerators.
  /// - Parameter population: the number of users in all strata, above 0.
  /// - Parameter perUser: the range of the amount of any user, which contains 0; nil if unknown.
  package init?(_ strata: [StratumRatioSample], population: Int, perUser: ClosedRange<Int>? = nil) {
    precondition(population > 0, "a total is that of some users")
    precondition(perUser?.contains(0) ?? true, "the amount of a user can be 0")
    guard strata.allSatisfy({ $0.weight == 0 || $0.userCount > 0 }) else { return nil }
    let all = Double(population)
    value = all * strata.reduce(0.0) { $0 + $1.perUser * Double($1.moments.numeratorSum) }
    let variance = strata.reduce(0.0) { $0 + $1.perUser * $1.weight * $1.amountVariance }
    standardError = all * variance.squareRoot()
    reach = all * strata.reduce(0.0) { $1.canCount ? max($0, $1.perUser) : $0 }
    (self.population, self.perUser) = (all, perUser)
    let maximum = perUser?.lowerBound == 0 ? perUser.map { Double($0.upperBound) } : nil
    deviations = maximum.map { maximum in
      strata.filter { $0.userCount > 0 }.reduce(into: Deviations()) { sum, stratum in
        stratum.add(to: &sum, population: all, maximum: maximum)
      }
    }
  }

  /// See ``AmountTotal/interval(confidence:)``.
  package func interval(confidence: Confidence = .standard) -> Interval {
    if let deviations, let maximum = perUser?.upperBound {
      return deviations.interval(value, in: 0...population * Double(maximum), confidence)
    }
    return .normal(
      value, variance: standardError * standardError,
      below: reach * Double(-(perUser?.lowerBound ?? 0)),
      above: reach * Double(perUser?.upperBound ?? 0), confidence)
  }
}

extension StratumRatioSample {
  /// Adds the jumps of the sum by the amounts of the users of the stratum.
  fileprivate func add(to sum: inout Deviations, population: Double, maximum: Double) {
    let (amounts, squares) = (Double(moments.numeratorSum), Double(moments.numeratorSquareSum))
    let (n, weight) = (Double(userCount), population * perUser)
    // The number of users with equal amounts that have the same mean and squares.
    let amount = amounts == 0 ? maximum : squares / amounts
    let share = min(1, amounts / amount / n)
    sum.add(users: n, weight: weight, [(amount, share), (0, 1 - share)])
    if canCount { sum.allow(up: weight * maximum * (1 - share), down: weight * amount * share) }
  }

  /// The variance of a user's amount within the stratum; from one user it is the square.
  fileprivate var amountVariance: Double {
    guard userCount > 1 else { return Double(moments.numeratorSquareSum) }
    // N·Σx² − (Σx)² is N(N − 1) times the variance of one user.
    let (n, sum) = (Int128(userCount), Int128(moments.numeratorSum))
    return Double(n * moments.numeratorSquareSum - sum * sum) / Double(n * (n - 1))
  }
}
