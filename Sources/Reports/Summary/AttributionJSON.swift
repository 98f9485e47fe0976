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

  /// The attribution of a scenario.
  package static func output(_ found: Attribution) -> JSONOutput {
    .object(
      [
        .init("format", .integer(format)),
        .init("version", .string(Version.current)),
      ] + Cut.members(found.cut) + [
        .init("confidence", .number(Confidence.standard.level)),
        .init(
          "scenario",
          [
            "name": .string(found.name), "title": .string(found.title),
            "case": .bool(found.isCase), "seed": .integer(Int(clamping: found.seed)),
            "users": .integer(found.users),
          ]),
        .init("faults", .array(found.faults.map { .string($0.rawValue) })),
        .init("designs", .array(found.designs.map { design($0, found.isCase) })),
        .init("axes", found.axes.map { axes($0) } ?? .null),
      ])
  }

  private static func design(_ design: Attribution.DesignLosses, _ isCase: Bool) -> JSONOutput {
    let members = { (count: Attribution.Count) in self.members(count, isCase) }
    return [
      "name": .string(design.name),
      "charges": .integer(design.charges),
      "lost": .object(members(design.all)),
      "ways": .array(
        design.ways.map { way in
          var own = [JSONOutput.Member("outcome", .string(way.drop == nil ? "rescued" : "lost"))]
          if let drop = way.drop {
            own.append(.init("kind", .string(drop.kind.rawValue)))
            own.append(.init("dropPoint", .string(drop.dropPoint.rawValue)))
          }
          return .object(own + members(way.count))
        }),
      "butFor": .array(
        design.causes.map { cause in
          .object(
            [.init("declaration", .integer(cause.declaration))] + members(cause.count)
              + [.init("alone", .integer(cause.alone))])
        }),
      "exactly": .array(
        design.exactly.map { needs in
          let declarations = needs.declarations.map { JSONOutput.integer($0) }
          return .object([.init("declarations", .array(declarations))] + members(needs.count))
        }), "moreThanThree": .object(members(design.more)),
      "noSingleFault": .object(members(design.noSingleFault)),
      "noFault": .object(members(design.noFault)),
    ]
  }

  /// The number of orders, their rate unless one user's life was written, and the first users.
  private static func members(_ count: Attribution.Count, _ isCase: Bool) -> [JSONOutput.Member] {
    let orders = JSONOutput.Member("orders", .integer(count.orders))
    if isCase { return [orders] }
    let users = count.firstUsers.map { JSONOutput.integer(Int(clamping: $0)) }
    return [
      orders, .init("rate", count.rate.map { JSONOutput.estimate($0.estimate) } ?? .null),
      .init("firstUsers", .array(users)),
    ]
  }

  /// How many units of a share stand in the output for one: nine digits.
  private static let units = 1e9

  private static func axes(_ axes: AxisComparison) -> JSONOutput {
    let rounded = axes.rounded(units: units)
    let difference = rounded.to - rounded.from
    return [
      "from": .string(axes.from),
      "to": .string(axes.to),
      "hybrids": .integer(axes.hybrids),
      "orders": axes.sampledOrders.map { .integer($0) } ?? "all",
      "lostRate": [
        "from": share(rounded.from), "to": share(rounded.to),
        "difference": .array([share(difference)] + limits(axes.rate.interval)),
      ],
      "lostRevenue": [
        "from": .integer(axes.revenues.from), "to": .integer(axes.revenues.to),
        "difference": .array([.integer(axes.revenue)] + amounts(axes.revenueInterval)),
      ],
      "shares": .array(
        zip(axes.shares, rounded.shares).map { own, rate in
          share(own, rate, isSampled: axes.sampledOrders != nil)
        }),
    ]
  }

  private static func share(
    _ share: AxisComparison.Share, _ rate: Int, isSampled: Bool
  ) -> JSONOutput {
    let axes = share.axes.map { axis -> JSONOutput in
      ["name": .string(axis.name), "from": .string(axis.from), "to": .string(axis.to)]
    }
    var members: [JSONOutput.Member] = [
      .init("axes", .array(axes)),
      .init("lostRate", .array([self.share(rate)] + limits(share.rate.interval))),
      .init("lostRevenue", .array([.integer(share.revenue)] + amounts(share.revenueInterval))),
    ]
    if isSampled {
      members += [
        .init("lostRateOrderError", JSONOutput.share(share.rateOrderError)),
        .init("lostRevenueOrderError", .number(share.revenueOrderError.rounded())),
      ]
    }
    return .object(members)
  }

  /// A share given in ``units``.
  private static func share(_ units: Int) -> JSONOutput { .number(Double(units) / self.units) }

  private static func limits(_ interval: Interval) -> [JSONOutput] {
    [interval.low, interval.high].map { $0.isFinite ? JSONOutput.share($0) : .null }
  }

  private static func amounts(_ interval: Interval) -> [JSONOutput] {
    [interval.low, interval.high].map { $0.isFinite ? .number($0.rounded()) : .null }
  }
}
