package import Experiments
package import JSONText
package import PurchaseWorld
import Scenarios
import Statistics

/// A search as JSON: `results/<name>/search.json`.
///
/// The article <doc:SearchFormat> explains every member.
package enum SearchJSON {
  /// The version of the form.
  package static let format = 1

  /// What a search found.
  ///
  /// - Parameter words: a fault in a few words.
  package static func output(
    _ found: SearchFindings, isSpace: Bool, words: (Fault) -> String
  ) -> JSONOutput {
    let search = found.search
    let plainest: JSONOutput? = found.plainest.map {
      ["plainest": .string(found.points[$0].design.name)]
    }
    return .head(format: format).and(
      [
        "confidence": .number(Confidence.standard.level),
        "scenario": [
          "name": .string(search.scenario.name), "title": .string(search.scenario.title),
          "seed": .integer(Int(clamping: search.scenario.seed)),
          "users": .integer(search.scenario.users),
        ],
      ], Cut.output(found.cut),
      [
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
        },
        "points": .list(found.points) { point($0, words) },
      ], plainest ?? [:])
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
    let rates = zip(Share.Compared.allCases.map(\.name), point.estimates)
    let design: JSONOutput = [
      "design": .string(point.design.name), "axes": point.design.axesOutput,
    ]
    return design.and(
      .object(rates.map { JSONOutput.Member($0, .estimate($1)) }),
      [
        "losesMore": .bool(point.losesMore),
        "losesWith": .list(point.losesWith) { losing($0, words) },
        "others": .strings(point.others),
      ])
  }
}
