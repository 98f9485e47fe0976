package import EventLogs
package import JSONText
import PurchaseWorld
import Scenarios
import Statistics

/// What a check of an event log found, as JSON.
///
/// The article <doc:CheckingLogs> explains every member.
package enum CheckJSON {
  /// The version of the form.
  package static let format = 1

  package static func output(_ check: LogCheck) -> JSONOutput {
    .head(
      format: format, ["scenario": .scenario(check.scenario, isCase: nil)],
      .object(present: [
        "design": .string(check.scenario.designs[0].name),
        "log": log(check.reading),
        "transactions": .integer(check.orders),
        "damage": damage(check),
        "brokenRules": breaches(check.breaches),
        "undecidedRules": breaches(check.explained),
        "heldRules": .strings(check.held.map(\.name)),
        "uncheckedRules": .list(check.unchecked) { unchecked in
          .object(present: [
            "rule": .string(unchecked.rule.name),
            "missingEvents": .list(unchecked.events) { .strings($0.events.map(\.rawValue)) },
            "missingKeys": .strings(unchecked.keys.names),
            "simulatedBreaches": unchecked.simulated > 0 ? .integer(unchecked.simulated) : nil,
          ])
        },
        "notDelivered": .integer(check.lost), "unexplained": .integer(check.unexplained),
        "unseen": .number(check.expectedUnseen.rounded(digits: 3)),
        "dropPoints": .list(check.points) { point, orders in
          ["dropPoint": name(point), "orders": .number(orders.rounded(digits: 6))]
        },
        "groups": .list(check.groups) { group($0) },
        "hiddenGroups": .list(check.hidden) { group($0) },
        "supportTickets": check.tickets.map { tickets in
          [
            "number": .integer(tickets.count), "neverCame": .integer(tickets.neverCame),
            "broughtByHand": .integer(tickets.broughtByHand),
            "cameLater": .integer(tickets.cameLater), "delivered": .integer(tickets.delivered),
            "withoutOrder": .integer(tickets.withoutOrder),
            "usersWithoutTicket": .integer(check.usersWithoutTicket),
          ]
        },
        "simulated": [
          "users": .integer(check.table.users), "charges": .integer(check.table.told),
          "chargesWithoutALine": .integer(check.table.untold),
          "lost": .integer(check.table.lost), "lostThatShow": .integer(check.table.shown),
          "shownThatCame": .integer(check.table.orders - check.table.shown),
        ],
      ]))
  }

  private static func breaches(_ breaches: [LogCheck.Breach]) -> JSONOutput {
    .list(breaches) { breach in
      [
        "rule": .string(breach.rule.name), "meaning": .string(breach.rule.meaning),
        "users": .integer(breach.users), "onFirstDay": .integer(breach.early),
        "lines": lines(breach.lines),
      ]
    }
  }

  /// What of the log is lost or has wrong times.
  private static func damage(_ check: LogCheck) -> JSONOutput {
    [
      "lostLines": .number(check.damage.lost.rounded(digits: 4)),
      "wrongTimes": .number(check.damage.misdated.rounded(digits: 4)),
      "wrongBySeconds": .number(Double(check.damage.offset) / 1_000),
      "users": .integer(check.damage.users),
      "usersWithWrongClocks": .integer(check.skewed.users),
      "clocksAheadBySeconds": .number(Double(check.skewed.offset) / 1_000),
      "hiddenOrders": .integer(check.hidden.reduce(0) { $0 + $1.orders }),
    ]
  }

  private static func log(_ reading: LogReading) -> JSONOutput {
    [
      "bytes": .integer(reading.bytes), "lines": .integer(reading.lines),
      "damaged": .integer(reading.damaged.count), "withoutEvent": .integer(reading.unnamed),
      "unknownEvents": .integer(reading.unknown.count),
      "unknownCodes": .integer(reading.unknownCodes.count),
      "passedOver": .integer(reading.passedOver), "withoutUser": .integer(reading.withoutUser),
      "withoutTime": .integer(reading.timeless),
      "outside": .integer(reading.outside), "repetitions": .integer(reading.repeated),
      "ofOverlongUsers": .integer(reading.overlong), "oneUserIn": .integer(reading.thinning),
      "leftOut": .integer(reading.thinned), "users": .integer(reading.users),
    ]
  }

  private static func group(_ group: LogCheck.Group) -> JSONOutput {
    let signs = group.signs
    return .object(present: [
      "callback": .string("\(signs.callback)"), "calledAgain": .bool(signs.isCalledAgain),
      "afterFailure": .bool(signs.followsFailure), "unbound": .bool(signs.isUnbound),
      "lastTry": .string("\(signs.lastTry)"), "code": signs.code.map { .string($0.rawValue) },
      "exhausted": .bool(signs.isExhausted), "finished": .string("\(signs.finish)"),
      "otherGoods": .bool(signs.hasOtherGoods), "byHand": .bool(signs.isByHand),
      "usedAgain": .bool(signs.isUsedAgain),
      "orders": .integer(group.orders), "ofLastDay": .integer(group.young),
      "expected": .number(group.expected.rounded(digits: 6)),
      "unexplained": .bool(group.isUnexplained), "lines": lines(group.lines),
      "simulatedOrders": .integer(group.simulated.orders),
      "dropPoints": .list(group.points) { point in
        [
          "dropPoint": name(point.point), "orders": .integer(point.count),
          "share": .number(point.share.rounded(digits: 6)),
          "low": .number(point.interval.low.rounded(digits: 6)),
          "high": .number(point.interval.high.rounded(digits: 6)),
        ]
      },
    ])
  }

  /// A drop point; null: the goods had come after all.
  private static func name(_ point: DropPoint?) -> JSONOutput {
    point.map { .string($0.rawValue) } ?? .null
  }

  private static func lines(_ lines: [Int]) -> JSONOutput {
    .array(lines.map { .integer($0) })
  }
}
