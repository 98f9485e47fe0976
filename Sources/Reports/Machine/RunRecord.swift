package import Experiments
import JSONText
import PurchaseWorld
import Scenarios
import Statistics

/// A scenario that ran, as files for other programs tell of it.
package struct RunRecord: Sendable {
  package var findings: Findings
  package var path: String
  /// The command that plays a user under a design.
  package var replay: @Sendable (_ design: String, _ user: UInt64) -> String
  /// What changed since the baseline; nil without one.
  package var changes: BaselineComparison?

  package init(
    _ findings: Findings, path: String, changes: BaselineComparison? = nil,
    replay: @escaping @Sendable (_ design: String, _ user: UInt64) -> String
  ) { (self.findings, self.path, self.changes, self.replay) = (findings, path, changes, replay) }

  /// What makes the run say less than it seems to, in English, a line each.
  var troubles: [String] { RunReport(findings).troubles }

  /// The first design that lost an order, with a user whose order it lost; nil if none lost any.
  package var firstLost: (design: String, user: UInt64)? { firstLost(of: findings.designs) }

  private func firstLost(of designs: [Findings.DesignFindings]) -> (design: String, user: UInt64)? {
    designs.lazy.compactMap { design in lostUser(under: design).map { (design.name, $0) } }.first
  }

  /// The lost order that says most: one that a worse design loses since the baseline, else one of a
  /// design that a failed claim speaks of, else the first.
  package var tellingLost: (design: String, user: UInt64)? {
    for change in changes?.changes ?? [] {
      if change.verdict == .worse, let user = change.loser { return (change.design, user) }
    }
    for claim in findings.claims where claim.verdict == .fail {
      if let lost = firstLost(of: designs(of: claim)) { return lost }
    }
    return firstLost
  }

  /// The lowest user who lost an order under a design; of one whose orders were all rescued the lowest
  /// that is known, and nil if it lost none.
  func lostUser(under design: Findings.DesignFindings) -> UInt64? {
    if let ending = design.ending { return ending.lostOrders > 0 ? 0 : nil }
    let lost = DropTable.ways.flatMap { design.ledger.firstUsers($0.kind, $0.point) }
    return lost.min() ?? design.ledger.losses.values.map(\.user).min()
  }

  /// The designs of which a claim speaks, the one that should be better first.
  func designs(of claim: ClaimFinding) -> [Findings.DesignFindings] {
    claim.expectation.claim.designs.compactMap { name in findings.designs.first { $0.name == name }
    }
  }

  /// The command that plays a lost order of the first design of a claim that lost one.
  func replay(of claim: ClaimFinding) -> String? {
    firstLost(of: designs(of: claim)).map { replay($0.design, $0.user) }
  }

  /// Whether everything is as expected, and nothing got worse or cannot be compared.
  var isGood: Bool { findings.verdict == .pass && notes.allSatisfy(\.holds) }

  /// All expectations, then what makes the run say less than it seems to, and what got worse or cannot be
  /// compared.
  package var notes: [Note] {
    let name = findings.name
    let claims = findings.claims.map { claim in
      let (text, at) = (ClaimText(claim), claim.expectation)
      return Note(
        path: path, position: (at.line, at.column), outcome: claim.verdict.rawValue,
        subject: "\(at.path): \(text.parts.subject)",
        title: "\(name) \(at.path): \(claim.verdict.rawValue)", words: text.line,
        replay: claim.verdict == .pass ? nil : replay(of: claim), identity: "\(name) \(at.path)")
    }
    let troubles = troubles.map { trouble in
      Note(
        path: path, outcome: Verdict.inconclusive.rawValue, subject: "tells something",
        title: "\(name): cannot tell", words: trouble, identity: "\(name) \(trouble)")
    }
    let changes = (changes?.changes ?? []).compactMap { change -> Note? in
      let worse = change.verdict == .worse
      guard worse || change.verdict == .incomparable else { return nil }
      return Note(
        path: path, outcome: worse ? "regression" : change.verdict.rawValue,
        subject: "baseline: \(change.design) \(change.metric)",
        title: "\(name): \(change.design) \(worse ? "got worse" : "cannot be compared")",
        words: change.line, replay: change.replay,
        identity: "\(name) \(change.design) \(change.metric)")
    }
    return claims + troubles + changes
  }
}
