package import Experiments
package import PurchaseWorld
package import Scenarios

/// What has to be played for a sweep: one scenario a point, with the same seed and users at each.
///
/// Draws are keyed by what they decide, and a higher probability strikes whom a lower one struck. So
/// neighbouring values share their luck, and their difference is known better than either.
package struct SweepPlan: Sendable {
  package let scenario: Scenario, sweep: Sweep
  /// What is compared: the pairs that the scenario asks for, as in a run; without any, every two of at
  /// most four designs, and of more the first with each other.
  package let pairs: [DesignPair]

  /// Plans the sweep of a scenario; nil when it has none.
  package init?(_ scenario: Scenario) {
    guard let sweep = scenario.sweep else { return nil }
    (self.scenario, self.sweep) = (scenario, sweep)
    let all = scenario.designs.indices
    pairs =
      scenario.comparedPairs
      ?? (all.count <= 4 ? DesignPair.everyTwo(of: all) : DesignPair.each(of: all, against: 0))
  }

  /// The scenario to be played for a point, with a claim for each pair, so that joint sums are counted.
  package func scenario(at index: Int) -> Scenario {
    var played = sweep.points[index].scenario
    (played.seed, played.users) = (scenario.seed, scenario.users)
    // Strata change with the value, and with them whom a number names.
    (played.sampling, played.precision) = (.plain, nil)
    let names = played.designs.map(\.name)
    played.expectations = pairs.map { pair in
      Expectation(
        .below(
          .share(scenario.comparedShare), of: names[pair.first], below: names[pair.second],
          by: .difference(0)), product: nil, line: 1, column: 1, path: "sweep")
    }
    return played
  }
}

