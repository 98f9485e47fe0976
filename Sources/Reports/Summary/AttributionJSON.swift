package import Experiments
package import JSONText
import PurchaseWorld
import Scenarios
import Statistics

/// An attribution as JSON: `results/<name>/attribution.json`.
///
/// The article <doc:AttributionFormat> explains every member.
package enum AttributionJSON {
  /// The version of the form.
  package static let format = 1

  package static func output(_ found: Attribution) -> JSONOutput {
    .head(format: format).and(
      Cut.output(found.cut),
      [
        "confidence": .number(Confidence.standard.level),
        "scenario": [
          "name": .string(found.name), "title": .string(found.title), "case": .bool(found.isCase),
          "seed": .integer(Int(clamping: found.seed)), "users": .integer(found.users),
        ], "faults": .words(found.faults),
        "designs": .list(found.designs) { design($0, found.isCase) },
        "axes": .some(found.axes, axes),
      ])
  }

  private static func design(_ design: Attribution.DesignLosses, _ isCase: Bool) -> JSONOutput {
    let counted = { (count: Attribution.Count) in self.counted(count, isCase) }
    return [
      "name": .string(design.name), "charges": .integer(design.charges),
      "lost": counted(design.all),
      "ways": .list(design.ways) { way in
        let drop: JSONOutput? = way.drop.map {
          ["outcome": "lost", "kind": .word($0.kind), "dropPoint": .word($0.dropPoint)]
        }
        return (drop ?? ["outcome": "rescued"]).and(counted(way.count))
      },
      "butFor": .list(design.causes) { cause in
        JSONOutput.object([.init("declaration", .integer(cause.declaration))])
          .and(counted(cause.count), ["alone": .integer(cause.alone)])
      },
      "exactly": .list(design.exactly) { needs in
        JSONOutput.object([.init("declarations", .integers(needs.declarations))])
          .and(counted(needs.count))
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

  private static func axes(_ axes: AxisComparison) -> JSONOutput {
    let rounded = axes.rounded(units: units)
    return [
      "from": .string(axes.from), "to": .string(axes.to), "hybrids": .integer(axes.hybrids),
      "orders": axes.sampledOrders.map { .integer($0) } ?? "all",
      "lostRate": [
        "from": share(rounded.from), "to": share(rounded.to),
        "difference": rate(rounded.to - rounded.from, axes.rate.interval),
      ],
      "lostRevenue": [
        "from": .integer(axes.revenues.from), "to": .integer(axes.revenues.to),
        "difference": revenue(axes.revenue, axes.revenueInterval),
      ],
      "shares": .list(zip(axes.shares, rounded.shares)) { own, units in
        let errors: JSONOutput = [
          "lostRateOrderError": .share(own.rateOrderError),
          "lostRevenueOrderError": .number(own.revenueOrderError.rounded()),
        ]
        return JSONOutput.object([
          .init(
            "axes",
            .list(own.axes) { axis in
              ["name": .string(axis.name), "from": .string(axis.from), "to": .string(axis.to)]
            }), .init("lostRate", rate(units, own.rate.interval)),
          .init("lostRevenue", revenue(own.revenue, own.revenueInterval)),
        ]).and(axes.sampledOrders == nil ? [:] : errors)
      },
    ]
  }

  /// A share given in ``units``.
  private static func share(_ units: Int) -> JSONOutput { .number(Double(units) / self.units) }

  /// A share given in ``units`` and its interval.
  private static func rate(_ units: Int, _ interval: Interval) -> JSONOutput {
    .array([share(units)] + ends(interval, JSONOutput.share))
  }

  private static func revenue(_ amount: Int, _ interval: Interval) -> JSONOutput {
    .array([.integer(amount)] + ends(interval) { .number($0.rounded()) })
  }

  private static func ends(
    _ interval: Interval, _ number: (Double) -> JSONOutput
  ) -> [JSONOutput] {
    [interval.low, interval.high].map { $0.isFinite ? number($0) : .null }
  }
}
