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
    let plainest = found.plainest.map { found.points[$0].design.name }
    return .object(
      [
        .init("format", .integer(format)), .init("version", .string(Version.current)),
        .init("confidence", .number(Confidence.standard.level)),
        .init(
          "scenario",
          [
            "name": .string(search.scenario.name), "title": .string(search.scenario.title),
            "seed": .integer(Int(clamping: search.scenario.seed)),
            "users": .integer(search.scenario.users),
          ]),
      ] + Cut.members(found.cut) + [
        .init("candidates", .string(isSpace ? "space" : "file")),
        .init("designs", .integer(search.candidates.count)),
        .init("faults", .integer(search.faults)),
        .init("kinds", .array(search.kinds.map { .string($0.rawValue) })),
        .init("journeys", .array(search.journeys.map { .string($0.rawValue) })),
        .init("losing", .array(found.losing.map { .integer($0) })),
        .init("survivors", .integer(found.survivors)),
        .init("inevitable", .array(found.inevitable.map { losing($0, words) })),
        .init("rounds", .array(found.rounds.map(round))),
        .init("points", .array(found.points.map { point($0, words) })),
      ] + (plainest.map { [.init("plainest", .string($0))] } ?? []))
  }

  private static func round(_ round: SearchFindings.Round) -> JSONOutput {
    [
      "designs": .integer(round.designs), "users": .integer(round.users),
      "seed": .integer(Int(clamping: round.seed)),
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

  private static func point(_ point: SearchFindings.Point, _ words: (Fault) -> String) -> JSONOutput
  {
    let rates = zip(Share.Compared.allCases.map(\.name), point.estimates)
    return .object(
      [.init("design", .string(point.design.name)), .init("axes", point.design.axesOutput)]
        + rates.map { JSONOutput.Member($0, JSONOutput.estimate($1)) } + [
          .init("losesMore", .bool(point.losesMore)),
          .init("losesWith", .array(point.losesWith.map { losing($0, words) })),
          .init("others", .array(point.others.map { .string($0) })),
        ])
  }
}
