package import Experiments
import PurchaseWorld
package import Scenarios
package import Statistics

/// What each axis buys between two designs: its Shapley share of the difference.
///
/// The players are the axes in which the designs differ. The value of a coalition is what the design
/// loses that takes those axes from the one design and all others from the other, with the same users.
package struct AxisComparison: Sendable {
  /// What one axis buys, or several that are tied.
  package struct Share: Hashable, Sendable {
    package var axes: [DesignDifference.Part.Axis]
    /// Whether switching the axes never changed what any group of users was charged or lost.
    package var isIdle: Bool
    /// The change of the lost rate; below 0 where orders are saved.
    package var rate: Estimate
    /// The change of the lost revenue in whole minor units; all shares add up to the difference.
    package var revenue: Int
    package var revenueInterval: Interval
    /// The standard errors that sampled orders leave in both; they are part of the intervals.
    package var rateOrderError, revenueOrderError: Double
  }

  /// The names of the first design and of the other.
  package var from, to: String
  /// The lost rates of both, and the minor units that both lost.
  package var rates: (from: Double, to: Double)
  package var revenues: (from: Int, to: Int)
  /// The differences of both, the other design minus the first.
  package var rate: Estimate
  package var revenueInterval: Interval
  /// The number of designs that were played, the two among them.
  package var hybrids: Int
  /// How many orders of the axes were sampled; nil when all count.
  package var sampledOrders: Int?
  /// Whether some of the designs bind by sources of which none is fed, so that shares swing widely.
  package var hasUnfedSources: Bool
  /// The shares, in the order of the axes.
  package var shares: [Share]

  package var revenue: Int { revenues.to - revenues.from }

  /// The scenario in which users meet the designs between two, in the order of the plan's coalitions.
  package static func hybrids(
    of scenario: Scenario, _ difference: DesignDifference, _ plan: ShapleyPlan
  ) -> Scenario {
    var hybrids = scenario
    hybrids.designs = plan.coalitions.map { difference.hybrid(taking: $0) }
    hybrids.expectations = []
    if scenario.isCase { hybrids.users = 1 }
    return hybrids
  }

  /// Shares the difference out from what the designs between lost.
  /// - Parameter isExact: whether nothing was random, so that every number is known without doubt.
  /// - Parameter dearest: the most minor units of one charge.
  package init(
    _ difference: DesignDifference, _ plan: ShapleyPlan, _ books: HybridBooks, isExact: Bool,
    dearest: Int
  ) {
    let contrast = HybridContrast(books, designs: plan.coalitions.count, dearest: dearest)
    let (lost, revenue) = (contrast.rates, contrast.revenues)
    // The coalition of nobody is the first, that of everybody the second or the same.
    let last = min(1, lost.count - 1)
    (from, to) = (difference.from.name, difference.to.name)
    (rates, revenues) = ((lost[0], lost[last]), (revenue[0], revenue[last]))
    let whole = plan.coalitions.indices.map { Double(($0 == last ? 1 : 0) - ($0 == 0 ? 1 : 0)) }
    let student = plan.pairs.count > 1 ? StudentQuantile.at(plan.pairs.count - 1) : 0
    let interval = { (found: HybridContrast.Found, orderError: Double) in
      // Nothing about one written life is random, but the choice of orders is.
      let (users, orders) = (isExact ? 0 : found.half, student * orderError)
      let half = (users * users + orders * orders).squareRoot()
      return Interval(low: found.value - half, high: found.value + half)
    }
    let rated = { Estimate($0.value, interval($0, $1), .share) }
    rate = rated(contrast.rate(whole), 0)
    revenueInterval = interval(contrast.revenue(whole), 0)
    (hybrids, sampledOrders) = (plan.coalitions.count, plan.sampledOrders)
    hasUnfedSources = difference.hasUnfedSources
    let amounts = Apportionment.shares(
      plan.scaledShares(revenue), over: plan.divisor, total: revenue[last] - revenue[0])
    let errors = (plan.orderErrors(lost), plan.orderErrors(revenue.map { Double($0) }))
    shares = difference.parts.indices.map { part in
      let weights = plan.coefficients[part].map { Double($0) / Double(plan.divisor) }
      return Share(
        axes: difference.parts[part].axes,
        isIdle: plan.marginals(of: part).allSatisfy { contrast.isSame($0.without, $0.with) },
        rate: rated(contrast.rate(weights), errors.0[part]), revenue: amounts[part],
        revenueInterval: interval(contrast.revenue(weights), errors.1[part]),
        rateOrderError: errors.0[part], revenueOrderError: errors.1[part])
    }
  }

  /// The two lost rates and the shares in units of which so many make one, all whole numbers: the
  /// first rate and the shares add up to the other.
  package func rounded(units: Double) -> (from: Int, to: Int, shares: [Int]) {
    let (from, to) = (Int((rates.from * units).rounded()), Int((rates.to * units).rounded()))
    return (from, to, Apportionment.shares(shares.map { $0.rate.value * units }, total: to - from))
  }
}
