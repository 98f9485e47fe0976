package import Experiments
import JSONText
import PurchaseWorld
import Statistics

/// A scenario that ran, as files for other programs tell of it.
package struct RunRecord: Sendable {
  package var findings: Findings
  /// The file of the scenario.
  package var path: String
  /// The command that plays a user under a design.
  package var replay: @Sendable (_ design: String, _ user: UInt64) -> String
  /// What changed since the baseline; nil without one.
  package var changes: BaselineComparison?

  package init(
    _ findings: Findings, path: String, changes: BaselineComparison? = nil,
    replay: @escaping @Sendable (_ design: String, _ user: UInt64) -> String
  ) {
    self.findings = findings
    self.path = path
    self.changes = changes
    self.replay = replay
  }

  /// A lost order of a design that can be played again: its user; nil if it lost none.
  func lostUser(under design: Findings.DesignFindings) -> UInt64? {
    if let ending = design.ending { return ending.fates.contains(where: \.countsAsLost) ? 0 : nil }
    return design.ledger.losses.orders.map(\.user).min()
  }

  /// The designs of which a claim speaks, the one that should be better first.
  func designs(of claim: ClaimFinding) -> [Findings.DesignFindings] {
    let names =
      switch claim.claim {
      case .range(_, let design, _, _), .ending(let design, _): [design]
      case .below(_, let lower, let upper, _): [lower, upper]
      }
    return names.compactMap { name in findings.designs.first { $0.name == name } }
  }

  /// The command that plays a lost order of the first design of a claim that lost one.
  func replay(of claim: ClaimFinding) -> String? {
    for design in designs(of: claim) {
      if let user = lostUser(under: design) { return replay(design.name, user) }
    }
    return nil
  }
}
