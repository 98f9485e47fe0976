package import Methods
package import Experiments
import JSONText
import PurchaseWorld
import Scenarios
package import Statistics

/// A scenario that ran, as files for CI services tell of it: of users one by one (``RunRecord``), or of users
/// who share a backend (``SharedRecord``).
package protocol ReportedRun: OfScenario {
  var path: String { get }
  /// How many users met each design; of several replications, in each.
  var users: Int { get }
  var verdict: Verdict { get }
  var claims: [ClaimFinding] { get }
  /// What makes the run say less than it seems to, in English, a line each.
  var troubles: [String] { get }
  /// What changed since the baseline; nil without one.
  var changes: BaselineComparison? { get set }
  /// What cut the run, or a part of it, short.
  var cuts: [Cut] { get }

  /// What runs are compared by, as JSON; nil of a run that was cut short.
  var summary: String? { get }

  /// Whose lost order of a design is shown; nil if it lost none.
  func loser(under design: String) -> LosingUser?
  /// A user whose run shows why a claim does not hold; nil if none is known.
  func counterexample(to claim: ClaimFinding) -> LosingUser?
  /// The command that plays them.
  func replay(_ loser: LosingUser) -> String

  // What a pull request shows of it.

  /// Of each design of which it is known.
  var lostRates: [(design: String, rate: Estimate)] { get }
  /// What the run decides, as Markdown.
  func conclusion(_ language: Language) -> [String]
  /// That of the designs, then the others, each under its title; none without rates.
  var tables: [(title: String, table: Table)] { get }
  /// What is said below the table.
  var remarks: [String] { get }
}

/// A user who lost an order, under a design.
package struct LosingUser: Hashable, Sendable {
  package var design: String
  package var user: UInt64
  /// In which replication the user shared a backend with others; nil: with nobody.
  package var replication: Int?

  package init(design: String, user: UInt64, replication: Int? = nil) {
    (self.design, self.user, self.replication) = (design, user, replication)
  }
}

extension ReportedRun {
  /// Whether the run was cut short before anything was known. An endless life is something to know.
  package var isEmpty: Bool {
    users == 0 && cuts.contains { cut in if case .endless = cut { false } else { true } }
  }

  /// Who lost an order of the first design that lost one; nil if none lost any.
  package var firstLost: LosingUser? {
    scenario.designs.lazy.compactMap { loser(under: $0.name) }.first
  }

  /// The first failed claim that a user shows, with that user; if none shows any, the first failed claim.
  package var failure: (claim: ClaimFinding, user: LosingUser?)? {
    let failed = claims.filter { $0.verdict == .fail }
    let shown = failed.lazy.compactMap { claim in
      counterexample(to: claim).map { (claim: claim, user: $0) }
    }.first
    return shown.map { ($0.claim, $0.user) } ?? failed.first.map { ($0, nil) }
  }

  /// Whose order says most: one that a worse design loses since the baseline, else that of a user who shows why a claim
  /// failed, if one did, else the first that was lost.
  package var tellingLost: LosingUser? {
    for change in changes?.changes ?? [] where change.verdict == .worse {
      if let user = change.loser { return LosingUser(design: change.design, user: user) }
      if let loser = loser(of: change) { return loser }
    }
    return if let failure { failure.user } else { firstLost }
  }

  /// Where users share a backend, files do not name who lost orders, and the run knows one.
  private func loser(of change: BaselineComparison.Change) -> LosingUser? {
    scenario.isShared ? loser(under: change.design) : nil
  }

  /// Whether everything is as expected, and nothing got worse or cannot be compared.
  var isGood: Bool { verdict == .pass && notes.allSatisfy(\.holds) }

  /// All expectations, then what makes the run say less than it seems to, and what got worse or cannot be
  /// compared.
  package var notes: [Note] {
    let claims = claims.map { claim in
      let (text, at) = (ClaimText(claim), claim.expectation)
      return Note(
        path: path, position: (at.line, at.column), outcome: claim.verdict.rawValue,
        subject: "\(at.path): \(text.parts.subject)",
        title: "\(name) \(at.path): \(claim.verdict.rawValue)", words: text.line,
        replay: counterexample(to: claim).map(replay), identity: "\(name) \(at.path)")
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
        words: change.line, replay: change.replay ?? (worse ? loser(of: change) : nil).map(replay),
        identity: "\(name) \(change.design) \(change.metric)")
    }
    return claims + troubles + changes
  }
}
