import PurchaseWorld
package import Methods
package import Experiments
package import JSONText

// Simulated client logs for programs. The article <doc:Logs> explains the forms.

/// `lostorder funnel --format json`: funnel and retry ladder of each design.
package enum FunnelJSON {
  package static func output(_ findings: RunFindings) -> JSONOutput { members.output(of: findings) }

  package static var schema: String { members.schema("What simulated clients logged") }

  private static let members: [Member<RunFindings, Never>] =
    Member.versions(1) + [
      .interruption { $0.interruption }, .scenario({ $0.scenario }, isCase: { $0.isCase }),
      .counts("publishedLadder") {
        $0.publishedFailuresByTry.isEmpty ? nil : $0.publishedFailuresByTry
      }.optional,
      .list("designs", of: design) { $0.designs },
    ]

  private static let design: [Member<RunFindings.DesignFindings, Never>] = [
    .text("name") { $0.name }, .object("funnel", SummaryJSON.funnel) { $0.designCounters.funnel },
    .counts("ladder") { $0.designCounters.retryFailures.failures },
  ]
}

/// `lostorder funnel --format csv`: one row per design and logged event, then one for abnormal
/// users, then one per rung of the ladder.
package enum FunnelCSV {
  package static func text(_ findings: RunFindings) -> String {
    CSV.text(
      [["design", "logged", "count"]]
        + findings.designs.flatMap { design -> [[String]] in
          let counters = design.designCounters
          let events = ClientLogEvent.allCases.map { ($0.name, counters.funnel.count($0)) }
          let rungs = counters.retryFailures.failures.enumerated().map { rung, count in
            (rung == 0 ? "failed first try" : "failed retry \(rung)", count)
          }
          let counts = events + [("abnormalUsers", counters.funnel.abnormalUsers)] + rungs
          return counts.map { [design.name, $0, "\($1)"] }
        })
  }
}

/// `lostorder funnel --by day` for programs; every day of simulated time is included, also days
/// without events.
package enum DailyDigestOutput {
  private typealias Source = (digest: DailyDigest, design: Int?)

  /// The designs with their days.
  package static func json(_ digest: DailyDigest, design: Int? = nil) -> JSONOutput {
    members.output(of: (digest, design))
  }

  package static var schema: String { members.schema("What simulated clients logged, by day") }

  private static let members: [Member<Source, Never>] =
    Member.versions(1) + [
      .interruption { $0.digest.interruption },
      .scenario({ $0.digest.scenario }, isCase: { $0.digest.isCase }),
      .list("designs", of: ofDesign) { $0.digest.designs($0.design) },
    ]

  private static let ofDesign: [Member<DailyDigest.DailyDesignDigest, Never>] = [
    .text("name") { $0.name },
    .list("days", of: day) { $0.days.enumerated().map { (number: $0 + 1, day: $1) } },
  ]

  private static let day: [Member<(number: Int, day: DayCounts), Never>] = [
    .count("day") { $0.number }, .object("funnel", SummaryJSON.funnel) { $0.day.funnel },
    Member("recovered", .money) { .integer($0.day.recoveredAmount) },
  ]

  /// One row per design and day.
  package static func csv(_ digest: DailyDigest, design: Int? = nil) -> String {
    let header =
      ["design", "day"] + ClientLogEvent.allCases.map(\.name) + ["abnormalUsers", "recovered"]
    let rows = digest.designs(design).flatMap { design in
      design.days.enumerated().map { number, day in
        [design.name, "\(number + 1)"] + ClientLogEvent.allCases.map { "\(day.funnel.count($0))" }
          + ["\(day.funnel.abnormalUsers)", "\(day.recoveredAmount)"]
      }
    }
    return CSV.text([header] + rows)
  }
}

extension DailyDigest {
  /// The design with an index, or all designs.
  package func designs(_ design: Int?) -> [DailyDesignDigest] {
    design.map { [designs[$0]] } ?? designs
  }
}
