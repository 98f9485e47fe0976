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
    return [
      "format": .integer(format),
      "version": .string(Version.current),
      "confidence": .number(Confidence.standard.level),
      "scenario": [
        "name": .string(search.scenario.name), "title": .string(search.scenario.title),
        "seed": .integer(Int(clamping: search.scenario.seed)),
        "users": .integer(search.scenario.users),
      ],
      "candidates": .string(isSpace ? "space" : "file"),
      "designs": .integer(search.candidates.count),
      "faults": .integer(search.faults),
      "kinds": .array(search.kinds.map { .string($0.rawValue) }),
      "journeys": .array(search.journeys.map { .string($0.rawValue) }),
      "losing": .array(found.losing.map { .integer($0) }),
      "survivors": .integer(found.survivors),
      "inevitable": .array(found.inevitable.map { losing($0, words) }),
      "rounds": .array(
        found.rounds.map { round in
          [
            "designs": .integer(round.designs), "users": .integer(round.users),
            "seed": .integer(Int(clamping: round.seed)),
          ]
        }),
      "points": .array(found.points.map { point($0, words) }),
      "plainest": .string(found.points[found.plainest].design.name),
    ]
  }

  private static func losing(
    _ losing: FaultScreen.LosingFault, _ words: (Fault) -> String
  ) -> JSONOutput {
    [
      "kind": .string(losing.fault.kind.rawValue),
      "fault": .string(words(losing.fault)), "purchase": .integer(losing.intent + 1),
      "outlastsRetries": .bool(losing.outlastsRetries),
      "journeys": .array(losing.journeys.map { .string($0.rawValue) }),
    ]
  }

  private static func point(
    _ point: SearchFindings.Point, _ words: (Fault) -> String
  ) -> JSONOutput {
    let rates = zip(
      ["lostRate", "lostSaleRate", "doubleChargeRate", "duplicateRate"], point.estimates)
    return .object(
      [
        .init("design", .string(point.design.name)),
        .init("axes", point.design.axesOutput),
      ] + rates.map { JSONOutput.Member($0, TallyJSON.interval($1)) } + [
        .init("losesMore", .bool(point.losesMore)),
        .init("losesWith", .array(point.losesWith.map { losing($0, words) })),
        .init("others", .array(point.others.map { .string($0) })),
      ])
  }
}
