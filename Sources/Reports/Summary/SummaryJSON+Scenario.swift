import Experiments
import JSONText
import PurchaseWorld
import Scenarios
import Statistics

/// What ran: the scenario, and how the users of the run were drawn.
extension SummaryJSON {
  static let scenario: [Member<Findings, ScenarioPart>] = [
    .text("name") { $0.name }.read(.name) { if let name = $0.name() { $1.name = name } },
    .text("title") { $0.title }, .flag("case") { $0.isCase }.read(\.isCase),
    .count("seed") { Int(clamping: $0.seed) }.read(\.seed),
    .count("users", "who met every design") { $0.users }.read(\.users, 1...1_000_000_000),
    .word("sampling") { $0.isCase ? nil : $0.isPlain ? Sampling.plain : .stratified }
      .optional.read(.choice(Sampling.allCases.map(\.rawValue))) {
        $1.isStratified = $0.choice(of: Sampling.self) == .stratified
      },
    .count("strata") { $0.isDrawnByStrata ? $0.strata.count : nil }.optional,
    .count("pilot", "users who only planned the sample") {
      $0.isDrawnByStrata ? $0.pilot : nil
    }.optional,
    Member(
      "sample", .list(.list(.count)), "strata, each with how many users are known"
    ) { findings in
      guard findings.isDrawnByStrata else { return nil }
      // Of safe users it is known what became of their orders. Who was played of a run that
      // was cut short depends on the threads.
      let known = findings.strata.filter { $0.luck != .safe && findings.cut == nil }
      return .list(known) { .integers([$0.index ?? 0, $0.numbers]) }
    }.optional.read(.other("a list of strata with their users")) { $1.sample = $0.sample() },
    .list("parts", of: part, "of the population, with the users drawn from each") {
      $0.isDrawnByStrata ? $0.strata : nil
    }.optional.read(.other("a list of parts")) { $1.parts = $0.parts() },
    .object("precision", precision, "what was asked for, and what came of it") {
      $0.isCase ? nil : $0.precision
    }.optional,
    .counts("publishedLadder") { $0.publishedLadder.isEmpty ? nil : $0.publishedLadder }.optional,
  ]

  /// A part of the population with the users who were drawn from it, in whole digits of its weight.
  static let part: [Member<SampledStratum, PairedUsers.Part>] = [
    .count("stratum") { $0.index ?? 0 }.read(\.stratum, 0...UserNumber.mostStrata - 1),
    .word("luck") { $0.luck },
    Member("weight", .share, "the share of all users who are of this part") { .number($0.weight) }
      .read(\.weight, 0...1),
    .count("users", "who were drawn from it") { $0.users }
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
    Member("until", .constant("decided")) {
      if case .decided = $0.asked.goal { "decided" } else { nil }
    }.optional, .text("design") { $0.asked.design }.optional,
    Member("confidence", .share) { .number($0.asked.confidence) },
    .count("atMost") { $0.asked.atMost }, .count("look") { $0.look }, .flag("reached") { $0.isMet },
  ]
}

extension Findings {
  /// Whether the users of a scenario were drawn by strata.
  fileprivate var isDrawnByStrata: Bool { !isCase && !isPlain }
}
