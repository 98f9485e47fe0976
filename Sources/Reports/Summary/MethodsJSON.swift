package import Experiments
package import JSONText
package import PurchaseWorld
import Scenarios
import Statistics

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

/// A search as JSON: `results/<name>/search.json`.
///
/// The article <doc:SearchFormat> explains every member.
package enum SearchJSON {
  /// The version of the form.
  package static let format = 1

  /// What a search found.
  /// - Parameter words: a fault in a few words.
  package static func output(
    _ found: SearchFindings, isSpace: Bool, words: (Fault) -> String
  ) -> JSONOutput {
    let search = found.search
    return .head(
      format: format, ["confidence": .standard, "scenario": .scenario(search.scenario)],
      Cut.output(found.cut),
      .object(present: [
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
        }, "points": .list(found.points) { point($0, words) },
        "plainest": found.plainest.map { .string(found.points[$0].design.name) },
      ]))
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
    .join(
      ["design": .string(point.design.name), "axes": point.design.axesOutput],
      .object(
        zip(Share.Compared.allCases, point.estimates).compactMap { compared, estimate in
          compared.isOfAutoRefunds && !point.design.store.refundsItself
            ? nil : .init(compared.name, .estimate(estimate))
        }),
      [
        "losesMore": .bool(point.losesMore),
        "losesWith": .list(point.losesWith) { losing($0, words) }, "others": .strings(point.others),
      ])
  }
}

/// An attribution as JSON: `results/<name>/attribution.json`.
///
/// The article <doc:AttributionFormat> explains every member.
package enum AttributionJSON {
  package static func output(_ found: Attribution) -> JSONOutput {
    .head(
      format: 1, Cut.output(found.cut),
      [
        "confidence": .standard, "scenario": .scenario(found.scenario, isCase: found.isCase),
        "faults": .words(found.faults),
        "designs": .list(found.designs) { design($0, found.isCase) },
        "axes": .some(found.axes) { axes($0, found.scenario.comparedShare.row.name) },
      ])
  }

  private static func design(_ design: Attribution.DesignLosses, _ isCase: Bool) -> JSONOutput {
    let counted = { (count: Attribution.Count) in self.counted(count, isCase) }
    return [
      "name": .string(design.name), "charges": .integer(design.charges),
      "lost": counted(design.all),
      "ways": .list(design.ways) { way in
        .join(way.way.output, counted(way.count))
      },
      "butFor": .list(design.causes) { cause in
        .join(
          ["declaration": .integer(cause.declaration)], counted(cause.count),
          ["alone": .integer(cause.alone)])
      },
      "exactly": .list(design.exactly) { needs in
        .join(["declarations": .integers(needs.declarations)], counted(needs.count))
      }, "moreThanThree": counted(design.more), "noSingleFault": counted(design.noSingleFault),
      "noFault": counted(design.noFault),
    ]
  }

  /// The number of orders, their rate unless one user's life was written, and the first users.
  private static func counted(_ count: Attribution.Count, _ isCase: Bool) -> JSONOutput {
    if isCase { return ["orders": .integer(count.orders)] }
    return [
      "orders": .integer(count.orders), "rate": .estimate(count.rate?.estimate),
      "firstUsers": .integers(count.firstUsers.map { Int(clamping: $0) }),
    ]
  }

  /// How many units of a share stand in the output for one: nine digits.
  private static let units = 1e9

  /// - Parameter rate: the name of the share by which the designs are compared.
  private static func axes(_ axes: AxisComparison, _ rate: String) -> JSONOutput {
    let rounded = axes.rounded(units: units)
    return [
      "from": .string(axes.from), "to": .string(axes.to), "hybrids": .integer(axes.hybrids),
      "orders": axes.sampledOrders.map { .integer($0) } ?? "all",
      rate: [
        "from": share(rounded.from), "to": share(rounded.to),
        "difference": share(rounded.to - rounded.from, axes.rate.interval),
      ],
      "lostRevenue": [
        "from": .integer(axes.revenues.from), "to": .integer(axes.revenues.to),
        "difference": revenue(axes.revenue, axes.revenueInterval),
      ],
      "shares": .list(zip(axes.shares, rounded.shares)) { own, units in
        let isSampled = axes.sampledOrders != nil
        return .object(present: [
          "axes": .list(own.axes) { axis in
            ["name": .string(axis.name), "from": .string(axis.from), "to": .string(axis.to)]
          }, rate: share(units, own.rate.interval),
          "lostRevenue": revenue(own.revenue, own.revenueInterval),
          rate + "OrderError": isSampled ? .share(own.rateOrderError) : nil,
          "lostRevenueOrderError": isSampled ? .number(own.revenueOrderError.rounded()) : nil,
        ])
      },
    ]
  }

  /// A share given in ``units``.
  private static func share(_ units: Int) -> JSONOutput { .number(Double(units) / self.units) }

  /// A share given in ``units`` and its interval.
  private static func share(_ units: Int, _ interval: Interval) -> JSONOutput {
    .array([share(units)] + ends(interval, JSONOutput.share))
  }

  private static func revenue(_ amount: Int, _ interval: Interval) -> JSONOutput {
    .array([.integer(amount)] + ends(interval) { .number($0.rounded()) })
  }

  private static func ends(_ interval: Interval, _ number: (Double) -> JSONOutput) -> [JSONOutput] {
    [interval.low, interval.high].map { $0.isFinite ? number($0) : .null }
  }
}
