package import Experiments
package import JSONText
import PurchaseWorld
import Scenarios
import Statistics

/// The summary of a sweep as JSON: `results/<name>/sweep.json`.
///
/// The article <doc:SweepFormat> explains every member. Like a summary it holds nothing but what
/// scenario, seed and version determine.
package enum SweepJSON {
  /// The version of the form.
  package static let format = 1

  package static func output(_ findings: SweepFindings) -> JSONOutput {
    .head(format: format).and([
      "confidence": .number(Confidence.standard.level),
      "scenario": [
        "name": .string(findings.name), "title": .string(findings.title),
        "seed": .integer(Int(clamping: findings.seed)), "users": .integer(findings.users),
      ],
      "sweep": [
        "value": .string(findings.path), "scale": .string(scale(findings.scale)),
        "log": .bool(findings.isLogarithmic),
      ], "troubles": .list(findings.troubles, trouble),
      "points": .list(findings.points) { point in
        [
          "value": point.value,
          "designs": .list(zip(findings.designs, point.designs)) { name, found in
            [
              "name": .string(name), "charges": .integer(found.charges),
              "lostRate": .estimate(found.lost),
            ]
          },
        ]
      },
      "comparisons": .list(findings.comparisons.enumerated()) { index, comparison in
        self.comparison(comparison, index: index, findings)
      },
    ])
  }

  private static func scale(_ scale: Sweep.Scale) -> String {
    switch scale {
    case .numbers: "number"
    case .durations: "seconds"
    case .choices: "choice"
    }
  }

  private static func trouble(_ trouble: SweepFindings.Trouble) -> JSONOutput {
    switch trouble {
    case .cut(let cut): ["trouble": .string(cut.name)]
    case .noCharge(let point): ["trouble": "noCharge", "point": .integer(point)]
    case .neverStruck(let declaration, let kind):
      ["trouble": "neverStruck", "fault": .word(kind), "declaration": .integer(declaration)]
    }
  }

  private static func comparison(
    _ comparison: SweepFindings.Comparison, index: Int, _ findings: SweepFindings
  ) -> JSONOutput {
    let first = JSONOutput.string(findings.designs[comparison.pair.first])
    let second = JSONOutput.string(findings.designs[comparison.pair.second])
    let names: [DifferenceCurve.Order: JSONOutput] = [.first: first, .second: second]
    let curve: JSONOutput? = comparison.curve.map { curve in
      let breakEvens = curve.breakEvens.map { breakEven -> JSONOutput in
        let (below, above) = breakEven.firstIsBetterBelow ? (first, second) : (second, first)
        return [
          "value": place(breakEven.place), "low": .some(breakEven.low, place),
          "high": .some(breakEven.high, place),
          "fewerBelow": breakEven.low == nil ? .null : below,
          "fewerAbove": breakEven.high == nil ? .null : above,
        ]
      }
      return ["breakEvens": .array(breakEvens)]
    }
    let found: JSONOutput = [
      "first": first, "second": second,
      "differences": .list(findings.points) { .estimate($0.differences[index]) },
      "fewer": .list(comparison.orders) { names[$0] ?? .null },
    ]
    return found.and(curve ?? [:])
  }

  /// A place with six digits that count.
  private static func place(_ place: Double) -> JSONOutput { .number(place.rounded(digits: 6)) }
}
