import Scenarios
package import Methods
package import JSONText

/// The summary of a sweep as JSON: `results/<name>/sweep.json`.
///
/// The article <doc:SweepFormat> explains every member. Like a summary it holds nothing but what
/// scenario, seed and version determine.
package enum SweepJSON {
  package static func output(_ findings: SweepFindings) -> JSONOutput {
    .head(format: 1).and([
      "confidence": .standard, "scenario": .scenario(findings.scenario),
      "sweep": dimension(findings.dimensions[0])
        .and(findings.isMap ? ["and": dimension(findings.dimensions[1])] : [:]),
      "troubles": .list(findings.troubles, trouble),
      "points": .list(findings.points) { self.point($0, findings) },
      "comparisons": .list(findings.comparisons.enumerated()) { index, comparison in
        self.comparison(comparison, index: index, findings)
      },
    ])
  }

  private static func dimension(_ dimension: Sweep.Dimension) -> JSONOutput {
    [
      "value": .string(dimension.path), "scale": .string(dimension.scale.word),
      "log": .bool(dimension.isLogarithmic),
    ]
  }

  private static func point(_ point: SweepFindings.Point, _ findings: SweepFindings) -> JSONOutput {
    let second = findings.isMap ? findings.value(of: point, in: 1).json : nil as JSONOutput?
    return .object(present: [
      "value": findings.value(of: point).json, "and": second,
      "designs": .list(zip(findings.designs, point.designs)) { name, found in
        JSONOutput.object(present: [
          "name": .string(name), "charges": .integer(found.charges),
          findings.share.row.name: .estimate(found.lost),
          Share.lostSale.row.name: .estimate(found.lostSales),
          Share.doubleCharge.row.name: .estimate(found.doubleCharges),
          "recoveries": found.recoveries.isEmpty
            ? nil : .list(found.recoveries, SharedJSON.recovery),
        ])
      }, "least": .strings(point.least.map { findings.designs[$0] }),
    ])
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
    let breakEvens = comparison.curve?.breakEvens.map { breakEven -> JSONOutput in
      let (below, above) = breakEven.firstIsBetterBelow ? (first, second) : (second, first)
      return [
        "value": place(breakEven.place), "low": .some(breakEven.low, place),
        "high": .some(breakEven.high, place), "fewerBelow": breakEven.low == nil ? .null : below,
        "fewerAbove": breakEven.high == nil ? .null : above,
      ]
    }
    return .object(present: [
      "first": first, "second": second,
      "differences": .list(findings.points) { .estimate($0.differences[index]) },
      "fewer": .list(comparison.orders) { names[$0] ?? .null },
      "breakEvens": breakEvens.map { .array($0) },
    ])
  }

  /// A place with six digits that count.
  private static func place(_ place: Double) -> JSONOutput { .number(place.rounded(digits: 6)) }
}

extension Sweep.Scale {
  /// What the values are, as the form says it.
  fileprivate var word: String {
    switch self {
    case .numbers: "number"
    case .durations: "seconds"
    case .choices: "choice"
    }
  }
}
