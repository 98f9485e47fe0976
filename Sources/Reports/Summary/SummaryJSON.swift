import EventEngine
package import Experiments
package import JSONText
import PurchaseWorld
import Scenarios
import Statistics

/// The summary of a run as JSON: `results/<name>/summary.json`.
///
/// The article <doc:SummaryFormat> explains every member. A summary holds nothing but what
/// scenario, seed and version determine. Every member is declared once, in lists that the writer, the
/// schema and the reader of baselines walk.
package enum SummaryJSON {
  /// The version of the form.
  package static let format = 1

  /// The summary of a run.
  package static func output(_ findings: Findings) -> JSONOutput { members.written(of: findings) }

  /// The JSON Schema (draft 2020-12) of summaries, `results/summary.schema.json`, with a line feed at
  /// its end.
  package static var schema: String {
    JSONOutput.object(
      [
        .init("$schema", "https://json-schema.org/draft/2020-12/schema"),
        .init("title", "A summary of lostorder"),
      ] + members.form().schema
    ).text
  }

  /// The member by which a reader knows the form.
  static let formMember = Member<Findings, SummaryDraft>(
    "format", .constant(.integer(format)), "the version of this form"
  ) { _ in .integer(format) }.read(\.form, format...format)

  static let members: [Member<Findings, SummaryDraft>] = [
    formMember, .text("version", "the version of lostorder that ran") { _ in Version.current },
    Member("confidence", .share, "of every interval") { .number($0.certainty.confidence.level) }
      .read(\.confidence, 0.5...0.999_999_999),
    .word("intervals", "how they are made") { $0.certainty.method },
    .object("scenario", scenario, "what ran") { $0 }.read(.other("an object")) { value, draft in
      value.read(scenario, into: &draft.scenario)
      draft.scenario.check(value)
    },
    .word("verdict", "the worst of the expectations; with a trouble never a pass") { $0.verdict },
    .list("troubles", of: trouble, "what makes the run say less than it seems to") {
      $0.troubles
    }.readIfThere(.other("a list of troubles")) { value, draft in
      for element in value.list(.other("a list of troubles")) ?? [] {
        var name = ""
        element.read(trouble, into: &name)
        if Cut.names.contains(name) { draft.isCut = true }
      }
    },
    Member(
      "designs", .list((named + (ofCase + ofScenario).map(\.optional)).form()),
      "in the order of the scenario"
    ) { findings in
      .list(findings.designs) { design in
        // One user has no rates; how they ended says everything.
        (named + (design.ending == nil ? ofScenario : ofCase)).written(of: Told(design, findings))
      }
    }.read(.other("a list of designs")) { $1.designs = $0 },
    .list("comparisons", of: comparison, "pairs of designs; none for a case") {
      $0.comparisons.isEmpty ? nil : $0.comparisons
    }.optional,
    .list("expectations", of: expectation, "in the order of the scenario") { $0.claims },
  ]

  private static let trouble: [Member<Findings.Trouble, String>] = [
    Member(
      "trouble",
      .words([
        "noCharge", "notPrecise", "neverStruck", "neverBegan", "neverCharged", "interrupted",
        "timeLimit", "endless",
      ])
    ) { trouble in
      switch trouble {
      case .noCharge: "noCharge"
      case .notPrecise: "notPrecise"
      case .cut(let cut): .string(cut.name)
      case .neverCharged: "neverCharged"
      case .neverBegan: "neverBegan"
      case .neverStruck: "neverStruck"
      }
    }.readIfThere(.line) { if let name = $0.line() { $1 = name } },
    .text("design") { trouble in
      switch trouble {
      case .cut(.endless(let life)): life.design
      case .neverCharged(let design): design
      case .noCharge, .notPrecise, .cut, .neverBegan, .neverStruck: nil
      }
    }.optional,
    .word("fault") { if case .neverStruck(_, let kind) = $0 { kind } else { nil } }.optional,
    .count("declaration") {
      if case .neverStruck(let declaration, _) = $0 { declaration } else { nil }
    }.optional,
    .count("outage") { if case .neverBegan(let outage) = $0 { outage } else { nil } }.optional,
    .text("value", "what makes a life endless") { trouble in
      if case .cut(.endless(let life)) = trouble { life.cause.path } else { nil }
    }.optional,
    Member("user", .user, "whose life is endless") { trouble in
      if case .cut(.endless(let life)) = trouble { life.user.map { .user($0) } } else { nil }
    }.optional,
  ]
}