package struct SweepFindings: OfScenario {
  /// What was found of one design at one point.
  package struct DesignFindings: Hashable, Sendable {
    package var charges: Int
    /// The share by which designs are compared (`Scenario.comparedShare`); nil without a charge.
    package var lost: Estimate?
    /// What few lost orders may cost, as shares of intents; nil without an intent.
    package var lostSales, doubleCharges: Estimate?
    /// What became of a backend that all users share after its outages, the worst in each replication; empty without
    /// outages, and of users who meet theirs alone.
    package var recoveries: [Recovery] = []
  }

  package struct Point: Sendable {
    /// The index of its value in each dimension.
    package var at: [Int]
    package var designs: [DesignFindings]
    /// For each pair the share of its second design minus the first's; nil without a charge.
    package var differences: [Estimate?]
    /// The designs of which none is told to lose more than the first, which has the lowest rate; empty
    /// where nobody was charged.
    package var least: [Int]
    /// Whether any design charged any user, refunded or not.
    package var hasCharge: Bool
    /// The faults that struck no user, by declaration.
    package var neverStruck: [(declaration: Int, kind: FaultKind)]

    package init(_ results: Results, at point: Sweep.Point) {
      let findings = Findings(results)
      at = point.at
      let share = results.scenario.comparedShare
      designs = findings.designs.map { design in
        DesignFindings(
          charges: design.tally.total(share.base), lost: design.tally.rate(share),
          lostSales: design.tally.rate(.lostSale), doubleCharges: design.tally.rate(.doubleCharge))
      }
      differences = findings.claims.map { claim in
        if case .number(let difference) = claim.evidence { difference } else { nil }
      }
      least = results.least(designs.map(\.lost))
      (hasCharge, neverStruck) = (results.hasCharge, results.faultsThatNeverStruck)
    }
  }

  package struct Comparison: Sendable {
    package var pair: DesignPair
    /// What each point says, in their order.
    package var orders: [DifferenceCurve.Order]
    /// The difference from value to value; nil where two values vary together, when nothing lies between
    /// two values, or when there is one at which nothing was charged.
    package var curve: DifferenceCurve?
  }

  /// Why a sweep says less than it seems to.
  package enum Trouble: Hashable, Sendable {
    /// No design charged any user at a point, by index.
    case noCharge(point: Int)
    /// A declared fault, by index, struck no user at any point.
    case neverStruck(declaration: Int, FaultKind)
    case cut(Cut)
  }

  private let plan: SweepPlan
  package var points: [Point], comparisons: [Comparison]
  /// What makes the sweep say less than it seems to.
  package var troubles: [Trouble]
  /// Why not every point was played; nil: it was.
  package var cut: Cut?

  /// Draws the conclusions from the runs at all points, or at the first ones of a sweep that was cut.
  /// - Precondition: there is one for each point of the sweep unless it was cut, and at least one.
  package init(_ plan: SweepPlan, _ points: [Point], cut: Cut? = nil) {
    let (sweep, first) = (plan.sweep, plan.sweep.dimensions[0])
    precondition(
      points.count == sweep.points.count || cut != nil && !points.isEmpty,
      "every point of a sweep is played")
    (self.plan, self.points, self.cut) = (plan, points, cut)
    comparisons = plan.pairs.enumerated().map { index, pair in
      let differences = points.map { $0.differences[index] }
      let known = differences.compactMap(\.self)
      let hasCurve =
        sweep.dimensions.count == 1 && first.scale != .choices && known.count == points.count
        && points.count > 1
      return Comparison(
        pair: pair,
        orders: differences.map { $0.map { DifferenceCurve.Order($0.interval) } ?? .undecided },
        curve: hasCurve
          ? DifferenceCurve(
            known, at: points.map { first.values[$0.at[0]].place },
            isLogarithmic: first.isLogarithmic) : nil)
    }
    troubles = cut.map { [.cut($0)] } ?? SweepFindings.troubles(of: points)
  }

  package var scenario: Scenario { plan.scenario }
  /// By what the designs are compared.
  package var share: Share { scenario.comparedShare }
  package var designs: [String] { plan.scenario.designs.map(\.name) }
  /// What is varied: one value, or two together.
  package var dimensions: [Sweep.Dimension] { plan.sweep.dimensions }
  /// Whether two values are varied together.
  package var isMap: Bool { dimensions.count > 1 }

  /// The value of a point in a dimension.
  package func value(of point: Point, in dimension: Int = 0) -> Sweep.Dimension.Value {
    dimensions[dimension].values[point.at[dimension]]
  }

  /// The point at which each dimension has a value, by index; nil if it was not played.
  package func point(at: [Int]) -> Point? { points.first { $0.at == at } }

  /// A fault whose probability is swept may well strike nobody at a low value.
  private static func troubles(of points: [Point]) -> [Trouble] {
    let silent = points.indices.filter { !points[$0].hasCharge }
    let never = (points.first?.neverStruck ?? []).filter { fault in
      points.allSatisfy { $0.neverStruck.contains { $0.declaration == fault.declaration } }
    }
    return silent.map { .noCharge(point: $0) }
      + never.map { .neverStruck(declaration: $0.declaration, $0.kind) }
  }
}

extension Results {
  /// The designs that nothing tells from the one with the lowest rate, that one first.
  ///
  /// The intervals of every two designs share the error, so that all that are told apart at a point are so
  /// together (C. E. Bonferroni).
  /// - Parameter rates: of each design; nil without a charge.
  fileprivate func least(_ rates: [Estimate?]) -> [Int] {
    let charging = rates.indices.filter { rates[$0] != nil }
    let value = { (design: Int) in rates[design]?.value ?? .infinity }
    guard let lowest = charging.min(by: { (value($0), $0) < (value($1), $1) }) else { return [] }
    let pairs = charging.count * (charging.count - 1) / 2
    let confidence = certainty.confidence.shared(by: pairs)
    let tied = charging.filter { other in
      other != lowest && relation(0, of: DesignPair(lowest, other), confidence)?.order == .undecided
    }
    return [lowest] + tied
  }
}
