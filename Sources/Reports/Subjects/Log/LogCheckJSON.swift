package import EventLogs
import Experiments
package import JSONText
import PurchaseWorld
import Scenarios
import Statistics

/// Results of an event log's check as JSON.
///
/// The article <doc:CheckingLogs> explains every member.
package enum LogCheckJSON {
  /// Version of the JSON format.
  package static let format = 1

  package static func output(_ check: LogCheck) -> JSONOutput { members.output(of: check) }

  package static var schema: String { members.schema("A check of an event log by lostorder") }

  private static let members: [Member<LogCheck, Never>] =
    Member.versions(format) + [
      .scenario { $0.scenario }, .text("design") { $0.scenario.designs[0].name },
      .object("log", log) { $0.readStatistics }, .count("transactions") { $0.transactions },
      .object("damage", damage, "lost lines and wrong times of the log") { $0 },
      .list("brokenRules", of: violation) { $0.violations },
      .list("undecidedRules", of: violation) { $0.explainedViolations },
      .texts("heldRules") { $0.satisfied.map(\.name) },
      .list("uncheckedRules", of: unchecked) { $0.unchecked },
      .count("notDelivered") { $0.undeliveredOrders },
      .count("unexplained") { $0.unexplainedOrders },
      Member("unseen", .number) { .number($0.expectedUnseenOrders.rounded(digits: 3)) },
      .list("dropPoints", of: place) { $0.points }, .list("groups", of: group) { $0.groups },
      .list("hiddenGroups", of: group) { $0.hiddenGroups },
      .object("supportTickets", tickets) { check in
        check.tickets.map { ($0, check.usersWithoutTicket) }
      }.optional, .object("simulated", simulated) { $0.table },
    ]

  private static let violation: [Member<LogCheck.RuleViolation, Never>] = [
    .text("rule") { $0.rule.name }, .text("meaning") { $0.rule.violationText },
    .count("users") { $0.users }, .count("onFirstDay") { $0.usersNearLogStart },
    .counts("lines") { $0.lineNumbers },
  ]

  private static let unchecked: [Member<LogCheck.UncheckedRule, Never>] = [
    .text("rule") { $0.rule.name },
    Member("missingEvents", .list(.list(.text))) {
      .list($0.missingEvents) { .strings($0.events.map(\.rawValue)) }
    },
    .texts("missingKeys") { $0.missingKeys.names },
    .count("simulatedBreaches") { $0.simulatedViolators > 0 ? $0.simulatedViolators : nil }
      .optional,
  ]

  private static let damage: [Member<LogCheck, Never>] = [
    .number("lostLines", digits: 4) { $0.damage.lost },
    .number("wrongTimes", digits: 4) { $0.damage.misdated },
    .number("wrongBySeconds") { Double($0.damage.offset) / 1_000 },
    .count("users") { $0.damage.violators },
    .count("usersWithWrongClocks") { $0.skewedClocks.users },
    .number("clocksAheadBySeconds") { Double($0.skewedClocks.offset) / 1_000 },
    .count("hiddenOrders") { $0.hiddenGroups.reduce(0) { $0 + $1.orders } },
  ]

  private static let log: [Member<LogReadStatistics, Never>] = [
    .count("bytes") { $0.bytes }, .count("lines") { $0.lines },
    .count("damaged") { $0.damaged.count }, .count("withoutEvent") { $0.unnamed },
    .count("unknownEvents") { $0.unknownEvents.lineCount },
    .count("unknownCodes") { $0.unknownCodes.lineCount },
    .count("passedOver") { $0.ignoredLines }, .count("withoutUser") { $0.withoutUser },
    .count("withoutTime") { $0.withoutTime }, .count("outside") { $0.outside },
    .count("repetitions") { $0.repeated }, .count("ofOverlongUsers") { $0.linesBeyondUserLimit },
    .count("oneUserIn") { $0.thinning }, .count("leftOut") { $0.linesThinnedOut },
    .count("users") { $0.users },
  ]

  private static let group: [Member<LogCheck.Group, Never>] = [
    .text("callback") { "\($0.symptoms.callback)" },
    .boolean("calledAgain") { $0.symptoms.hasLaterCallback },
    .boolean("afterFailure") { $0.symptoms.followsFailure },
    .boolean("unbound") { $0.symptoms.isWithoutItem },
    .text("lastTry") { "\($0.symptoms.lastTry)" },
    .text("code") { $0.symptoms.code?.rawValue }.optional,
    .boolean("exhausted") { $0.symptoms.isExhausted },
    .text("finished") { "\($0.symptoms.finish)" },
    .boolean("otherGoods") { $0.symptoms.hasOtherGoods },
    .boolean("byHand") { $0.symptoms.isManuallyDelivered },
    .boolean("usedAgain") { $0.symptoms.hasLaterActivity }, .count("orders") { $0.orders },
    .count("ofLastDay") { $0.recentOrders }, .number("expected", digits: 6) { $0.expected },
    .boolean("unexplained") { $0.isUnexplained }, .counts("lines") { $0.lineNumbers },
    .count("simulatedOrders") { $0.simulatedOrders.orders },
    .list("dropPoints", of: point) { $0.points },
  ]

  private static let point: [Member<LogCheck.DropPointShare, Never>] = [
    dropPoint { $0.point }, .count("orders") { $0.count }, .number("share", digits: 6) { $0.share },
    .number("low", digits: 6) { $0.interval.low }, .number("high", digits: 6) { $0.interval.high },
  ]

  private static let place: [Member<(point: DropPoint?, orders: Double), Never>] = [
    dropPoint { $0.point }, .number("orders", digits: 6) { $0.orders },
  ]

  private static func dropPoint<Source>(
    _ point: @escaping @Sendable (Source) -> DropPoint?
  ) -> Member<Source, Never> {
    Member("dropPoint", .orNull(.words(DropPoint.self)), "null: the goods were delivered after all")
    { .some(point($0)) { .word($0) } }
  }

  private static let tickets: [Member<(of: SupportTickets, usersWithoutTicket: Int), Never>] = [
    .count("number") { $0.of.count }, .count("neverCame") { $0.of.withNeverDeliveredOrder },
    .count("broughtByHand") { $0.of.deliveredManually },
    .count("cameLater") { $0.of.deliveredLater },
    .count("delivered") { $0.of.withDeliveredOrder }, .count("withoutOrder") { $0.of.withoutOrder },
    .count("usersWithoutTicket") { $0.usersWithoutTicket },
  ]

  private static let simulated: [Member<SymptomTable, Never>] = [
    .count("users") { $0.users }, .count("charges") { $0.loggedCharges },
    .count("chargesWithoutALine") { $0.unloggedCharges }, .count("lost") { $0.lost },
    .count("lostThatShow") { $0.shown }, .count("shownThatCame") { $0.orders - $0.shown },
  ]
}
