import Experiments
package import Methods
package import JSONText
import PurchaseWorld
import Scenarios
import Statistics

/// Mutants of gated designs as JSON: `results/<name>/mutation.json`.
///
/// The article <doc:MutationFormat> explains every member.
package enum MutationJSON {
  /// The version of the form.
  package static let format = 1

  package static func output(_ found: MutationFindings) -> JSONOutput {
    .head(
      format: format,
      [
        "confidence": .standard,
        "scenario": .scenario(found.scenario, isCase: found.isCase ? true : nil),
      ], Cut.output(found.cut),
      [
        "mutants": .integer(found.planned), "played": .integer(found.judged),
        "counted": .integer(found.counted), "killed": .integer(found.killed),
        "killRatio": .some(found.ratio, JSONOutput.share),
        "outcomes": .object(
          MutationFindings.Outcome.allCases.map {
            .init($0.rawValue, .integer(found.count($0)))
          }), "refused": .integer(found.refused),
        "idle": .strings(found.idle.map { found.scenario.expectations[$0].path }),
        "designs": .list(found.designs) { design($0, found.scenario) },
      ])
  }

  private static func design(
    _ design: MutationFindings.Design, _ scenario: Scenario
  ) -> JSONOutput {
    [
      "name": .string(design.name), "counted": .integer(design.counted),
      "killed": .integer(design.killed), "refused": .integer(design.refused),
      "mutants": .list(design.mutants) { mutant in
        .object(present: [
          "axes": .list(mutant.axes) { axis in
            ["name": .string(axis.name), "from": .string(axis.from), "to": .string(axis.to)]
          }, "outcome": .word(mutant.outcome), "change": mutant.change.map { change($0, scenario) },
        ])
      },
      "proposals": .list(design.proposals) { proposal in
        [
          "expect": ProposalText.output(proposal, of: scenario),
          "notices": .integers(proposal.notices),
        ]
      },
    ]
  }

  private static func change(
    _ change: MutationFindings.Change, _ scenario: Scenario
  ) -> JSONOutput {
    let product = change.measure.product.map { product in
      scenario.population.conditions.catalog.products[product].name
    }
    return .object(present: [
      "metric": .string(ClaimText.name(change.measure.metric, product: nil, .en)),
      "product": product.map { .string($0) }, "from": value(change.from), "to": value(change.to),
      "usersToTell": change.usersToTell.map { .integer($0) },
    ])
  }

  private static func value(_ estimate: Estimate) -> JSONOutput {
    .array(
      [estimate.value, estimate.interval.low, estimate.interval.high].map {
        SummaryJSON.number($0, estimate.unit)
      })
  }
}
