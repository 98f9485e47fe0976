/// The counts of the users drawn from one stratum of the population.
///
/// Strata divide the users. The share of each in the population is known exactly; the number of
/// users drawn from each need not be proportional.
package struct StratumSample<Moments: Hashable & Sendable>: Hashable, Sendable {
  /// The share of the population's users in this stratum, from 0 to 1.
  package var weight: Double
  /// The number of users drawn from it, including those without a charge.
  package var userCount: Int
  package var moments: Moments
  /// Whether a user of this stratum can count at all; if not, a count of 0 is certain.
  package var canCount: Bool

  @inlinable package init(weight: Double, users: Int, moments: Moments, canCount: Bool = true) {
    precondition(weight >= 0 && weight <= 1, "a stratum is a part of the population")
    precondition(users >= 0, "a number of users is not negative")
    (self.weight, self.userCount, self.moments, self.canCount) = (weight, users, moments, canCount)
  }
}

/// The counts of the users drawn from one stratum under one design.
package typealias StratumRatioSample = StratumSample<RatioMoments>

/// The counts of the users drawn from one stratum under two designs.
package typealias StratumPairSample = StratumSample<PairMoments>

extension StratumSample<RatioMoments> {
  /// The part of the population that a drawn user represents.
  var perUser: Double { userCount == 0 ? 0 : weight / Double(userCount) }

  /// The mean number of charges over charges, at least 1: the contribution of one more user who
  /// counts.
  var size: Double {
    let charges = Double(moments.denominatorSum)
    return charges == 0 ? 1 : max(1, Double(moments.denominatorSquareSum) / charges)
  }

  /// Σz² of the residuals z = n − ratio·d.
  func residualSquares(_ ratio: Double) -> Double {
    let squares = Double(moments.numeratorSquareSum) - 2 * ratio * Double(moments.productSum)
    return max(0, squares + ratio * ratio * Double(moments.denominatorSquareSum))
  }

  /// Σz.
  func residual(_ ratio: Double) -> Double {
    Double(moments.numeratorSum) - ratio * Double(moments.denominatorSum)
  }

  /// The variance of a user's residual within the stratum. At least that of independent charges, as
  /// in ``Proportion/init(_:)``; from one user the square.
  func residualVariance(_ ratio: Double) -> Double {
    guard userCount > 1, let share = moments.ratio else { return residualSquares(ratio) }
    let (n, sum) = (Double(userCount), residual(ratio))
    let variance = max(0, residualSquares(ratio) - sum * sum / n) / (n - 1)
    return max(variance, share * (1 - share) * Double(moments.denominatorSum) / n)
  }
}

extension StratumSample<PairMoments> {
  /// The stratum under either design.
  var first: StratumRatioSample { one(moments.first) }
  var second: StratumRatioSample { one(moments.second) }
  private func one(_ moments: RatioMoments) -> StratumRatioSample {
    StratumRatioSample(weight: weight, users: userCount, moments: moments, canCount: canCount)
  }

  /// The covariance of a user's residuals under both designs within the stratum.
  func residualCovariance(_ r1: Double, _ r2: Double) -> Double {
    let products =
      Double(moments.sumN1N2) - r2 * Double(moments.sumN1D2)
      - r1 * Double(moments.sumD1N2) + r1 * r2 * Double(moments.sumD1D2)
    guard userCount > 1 else { return products }
    let n = Double(userCount)
    return (products - first.residual(r1) * second.residual(r2) / n) / (n - 1)
  }
}
