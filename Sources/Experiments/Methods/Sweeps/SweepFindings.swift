package import Experiments
package import PurchaseWorld
package import Scenarios
import Statistics

/// Plan of a sweep: one scenario per point, with the same seed and users.
///
/// Draws are keyed by what they decide, and a user with a fault at a lower probability has it at a
/// higher one as well. Differences of neighbouring values are therefore more precise than the
/// values.
package struct SweepPlan: Sendable {
  package let scenario: Scenario, sweep: Sweep
  /// The compared pairs: the pairs of the scenario, as in a run; without any, all pairs of at most
  /// four designs, else the first design with each other design.
  package let pairs: [DesignPair]

  /// Plans the sweep of a scenario; nil if it has none.
  package init?(_ scenario: Scenario) {
    guard let sweep = scenario.sweep else { return nil }
    (self.scenario, self.sweep) = (scenario, sweep)
    let all = scenario.designs.indices
    pairs =
      scenario.declaredPairs
      ?? (all.count <= 4 ? DesignPair.allPairs(of: all) : DesignPair.each(of: all, against: 0))
  }

  /// The simulated scenario of a point, with a claim for each pair, so that joint sums are counted.
  package func scenario(at index: Int) -> Scenario {
    var simulated = sweep.points[index].scenario
    (simulated.seed, simulated.userCount) = (scenario.seed, scenario.userCount)
    // Strata would depend on the value, and so would the meaning of user numbers.
    (simulated.sampling, simulated.precision) = (.plain, nil)
    let names = simulated.designs.map(\.name)
    simulated.expectations = pairs.map { pair in
      Expectation(
        .below(
          .share(scenario.comparedShare), of: names[pair.first], below: names[pair.second],
          by: .difference(0)), product: nil, line: 1, column: 1, path: "sweep")
    }
    return simulated
  }
}

