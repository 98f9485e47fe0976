import Experiments
package import ExhaustiveSearch
package import JSONText
package import PurchaseWorld
import Scenarios
import Statistics

/// Explorations as JSON: `results/<name>/exploration.json`.
///
/// The article <doc:ExplorationFormat> explains every member.
package enum ExplorationJSON {
  /// The version of the form.
  package static let format = 1

  /// One exploration and the journey in which it was made.
  package typealias Explored = (journey: Journey, found: Exploration)

  /// Some explorations of one scenario.
  /// - Parameter fault: a planned fault as the scenario format writes it.
  package static func output(
    _ explored: [Explored], of scenario: String, faults: Int, kinds: [FaultKind],
    fault: (PlannedFault) -> JSONOutput
  ) -> JSONOutput {
    .head(format: format).and([
      "scenario": .string(scenario), "faults": .integer(faults), "kinds": .words(kinds),
      "explorations": .list(explored) { explored in
        .join(
          ["design": .string(explored.found.design), "journey": .word(explored.journey)],
          Cut.output(explored.found.cut), output(explored.found, fault))
      },
    ])
  }

  private static func output(
    _ found: Exploration, _ fault: (PlannedFault) -> JSONOutput
  ) -> JSONOutput {
    [
      "events": .integer(found.steps), "choices": .integer(found.choices.count),
      "withoutFault": .list(found.unharmed.ways, \.output),
      "sizes": .list(found.sizes) { size in
        [
          "faults": .integer(size.faults), "placements": .integer(size.placements),
          "lost": .integer(size.lost), "alike": .integer(size.alike),
          "leftOut": .integer(size.leftOut),
        ]
      },
      "minimalSets": .list(found.groups) { group in
        [
          "lost": .list(group.losses.ways, \.output), "kinds": .words(group.kinds),
          "count": .integer(group.count), "example": .list(found.plan(group.example), fault),
        ]
      },
    ]
  }

}

extension LossSet.Way {
  /// How an order was lost, as explorations and attributions write it.
  var output: JSONOutput {
    switch self {
    case .lost(let kind, let point):
      ["outcome": "lost", "kind": .word(kind), "dropPoint": .word(point)]
    case .rescued: ["outcome": "rescued"]
    case .takenBack(let kind, let point):
      ["outcome": "refunded", "kind": .word(kind), "dropPoint": .word(point)]
    }
  }
}

/// Weighings as JSON: `results/<name>/weighing.json`.
///
/// The article <doc:WeighingFormat> explains every member.
package enum WeighingJSON {
  /// Some weighings of one scenario, each with the users who were drawn for it.
  /// - Parameter cells: how many parts drawn delays have.
  /// - Parameter plan: a life as the plan of a case writes it.
  package static func output(
    _ weighings: [(Weighing, WeighedSample)], of scenario: String, seed: UInt64, faults: Int,
    cells: Int, plan: (Population.Script) -> JSONOutput
  ) -> JSONOutput {
    .head(format: 1).and([
      "scenario": .string(scenario), "seed": .string(String(seed)), "faults": .integer(faults),
      "cells": .integer(cells),
      "designs": .list(weighings) { output($0, $1, among: weighings.count, plan) },
    ])
  }

  private static func output(
    _ weighing: Weighing, _ sample: WeighedSample, among designs: Int,
    _ plan: (Population.Script) -> JSONOutput
  ) -> JSONOutput {
    let rate = weighing.share.row.name
    return [
      "design": .string(weighing.design),
      "sizes": .list(weighing.sizes) { size in
        .join(
          ["faults": .integer(size.faults)],
          output(size, rate, sample.users[size.faults], sample.sizes[size.faults]))
      }, "upTo": output(weighing.whole, rate, sample.users.dropLast().reduce(0, +), sample.few),
      "drawnOfAll": drawn(sample.users.reduce(0, +), rate, sample.all),
      "agrees": .some(sample.holds(weighing, among: designs)) { .bool($0) },
      "parts": .list(weighing.parts) { part in
        [
          "kinds": .words(part.kinds), rate: .number(weighing.rate(of: part)),
          "example": .some(part.example, plan),
        ]
      },
    ]
  }

  private static func output(
    _ size: Weighing.Size, _ rate: String, _ users: Int, _ moments: RatioMoments
  ) -> JSONOutput {
    [
      "lives": .integer(size.lives), "users": .number(size.users),
      rate: .some(size.rate) { .number($0) }, "drawn": drawn(users, rate, moments),
    ]
  }

  private static func drawn(_ users: Int, _ rate: String, _ moments: RatioMoments) -> JSONOutput {
    let estimate = Proportion(moments)?.estimate
    return [
      "users": .integer(users), "charges": .integer(moments.denominators),
      "lost": .integer(moments.numerators), rate: .some(estimate) { .number($0.value) },
      "interval": .some(estimate) { [.number($0.interval.low), .number($0.interval.high)] },
    ]
  }
}
