package import Experiments
package import EventEngine
package import JSONText
package import PurchaseWorld
package import Statistics
package import Scenarios

/// Findings of a run: counts with their intervals, and a verdict for every claim.
package struct RunFindings: ScenarioResult {
  package struct DesignFindings: Sendable {
    package var design: Design
    /// The axes of a custom design with non-default values, as written in the format; empty for a
    /// built-in design, which its name describes.
    package var axes: [JSONOutput.Member]
    package var designCounters: SampledDesignCounters, totalCounters: SampledCounters
    /// Amount of lost orders in minor units; nil without users.
    package var lostRevenue: Estimate?
    /// For a case: the outcome of its user.
    package var caseOutcome: CaseOutcome?

    package var name: String { design.name }

    /// A share; nil if no user was charged, and if it does not apply to the store of the design.
    package func rate(_ share: ShareMetric) -> Estimate? {
      share.applies(to: design) ? totalCounters.rate(share) : nil
    }
  }

  @CopyOnWrite package var results: RunResults
  /// The findings for each design, in the order of the scenario.
  package var designs: [DesignFindings]
  /// The kinds of the declared faults without repetition, in the order of the scenario format.
  package var faultKinds: [FaultKind]
  /// The kinds of the declared faults, by index.
  package var faultKindByDeclaration: [FaultKind]
  /// The compared pairs of designs; empty for a case.
  package var comparisons: [ComparisonFinding]
  /// The claims, in the order of the scenario.
  package var claims: [ClaimFinding]
  /// The conclusion of the run; nil until it is created, and if there is nothing to
  /// decide.
  @CopyOnWrite package var conclusion: Conclusion? = nil
  /// The range over the draws of the scenario; nil until they are simulated, and if there are none.
  @CopyOnWrite package var parameterDrawFindings: ParameterDrawFindings? = nil
  /// The result of the precision; nil if the scenario has none.
  package var precision: PrecisionFinding?
  /// Warnings about parts of the scenario that had no effect, or about the run.
  package var warnings: [RunWarning]

  package init(_ results: RunResults) {
    self.results = results
    let scenario = results.scenario
    let counterLayout = CounterLayout(scenario)
    (faultKinds, faultKindByDeclaration) = (counterLayout.faultKinds, scenario.declaredFaults)
    designs = scenario.designs.enumerated().map { index, design in
      let designCounters = results.designCounters(index)
      let counters = designCounters.all
      // The name of a built-in design stands for its axes.
      return DesignFindings(
        design: design, axes: BuiltInDesign.named(design.name) == nil ? design.nonDefaultAxes : [],
        designCounters: designCounters, totalCounters: counters,
        lostRevenue: counters.estimate(
          .lostRevenue, of: nil, counterLayout: counterLayout, exact: scenario.isCase),
        caseOutcome: results.caseUserOutcomes.isEmpty
          ? nil : CaseOutcome(results.caseUserOutcomes[index]))
    }
    (comparisons, claims) = (ComparisonFinding.all(results), results.claims)
    precision = results.precisionFinding(claims, comparisons)
    if let interruption = results.interruption {
      // Other missing results may be consequences of the interruption.
      warnings = [.interruption(interruption)]
      return
    }
    warnings = results.scenarioWarnings
    if precision?.isMet == false {
      let silent = results.hasCharge ? results.designsWithoutCharge : []
      warnings += silent.map { .neverCharged(design: scenario.designs[$0].name) }
      if silent.isEmpty && results.hasCharge { warnings.append(.notPrecise) }
    }
  }

  package var scenario: Scenario { results.scenario }
  package var users: Int { results.users }
  package var strata: [SampledStratum] { results.strata }
  package var pilotUsers: Int { results.pilotUsers }
  /// Whether the counts are those of the pilot, because the run ended before any other user.
  package var countsOnlyPilot: Bool { results.countsOnlyPilot }
  package var intervalSettings: IntervalSettings { results.intervalSettings }
  package var interruption: Interruption? { results.interruption }
  /// A published ladder of failed retries, to be shown next to the simulated one; may be empty.
  package var publishedFailuresByTry: [Int] { scenario.publishedLadder }
  package var catalog: Catalog { scenario.population.conditions.catalog }
  /// The deadlines whose misses were counted, ascending.
  package var deadlines: [Delay] { scenario.population.conditions.deadlines }
  package var isPlainSample: Bool { strata.allSatisfy { $0.index == nil } }
  /// The confidence of all intervals together, over all looks.
  package var confidence: Double {
    precision?.requested.confidence ?? intervalSettings.confidence.level
  }

  /// For each design, the share of paying intents with a request that failed because of an outage;
  /// empty without outages, for a case, and without paying intents.
  package var outageShares: [Double] {
    guard !isCase, !scenario.population.conditions.outages.isEmpty else { return [] }
    return designs.compactMap { design in
      let payingIntents = design.totalCounters.scaledCount { $0.total(.payingIntents) }
      return payingIntents > 0
        ? design.designCounters.scaledCount(\.outageIntents) / payingIntents : nil
    }
  }

  package var verdict: Verdict { Verdict(of: claims, warnings) }
}
