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
  /// Version of the form.
  package static let format = 1

  package static func output(_ findings: Findings) -> JSONOutput { members.written(of: findings) }

  /// JSON Schema (draft 2020-12) of summaries, `results/summary.schema.json`, ending with a line
  /// feed.
  package static var schema: String { members.schema("A summary of lostorder") }

  /// The member that identifies the form for a reader.
  static let formMember = Member<Findings, SummaryDraft>(
    "format", .constant(.integer(format)), "version of this form"
  ) { _ in .integer(format) }.read(\.form, format...format)

  static let members: [Member<Findings, SummaryDraft>] =
    [
      formMember, .text("version", "version of lostorder that ran") { _ in Version.current },
      Member("confidence", .share, "of every interval") { .number($0.certainty.confidence.level) }
        .read(\.summary.confidence, 0.5...0.999_999_999),
      .word("intervals", "method of the intervals") { $0.certainty.method },
      .object("scenario", scenario, "the run") { $0 }.read(.other("an object")) { value, draft in
        value.read(scenario, into: &draft.summary)
        // The users of the run cannot be reconstructed.
        if draft.summary.isStratified, !draft.summary.isSampled {
          value.report(meaning: "a stratified sample without 'sample'", expected: "its strata")
        }
      },
      .word(
        "verdict", "the worst verdict of the expectations; never pass if there is a warning"
      ) { $0.verdict },
      .list("troubles", of: trouble, "warnings about the run") {
        $0.troubles
      }.readIfThere(.other("a list of troubles")) { value, draft in
        for element in value.list(.other("a list of troubles")) ?? [] {
          var name = ""
          element.read(trouble, into: &name)
          if Interruption.names.contains(name) { draft.summary.isCut = true }
        }
      },
      Member(
        "designs", .list((named + (ofCase + ofScenario).map(\.optional)).form()),
        "in scenario order"
      ) { findings in
        .list(findings.designs) { design in
          // A case has no rates; its ending is complete.
          (named + (design.ending == nil ? ofScenario : ofCase))
            .written(of: DesignSource(design: design, findings: findings))
        }
      }.read(.other("a list of designs")) { $1.designs = $0 },
    ] + RunSheets.all.map { $0.member() } + [
      .list("expectations", of: expectation, "in scenario order") { $0.claims },
      .object("draws", draws, "ranges that the draws leave open") { $0.draws }.optional,
    ]

  static let trouble: [Member<RunWarning, String>] = [
    Member(
      "trouble",
      .words([
        "noCharge", "notPrecise", "neverStruck", "neverBegan", "metNobody", "neverCalled",
        "worthless", "neverCharged", "interrupted", "timeLimit", "endless",
      ])
    ) { trouble in
      switch trouble {
      case .noCharge: "noCharge"
      case .notPrecise: "notPrecise"
      case .cut(let cut): .string(cut.name)
      case .neverCharged: "neverCharged"
      case .neverBegan: "neverBegan"
      case .neverStruck: "neverStruck"
      case .metNobody: "metNobody"
      case .neverCalled: "neverCalled"
      case .worthless: "worthless"
      }
    }.readIfThere(.line) { if let name = $0.line() { $1 = name } },
    .text("design") { trouble in
      if case .neverCharged(let design) = trouble { design } else { endless(trouble)?.design }
    }.optional,
    .word("fault") { if case .neverStruck(_, let kind) = $0 { kind } else { nil } }.optional,
    .count("declaration") {
      if case .neverStruck(let declaration, _) = $0 { declaration } else { nil }
    }.optional,
    .count("outage") { if case .neverBegan(let outage) = $0 { outage } else { nil } }.optional,
    .count("call") { if case .neverCalled(let call) = $0 { call } else { nil } }.optional,
    .count("expectation") { if case .worthless(let claim) = $0 { claim } else { nil } }.optional,
    .text("value", "value that causes the runaway simulation") {
      endless($0).map { $0.misdeed == nil ? $0.cause.path : "client" }
    }.optional,
    Member(
      "user", .user, "user of the runaway simulation"
    ) { endless($0)?.user.map { .user($0) } }.optional,
  ]

  private static func endless(_ trouble: RunWarning) -> RunawayUser? {
    if case .cut(.endless(let life)) = trouble { life } else { nil }
  }

  // The scenario, and the sampling of the run's users.

  static let scenario: [Member<Findings, BaselineSummary>] = [
    .text("name") { $0.name }.read(.name) { if let name = $0.name() { $1.name = name } },
    .text("title") { $0.title }, .flag("case") { $0.isCase }.read(\.isCase),
    .count("seed") { Int(clamping: $0.seed) }.read(\.seed),
    .count(
      "users", "users simulated under every design"
    ) { $0.users }.read(\.users, 1...1_000_000_000),
    Member("set", .list(.text), "what --set changed in the file before it was read") {
      .settings($0.scenario)
    }.optional,
    .word("sampling") { $0.isCase ? nil : $0.isPlain ? Sampling.plain : .stratified }
      .optional.read(.choice(Sampling.allCases.map(\.rawValue))) {
        $1.isStratified = $0.choice(of: Sampling.self) == .stratified
      },
    .count("strata") { $0.isDrawnByStrata ? $0.strata.count : nil }.optional,
    .count("pilot", "users who were used only to plan the sample") {
      $0.isDrawnByStrata ? $0.pilot : nil
    }.optional,
    Member(
      "sample", .list(.list(.count)), "strata, each with its number of known users"
    ) { findings in
      guard findings.isDrawnByStrata else { return nil }
      // The outcome of safe users is known. The users of an incomplete run depend on the threads.
      let known = findings.strata.filter { $0.luck != .safe && findings.cut == nil }
      return .list(known) { .integers([$0.index ?? 0, $0.numbers]) }
    }.optional.read(.other("a list of strata with their users")) {
      if let sample = $0.sample() { ($1.sample, $1.isSampled) = (sample, true) }
    },
    .list("parts", of: part, "of the population, with the users drawn from each") {
      $0.isDrawnByStrata ? $0.strata : nil
    }.optional.read(.other("a list of parts")) { $1.parts = $0.parts() },
    .object("precision", precision, "the requested precision and the result") {
      $0.isCase ? nil : $0.precision
    }.optional,
    .counts("publishedLadder") { $0.publishedLadder.isEmpty ? nil : $0.publishedLadder }.optional,
    .text(
      "currency",
      "currency of amounts, which are in minor units (ISO 4217), if the scenario"
        + " declares it"
    ) {
      $0.scenario.currency?.code
    }.optional,
  ]

  /// A part of the population with the users drawn from it; its weight has all digits.
  static let part: [Member<SampledStratum, PairedUsers.Part>] = [
    .count("stratum") { $0.index ?? 0 }.read(\.stratum, 0...UserNumber.mostStrata - 1),
    .word("luck") { $0.luck },
    Member("weight", .share, "share of all users in this part") { .number($0.weight) }
      .read(\.weight, 0...1),
    .count("users", "number drawn from it") { $0.users }
      .read(\.users, 0...BaselineSummary.mostUsers),
    .flag("canLose") { $0.canCharge && $0.luck != .safe }.read(\.canLose),
  ]

  private static let precision: [Member<PrecisionFinding, Never>] = [
    Member("halfWidth", .number) {
      if case .halfWidth(let most) = $0.asked.goal { .number(most) } else { nil }
    }.optional,
    Member("relativeHalfWidth", .number) {
      if case .relativeHalfWidth(let most) = $0.asked.goal { .number(most) } else { nil }
    }.optional,
    Member("until", .either(.constant("decided"), decision.form())) {
      $0.asked.goal.decision.map { $0 == .init() ? "decided" : decision.written(of: $0) }
    }.optional, .text("design") { $0.asked.design }.optional,
    Member("confidence", .share) { .number($0.asked.confidence) },
    .count("atMost") { $0.asked.atMost }, .count("look") { $0.look }, .flag("reached") { $0.isMet },
    .object("undecided", questions, "open questions") {
      $0.asked.goal.decision == nil ? nil : $0.undecided
    }.optional,
    .object("tied", questions, "answers within the margin of a tie") {
      $0.asked.goal.decision?.margin == nil ? nil : $0.tied
    }.optional,
  ]

  private static let decision: [Member<Precision.Decision, Never>] = [
    Member("expectations", .yesOrNo, "whether only expectations are decided") {
      $0.expectationsAlone ? .bool(true) : nil
    }.optional,
    Member("margin", .share) { $0.margin.map { .number($0) } }.optional,
  ]

  private static let questions: [Member<PrecisionFinding.Questions, Never>] = [
    Member("expectations", .list(.text), "paths in the scenario") {
      .strings($0.claims.map(\.expectation.path))
    },
    .list("pairs", of: pair) { $0.pairs },
  ]

  static let pair: [Member<ComparisonFinding, Never>] = [
    .text("first") { $0.first }, .text("second") { $0.second },
  ]
}

extension Findings {
  /// Whether the users of a scenario were sampled by strata.
  fileprivate var isDrawnByStrata: Bool { !isCase && !isPlain }
}
