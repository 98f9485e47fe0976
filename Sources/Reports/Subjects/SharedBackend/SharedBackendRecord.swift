package import Methods
package import Experiments
import JSONText
import PurchaseWorld
package import Scenarios
package import Statistics

/// A finished scenario with a shared backend, for files that programs read.
package struct SharedBackendRecord: ReportedRun {
  package let scenario: Scenario
  /// The results, or the interruption of a run without results.
  private let found: Result<SharedBackendResults, Interruption>
  package let path: String
  private let command: @Sendable (LosingUser) -> String
  package var baselineComparison: BaselineComparison?

  /// - Parameter replay: the command that replays a user.
  package init(
    _ scenario: Scenario, _ found: Result<SharedBackendResults, Interruption>, path: String,
    replay: @escaping @Sendable (LosingUser) -> String
  ) { (self.scenario, self.found, self.path, command) = (scenario, found, path, replay) }

  /// Results; nil for an incomplete run.
  package var results: SharedBackendResults? { try? found.get() }

  package var users: Int { results?.users ?? 0 }
  package var verdict: Verdict { results?.verdict ?? .inconclusive }
  package var claims: [ClaimFinding] { results?.claims ?? [] }

  package var interruptions: [Interruption] {
    if case .failure(let interruption) = found { [interruption] } else { [] }
  }

  package var warnings: [String] {
    let designs = scenario.designs.map(\.name)
    return interruptions.map { InterruptionText.line($0, users: users, designs: designs) }
      + (results.map { SharedBackendReport($0).warnings } ?? [])
  }

  package var summaryJSON: String? { results.map { SharedBackendJSON.output($0).text } }

  package func losingUser(under design: String) -> LosingUser? {
    let index = scenario.designs.firstIndex { $0.name == design }
    return index.flatMap { results?.losingUser(under: $0) }.map {
      LosingUser(design: design, user: $0.user, replication: $0.replication)
    }
  }

  package func counterexample(to claim: ClaimFinding) -> LosingUser? {
    guard let name = claim.designAboveLimit, let metric = claim.expectation.claim.metric,
      let design = scenario.designs.firstIndex(where: { $0.name == name })
    else { return nil }
    let found = results?.firstUser(metric, claim.expectation.productIndex, under: design)
    return found.map { LosingUser(design: name, user: $0.user, replication: $0.replication) }
  }

  package func replayCommand(_ losingUser: LosingUser) -> String { command(losingUser) }

  package var lostRates: [(design: String, rate: Estimate)] {
    scenario.designs.enumerated().compactMap { index, design in
      results?.estimate(.lostRate, of: index).map { (design.name, $0) }
    }
  }

  package func conclusion(_ language: Language) -> [String] {
    results.flatMap { Conclusion($0) }.map { ConclusionText($0, language).markdown } ?? []
  }

  package var tables: [(title: String, table: Table)] {
    guard let results else { return [] }
    let rate = { (title: String, metric: Metric) in
      Column<Int>.cells(title) { .share(results.estimate(metric, of: $0)?.value) }
    }
    let designs = Table(
      scenario.designs.indices,
      [
        .words("design") { scenario.designs[$0].name },
        .counts("charges") { results.charges(of: $0) },
        rate(ShareMetric.lost.title(.en), .lostRate),
        .numbers("interval") { design in
          results.estimate(.lostRate, of: design).map { NumberFormat.range($0.interval) } ?? "–"
        },
        rate("in overload ‰", .backend(.overloadLostRate)),
        rate(ShareMetric.lostSale.title(.en), .share(.lostSale)),
        rate("refused requests ‰", .backend(.refusedRequestRate)),
        rate("wasted work ‰", .backend(.wastedWorkRate)),
      ])
    return [("", designs)] + SharedBackendTables.all.markdown(of: results)
  }

  package var remarks: [String] { results.map { SharedBackendReport($0).recoveries } ?? [] }
}
