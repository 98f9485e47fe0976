import Experiments
import JSONText
import PurchaseWorld
import Scenarios
import Statistics

/// What ran: the scenario, and how the users of the run were drawn.
extension SummaryJSON {
  static let scenario: [Member<Findings, ScenarioPart>] = [
    .text("name") { $0.name }.read { name, meaning in
      Field(name, .name, meaning) { if let name = $0.name() { $1.name = name } }.required
    }, .text("title") { $0.title },
    .flag("case") { $0.isCase }.read { .boolean($0, \.isCase, $1).required },
    .count("seed") { Int(clamping: $0.seed) }.read {
      .integer($0, 0...Int.max, \.seed, $1).required
    },
    .count("users", "who met every design") { $0.users }.read {
      .integer($0, 1...1_000_000_000, \.users, $1).required
    },
    Member("sampling", .words(Sampling.self)) { findings in
      if findings.isCase { return nil }
      return .string((findings.isPlain ? Sampling.plain : .stratified).rawValue)
    }.optional.read { name, meaning in
      Field(name, .choice(Sampling.allCases.map(\.rawValue)), meaning) {
        $1.isStratified = $0.choice(of: Sampling.self) == .stratified
      }
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
      return .array(known.map { [.integer($0.index ?? 0), .integer($0.numbers)] })
    }.optional.read { name, meaning in
      Field(name, .other("a list of strata with their users"), meaning) { $1.sample = $0.sample() }
    },
    .list("parts", of: part, "of the population, with the users drawn from each") {
      $0.isDrawnByStrata ? $0.strata : nil
    }.optional.read { name, meaning in
      Field(name, .other("a list of parts"), meaning) { $1.parts = $0.parts() }
    },
    .object("precision", precision, "what was asked for, and what came of it") {
      $0.isCase ? nil : $0.precision
    }.optional,
    Member("publishedLadder", .list(.count)) {
      $0.publishedLadder.isEmpty ? nil : .array($0.publishedLadder.map { .integer($0) })
    }.optional,
  ]

  /// A part of the population with the users who were drawn from it, in whole digits of its weight.
  static let part: [Member<SampledStratum, PairedUsers.Part>] = [
    .count("stratum") { $0.index ?? 0 }.read {
      .integer($0, 0...UserNumber.mostStrata - 1, \.stratum, $1).required
    }, Member("luck", .words(SampledStratum.Luck.self)) { .string($0.luck.rawValue) },
    Member("weight", .share, "the share of all users who are of this part") { .number($0.weight) }
      .read { .number($0, 0...1, \.weight, $1).required },
    .count("users", "who were drawn from it") { $0.users }.read {
      .integer($0, 0...BaselineSummary.mostUsers, \.users, $1).required
    },
    .flag("canLose") { $0.canCharge && $0.luck != .safe }.read {
      .boolean($0, \.canLose, $1).required
    },
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