/// Findings of a sweep.
package struct SweepFindings: ScenarioResult {
  /// Findings for one design at one point.
  package struct DesignFindings: Hashable, Sendable {
    package var chargeCount: Int
    /// The estimate of the compared share (`Scenario.comparedShare`); nil without a charge.
    package var comparedEstimate: Estimate?
    /// The lost sales and double charges as shares of intents; nil without an intent.
    package var lostSales, doubleCharges: Estimate?
    /// The worst recovery of a shared backend from an outage in each replication; empty without
    /// outages and without a shared backend.
    package var recoveries: [QueueRecovery] = []
  }

  package struct Point: Sendable {
    /// The index of its value in each dimension.
    package var valueIndices: [Int]
    package var designs: [DesignFindings]
    /// For each pair the share of its second design minus the first's; nil without a charge.
    package var differences: [Estimate?]
    /// The designs not shown to lose more than the first of them, which has the lowest rate; empty
    /// without a charge.
    package var leastLosingDesignIndices: [Int]
    /// Whether any design charged any user, including refunded charges.
    package var hasCharge: Bool
    /// The faults that no user experienced, by declaration.
    package var faultsThatNeverOccurred: [(declaration: Int, kind: FaultKind)]

    package init(_ results: RunResults, at point: Sweep.Point) {
      let findings = RunFindings(results)
      valueIndices = point.valueIndices
      let share = results.scenario.comparedShare
      designs = findings.designs.map { design in
        DesignFindings(
          chargeCount: design.totalCounters.total(share.denominator),
          comparedEstimate: design.totalCounters.rate(share),
          lostSales: design.totalCounters.rate(.lostSale),
          doubleCharges: design.totalCounters.rate(.doubleCharge))
      }
      differences = findings.claims.map { claim in
        if case .number(let difference) = claim.measurement { difference } else { nil }
      }
      leastLosingDesignIndices = SweepFindings.least(
        designs.map { $0.comparedEstimate?.value }, results.intervalSettings.confidence
      ) { results.designComparison(0, of: DesignPair($0, $1), $2)?.direction == .undecided }
      (hasCharge, faultsThatNeverOccurred) = (results.hasCharge, results.faultsThatNeverOccurred)
    }
  }

  /// The comparison of one pair of designs over all points of the sweep.
  package struct Comparison: Sendable {
    package var pair: DesignPair
    /// The lower design of the pair at each point.
    package var lowerDesigns: [DifferenceCurve.LowerDesign]
    /// The difference from value to value; nil in a sweep of two keys, if values have no order or
    /// are alone, or if a value has no charge.
    package var curve: DifferenceCurve?
  }

  /// Warning about a part of a sweep without effect.
  package enum SweepWarning: Hashable, Sendable {
    /// No design charged any user at a point, by index.
    case noCharge(point: Int)
    /// A declared fault, by index, that no user experienced at any point.
    case neverOccurred(declaration: Int, FaultKind)
    case interruption(Interruption)
  }

  private let plan: SweepPlan
  package var points: [Point], comparisons: [Comparison]
  /// Warnings about parts of the sweep without effect.
  package var warnings: [SweepWarning]
  /// The reason of missing points; nil if all were simulated.
  package var interruption: Interruption?

  /// Creates the findings from the runs at all points, or at the first points if `interruption` is
  /// not nil.
  /// - Precondition: there is one for each point unless `interruption` is not nil, and at least one.
  package init(_ plan: SweepPlan, _ points: [Point], interruption: Interruption? = nil) {
    let (sweep, first) = (plan.sweep, plan.sweep.dimensions[0])
    precondition(
      points.count == sweep.points.count || interruption != nil && !points.isEmpty,
      "every point of a sweep is simulated")
    (self.plan, self.points, self.interruption) = (plan, points, interruption)
    comparisons = plan.pairs.enumerated().map { index, pair in
      let differences = points.map { $0.differences[index] }
      let known = differences.compactMap(\.self)
      let hasCurve =
        sweep.dimensions.count == 1 && first.scale != .choices && known.count == points.count
        && points.count > 1
      let lowerDesigns = differences.map { difference -> DifferenceCurve.LowerDesign in
        difference.map { .init($0.interval) } ?? .undecided
      }
      guard hasCurve else { return Comparison(pair: pair, lowerDesigns: lowerDesigns, curve: nil) }
      let places = points.map { first.values[$0.valueIndices[0]].scalePosition }
      let curve = DifferenceCurve(known, at: places, isLogarithmic: first.isLogarithmic)
      return Comparison(pair: pair, lowerDesigns: lowerDesigns, curve: curve)
    }
    warnings = interruption.map { [.interruption($0)] } ?? SweepFindings.warnings(of: points)
  }

  package var scenario: Scenario { plan.scenario }
  /// The share by which designs are compared.
  package var comparedShare: ShareMetric { scenario.comparedShare }
  package var designNames: [String] { plan.scenario.designs.map(\.name) }
  /// The varied keys: one, or two together.
  package var dimensions: [Sweep.Dimension] { plan.sweep.dimensions }
  /// Whether two keys are varied together.
  package var hasTwoDimensions: Bool { dimensions.count > 1 }

  /// The value of a point in a dimension.
  package func value(of point: Point, in dimension: Int = 0) -> Sweep.Dimension.Value {
    dimensions[dimension].values[point.valueIndices[dimension]]
  }

  /// The point with these indices of values; nil if it was not simulated.
  package func point(at: [Int]) -> Point? { points.first { $0.valueIndices == at } }

  /// A fault with a swept probability may affect no user at a low value.
  private static func warnings(of points: [Point]) -> [SweepWarning] {
    let silent = points.indices.filter { !points[$0].hasCharge }
    let never = (points.first?.faultsThatNeverOccurred ?? []).filter { declaration, _ in
      points.allSatisfy { $0.faultsThatNeverOccurred.contains { $0.declaration == declaration } }
    }
    return silent.map { .noCharge(point: $0) }
      + never.map { .neverOccurred(declaration: $0.declaration, $0.kind) }
  }

  /// The designs not shown to differ from the design with the lowest rate, which comes first.
  ///
  /// The intervals of all pairs of designs share the error, so all decisions at a point hold
  /// together (C. E. Bonferroni).
  /// - Parameter rates: the rate of each design; nil without a charge.
  /// - Parameter isTied: whether another design is not shown to differ from the lowest.
  static func least(
    _ rates: [Double?], _ confidence: Confidence,
    isTied: (_ lowest: Int, _ other: Int, Confidence) -> Bool
  ) -> [Int] {
    let charging = rates.indices.filter { rates[$0] != nil }
    let rate = { (design: Int) in rates[design] ?? .infinity }
    guard let lowest = charging.min(by: { (rate($0), $0) < (rate($1), $1) }) else { return [] }
    let shared = confidence.shared(by: charging.count * (charging.count - 1) / 2)
    return [lowest] + charging.filter { $0 != lowest && isTied(lowest, $0, shared) }
  }
}
