package import Experiments
package import EventEngine
package import JSONText
package import PurchaseWorld
package import Statistics
package import Scenarios

/// What a run has found: counts with their intervals, and a verdict for every claim.
package struct Findings: OfScenario {
  package struct DesignFindings: Sendable {
    package var design: Design
    /// The axes of a design of one's own that are not at their defaults, with their values as the
    /// format writes them; none for a built-in design, whose name says them.
    package var axes: [JSONOutput.Member]
    package var ledger: SampledLedger, tally: SampledTally
    /// Minor units in lost orders; nil without users.
    package var lostRevenue: Estimate?
    /// For a case: how its user ended.
    package var ending: Ending?

    package var name: String { design.name }

    /// A share; nil where nobody was charged, and where it says nothing on the store of the design.
    package func rate(_ share: Share) -> Estimate? {
      share.applies(to: design) ? tally.rate(share) : nil
    }
  }

  @CopyOnWrite package var results: Results
  /// The findings for each design, in the order of the scenario.
  package var designs: [DesignFindings]
  /// The kinds of the declared faults, each once, in the order of the scenario format.
  package var faultKinds: [FaultKind]
  /// The kinds of the declared faults, by index.
  package var declarations: [FaultKind]
  /// The pairs of designs that are compared; none for a case.
  package var comparisons: [ComparisonFinding]
  /// The claims, in the order of the scenario.
  package var claims: [ClaimFinding]
  /// What the run decides; nil until it is drawn, and where there is nothing to decide.
  @CopyOnWrite package var conclusion: Conclusion? = nil
  /// What the draws of the scenario leave open; nil until they are played, and where it has none.
  @CopyOnWrite package var draws: DrawsFindings? = nil
  /// What came of the precision that was asked for; nil when none was.
  package var precision: PrecisionFinding?
  /// What makes the run say less than it seems to.
  package var troubles: [Trouble]

  package init(_ results: Results) {
    self.results = results
    let scenario = results.scenario
    let shape = Shape(scenario)
    (faultKinds, declarations) = (shape.faultKinds, scenario.declaredFaults)
    designs = scenario.designs.enumerated().map { index, design in
      let ledger = results.ledger(index)
      let tally = ledger.all
      // Of a built-in design the name says the axes.
      return DesignFindings(
        design: design, axes: BuiltInDesign.named(design.name) == nil ? design.differing : [],
        ledger: ledger, tally: tally,
        lostRevenue: tally.estimate(.lostRevenue, of: nil, shape: shape, exact: scenario.isCase),
        ending: results.endings.isEmpty ? nil : Ending(results.endings[index]))
    }
    (comparisons, claims) = (ComparisonFinding.all(results), results.claims)
    precision = results.precision(claims, comparisons)
    if let cut = results.cut {
      // What else is missing may be so because of that.
      troubles = [.cut(cut)]
      return
    }
    troubles = results.troublesOfScenario
    if precision?.isMet == false {
      let silent = results.hasCharge ? results.designsWithoutCharge : []
      troubles += silent.map { .neverCharged(design: scenario.designs[$0].name) }
      if silent.isEmpty && results.hasCharge { troubles.append(.notPrecise) }
    }
  }

  package var scenario: Scenario { results.scenario }
  package var users: Int { results.users }
  package var strata: [SampledStratum] { results.strata }
  package var pilot: Int { results.pilot }
  package var isOfPilot: Bool { results.isOfPilot }
  package var certainty: Certainty { results.certainty }
  package var cut: Cut? { results.cut }
  /// A ladder of retries that somebody published, to be shown beside the simulated one; may be empty.
  package var publishedLadder: [Int] { scenario.publishedLadder }
  package var catalog: Catalog { scenario.population.conditions.catalog }
  /// The deadlines whose misses were counted, ascending.
  package var deadlines: [Delay] { scenario.population.conditions.deadlines }
  package var isPlain: Bool { strata.allSatisfy { $0.index == nil } }
  /// The confidence of all intervals together, over all looks.
  package var level: Double { precision?.asked.confidence ?? certainty.confidence.level }

  /// Of each design the share of intents that wanted to pay of which a request failed by an outage; empty
  /// without outages, in a case, and where nobody wanted to pay.
  package var metOutages: [Double] {
    guard !isCase, !scenario.population.conditions.outages.isEmpty else { return [] }
    return designs.compactMap { design in
      let wishes = design.tally.expectation { $0.total(.wishes) }
      return wishes > 0 ? design.ledger.expectation(\.metOutage) / wishes : nil
    }
  }

  package var verdict: Verdict { Verdict(of: claims, troubles) }
}
