import PurchaseWorld
package import Methods
package import Experiments
package import JSONText

// What the clients of a run logged, for programs. The article <doc:Logs> explains the forms.

/// `lostorder funnel --format json`: the funnel and the ladder of retries of each design.
package enum FunnelJSON {
  package static func output(_ findings: Findings) -> JSONOutput {
    let published = findings.publishedLadder
    return .head(
      format: 1, Cut.output(findings.cut),
      .object(present: [
        "scenario": .scenario(findings.scenario, isCase: findings.isCase),
        "publishedLadder": published.isEmpty ? nil : .integers(published),
        "designs": .list(findings.designs) { design in
          [
            "name": .string(design.name),
            "funnel": SummaryJSON.funnel.written(of: design.ledger.funnel),
            "ladder": .integers(design.ledger.ladder.failures),
          ]
        },
      ]))
  }
}

/// `lostorder funnel --format csv`: a row a design and moment, then the users who logged something
/// abnormal, then a row a rung of the ladder.
package enum FunnelCSV {
  package static func text(_ findings: Findings) -> String {
    CSV.text(
      [["design", "logged", "count"]]
        + findings.designs.flatMap { design -> [[String]] in
          let (funnel, failures) = (design.ledger.funnel, design.ledger.ladder.failures)
          let rungs = failures.enumerated().map { rung, count in
            (rung == 0 ? "failed first try" : "failed retry \(rung)", count)
          }
          return
            (LogEvent.allCases.map { ($0.name, funnel.count($0)) }
            + [("abnormalUsers", funnel.abnormalUsers)] + rungs).map { name, count in
              [design.name, name, "\(count)"]
            }
        })
  }
}

/// `lostorder digest` for programs; every day of simulated time is there, quiet ones too.
package enum DigestForms {
  /// The designs with their days.
  package static func json(_ digest: Digest, design: Int? = nil) -> JSONOutput {
    .head(
      format: 1, Cut.output(digest.cut),
      [
        "scenario": .scenario(digest.scenario, isCase: digest.isCase),
        "designs": .list(digest.shown(design)) { design in
          [
            "name": .string(design.name),
            "days": .list(design.days.enumerated()) { number, day in
              [
                "day": .integer(number + 1),
                "funnel": SummaryJSON.funnel.written(of: day.funnel),
                "recovered": .integer(day.recovered),
              ]
            },
          ]
        },
      ])
  }

  /// A row a design and day.
  package static func csv(_ digest: Digest, design: Int? = nil) -> String {
    let header =
      ["design", "day"] + LogEvent.allCases.map(\.name) + ["abnormalUsers", "recovered"]
    let rows = digest.shown(design).flatMap { design in
      design.days.enumerated().map { number, day in
        [design.name, "\(number + 1)"] + LogEvent.allCases.map { "\(day.funnel.count($0))" }
          + ["\(day.funnel.abnormalUsers)", "\(day.recovered)"]
      }
    }
    return CSV.text([header] + rows)
  }
}

extension Digest {
  /// The design of an index; without one all of them.
  package func shown(_ design: Int?) -> [DesignDigest] { design.map { [designs[$0]] } ?? designs }
}
