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

  /// The summary of a sweep.
  package static func output(_ findings: SweepFindings) -> JSONOutput {
    [
      "format": .integer(format),
      "version": .string(Version.current),
      "confidence": .number(Confidence.standard.level),
      "scenario": [
        "name": .string(findings.name), "title": .string(findings.title),
        "seed": .integer(Int(clamping: findings.seed)), "users": .integer(findings.users),
      ],
      "sweep": [
        "value": .string(findings.path), "scale": .string(scale(findings.scale)),
        "log": .bool(findings.isLogarithmic),
      ], "troubles": .array(findings.troubles.map { trouble($0) }),
      "points": .array(findings.points.map { point($0, findings) }),
      "comparisons": .array(
        findings.comparisons.enumerated().map { comparison($1, index: $0, findings) }),
    ]
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
      [
        "trouble": "neverStruck", "fault": .string(kind.rawValue),
        "declaration": .integer(declaration),
      ]
    }
  }

  private static func point(_ point: SweepFindings.Point, _ findings: SweepFindings) -> JSONOutput {
    [
      "value": point.value,
      "designs": .array(
        zip(findings.designs, point.designs).map { name, found in
          [
            "name": .string(name), "charges": .integer(found.charges),
            "lostRate": .estimate(found.lost),
          ]
        }),
    ]
  }

  private static func comparison(
    _ comparison: SweepFindings.Comparison, index: Int, _ findings: SweepFindings
  ) -> JSONOutput {
    let first = findings.designs[comparison.pair.first]
    let second = findings.designs[comparison.pair.second]
    let name = { (order: DifferenceCurve.Order) -> JSONOutput in
      switch order {
      case .first: .string(first)
      case .second: .string(second)
      case .undecided: .null
      }
    }
    var members: [JSONOutput.Member] = [
      .init("first", .string(first)), .init("second", .string(second)),
      .init("differences", .array(findings.points.map { .estimate($0.differences[index]) })),
      .init("fewer", .array(comparison.orders.map { name($0) })),
    ]
    if let curve = comparison.curve {
      let breakEvens = curve.breakEvens.map { breakEven -> JSONOutput in
        let below = breakEven.firstIsBetterBelow ? DifferenceCurve.Order.first : .second
        let above = breakEven.firstIsBetterBelow ? DifferenceCurve.Order.second : .first
        return [
          "value": place(breakEven.place), "low": place(breakEven.low),
          "high": place(breakEven.high),
          "fewerBelow": breakEven.low == nil ? .null : name(below),
          "fewerAbove": breakEven.high == nil ? .null : name(above),
        ]
      }
      members.append(.init("breakEvens", .array(breakEvens)))
    }
    return .object(members)
  }

  /// A place with six digits that count; null where an interval is open.
  private static func place(_ place: Double?) -> JSONOutput {
    place.map { .number($0.rounded(digits: 6)) } ?? .null
  }
}
