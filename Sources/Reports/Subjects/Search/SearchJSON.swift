import Scenarios
import Experiments
package import ExhaustiveSearch
package import JSONText
package import PurchaseWorld

/// A search as JSON: `results/<name>/search.json`.
///
/// The article <doc:SearchFormat> explains every member.
package enum SearchJSON {
  /// The version of the form.
  package static let format = 1

  /// What a search found.
  /// - Parameter words: a fault in a few words.
  package static func output(
    _ found: SearchFindings, isSpace: Bool, words: (Fault) -> String
  ) -> JSONOutput {
    let search = found.search
    return .head(
      format: format, ["confidence": .standard, "scenario": .scenario(search.scenario)],
      Cut.output(found.cut),
      .object(present: [
        "candidates": .string(isSpace ? "space" : "file"),
        "designs": .integer(search.candidates.count), "faults": .integer(search.faults),
        "kinds": .words(search.kinds), "journeys": .words(search.journeys),
        "losing": .integers(found.losing), "survivors": .integer(found.survivors),
        "inevitable": .list(found.inevitable) { losing($0, words) },
        "rounds": .list(found.rounds) { round in
          [
            "designs": .integer(round.designs), "users": .integer(round.users),
            "seed": .integer(Int(clamping: round.seed)),
          ]
        }, "points": .list(found.points) { point($0, words) },
        "plainest": found.plainest.map { .string(found.points[$0].design.name) },
      ]))
  }

  private static func losing(
    _ losing: FaultScreen.LosingFault, _ words: (Fault) -> String
  ) -> JSONOutput {
    [
      "kind": .word(losing.fault.kind), "fault": .string(words(losing.fault)),
      "purchase": .integer(losing.intent + 1), "outlastsRetries": .bool(losing.outlastsRetries),
      "journeys": .words(losing.journeys),
    ]
  }

  private static func point(_ point: SearchFindings.Point, _ words: (Fault) -> String) -> JSONOutput
  {
    .join(
      ["design": .string(point.design.name), "axes": point.design.axesOutput],
      .object(
        zip(Share.criteria, point.estimates).compactMap { share, estimate in
          share.applies(to: point.design)
            ? .init(share.row.name, .estimate(estimate)) : nil
        }),
      [
        "losesMore": .bool(point.losesMore),
        "losesWith": .list(point.losesWith) { losing($0, words) }, "others": .strings(point.others),
      ])
  }
}
