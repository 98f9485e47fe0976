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
  package struct Explored: Sendable {
    package var journey: Journey
    package var found: Exploration

    package init(_ journey: Journey, _ found: Exploration) {
      self.journey = journey
      self.found = found
    }
  }

  /// Some explorations of one scenario.
  ///
  /// - Parameter fault: a planned fault as the scenario format writes it.
  package static func output(
    _ explored: [Explored], of scenario: String, faults: Int, kinds: [FaultKind],
    fault: (PlannedFault) -> JSONOutput
  ) -> JSONOutput {
    [
      "format": .integer(format),
      "version": .string(Version.current),
      "scenario": .string(scenario),
      "faults": .integer(faults),
      "kinds": .array(kinds.map { .string($0.rawValue) }),
      "explorations": .array(explored.map { output($0.journey, $0.found, fault) }),
    ]
  }

  private static func output(
    _ journey: Journey, _ found: Exploration, _ fault: (PlannedFault) -> JSONOutput
  ) -> JSONOutput {
    .object(
      [.init("design", .string(found.design)), .init("journey", .string(journey.rawValue))]
        + Cut.members(found.cut) + members(found, fault))
  }

  private static func members(
    _ found: Exploration, _ fault: (PlannedFault) -> JSONOutput
  ) -> [JSONOutput.Member] {
    [
      .init("events", .integer(found.steps)), .init("choices", .integer(found.choices.count)),
      .init("withoutFault", .array(found.unharmed.ways.map { output($0) })),
      .init(
        "sizes",
        .array(
          found.sizes.map { size in
            [
              "faults": .integer(size.faults), "placements": .integer(size.placements),
              "lost": .integer(size.lost), "alike": .integer(size.alike),
              "leftOut": .integer(size.leftOut),
            ]
          })),
      .init(
        "minimalSets",
        .array(
          found.groups.map { group in
            [
              "lost": .array(group.losses.ways.map { output($0) }),
              "kinds": .array(group.kinds.map { .string($0.rawValue) }),
              "count": .integer(group.count),
              "example": .array(found.plan(group.example).map(fault)),
            ]
          })),
    ]
  }

  private static func output(_ way: LossSet.Way) -> JSONOutput {
    switch way {
    case .lost(let kind, let point):
      ["outcome": "lost", "kind": .string(kind.rawValue), "dropPoint": .string(point.rawValue)]
    case .rescued: ["outcome": "rescued"]
    }
  }
}
