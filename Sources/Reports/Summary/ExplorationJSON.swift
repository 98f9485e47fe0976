package import Experiments
package import JSONText
package import PurchaseWorld

/// Explorations as JSON: `results/<name>/exploration.json`.
///
/// The article <doc:ExplorationFormat> explains every member.
package enum ExplorationJSON {
  /// The version of the form.
  package static let format = 1

  /// One exploration and the journey in which it was made.
  package typealias Explored = (journey: Journey, found: Exploration)

  /// Some explorations of one scenario.
  ///
  /// - Parameter fault: a planned fault as the scenario format writes it.
  package static func output(
    _ explored: [Explored], of scenario: String, faults: Int, kinds: [FaultKind],
    fault: (PlannedFault) -> JSONOutput
  ) -> JSONOutput {
    .head(format: format).and([
      "scenario": .string(scenario), "faults": .integer(faults), "kinds": .words(kinds),
      "explorations": .list(explored) { explored in
        let journey = explored.journey.rawValue
        return JSONOutput.object([
          .init("design", .string(explored.found.design)), .init("journey", .string(journey)),
        ]).and(Cut.output(explored.found.cut), output(explored.found, fault))
      },
    ])
  }

  private static func output(
    _ found: Exploration, _ fault: (PlannedFault) -> JSONOutput
  ) -> JSONOutput {
    [
      "events": .integer(found.steps), "choices": .integer(found.choices.count),
      "withoutFault": .list(found.unharmed.ways, output),
      "sizes": .list(found.sizes) { size in
        [
          "faults": .integer(size.faults), "placements": .integer(size.placements),
          "lost": .integer(size.lost), "alike": .integer(size.alike),
          "leftOut": .integer(size.leftOut),
        ]
      },
      "minimalSets": .list(found.groups) { group in
        [
          "lost": .list(group.losses.ways, output), "kinds": .words(group.kinds),
          "count": .integer(group.count), "example": .list(found.plan(group.example), fault),
        ]
      },
    ]
  }

  private static func output(_ way: LossSet.Way) -> JSONOutput {
    switch way {
    case .lost(let kind, let point):
      ["outcome": "lost", "kind": .word(kind), "dropPoint": .word(point)]
    case .rescued: ["outcome": "rescued"]
    }
  }
}
