package import Experiments
package import JSONText
import PurchaseWorld
import Scenarios
import Statistics

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

/// A sweep as rows: `sweep.csv`.
package enum SweepCSV {
  /// A row a point and design: charges, shares from 0 to 1 with their intervals, and whether nothing tells
  /// that another design loses less; of a shared backend how many replications had an outage, how many of them never
  /// came back, and of how many that cannot be told.
  package static func text(_ findings: SweepFindings) -> String {
    let shares = [findings.share, .lostSale, .doubleCharge].flatMap { share in
      ["", "Low", "High"].map { share.row.name + $0 }
    }
    let header =
      (findings.isMap ? ["value", "and"] : ["value"]) + ["design", "charges"] + shares + ["least"]
      + (findings.hasRecoveries ? ["recoveries", "metastable", "undecided", "draining"] : [])
    let rows = findings.points.flatMap { point in
      let values = findings.dimensions.indices.map { dimension -> String in
        let value = findings.value(of: point, in: dimension).json
        return if case .string(let text) = value { text } else { value.line }
      }
      return findings.designs.indices.map { index -> [String] in
        let found = point.designs[index]
        let estimates = [found.lost, found.lostSales, found.doubleCharges].flatMap { estimate in
          estimate.map { [$0.value, $0.interval.low, $0.interval.high] }?
            .map { JSONOutput.share($0).line } ?? ["", "", ""]
        }
        return values + [findings.designs[index], "\(found.charges)"] + estimates
          + [point.least.contains(index) ? "true" : "false"]
          + (findings.hasRecoveries ? counts(of: found.recoveries) : [])
      }
    }
    return CSV.text([header] + rows)
  }

  private static func counts(of recoveries: [Recovery]) -> [String] {
    let metastable = recoveries.count { $0 == .metastable }
    let undecided = recoveries.count { $0 == .undecided }
    return [recoveries.count, metastable, undecided, recoveries.draining.count].map { "\($0)" }
  }
}
