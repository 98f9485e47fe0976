package import DesignSearch
import ExhaustiveSearch
import Experiments
package import JSONText
package import PurchaseWorld
import Scenarios

/// A search as JSON: `results/<name>/search.json`.
///
/// The article <doc:SearchFormat> explains every member.
package enum SearchJSON {
  /// Version of the JSON format.
  package static let format = 1

  private typealias Words = (Fault) -> String
  private typealias Source = (found: SearchFindings, isSpace: Bool, words: Words)

  /// Results of a search.
  /// - Parameter words: a fault in a few words.
  package static func output(
    _ found: SearchFindings, isSpace: Bool, words: @escaping (Fault) -> String
  ) -> JSONOutput { members.output(of: (found, isSpace, words)) }

  package static var schema: String { members.schema("A search of lostorder") }

  private enum Candidates: String, CaseIterable { case space, file }

  private static let members: [Member<Source, Never>] =
    Member.versions(format) + [
      .confidence, .scenario { $0.found.search.scenario }, .interruption { $0.found.interruption },
      .word("candidates") { $0.isSpace ? Candidates.space : .file },
      .count("designs") { $0.found.search.candidates.count },
      .count("faults") { $0.found.search.maxFaults },
      .words("kinds") { $0.found.search.kinds }, .words("journeys") { $0.found.search.journeys },
      .counts("losing") { $0.found.candidateCountsByLosingFaultCount },
      .count("survivors") { $0.found.survivorCount },
      .list("inevitable", of: losing) { source in
        source.found.faultsLosingAlways.map { ($0, source.words) }
      },
      .list("rounds", of: round) { $0.found.rounds },
      .list("points", of: point) { source in source.found.points.map { ($0, source.words) } },
      .text("plainest") { source in
        source.found.simplest.map { source.found.points[$0].design.name }
      }.optional,
    ]

  private static let losing: [Member<(fault: FaultScreen.LosingFault, words: Words), Never>] = [
    .word("kind") { $0.fault.fault.kind }, .text("fault") { $0.words($0.fault.fault) },
    .count("purchase") { $0.fault.intent + 1 },
    .boolean("outlastsRetries") { $0.fault.outlastsRetries },
    .words("journeys") { $0.fault.journeys },
  ]

  private static let round: [Member<SearchFindings.Round, Never>] = [
    .count("designs") { $0.designCount }, .count("users") { $0.users },
    .count("seed") { Int(clamping: $0.seed) },
  ]

  private static let point: [Member<(point: SearchFindings.Point, words: Words), Never>] =
    [
      .text("design") { $0.point.design.name },
      Member("axes", .anyObject) { $0.point.design.nonDefaultAxesOutput },
    ]
    + ShareMetric.criteria.map { share in
      let member = Member<(point: SearchFindings.Point, words: Words), Never>.estimate(
        share.row.name
      ) { $0.point.estimate(share) }
      return share.isOfAutoRefunds ? member.where { share.applies(to: $0.point.design) } : member
    } + [
      .boolean("losesMore") { $0.point.losesMore },
      .list("losesWith", of: losing) { source in
        source.point.losingFaults.map { ($0, source.words) }
      },
      .texts("others") { $0.point.others },
    ]
}
