package import PurchaseWorld
package import Scenarios
package import Statistics

/// What a run has found: counts with their intervals, and a verdict for every claim.
package struct Findings: Sendable {
  /// Why a run says nothing about a part of its scenario.
  package enum Trouble: Hashable, Sendable {
    /// No design charged any user.
    case noCharge
    /// A declared fault, by index, struck no user under any design.
    case neverStruck(declaration: Int, FaultKind)
  }

  /// The scenario that ran.
  package var scenario: Scenario
  /// The counts, in the order of the designs.
  package var ledgers: [Ledger]
  /// For a case: how its user ended under each design; else empty.
  package var endings: [Ending]
  /// The claims, in the order of the scenario.
  package var claims: [ClaimFinding]
  /// What makes the run say less than it seems to.
  package var troubles: [Trouble]

  /// Draws the conclusions from a run.
  package init(_ results: Results) {
    scenario = results.scenario
    ledgers = results.books.ledgers
    endings = results.endings.map { Ending($0) }
    claims = Judge(results).decide()
    troubles = results.hasCharge ? [] : [.noCharge]
    troubles += results.faultsThatNeverStruck.map {
      .neverStruck(declaration: $0.declaration, $0.kind)
    }
  }

  /// The verdict of the run: the worst of its claims; with a trouble never a pass.
  package var verdict: Verdict {
    if claims.contains(where: { $0.verdict == .fail }) { return .fail }
    let open = claims.contains { $0.verdict == .inconclusive }
    return open || !troubles.isEmpty ? .inconclusive : .pass
  }
}
