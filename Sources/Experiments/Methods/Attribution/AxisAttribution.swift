package import Experiments
import PurchaseWorld
package import Scenarios
package import Statistics

/// Contribution of each axis to the difference between two designs: its Shapley value.
///
/// The players are the axes in which the designs differ. The value of a coalition is the loss of
/// the hybrid with these axes from one design and all others from the other, over the same users.
package struct AxisAttribution: Sendable {
  /// Contribution of one axis, or of several axes that can only change together.
  package struct Contribution: Hashable, Sendable {
    package var axes: [DesignDifference.Part.Axis]
    /// Whether switching the axes never changed the charges or losses of any group of users.
    package var hasNoEffect: Bool
    /// The change of the lost rate; negative if orders are saved.
    package var rateChange: Estimate
    /// The change of the lost revenue in whole minor units; all shares add up to the difference.
    package var lostRevenueChange: Int
    package var lostRevenueInterval: Interval
    /// The standard errors of both from the sampling of permutations; the intervals include them.
    package var rateSamplingError, lostRevenueSamplingError: Double
  }

  /// The names of the first and the second design.
  package var from, to: String
  /// The lost rates of both designs, and their lost revenues in minor units.
  package var rates: (from: Double, to: Double)
  package var lostRevenues: (from: Int, to: Int)
  /// The differences of both, the second design minus the first.
  package var rateDifference: Estimate
  package var lostRevenueInterval: Interval
  /// The number of simulated designs, including the two designs.
  package var hybridCount: Int
  /// The number of sampled permutations of the axes; nil if all permutations are used.
  package var sampledPermutationCount: Int?
  /// Whether some hybrids bind by sources that nothing fills, which makes shares swing widely.
  package var hasUnfilledSources: Bool
  /// The shares, in the order of the axes.
  package var contributions: [Contribution]

  package var lostRevenueDifference: Int { lostRevenues.to - lostRevenues.from }

  /// The scenario with the hybrid designs, in the order of the plan's coalitions.
  package static func hybridScenario(
    of scenario: Scenario, _ difference: DesignDifference, _ plan: ShapleyPlan
  ) -> Scenario {
    var hybrids = scenario
    hybrids.designs = plan.coalitions.map { difference.hybrid(taking: $0) }
    hybrids.expectations = []
    if scenario.isCase { hybrids.userCount = 1 }
    return hybrids
  }

  /// Computes the shares from the losses of the hybrids.
  /// - Parameter isExact: whether nothing was random, so that numbers have no uncertainty.
  /// - Parameter highestPrice: the highest price of a charge, in minor units.
  package init(
    _ difference: DesignDifference, _ plan: ShapleyPlan, _ totals: HybridAccumulator, isExact: Bool,
    highestPrice: Int
  ) {
    let contrast = HybridContrast(
      totals, designs: plan.coalitions.count, highestPrice: highestPrice)
    let (lost, revenue) = (contrast.rates, contrast.lostRevenues)
    // The empty coalition is the first, the full coalition the second (or first without players).
    let last = min(1, lost.count - 1)
    (from, to) = (difference.from.name, difference.to.name)
    (rates, lostRevenues) = ((lost[0], lost[last]), (revenue[0], revenue[last]))
    let whole = plan.coalitions.indices.map { Double(($0 == last ? 1 : 0) - ($0 == 0 ? 1 : 0)) }
    let student = plan.pairs.count > 1 ? HybridContrast.studentQuantile(plan.pairs.count) : 0
    let interval = { (found: HybridContrast.ContrastEstimate, permutationError: Double) in
      // A case has no random users, but the sample of permutations is random.
      let (users, permutations) = (isExact ? 0 : found.half, student * permutationError)
      let half = (users * users + permutations * permutations).squareRoot()
      return Interval(low: found.value - half, high: found.value + half)
    }
    let rated = { Estimate($0.value, interval($0, $1), .share) }
    rateDifference = rated(contrast.rate(whole), 0)
    lostRevenueInterval = interval(contrast.lostRevenue(whole), 0)
    (hybridCount, sampledPermutationCount) = (plan.coalitions.count, plan.sampledPermutations)
    hasUnfilledSources = difference.hasUnfilledSources
    let amounts = Apportionment.shares(
      plan.scaledShares(revenue), over: plan.divisor, total: revenue[last] - revenue[0])
    let errors = (plan.samplingErrors(lost), plan.samplingErrors(revenue.map { Double($0) }))
    contributions = difference.parts.indices.map { part in
      let weights = plan.coefficients[part].map { Double($0) / Double(plan.divisor) }
      return Contribution(
        axes: difference.parts[part].axes,
        hasNoEffect: plan.marginals(of: part).allSatisfy { contrast.areIdentical($0, $1) },
        rateChange: rated(contrast.rate(weights), errors.0[part]), lostRevenueChange: amounts[part],
        lostRevenueInterval: interval(contrast.lostRevenue(weights), errors.1[part]),
        rateSamplingError: errors.0[part], lostRevenueSamplingError: errors.1[part])
    }
  }

  /// The two lost rates and the shares as whole numbers of 1/`units`: the first rate plus the
  /// shares equals the second rate.
  package func roundedRates(units: Double) -> (from: Int, to: Int, shares: [Int]) {
    let (from, to) = (Int((rates.from * units).rounded()), Int((rates.to * units).rounded()))
    return (
      from, to,
      Apportionment.shares(contributions.map { $0.rateChange.value * units }, total: to - from)
    )
  }
}
