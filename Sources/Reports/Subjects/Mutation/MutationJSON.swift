import Experiments
package import JSONText
package import Methods
import PurchaseWorld
import Scenarios
import Statistics

/// Mutants of gated designs as JSON: `results/<name>/mutation.json`.
///
/// The article <doc:MutationFormat> explains every member.
package enum MutationJSON {
  /// Version of the JSON format.
  package static let format = 1

  package static func output(_ found: MutationFindings) -> JSONOutput { members.output(of: found) }

  package static var schema: String { members.schema("Mutants of gated designs") }

  private static let members: [Member<MutationFindings, Never>] =
    Member.versions(format) + [
      .confidence, .scenario({ $0.scenario }, isCase: { $0.isCase ? true : nil }),
      .interruption { $0.interruption }, .count("mutants") { $0.plannedMutantCount },
      .count("played") { $0.simulatedMutantCount },
      .count("counted") { $0.counted }, .count("killed") { $0.killed },
      Member("killRatio", .orNull(.share)) { .some($0.killRatio, JSONOutput.share) },
      .object("outcomes", outcomes) { $0 }, .count("refused") { $0.refused },
      .texts("idle") { found in
        found.ineffectiveExpectations.map { found.scenario.expectations[$0].path }
      },
      .list("designs", of: design) { found in found.designs.map { ($0, found.scenario) } },
    ]

  private static let outcomes: [Member<MutationFindings, Never>] =
    MutationFindings.MutantStatus.allCases.map { outcome in
      .count(outcome.rawValue) { $0.count(outcome) }
    }

  private static let design: [Member<(of: MutationFindings.Design, scenario: Scenario), Never>] = [
    .text("name") { $0.of.name }, .count("counted") { $0.of.counted },
    .count("killed") { $0.of.killed }, .count("refused") { $0.of.refused },
    .list("mutants", of: mutant) { design in design.of.mutants.map { ($0, design.scenario) } },
    .list("proposals", of: proposal) { parent in parent.of.proposals.map { ($0, parent.scenario) }
    },
  ]

  private static let mutant: [Member<(of: MutationFindings.Mutant, scenario: Scenario), Never>] = [
    .list("axes", of: AxisJSON.members) { $0.of.axes }, .word("outcome") { $0.of.status },
    .object("change", change) { mutant in mutant.of.change.map { ($0, mutant.scenario) } }.optional,
  ]

  private static let proposal:
    [Member<(of: MutationFindings.Proposal, scenario: Scenario), Never>] = [
      Member("expect", .anyObject, "to paste into the scenario") {
        ProposalText.output($0.of, of: $0.scenario)
      },
      .counts("notices") { $0.of.detectedSurvivors },
    ]

  /// Name of a metric, which stays the same in JSON.
  private static func name(of metric: Metric) -> String {
    guard case .lateRate(let within) = metric else {
      return ClaimText.name(metric, product: nil, .en)
    }
    return "\(metric.name) within \(NumberFormat.exact(within))"
  }

  private static let change: [Member<(of: MutationFindings.Change, scenario: Scenario), Never>] = [
    .text("metric") { name(of: $0.of.metric.metric) },
    .text("product") { $0.of.metric.product.map($0.scenario.productName) }.optional,
    value("from") { $0.from }, value("to") { $0.to },
    .count("usersToTell") { $0.of.usersToDistinguish }.optional,
  ]

  private static func value(
    _ name: String, _ estimate: @escaping @Sendable (MutationFindings.Change) -> Estimate
  ) -> Member<(of: MutationFindings.Change, scenario: Scenario), Never> {
    Member(name, .interval(.numberOrNever)) { change in
      let found = estimate(change.of)
      return .list(found.valueAndLimits) { SummaryJSON.number($0, found.unit) }
    }
  }
}
