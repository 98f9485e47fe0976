package import Methods
package import Experiments
import JSONText
import PurchaseWorld
import Scenarios
package import Statistics

/// A finished scenario, for files that CI services read: with independent users (``RunRecord``) or
/// with a shared backend (``SharedBackendRecord``).
package protocol ReportedRun: ScenarioResult {
  var path: String { get }
  /// Number of users simulated under each design; with replications, in each of them.
  var users: Int { get }
  var verdict: Verdict { get }
  var claims: [ClaimFinding] { get }
  /// Warnings about the run, in English, one per line.
  var warnings: [String] { get }
  /// Changes since the baseline; nil without a baseline.
  var baselineComparison: BaselineComparison? { get set }
  /// Interruptions of the run, or of a part of it.
  var interruptions: [Interruption] { get }

  /// The data by which runs are compared, as JSON; nil for an incomplete run.
  var summaryJSON: String? { get }

  /// User whose lost order of a design is shown; nil if the design lost none.
  func losingUser(under design: String) -> LosingUser?
  /// User whose run shows why an expectation fails; nil if none is known.
  func counterexample(to claim: ClaimFinding) -> LosingUser?
  /// Command that replays the user.
  func replayCommand(_ losingUser: LosingUser) -> String

  // Contents for a pull request.

  /// Lost rate of each design that has one.
  var lostRates: [(design: String, rate: Estimate)] { get }
  /// The conclusion as Markdown.
  func conclusion(_ language: Language) -> [String]
  /// Table of the designs, then the others, each under its title; empty without rates.
  var tables: [(title: String, table: Table)] { get }
  /// Remarks below the table.
  var remarks: [String] { get }
}

/// A user with a lost order, and the design.
package struct LosingUser: Hashable, Sendable {
  package var design: String
  package var user: UInt64
  /// Replication in which the user shared a backend with others; nil without a shared backend.
  package var replication: Int?

  package init(design: String, user: UInt64, replication: Int? = nil) {
    (self.design, self.user, self.replication) = (design, user, replication)
  }
}

extension ReportedRun {
  /// Whether the run ended before it had a result. A runaway simulation is a result.
  package var isEmpty: Bool {
    users == 0
      && interruptions.contains { interruption in
        if case .runaway = interruption { false } else { true }
      }
  }

  /// The first user with a lost order, of the first design that lost one; nil if none lost any.
  package var firstLosingUser: LosingUser? {
    scenario.designs.lazy.compactMap { losingUser(under: $0.name) }.first
  }

  /// The first failed expectation that a user shows, with that user; otherwise the first failed
  /// expectation.
  package var failure: (claim: ClaimFinding, user: LosingUser?)? {
    let failed = claims.filter { $0.verdict == .fail }
    let shown = failed.lazy.compactMap { claim in
      counterexample(to: claim).map { (claim: claim, user: $0) }
    }.first
    return shown.map { ($0.claim, $0.user) } ?? failed.first.map { ($0, nil) }
  }

  /// The most informative lost order: one that a worse design newly loses since the baseline,
  /// otherwise one that shows why an expectation failed, otherwise the first.
  package var mostInformativeLosingUser: LosingUser? {
    for change in baselineComparison?.changes ?? [] where change.verdict == .worse {
      if let user = change.losingUser { return LosingUser(design: change.design, user: user) }
      if let losingUser = losingUser(of: change) { return losingUser }
    }
    return if let failure { failure.user } else { firstLosingUser }
  }

  /// With a shared backend, files do not name users with lost orders; the run provides one.
  private func losingUser(of change: BaselineComparison.Change) -> LosingUser? {
    scenario.hasSharedBackend ? losingUser(under: change.design) : nil
  }

  /// Whether everything is as expected, and nothing got worse or cannot be compared.
  var isGood: Bool { verdict == .pass && annotations.allSatisfy(\.isPass) }

  /// All expectations, then warnings about the run, then changes that got worse or cannot be
  /// compared.
  package var annotations: [Annotation] {
    let claims = claims.map { claim in
      let (text, at) = (ClaimText(claim), claim.expectation)
      return Annotation(
        path: path, position: (at.line, at.column), outcome: claim.verdict.rawValue,
        subject: "\(at.path): \(text.parts.subject)",
        title: "\(name) \(at.path): \(claim.verdict.rawValue)", words: text.line,
        replay: counterexample(to: claim).map(replayCommand), identity: "\(name) \(at.path)")
    }
    let warnings = warnings.map { warning in
      Annotation(
        path: path, outcome: Verdict.inconclusive.rawValue, subject: "has a result",
        title: "\(name): inconclusive", words: warning, identity: "\(name) \(warning)")
    }
    let changes = (baselineComparison?.changes ?? []).compactMap { change -> Annotation? in
      let worse = change.verdict == .worse
      guard worse || change.verdict == .incomparable else { return nil }
      return Annotation(
        path: path, outcome: worse ? "regression" : change.verdict.rawValue,
        subject: "baseline: \(change.design) \(change.metric)",
        title: "\(name): \(change.design) \(worse ? "got worse" : "cannot be compared")",
        words: change.line,
        replay: change.replay ?? (worse ? losingUser(of: change) : nil).map(replayCommand),
        identity: "\(name) \(change.design) \(change.metric)")
    }
    return claims + warnings + changes
  }
}
