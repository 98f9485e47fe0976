package import JSONText
package import PurchaseWorld
package import Scenarios

/// What has to be played for a sweep: one scenario a value, with the same seed and users at each.
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

  /// The scenario to be played for a value, with a claim for each pair, so that joint sums are counted.
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
          by: .difference(0)),
        product: nil, line: 1, column: 1, path: "sweep")
    }
    return played
  }
}

package struct SweepFindings: OfScenario {
  /// What was found of one design at one value.
  package struct DesignFindings: Hashable, Sendable {
    package var charges: Int
    /// The share by which designs are compared (`Scenario.comparedShare`); nil without a charge.
    package var lost: Estimate?
  }

  package struct Point: Sendable {
    /// The value as it would stand in the file.
    package var value: JSONOutput
    /// Where it lies on the scale.
    package var place: Double
    package var designs: [DesignFindings]
    /// For each pair the share of its second design minus the first's; nil without a charge.
    package var differences: [Estimate?]
    /// The faults that struck no user, by declaration.
    package var neverStruck: [(declaration: Int, kind: FaultKind)]

    package init(_ results: Results, at point: Sweep.Point) {
      let findings = Findings(results)
      (value, place) = (point.value, point.place)
      let share = results.scenario.comparedShare
      designs = findings.designs.map { design in
        DesignFindings(
          charges: design.tally.total(share.base), lost: design.tally.rate(share))
      }
      differences = findings.claims.map { claim in
        if case .number(let difference) = claim.evidence { difference } else { nil }
      }
      neverStruck = results.faultsThatNeverStruck
    }
  }

  package struct Comparison: Sendable {
    package var pair: DesignPair
    /// What each value says, in their order.
    package var orders: [DifferenceCurve.Order]
    /// The difference from value to value; nil when nothing lies between two values, or when there is
    /// a value at which nothing was charged.
    package var curve: DifferenceCurve?
  }

  /// Why a sweep says less than it seems to.
  package enum Trouble: Hashable, Sendable {
    /// No design charged any user at a value, by index.
    case noCharge(point: Int)
    /// A declared fault, by index, struck no user at any value.
    case neverStruck(declaration: Int, FaultKind)
    case cut(Cut)
  }

  private let plan: SweepPlan
  package var points: [Point], comparisons: [Comparison]
  /// What makes the sweep say less than it seems to.
  package var troubles: [Trouble]
  /// Why not every value was played; nil: it was.
  package var cut: Cut?

  /// Draws the conclusions from the runs at all values, or at the first ones of a sweep that was cut.
  /// - Precondition: there is a point for each value of the sweep unless it was cut, and at least one.
  package init(_ plan: SweepPlan, _ points: [Point], cut: Cut? = nil) {
    let sweep = plan.sweep
    precondition(
      points.count == sweep.points.count || cut != nil && !points.isEmpty,
      "every value of a sweep is played")
    (self.plan, self.points, self.cut) = (plan, points, cut)
    comparisons = plan.pairs.enumerated().map { index, pair in
      let differences = points.map { $0.differences[index] }
      let known = differences.compactMap(\.self)
      let hasCurve = sweep.scale != .choices && known.count == points.count && points.count > 1
      return Comparison(
        pair: pair,
        orders: differences.map { $0.map { DifferenceCurve.Order($0.interval) } ?? .undecided },
        curve: hasCurve
          ? DifferenceCurve(
            known, at: points.map(\.place), isLogarithmic: sweep.isLogarithmic) : nil)
    }
    troubles = cut.map { [.cut($0)] } ?? SweepFindings.troubles(of: points)
  }

  package var scenario: Scenario { plan.scenario }
  /// By what the designs are compared.
  package var share: Share { scenario.comparedShare }
  package var designs: [String] { plan.scenario.designs.map(\.name) }
  package var path: String { plan.sweep.path }
  package var scale: Sweep.Scale { plan.sweep.scale }
  package var isLogarithmic: Bool { plan.sweep.isLogarithmic }

  /// A fault whose probability is swept may well strike nobody at a low value.
  private static func troubles(of points: [Point]) -> [Trouble] {
    let silent = points.indices.filter { points[$0].designs.allSatisfy { $0.charges == 0 } }
    let never = (points.first?.neverStruck ?? []).filter { fault in
      points.allSatisfy { $0.neverStruck.contains { $0.declaration == fault.declaration } }
    }
    return silent.map { .noCharge(point: $0) }
      + never.map { .neverStruck(declaration: $0.declaration, $0.kind) }
  }
}
