import Experiments
package import Methods
import EventEngine
package import JSONText
import PurchaseWorld
import Scenarios
import Statistics

/// The summary of a run as JSON: `results/<name>/summary.json`.
///
/// The article <doc:SummaryFormat> explains every member. A summary contains only what scenario,
/// seed and version determine. Every member is declared once, in lists that the writer, the schema
/// and the reader of baselines use.
package enum SummaryJSON {
  /// Version of the JSON format.
  package static let format = 1

  package static func output(_ findings: RunFindings) -> JSONOutput { members.output(of: findings) }

  /// JSON Schema (draft 2020-12) of summaries, `results/summary.schema.json`, ending with a line
  /// feed.
  package static var schema: String { members.schema("A summary of lostorder") }

  /// The member that identifies the form for a reader.
  static let formMember = Member<RunFindings, SummaryDraft>(
    "format", .constant(.integer(format)), "version of this form"
  ) { _ in .integer(format) }.read(\.form, format...format)

  static let members: [Member<RunFindings, SummaryDraft>] =
    [
      formMember, .text("version", "version of lostorder that ran") { _ in Version.current },
      Member("confidence", .share, "of every interval") {
        .number($0.intervalSettings.confidence.level)
      }.read(\.summary.confidence, 0.5...0.999_999_999),
      .word("intervals", "method of the intervals") { $0.intervalSettings.method },
      .object("scenario", scenario, "the run") { $0 }.read(.other("an object")) { value, draft in
        value.read(scenario, into: &draft.summary)
        // The users of the run cannot be reconstructed.
        if draft.summary.isStratified, !draft.summary.statesStrataSizes {
          value.reportSemanticProblem(
            "a stratified sample without 'sample'", expected: "its strata")
        }
      },
      .word(
        "verdict", "the worst verdict of the expectations; never pass if there is a warning"
      ) { $0.verdict },
      .list("troubles", of: warning, "warnings about the run") {
        $0.warnings
      }.readIfThere(.other("a list of troubles")) { value, draft in
        for element in value.list(.other("a list of troubles")) ?? [] {
          var name = ""
          element.read(warning, into: &name)
          if Interruption.names.contains(name) { draft.summary.isInterrupted = true }
        }
      },
      Member(
        "designs", .list((named + (ofCase + ofScenario).map(\.optional)).form()),
        "in scenario order"
      ) { findings in
        .list(findings.designs) { design in
          // A case has no rates; its ending is complete.
          (named + (design.caseOutcome == nil ? ofScenario : ofCase))
            .output(of: DesignSource(design: design, findings: findings))
        }
      }.read(.other("a list of designs")) { $1.designs = $0 },
    ] + RunTables.all.map { $0.member() } + [
      .list("expectations", of: expectation, "in scenario order") { $0.claims },
      .object("draws", draws, "ranges that the draws leave open") { $0.parameterDrawFindings }
        .optional,
    ]

  static let warning: [Member<RunWarning, String>] = [
    Member(
      "trouble",
      .words([
        "noCharge", "notPrecise", "neverStruck", "neverBegan", "metNobody", "neverCalled",
        "worthless", "neverCharged", "interrupted", "timeLimit", "endless",
      ])
    ) { warning in
      switch warning {
      case .noCharge: "noCharge"
      case .notPrecise: "notPrecise"
      case .interruption(let interruption): .string(interruption.name)
      case .neverCharged: "neverCharged"
      case .afterHorizon: "neverBegan"
      case .neverOccurred: "neverStruck"
      case .noIntentAffected: "metNobody"
      case .neverCalled: "neverCalled"
      case .zeroPrices: "worthless"
      }
    }.readIfThere(.line) { if let name = $0.singleLineText() { $1 = name } },
    .text("design") { warning in
      if case .neverCharged(let design) = warning { design } else { runaway(warning)?.design }
    }.optional,
    .word("fault") { if case .neverOccurred(_, let kind) = $0 { kind } else { nil } }.optional,
    .count("declaration") {
      if case .neverOccurred(let declaration, _) = $0 { declaration } else { nil }
    }.optional,
    .count("outage") { if case .afterHorizon(let outage) = $0 { outage } else { nil } }.optional,
    .count("call") { if case .neverCalled(let call) = $0 { call } else { nil } }.optional,
    .count("expectation") { if case .zeroPrices(let claim) = $0 { claim } else { nil } }.optional,
    .text("value", "value that causes the runaway simulation") {
      runaway($0).map { $0.violation == nil ? $0.cause.path : "client" }
    }.optional,
    Member("user", .user, "user of the runaway simulation") { runaway($0)?.user.map { .user($0) } }
      .optional,
  ]

  private static func runaway(_ warning: RunWarning) -> AbortedUser? {
    if case .interruption(.runaway(let user)) = warning { user } else { nil }
  }

  // The scenario, and the sampling of the run's users.

  static let scenario: [Member<RunFindings, BaselineSummary>] = [
    .text("name") { $0.name }.read(.name) { if let name = $0.name() { $1.name = name } },
    .text("title") { $0.title }, .boolean("case") { $0.isCase }.read(\.isCase),
    .count("seed") { Int(clamping: $0.seed) }.read(\.seed),
    .count("users", "users simulated under every design") { $0.users }.read(
      \.users, 1...1_000_000_000),
    Member("set", .list(.text), "what --set changed in the file before it was read") {
      .settings($0.scenario)
    }.optional,
    .word("sampling") { $0.isCase ? nil : $0.isPlainSample ? Sampling.plain : .stratified }
      .optional.read(.choice(Sampling.allCases.map(\.rawValue))) {
        $1.isStratified = $0.choice(of: Sampling.self) == .stratified
      },
    .count("strata") { $0.isDrawnByStrata ? $0.strata.count : nil }.optional,
    .count("pilot", "users who were used only to plan the sample") {
      $0.isDrawnByStrata ? $0.pilotUsers : nil
    }.optional,
    Member("sample", .list(.list(.count)), "strata, each with its number of known users") {
      findings in
      guard findings.isDrawnByStrata else { return nil }
      // The outcome of safe users is known. The users of an incomplete run depend on the threads.
      let known = findings.strata.filter {
        $0.drawRestriction != .safe && findings.interruption == nil
      }
      return .list(known) { .integers([$0.index ?? 0, $0.testedUserNumberCount]) }
    }.optional.read(.other("a list of strata with their users")) {
      if let sample = $0.sample() {
        ($1.userCountsByStratum, $1.statesStrataSizes) = (sample, true)
      }
    },
    .list("parts", of: part, "of the population, with the users drawn from each") {
      $0.isDrawnByStrata ? $0.strata : nil
    }.optional.read(.other("a list of parts")) { $1.strata = $0.parts() },
    .object("precision", precision, "the requested precision and the result") {
      $0.isCase ? nil : $0.precision
    }.optional,
    .counts("publishedLadder") {
      $0.publishedFailuresByTry.isEmpty ? nil : $0.publishedFailuresByTry
    }.optional,
    .text(
      "currency",
      "currency of amounts, which are in minor units (ISO 4217), if the scenario declares it"
    ) { $0.scenario.currency?.code }.optional,
  ]

  /// A part of the population with the users drawn from it; its weight has all digits.
  static let part: [Member<SampledStratum, PairedUsers.Stratum>] = [
    .count("stratum") { $0.index ?? 0 }.read(\.stratum, 0...UserNumber.maxStrata - 1),
    .word("luck") { $0.drawRestriction },
    Member("weight", .share, "share of all users in this part") { .number($0.weight) }
      .read(\.weight, 0...1),
    .count("users", "number drawn from it") { $0.users }
      .read(\.users, 0...BaselineSummary.maxUsers),
    .boolean("canLose") { $0.canCharge && $0.drawRestriction != .safe }.read(\.canLose),
  ]

  private static let precision: [Member<PrecisionFinding, Never>] = [
    Member("halfWidth", .number) {
      if case .halfWidth(let maximum) = $0.requested.goal { .number(maximum) } else { nil }
    }.optional,
    Member("relativeHalfWidth", .number) {
      if case .relativeHalfWidth(let maximum) = $0.requested.goal { .number(maximum) } else { nil }
    }.optional,
    Member("until", .either(.constant("decided"), decision.form())) {
      $0.requested.goal.decision.map { $0 == .init() ? "decided" : decision.output(of: $0) }
    }.optional, .text("design") { $0.requested.design }.optional,
    Member("confidence", .share) { .number($0.requested.confidence) },
    .count("atMost") { $0.requested.maxUsers }, .count("look") { $0.look },
    .boolean("reached") { $0.isMet },
    .object("undecided", questions, "open questions") {
      $0.requested.goal.decision == nil ? nil : $0.undecided
    }.optional,
    .object("tied", questions, "answers within the margin of a tie") {
      $0.requested.goal.decision?.margin == nil ? nil : $0.tied
    }.optional,
  ]

  private static let decision: [Member<Precision.Decision, Never>] = [
    Member("expectations", .boolean, "whether only expectations are decided") {
      $0.decidesExpectationsOnly ? .bool(true) : nil
    }.optional, Member("margin", .share) { $0.margin.map { .number($0) } }.optional,
  ]

  private static let questions: [Member<PrecisionFinding.Hypotheses, Never>] = [
    Member("expectations", .list(.text), "paths in the scenario") {
      .strings($0.claims.map(\.expectation.path))
    },
    .list("pairs", of: pair) { $0.pairs },
  ]

  static let pair: [Member<ComparisonFinding, Never>] = [
    .text("first") { $0.first }, .text("second") { $0.second },
  ]
}

extension RunFindings {
  /// Whether the users of a scenario were sampled by strata.
  fileprivate var isDrawnByStrata: Bool { !isCase && !isPlainSample }
}
