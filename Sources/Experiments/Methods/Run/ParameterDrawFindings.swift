package import Experiments
import PurchaseWorld
package import Scenarios
package import Statistics

/// Sensitivity of a run to uncertain values: the range of each rate, and of each difference of a
/// pair, over the draws of the scenario.
package struct ParameterDrawFindings: Sendable {
  /// Range of one number over the draws.
  package struct ParameterDrawVariation: Hashable, Sendable {
    /// The number for each draw, without the random variation of the draw's users: the number of
    /// the run, plus the difference between the draw and the unchanged file.
    package var values: [Double]
    /// The middle 95 of 100 values; all values if there are fewer than 40.
    package var range: Interval
    /// The standard deviation between draws, and that of the removed random variation.
    package var deviation: Double, noise: Double
  }

  package struct DesignFindings: Hashable, Sendable {
    package var name: String
    /// By share, in the order of ``shares``; nil if there is nothing to measure.
    package var variations: [ParameterDrawVariation?]
  }

  package struct PairFindings: Hashable, Sendable {
    package var first: String, second: String
    /// The numbers of draws in which the second design loses fewer orders than the first, and more.
    package var fewer: Int, more: Int
    /// The second design minus the first.
    package var difference: ParameterDrawVariation?
  }

  /// The number of draws in the scenario, of simulated draws, and of users per draw.
  package let declaredDraws: Int, simulatedDraws: Int, users: Int
  /// The reported shares; the share by which designs are compared comes first.
  package let shares: [ShareMetric]
  /// In the order of the scenario.
  package let designs: [DesignFindings]
  /// The compared pairs, in the order of the run.
  package let pairs: [PairFindings]
  /// The reason of missing draws; nil if all were simulated.
  package let interruption: Interruption?
  /// The index of a draw with a runaway simulation; nil for the unchanged file, or if there is
  /// none.
  package let runawayDraw: Int?

  /// The compared share of each simulated draw, by design; random variation included.
  private let compared: [[Double?]]

  /// Evaluates the simulated draws.
  /// - Parameter findings: the findings for the unchanged file, with its own kind of sample.
  package init(
    _ plan: ParameterDrawPlan, _ simulatedDraws: ParameterDrawResult, _ findings: RunFindings
  ) {
    let scenario = plan.scenario
    let totals = simulatedDraws.draws.compactMap(\.self)
    let layout = Layout(written: simulatedDraws.written, draws: totals)
    (declaredDraws, self.simulatedDraws, users) = (plan.draws.draws.count, totals.count, plan.users)
    (shares, interruption) = (scenario.sharesOfDraws, simulatedDraws.interruption)
    runawayDraw = simulatedDraws.runawayDraw
    compared = totals.map { totals in
      scenario.designs.indices.map { totals.ratio($0, scenario.comparedShare) }
    }
    designs = findings.designs.enumerated().map { design, found in
      DesignFindings(
        name: found.name,
        variations: scenario.sharesOfDraws.map { share in
          found.totalCounters.rate(share).flatMap {
            layout.open(around: $0.value, 0...1) { $0.groups(of: design, share) }
          }
        })
    }
    let compared = compared
    pairs = scenario.pairs.map { pair in
      let share = scenario.comparedShare
      let rate = { (design: Int) in findings.designs[design].totalCounters.rate(share)?.value }
      var difference: ParameterDrawVariation?
      if let first = rate(pair.first), let second = rate(pair.second) {
        difference = layout.open(around: second - first, -1...1) { $0.groups(of: pair, share) }
      }
      return PairFindings(
        first: findings.designs[pair.first].name, second: findings.designs[pair.second].name,
        fewer: compared.count { $0.loses(pair.second, fewerThan: pair.first) },
        more: compared.count { $0.loses(pair.first, fewerThan: pair.second) },
        difference: difference)
    }
  }

  /// The number of draws in which a design, by name, loses fewer orders than another over the same
  /// users; 0 if there is no such design.
  package func drawCount(where design: String, losesFewerThan other: String) -> Int {
    guard let own = place(of: design), let other = place(of: other) else { return 0 }
    return compared.count { $0.loses(own, fewerThan: other) }
  }

  /// The range of a share of a design over the draws.
  /// - Parameter share: by default the share by which designs are compared.
  package func variation(_ design: String, _ share: ShareMetric? = nil) -> ParameterDrawVariation? {
    guard let place = place(of: design), let share = shares.firstIndex(of: share ?? shares[0])
    else { return nil }
    return designs[place].variations[share]
  }

  private func place(of design: String) -> Int? { designs.firstIndex { $0.name == design } }
}

/// The accumulators of all draws and of the unchanged file.
private struct Layout {
  var written: ParameterDrawAccumulator?, draws: [ParameterDrawAccumulator]

  /// The range of a number; nil if a draw has nothing to measure, or with fewer than two simulated
  /// draws.
  /// - Parameter value: the number in the run.
  /// - Parameter bounds: the possible range of the number.
  /// - Parameter groups: returns the number for every group of the users of a draw.
  func open(
    around value: Double, _ bounds: ClosedRange<Double>,
    _ groups: (ParameterDrawAccumulator) -> [Double]?
  ) -> ParameterDrawFindings.ParameterDrawVariation? {
    guard draws.count > 1, let start = written.flatMap(groups) else { return nil }
    let table = draws.compactMap(groups)
    guard table.count == draws.count else { return nil }
    let spread = DrawSpread(table)
    let shift = value - start.reduce(0, +) / Double(start.count)
    let values = spread.shrunkEstimates.map {
      min(bounds.upperBound, max(bounds.lowerBound, $0 + shift))
    }
    return ParameterDrawFindings.ParameterDrawVariation(
      values: values, range: DrawSpread.centralRange(of: values),
      deviation: spread.betweenVariance.squareRoot(), noise: spread.noiseVariance.squareRoot())
  }
}

extension ParameterDrawAccumulator {
  /// A share in every group; nil if there is nothing to measure.
  fileprivate func groups(of design: Int, _ share: ShareMetric) -> [Double]? {
    DrawSpread.groupRatios(of: groups(design, share))
  }

  /// The difference by which a pair is compared, in every group.
  fileprivate func groups(of pair: DesignPair, _ share: ShareMetric) -> [Double]? {
    guard let first = groups(of: pair.first, share), let second = groups(of: pair.second, share)
    else { return nil }
    return zip(first, second).map { $1 - $0 }
  }

  /// A share over all groups; nil if there is nothing to measure.
  fileprivate func ratio(_ design: Int, _ share: ShareMetric) -> Double? {
    let counts = groups(design, share)
    let whole = counts.reduce(0) { $0 + $1.whole }
    return whole == 0 ? nil : Double(counts.reduce(0) { $0 + $1.part }) / Double(whole)
  }
}

extension [Double?] {
  /// Whether a design has a lower share than another.
  fileprivate func loses(_ design: Int, fewerThan other: Int) -> Bool {
    guard let own = self[design], let other = self[other] else { return false }
    return own < other
  }
}
