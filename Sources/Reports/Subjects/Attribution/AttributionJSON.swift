import Scenarios
import Statistics
import Experiments
package import Methods
package import JSONText

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
