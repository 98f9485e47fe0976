package import EventLogs
import JSONText
import PurchaseWorld
package import Scenarios
import Statistics

/// Results of an event log's check, as text for people.
package struct LogCheckReport {
  private let check: LogCheck
  private let map: EventMap
  /// Name of the log in messages.
  private let file: String
  /// User of each printed line; empty if the log cannot be read twice.
  private let owners: [Int: String]
  private let language: Language

  package init(
    _ check: LogCheck, _ map: EventMap, of file: String, owners: [Int: String] = [:],
    _ language: Language = .en
  ) {
    (self.check, self.map, self.file) = (check, map, file)
    (self.owners, self.language) = (owners, language)
  }

  private var design: String { check.scenario.designs[0].name.escapingControls }

  /// Unreadable lines: damaged lines, unknown names and codes, and everything omitted.
  package var notes: String {
    let (reading, notes) = (check.readStatistics, LogNotes(file: file, language: language))
    let damaged = notes.damaged(reading.damaged)
    let names = notes.unknown(reading.unknownEvents, among: map.eventMeanings.map(\.name))
    let codes = notes.unknown(reading.unknownCodes, among: map.codeMeanings.map(\.name))
    let limit = NumberFormat.count(UserLogCollector.maxLinesPerUser)
    let rows = [
      (language("lines without an event"), reading.unnamed),
      (language("ignored by the map"), reading.ignoredLines),
      (language("lines without a user"), reading.withoutUser),
      (language("lines without a time"), reading.withoutTime),
      (language("outside the days from 'from' to 'until'"), reading.outside),
      (language("repetitions"), reading.repeated),
      (language("lines of users with more than {0}", limit), reading.linesBeyondUserLimit),
      (language("lines of users left out by thinning"), reading.linesThinnedOut),
    ].filter { $0.1 > 0 }
    let table = rows.isEmpty ? [] : Table(rows, [.words("", \.0), .counts("", \.1)]).lines
    return (damaged + names + codes + table).map { $0 + "\n" }.joined()
  }

  package var text: String {
    [damage, head, violations, explained, rules, orders, points, groups, tickets, legend].page
  }

  // MARK: Damage

  /// Amount of damage to the log; printed first.
  private var damage: [String] {
    var lines: [String] = []
    let (damage, clocks) = (check.damage, check.skewedClocks)
    let time = { (milliseconds: Int) in
      NumberFormat.time(seconds: Double(milliseconds) / 1_000, language)
    }
    if damage.lost > 0 {
      lines.append(language("About {0} of the lines seem to be missing.", roughly(damage.lost)))
    }
    if damage.misdated > 0 {
      lines.append(
        language(
          "About {0} of the lines seem to have wrong times, off by about {1}.",
          roughly(damage.misdated), time(damage.offset)))
    }
    if !check.explainedViolations.isEmpty {
      let users = NumberFormat.count(damage.violators)
      lines.append(
        lines.isEmpty
          ? language(
            "{0} users break rules. Lost lines or wrong times can explain them, so the design is"
              + " not blamed.", users)
          : language(
            "This explains {0} users who break rules; they are not counted against the design.",
            users))
    }
    if clocks.users > 0 {
      let share = Double(clocks.users) / Double(max(1, check.readStatistics.users))
      lines.append(
        language(
          "The clocks of {0} users ({1}) differ from the backend's by {2} in the median; the times"
            + " of their lines were shifted.",
          NumberFormat.count(clocks.users), roughly(share), time(abs(clocks.offset))))
    }
    let orders = check.hiddenGroups.reduce(0) { $0 + $1.orders }
    if orders > 0 {
      lines.append(
        language(
          "{0} orders look undelivered, but so do orders whose lines are lost; they are not counted"
            + " below.", NumberFormat.count(orders)))
    }
    return lines.flatMap { wrapped($0) }
  }

  private var head: [String] {
    let reading = check.readStatistics
    let name = file == "-" ? language("standard input") : file.escapingControls
    let size = language(
      "under {0}; lines: {1}, users: {2}, transactions: {3}", design,
      NumberFormat.count(reading.lines), NumberFormat.count(reading.users),
      NumberFormat.count(check.transactions))
    let lines = wrapped("\(name), \(size)")
    if reading.thinning <= 1 { return lines }
    return lines + [language("One user in {0} was checked.", NumberFormat.count(reading.thinning))]
  }

  private func roughly(_ share: Double) -> String {
    (share < 0.000_5 ? "<0.1" : NumberFormat.fixed(share * 100, digits: 1)) + " %"
  }

  // MARK: Rules

  private var violations: [String] {
    if check.violations.isEmpty {
      return check.explainedViolations.isEmpty
        ? [language("No user's events break a rule of {0}.", design)]
        : wrapped(
          language(
            "No rule of {0} is broken more often than lost lines and wrong times explain.", design))
    }
    return table(of: check.violations, language("impossible in any run of {0}", design))
  }

  /// Rules for which damage leaves the check undecided.
  private var explained: [String] {
    if check.explainedViolations.isEmpty { return [] }
    return table(
      of: check.explainedViolations, language("undecided: lost lines and wrong times explain it"))
  }

  private func table(of violations: [LogCheck.RuleViolation], _ title: String) -> [String] {
    Table(
      violations,
      [
        .words(title) { language.translated($0.rule.violationText) },
        .counts(language("users")) { $0.users },
        .counts(language("of these,\non day 1")) { $0.usersNearLogStart },
        .words(language("first line")) { self.places($0.lineNumbers) },
      ]
    ).folded(by: [0: 0.7, 3: 0.3]).lines
  }

  private var rules: [String] {
    let satisfied = language("rules that hold: {0}", NumberFormat.count(check.satisfied.count))
    let unchecked = check.unchecked.flatMap { unchecked in
      let lines = wrapped(unchecked.rule.name + ": " + why(unchecked), margin: 4)
      return lines.enumerated().map { ($0 == 0 ? "  " : "    ") + $1 }
    }
    if unchecked.isEmpty { return [satisfied] }
    let count = NumberFormat.count(check.unchecked.count)
    return [satisfied, language("rules not checked: {0}", count)] + unchecked
  }

  /// A paragraph, wrapped even without a terminal.
  private func wrapped(_ text: String, margin: Int = 0) -> [String] {
    LineBreaking.lines(of: text, atMost: OutputWidth.usual - margin)
  }

  private func why(_ unchecked: LogCheck.UncheckedRule) -> String {
    if unchecked.simulatedViolators > 0 {
      return language(
        "simulated users also break it: {0}", NumberFormat.count(unchecked.simulatedViolators))
    }
    let events = unchecked.missingEvents.map { set in
      set.events.map(\.rawValue).joined(separator: language(" or "))
    }
    return language(
      "the log has no {0}", language.list(events + unchecked.missingKeys.names.map(\.quoted)))
  }

  // MARK: Orders

  private var orders: [String] {
    guard check.transactions > 0 else { return [language("The log contains no transaction.")] }
    let share = NumberFormat.perMille(Double(check.undeliveredOrders) / Double(check.transactions))
    let hand = check.groups.reduce(0) { $0 + ($1.symptoms.isManuallyDelivered ? $1.orders : 0) }
    let recentOrders = check.groups.reduce(0) { $0 + $1.recentOrders }
    return wrapped(
      language(
        "{0} of {1} orders ({2} ‰) were not delivered automatically. Of these, {3} were delivered"
          + " manually, and {4} are from the last day.",
        NumberFormat.count(check.undeliveredOrders),
        NumberFormat.count(check.transactions), share, NumberFormat.count(hand),
        NumberFormat.count(recentOrders)))
  }

  private var points: [String] {
    if check.undeliveredOrders == 0 { return [] }
    var rows = check.points.filter { $0.orders >= 0.05 }.map { point, orders in
      (point.map { language.named($0.rawValue) } ?? language("delivered after all"), orders)
    }
    if check.unexplainedOrders > 0 {
      rows.append((language("unexplained"), Double(check.unexplainedOrders)))
    }
    let table = Table(
      rows,
      [
        .words(language("likely drop point"), \.0),
        .numbers(language("orders")) { NumberFormat.fixed($0.1, digits: 1) },
      ]
    ).lines
    if check.unexplainedOrders == 0 || !check.unseenMayExplainRest { return table }
    let text = language(
      "So few unexplained orders ({0} can be expected) are due to the sample: no simulated user had"
        + " such a rare history; --users simulates more.",
      NumberFormat.fixed(check.expectedUnseenOrders, digits: 1))
    return table + wrapped(text)
  }

  private var groups: [String] {
    if check.groups.isEmpty { return [] }
    let shown = check.groups.prefix(LogCheckReport.maxGroups)
    let rest = check.groups.count - shown.count
    let table = Table(
      shown,
      [
        .words(language("callback")) { $0.symptoms.callbackWords(language) },
        .words(language("other signs")) { language.list($0.symptoms.words(language)) },
        .counts(language("orders")) { $0.orders },
        .numbers(language("expected")) { NumberFormat.fixed($0.expected, digits: 1) },
        .words(language("likely drop points")) { self.points(of: $0) },
        .words(language("example\nlines")) { self.places($0.lineNumbers) },
      ]
    ).folded(by: [0: 0.18, 1: 0.36, 4: 0.26, 5: 0.2]).lines
    return table
      + (rest > 0 ? [language("and {0} more; see --format json", NumberFormat.count(rest))] : [])
  }

  private func points(of group: LogCheck.Group) -> String {
    if group.isUnexplained { return language("← unexplained") }
    let likely = group.points.filter { $0.share >= LogCheckReport.leastShare }
    return language.list(likely.prefix(LogCheckReport.maxPoints).map(words))
  }

  /// A drop point with its share, or with its number of simulated orders if these are too few for a
  /// share.
  private func words(_ point: LogCheck.DropPointShare) -> String {
    let name = point.point.map(\.rawValue) ?? language("delivered after all")
    let interval = point.interval
    if interval.high - interval.low > LogCheckReport.widestShare {
      return language(
        "{0} {1} of {2}", name, NumberFormat.count(point.count), NumberFormat.count(point.total))
    }
    // A share below 100 % is never printed as 100 %.
    let percent = point.count == point.total ? 100 : min(99, (point.share * 100).rounded())
    return name + " " + NumberFormat.fixed(percent, digits: 0) + " %"
  }

  // MARK: Tickets

  private var tickets: [String] {
    guard let tickets = check.tickets else { return [] }
    let users = NumberFormat.count(check.usersWithoutTicket)
    let rows = [
      (language("of an order never delivered"), tickets.withNeverDeliveredOrder),
      (language("of an order delivered by support"), tickets.deliveredManually),
      (language("of an order delivered later"), tickets.deliveredLater),
      (language("of an order delivered before"), tickets.withDeliveredOrder),
      (language("of no order in the log"), tickets.withoutOrder),
    ]
    return Table(rows, [.words(language("tickets"), \.0), .counts(language("number"), \.1)]).lines
      + [language("users with an undelivered order and no ticket: {0}", users)]
  }

  /// Line numbers with their users.
  private func places(_ lines: [Int]) -> String {
    language.list(
      lines.prefix(LogCheckReport.maxPlaces).map { line in
        owners[line].map { "\(line) (\($0.escapingControls))" } ?? "\(line)"
      })
  }

  private var legend: [String] {
    if check.undeliveredOrders == 0 { return [] }
    let table = check.table
    return wrapped(
      language(
        "Likely drop points are those of orders with the same log among {0} simulated users of {1}"
          + " in {2}. expected: the number of such orders in that scenario. Of {3} simulated orders"
          + " lost or delivered manually, {4} are visible in such a log; {5} of the visible ones"
          + " were delivered after all.",
        NumberFormat.count(table.users), design, check.scenario.name.escapingControls,
        NumberFormat.count(table.lost), NumberFormat.count(table.shown),
        NumberFormat.count(table.orders - table.shown)))
  }

  /// Most groups printed, most drop points of each, and most lines.
  private static let maxGroups = 20
  private static let maxPoints = 3
  private static let maxPlaces = 1
  /// Smallest printed share of a drop point.
  private static let leastShare = 0.01
  /// Widest interval for which a share is printed.
  private static let widestShare = 0.1
}
