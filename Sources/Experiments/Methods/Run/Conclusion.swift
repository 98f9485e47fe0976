package import Experiments
package import PurchaseWorld
package import Scenarios
import Statistics

/// Conclusion of a run: which designs lose the fewest orders, at what cost, and by which axes.
///
/// All pairs of designs are compared by every objective, and the leading design with each single
/// change. The intervals are so wide that all of them hold together with the confidence of the run
/// (C. E. Bonferroni's inequality), whichever designs are in front.
package struct Conclusion: Sendable {
  /// Position of a design among the others.
  package struct DesignStanding: Hashable, Sendable {
    package var name: String
    /// Its value for each objective, with the run's intervals; nil if there is nothing to measure.
    package var values: [Estimate?]
    /// Whether it is not shown to differ from the design that loses the fewest orders.
    package var isBest: Bool
    /// The first design that dominates it: fewer by one objective, more by none; nil if there is
    /// none.
    package var dominatedBy: String?
  }

  /// The share of charges that are lost at a drop point, including rescued charges.
  package struct DropPointRate: Hashable, Sendable { package var point: DropPoint, rate: Double }

  /// The objectives by which designs are compared; lost orders come first.
  package let objectives: [Objective]
  /// The designs with a charge (in every replication), in the order of the scenario.
  package let standings: [DesignStanding]
  /// The index of the design with the lowest rate of lost orders, and of the leading design: the
  /// lowest of the non-dominated designs among the best, else the lowest design.
  package let lowest: Int, leadingDesign: Int
  /// The lowest rate of orders lost because the app is never opened again: no design is below it.
  package let floor: Double
  /// The drop points of the leading design (with rescued orders) as shares of charges, largest
  /// first.
  package let dropPointRates: [DropPointRate]
  /// If designs have several stores: each store, with the indices of its designs that are not shown
  /// to differ from its design with the fewest lost orders, which comes first.
  package let bestDesignsByStore: [(store: Design.StoreKind, designs: [Int])]
  /// The number of users (per replication), and the confidence of all statements together.
  package let users: Int, confidence: Double
  /// The number of replications with a shared backend; nil without one.
  package let replicationCount: Int?
  /// The number of comparisons of two designs that share the error.
  package let comparisonCount: Int
  /// The currency of amounts of money; nil if they are in minor units.
  package let currency: Currency?
  /// The effects of single changes of the leading design; nil if not tried.
  package let ablation: AxisAblation.Findings?
  /// The range of the results over the draws of the scenario; nil without draws.
  package let parameterDrawFindings: ParameterDrawFindings?

  /// The relations by objective, then by the first and the second design.
  private let designComparisons: [[[DesignComparison?]]]

  /// Creates the conclusion of a run.
  /// - Returns: nil for a case, and if no user was charged.
  package init?(_ findings: RunFindings, ablation: AxisAblation.Findings? = nil) {
    if findings.isCase || findings.countsOnlyPilot { return nil }
    self.init(
      findings.results, users: findings.users, level: findings.confidence, ablation: ablation,
      draws: findings.parameterDrawFindings)
  }

  /// Creates the conclusion of a run with a shared backend.
  /// - Returns: nil if no user was charged.
  package init?(_ results: SharedBackendResults) {
    self.init(
      results, users: results.users, replications: results.replicationCount,
      level: results.confidence.level)
  }

  private init?(
    _ evidence: some Evidence, users: Int, replications: Int? = nil, level: Double,
    ablation: AxisAblation.Findings? = nil, draws: ParameterDrawFindings? = nil
  ) {
    let scenario = evidence.scenario
    let designs = scenario.designs
    let tallies = designs.indices.map { evidence.counters(of: $0) }
    let goals = scenario.objectives
    objectives = goals
    // If only some replications have a charge, there is no rate to rank by.
    let charging = designs.indices.filter { design in
      tallies[design].total(.charges) > 0 && evidence.estimate(goals[0].metric, of: design) != nil
    }
    guard !charging.isEmpty else { return nil }
    let comparisons = goals.count * charging.count * (charging.count - 1) / 2
    let confidence = evidence.confidence.shared(by: comparisons)
    let found = Conclusion.designComparisons(
      charging, goals.count, evidence.designComparer(confidence))
    designComparisons = found
    let values = charging.map { index in goals.map { evidence.estimate($0.metric, of: index) } }
    let beaten = charging.indices.map { Conclusion.beater(of: $0, found) }
    let rates = values.map { $0[0]?.value ?? .infinity }
    let lowest = rates.indices.min { (rates[$0], $0) < (rates[$1], $1) } ?? 0
    let best = charging.indices.filter { design in
      design == lowest || found[0][lowest][design]?.direction == .undecided
    }
    leadingDesign =
      best.filter { beaten[$0] == nil }.min { (rates[$0], $0) < (rates[$1], $1) } ?? lowest
    standings = charging.indices.map { place in
      DesignStanding(
        name: designs[charging[place]].name, values: values[place], isBest: best.contains(place),
        dominatedBy: beaten[place].map { designs[charging[$0]].name })
    }
    floor = charging.map { tallies[$0].rate(of: .neverReopened) }.min() ?? 0
    let leading = tallies[charging[leadingDesign]]
    dropPointRates = DropPoint.allCases.map { DropPointRate(point: $0, rate: leading.rate(of: $0)) }
      .filter { $0.rate > 0 }.sorted { $0.rate > $1.rate }
    let kinds = charging.map { designs[$0].store }
    let known = Design.StoreKind.allCases.filter(kinds.contains)
    bestDesignsByStore = (known.count < 2 ? [] : known).map { store in
      let places = charging.indices.filter { kinds[$0] == store }
      let first = places.min { (rates[$0], $0) < (rates[$1], $1) } ?? places[0]
      let equal = places.filter { $0 != first && found[0][first][$0]?.direction == .undecided }
      return (store, [first] + equal)
    }
    (self.lowest, comparisonCount) = (lowest, comparisons)
    currency = scenario.currency
    (self.users, self.replicationCount, self.confidence) = (users, replications, level)
    (self.ablation, self.parameterDrawFindings) = (ablation, draws)
  }

  /// Compares all pairs of designs.
  private static func designComparisons(
    _ designs: [Int], _ objectives: Int, _ designComparison: (Int, DesignPair) -> DesignComparison?
  ) -> [[[DesignComparison?]]] {
    (0..<objectives).map { objective in
      var table = designs.map { _ in designs.map { _ -> DesignComparison? in nil } }
      for first in designs.indices {
        for second in designs.indices.dropFirst(first + 1) {
          let found = designComparison(objective, DesignPair(designs[first], designs[second]))
          (table[first][second], table[second][first]) = (found, found?.reversed)
        }
      }
      return table
    }
  }

  /// The first design that dominates a design: fewer by one objective and not more by any.
  private static func beater(of design: Int, _ designComparisons: [[[DesignComparison?]]]) -> Int? {
    designComparisons[0].indices.first { other in
      guard other != design else { return false }
      let directions = designComparisons.map { $0[design][other]?.direction }
      return directions.contains(.fewer) && !directions.contains(.more)
    }
  }

  /// The comparison of two designs by an objective; the designs by their indices in ``standings``.
  /// - Parameter objective: the index of the objective.
  package func designComparison(_ objective: Int, from first: Int, to second: Int)
    -> DesignComparison?
  { designComparisons[objective][first][second] }

  /// The indices of the designs not shown to differ from the lowest design: the leading design,
  /// then the other non-dominated designs, then the rest; each group by lost orders.
  package var best: [Int] {
    let rank = { (place: Int) in
      place == leadingDesign ? 0 : standings[place].dominatedBy == nil ? 1 : 2
    }
    let byLoss = byLostOrders(where: \.isBest)
    return (0...2).flatMap { group in byLoss.filter { rank($0) == group } }
  }

  /// The indices of the other designs, by lost orders.
  package var others: [Int] { byLostOrders { !$0.isBest } }

  /// The indices of the non-dominated designs, by lost orders.
  package var paretoFront: [Int] { byLostOrders { $0.dominatedBy == nil } }

  private func byLostOrders(where isWanted: (DesignStanding) -> Bool) -> [Int] {
    standings.indices.filter { isWanted(standings[$0]) }.sorted {
      (lostOrderRate(of: $0), $0) < (lostOrderRate(of: $1), $1)
    }
  }

  /// The rate of lost orders of a design, by its index.
  package func lostOrderRate(of place: Int) -> Double {
    standings[place].values[0]?.value ?? .infinity
  }
}

extension SampledCounters {
  /// The share of charges lost at a drop point, rescued ones included; 0 without a charge.
  fileprivate func rate(of point: DropPoint) -> Double {
    let charges = scaledCount { $0.total(.charges) }
    let lost = scaledCount { counters in
      LossKind.allCases.reduce(counters.rescued(from: point)) { $0 + counters.count($1, point) }
    }
    return charges == 0 ? 0 : lost / charges
  }
}
