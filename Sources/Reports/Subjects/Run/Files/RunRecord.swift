package import Methods
package import Experiments
import JSONText
import PurchaseWorld
package import Scenarios
package import Statistics

/// A finished scenario with independent users, for files that programs read.
package struct RunRecord: ReportedRun {
  package var findings: RunFindings
  package var path: String
  /// Command that replays a user under a design.
  package var replayCommand: @Sendable (_ design: String, _ user: UInt64) -> String
  package var baselineComparison: BaselineComparison?

  package init(
    _ findings: RunFindings, path: String, changes: BaselineComparison? = nil,
    replay: @escaping @Sendable (_ design: String, _ user: UInt64) -> String
  ) {
    (self.findings, self.path) = (findings, path)
    (baselineComparison, replayCommand) = (changes, replay)
  }

  package var scenario: Scenario { findings.scenario }
  package var users: Int { findings.users }
  package var verdict: Verdict { findings.verdict }
  package var claims: [ClaimFinding] { findings.claims }
  package var warnings: [String] { RunReport(findings).warnings }
  package var interruptions: [Interruption] {
    [findings.interruption, findings.parameterDrawFindings?.interruption].compactMap(\.self)
  }

  package var summaryJSON: String? {
    findings.interruption == nil ? SummaryJSON.output(findings).text : nil
  }

  /// The lowest user with a lost order; if all orders of the design were rescued, the lowest known
  /// user.
  package func losingUser(under design: String) -> LosingUser? {
    findings.designs.first { $0.name == design }.flatMap(lostUser).map {
      LosingUser(design: design, user: $0)
    }
  }

  private func lostUser(under design: RunFindings.DesignFindings) -> UInt64? {
    if let ending = design.caseOutcome { return ending.lostOrders > 0 ? 0 : nil }
    let counters = design.designCounters
    let lost = LossTable.lossOutcomes.flatMap { counters.firstUsers($0.kind, $0.point) }
    return lost.min() ?? counters.lossSample.values.map(\.user).min()
  }

  package func counterexample(to claim: ClaimFinding) -> LosingUser? {
    guard let name = claim.designAboveLimit,
      let design = findings.designs.first(where: { $0.name == name })
    else { return nil }
    let expectation = claim.expectation
    // The ending of a case belongs to its one user.
    guard let metric = expectation.claim.metric else { return LosingUser(design: name, user: 0) }
    guard let row = metric.row(in: CounterLayout(scenario)) else { return nil }
    let counters = design.designCounters.counters(product: expectation.productIndex)
    return counters.firstUser(row: row).map { LosingUser(design: name, user: $0) }
  }

  package func replayCommand(_ losingUser: LosingUser) -> String {
    replayCommand(losingUser.design, losingUser.user)
  }

  package var lostRates: [(design: String, rate: Estimate)] {
    if findings.isCase { return [] }
    return findings.designs.compactMap { design in
      design.totalCounters.rate(.lost).map { (design.name, $0) }
    }
  }

  package func conclusion(_ language: Language) -> [String] {
    findings.conclusion.map { ConclusionText($0, language).markdown } ?? []
  }

  package var tables: [(title: String, table: Table)] {
    if findings.isCase { return [] }
    let rates = { Column.rates($0, of: findings, .en) }
    let columns =
      [.design("design"), .charges("charges")] + rates([.lost]) + [.interval("interval", .en)]
      + rates(ShareMetric.columnsOfMarkdown.filter { $0 != .lost })
    return [("", Table(findings.designs, columns))] + RunTables.all.markdown(of: findings)
  }

  package var remarks: [String] {
    let report = RunReport(findings)
    return [report.outages, report.precisionLines].map { $0.joined(separator: " ") }
      .filter { !$0.isEmpty }
  }
}
