package import Experiments
package import PurchaseWorld
package import Scenarios
import Statistics

/// What a run decides: which designs lose fewest orders, what that costs, and what it hangs on.
///
/// Every two designs are compared by every objective, and one change of the leading design after the
/// other; intervals are as wide as it takes for all of them to hold together with the confidence of the
/// run (C. E. Bonferroni's inequality), whichever designs come out in front.
package struct Conclusion: Sendable {
  /// How a design stands among the others.
  package struct Standing: Hashable, Sendable {
    package var name: String
    /// What it comes to by each objective, with the intervals of the run; nil: nothing to measure.
    package var values: [Estimate?]
    /// Whether nothing tells it from the design that loses fewest orders.
    package var isBest: Bool
    /// The first design that has fewer by one objective and not more by any; nil: it is on the Pareto front.
    package var beatenBy: String?
  }

  /// The share of charges that are lost at a drop point, those included that a human sets right.
  package struct Drop: Hashable, Sendable { package var point: DropPoint, rate: Double }

  /// By what designs are weighed, lost orders first.
  package let objectives: [Objective]
  /// The designs that charged anybody, of replications in each, in the order of the scenario.
  package let standings: [Standing]
  /// The places, among the standings, of the design with the lowest rate of lost orders, and of the one of the best
  /// that leads: not beaten, if there is one, and of these the lowest.
  package let lowest: Int, lead: Int
  /// The least rate of orders that are lost because the app is never opened again: no design here is below it.
  package let floor: Double
  /// Where the leading design still loses orders, or has a human set them right, by share of its charges, the most first.
  package let drops: [Drop]
  /// The stores of the designs if there are several, each with the places of its designs that nothing tells
  /// from the one of them that loses fewest, that one first.
  package let stores: [(store: Design.StoreKind, places: [Int])]
  /// How many users met the designs, in each replication if there are several, and how sure all that is named is
  /// together.
  package let users: Int, level: Double
  /// How many replications decide; nil where users do.
  package let replications: Int?
  /// How many comparisons of two designs share the error.
  package let comparisons: Int
  /// Of which amounts of money are; nil where they are minor units.
  package let currency: Currency?
  /// What one change of the leading design makes of it; nil: not tried.
  package let trials: AxisTrials.Findings?
  /// What the draws of the scenario leave open; nil without any.
  package let draws: DrawsFindings?

  /// The relations by objective, then by the first design and the second.
  private let relations: [[[Relation?]]]

  /// Draws the conclusion of a run.
  /// - Returns: nil for a case, and where nobody was charged.
  package init?(_ findings: Findings, trials: AxisTrials.Findings? = nil) {
    if findings.isCase || findings.isOfPilot { return nil }
    self.init(
      findings.results, users: findings.users, level: findings.level, trials: trials,
      draws: findings.draws)
  }

  /// Draws the conclusion of a run whose users share a backend.
  /// - Returns: nil where nobody was charged.
  package init?(_ results: SharedResults) {
    self.init(
      results, users: results.users, replications: results.replications,
      level: results.confidence.level)
  }

  private init?(
    _ evidence: some Evidence, users: Int, replications: Int? = nil, level: Double,
    trials: AxisTrials.Findings? = nil, draws: DrawsFindings? = nil
  ) {
    let scenario = evidence.scenario
    let designs = scenario.designs
    let tallies = designs.indices.map { evidence.tally(of: $0) }
    let goals = scenario.objectives
    objectives = goals
    // Where only some replications charged anybody, there is no rate to rank by.
    let charging = designs.indices.filter { design in
      tallies[design].total(.charges) > 0 && evidence.estimate(goals[0].metric, of: design) != nil
    }
    guard !charging.isEmpty else { return nil }
    let comparisons = goals.count * charging.count * (charging.count - 1) / 2
    let confidence = evidence.confidence.shared(by: comparisons)
    let found = Conclusion.relations(charging, goals.count, evidence.relations(confidence))
    relations = found
    let values = charging.map { index in goals.map { evidence.estimate($0.metric, of: index) } }
    let beaten = charging.indices.map { Conclusion.beater(of: $0, found) }
    let rates = values.map { $0[0]?.value ?? .infinity }
    let lowest = rates.indices.min { (rates[$0], $0) < (rates[$1], $1) } ?? 0
    let best = charging.indices.filter { design in
      design == lowest || found[0][lowest][design]?.order == .undecided
    }
    lead = best.filter { beaten[$0] == nil }.min { (rates[$0], $0) < (rates[$1], $1) } ?? lowest
    standings = charging.indices.map { place in
      Standing(
        name: designs[charging[place]].name, values: values[place], isBest: best.contains(place),
        beatenBy: beaten[place].map { designs[charging[$0]].name })
    }
    floor = charging.map { tallies[$0].rate(of: .neverReopened) }.min() ?? 0
    let leading = tallies[charging[lead]]
    drops = DropPoint.allCases.map { Drop(point: $0, rate: leading.rate(of: $0)) }
      .filter { $0.rate > 0 }.sorted { $0.rate > $1.rate }
    let kinds = charging.map { designs[$0].store }
    let known = Design.StoreKind.allCases.filter(kinds.contains)
    stores =
      known.count < 2
      ? []
      : known.map { store in
        let own = charging.indices.filter { kinds[$0] == store }
        let first = own.min { (rates[$0], $0) < (rates[$1], $1) } ?? own[0]
        let equal = own.filter { $0 != first && found[0][first][$0]?.order == .undecided }
        return (store, [first] + equal)
      }
    (self.lowest, self.comparisons) = (lowest, comparisons)
    currency = scenario.currency
    (self.users, self.replications, self.level) = (users, replications, level)
    (self.trials, self.draws) = (trials, draws)
  }

  /// Compares every two designs once.
  private static func relations(
    _ designs: [Int], _ objectives: Int, _ relation: (Int, DesignPair) -> Relation?
  ) -> [[[Relation?]]] {
    (0..<objectives).map { objective in
      var table = designs.map { _ in designs.map { _ -> Relation? in nil } }
      for first in designs.indices {
        for second in designs.indices.dropFirst(first + 1) {
          let found = relation(objective, DesignPair(designs[first], designs[second]))
          (table[first][second], table[second][first]) = (found, found?.turned)
        }
      }
      return table
    }
  }

  /// The first design that beats another: fewer by one objective, and more by none.
  private static func beater(of design: Int, _ relations: [[[Relation?]]]) -> Int? {
    relations[0].indices.first { other in
      guard other != design else { return false }
      let orders = relations.map { $0[design][other]?.order }
      return orders.contains(.fewer) && !orders.contains(.more)
    }
  }

  /// How a design compares with another, by their places among the standings.
  /// - Parameter objective: the place of the objective.
  package func relation(_ objective: Int, from first: Int, to second: Int) -> Relation? {
    relations[objective][first][second]
  }

  /// The places of the designs that nothing tells from the one that loses fewest: the leading one, the others
  /// that are not beaten, the rest; of these those that lose fewest first.
  package var best: [Int] {
    let rank = { (place: Int) in
      (place == lead ? 0 : standings[place].beatenBy == nil ? 1 : 2, rate(place), place)
    }
    return standings.indices.filter { standings[$0].isBest }.sorted { rank($0) < rank($1) }
  }

  /// The places of the others, those that lose fewest first.
  package var others: [Int] {
    standings.indices.filter { !standings[$0].isBest }.sorted { (rate($0), $0) < (rate($1), $1) }
  }

  /// The places of the designs of which none is beaten, those that lose fewest orders first.
  package var front: [Int] {
    standings.indices.filter { standings[$0].beatenBy == nil }
      .sorted { (rate($0), $0) < (rate($1), $1) }
  }

  /// The rate of lost orders of a design, by its place.
  package func rate(_ place: Int) -> Double { standings[place].values[0]?.value ?? .infinity }
}

extension SampledTally {
  /// The share of charges that were lost at a drop point, or would have been; 0 without a charge.
  fileprivate func rate(of point: DropPoint) -> Double {
    let charges = expectation { $0.total(.charges) }
    let lost = expectation { tally in
      LossKind.allCases.reduce(tally.rescued(from: point)) { $0 + tally.count($1, point) }
    }
    return charges == 0 ? 0 : lost / charges
  }
}
