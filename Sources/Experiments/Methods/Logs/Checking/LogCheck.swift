package import Execution
import CLibrary
import EventEngine
package import PurchaseWorld
package import Scenarios
package import Statistics

/// Check of an event log against the rules of a design, with explanations of its lost orders.
package struct LogCheck: Sendable {
  /// A rule that users break.
  package struct RuleViolation: Sendable {
    package let rule: LogRule
    /// The number of users who break it.
    package var users = 0
    /// The users among them who break it within a day of the log's start, when history may be
    /// missing.
    package var usersNearLogStart = 0
    /// The lines of the first breaches.
    package var lineNumbers: [Int] = []
  }

  /// A rule that was not checked, with the data that the log lacks.
  package struct UncheckedRule: Sendable {
    package let rule: LogRule
    /// The events that the log lacks for this rule.
    package var missingEvents: [LogEventSet] = []
    /// The keys that the log lacks for this rule.
    package var missingKeys: LogCoverage.Keys = []
    /// The number of simulated users who break it: then it is no rule in this scenario.
    package var simulatedViolators = 0
  }

  /// Orders that were not delivered automatically and have the same signs in the log.
  package struct Group: Sendable {
    package let symptoms: TransactionSymptoms
    /// The number of undelivered orders with these symptoms.
    package var orders = 0
    /// The orders among them on the log's last day, which may still be delivered.
    package var recentOrders = 0
    /// The last lines of the first orders.
    package var lineNumbers: [Int] = []
    /// The number of users with such an order, without manual delivery or support ticket.
    package var usersWithoutTicket = 0
    /// The outcomes of simulated orders with the same signs.
    package var simulatedOrders = SymptomTable.MatchingOrders()
    /// The expected number of such orders in the scenario, for the log's number of orders.
    package var expected = 0.0

    /// Whether no simulated order has these signs.
    package var isUnexplained: Bool { simulatedOrders.orders == 0 }
    /// Whether most of these orders are delivered and the lines that show it are lost.
    package var isHidden: Bool { 2 * simulatedOrders.hidden > simulatedOrders.orders }

    /// The drop points of simulated orders with the same signs, the most frequent first, with their
    /// shares; nil for orders that were delivered after all.
    package var points: [DropPointShare] {
      let found = simulatedOrders
      let points: [DropPoint?] = DropPoint.allCases + [nil]
      let counts = found.lostByDropPoint + [found.delivered + found.hidden]
      return zip(points, counts).filter { $1 > 0 }.enumerated()
        .sorted { ($1.element.1, $0.offset) < ($0.element.1, $1.offset) }
        .map { DropPointShare(point: $1.0, count: $1.1, total: found.orders) }
    }
  }

  /// A drop point of simulated orders with the same signs; nil if they were delivered after all.
  package struct DropPointShare: Sendable {
    package let point: DropPoint?
    /// The number of simulated orders with this drop point, and with these signs.
    package let count: Int, total: Int
    package var share: Double { Double(count) / Double(total) }
    /// The 95 % Clopper-Pearson interval of the share, wide with few simulated orders.
    package var interval: Interval {
      BinomialLimits(count: Double(count), of: Double(total)).exact(.standard)
    }
  }

  /// The largest number of reported lines per breach or group.
  package static let maxLines = 5

  package let scenario: Scenario
  package var readStatistics = LogReadStatistics()
  /// The number of transactions in the log.
  package var transactions = 0
  package var violations: [RuleViolation] = []
  /// Rules that are broken as often as lost lines and wrong times can explain.
  package var explainedViolations: [RuleViolation] = []
  /// The extent of damage to the log.
  package var damage = LogDamage()
  /// The number of users with wrong clocks, and the median difference from the backend in ms.
  package var skewedClocks = (users: 0, offset: 0)
  /// Nil if the log has no tickets.
  package var tickets: SupportTickets?
  /// The checked rules that no user breaks.
  package var satisfied: [LogRule] = []
  /// The rules that could not be checked, each with the reason.
  package var unchecked: [UncheckedRule] = []
  /// The most frequent first.
  package var groups: [Group] = []
  /// Orders that appear undelivered because lines are lost.
  package var hiddenGroups: [Group] = []
  /// The simulated orders by their symptoms, for the explanation of the log's orders.
  package var table: SymptomTable

  /// The number of users with an undelivered order and without a support ticket.
  package var usersWithoutTicket: Int { groups.reduce(0) { $0 + $1.usersWithoutTicket } }
  /// The number of orders that were not delivered automatically.
  package var undeliveredOrders: Int { groups.reduce(0) { $0 + $1.orders } }
  /// The number of undelivered orders whose symptoms no simulated order has.
  package var unexplainedOrders: Int {
    groups.reduce(0) { $0 + ($1.isUnexplained ? $1.orders : 0) }
  }

  /// The drop points of explained orders with estimated numbers of orders, most frequent first.
  package var points: [(point: DropPoint?, orders: Double)] {
    var orders: [DropPoint?: Double] = [:]
    for group in groups {
      for point in group.points {
        orders[point.point, default: 0] += Double(group.orders) * point.share
      }
    }
    let places: [DropPoint?] = DropPoint.allCases + [nil]
    return places.enumerated().compactMap { place, point in orders[point].map { (place, point, $0) }
    }.sorted { ($1.2, $0.0) < ($0.2, $1.0) }.map { ($0.1, $0.2) }
  }

  /// The expected number of the log's orders with signs too rare for the simulation.
  package var expectedUnseenOrders: Double { table.unseenShare * Double(transactions) }

  /// Whether the unexplained orders can be explained by rare signs, in 99 of 100 logs.
  package var unseenMayExplainRest: Bool {
    // Poisson probability of fewer. Pipelines may lose some kinds of lines twice as often.
    let isDamaged = damage.lost > 0 || damage.misdated > 0
    let mean = (isDamaged ? 2 : 1) * table.maxUnseen * Double(transactions)
    var (term, below) = (exp(-mean), 0.0)
    for count in 0..<min(unexplainedOrders, 10_000) {
      below += term
      term *= mean / Double(count + 1)
    }
    return 1 - below > 0.01
  }

  /// Whether the log shows nothing that simulated users do not show; nil if inconclusive, until
  /// there are more simulated users or a log with less damage.
  package var isClean: Bool? {
    if !violations.isEmpty || unexplainedOrders > 0 && !unseenMayExplainRest { return false }
    return unexplainedOrders == 0 && explainedViolations.isEmpty ? true : nil
  }
}

/// Checker of event logs against one design.
package struct LogChecker: Sendable {
  private let scenario: Scenario, map: EventMap, workers: Int, stop: CancellationToken

  /// - Parameter scenario: a scenario with one design, whose clients wrote the log.
  package init(_ scenario: Scenario, _ map: EventMap, workers: Int, stop: CancellationToken) {
    precondition(scenario.designs.count == 1, "a log is checked against one design")
    (self.scenario, self.map, self.workers, self.stop) = (scenario, map, workers, stop)
  }

  private var grounds: LogRule.RuleContext {
    let design = scenario.designs[0]
    return LogRule.RuleContext(
      designs: [design] + (design.update.map { [$0.design] } ?? []),
      skew: Int(map.skew.microseconds / 1_000))
  }

  /// Checks everything that was collected from a log.
  package func check(_ collector: consuming UserLogCollector) throws(Interruption) -> LogCheck {
    let (view, grounds) = (collector.view, grounds)
    let bound = LogRule.all.filter { rule in grounds.designs.allSatisfy(rule.binds) }
    let lacking = bound.map { rule in
      let (events, keys) = rule.missing(in: view)
      return LogCheck.UncheckedRule(rule: rule, missingEvents: events, missingKeys: keys)
    }
    let rules = lacking.filter { $0.missingEvents.isEmpty && $0.missingKeys.isEmpty }.map(\.rule)
    let simulator = SymptomSimulator(
      scenario: scenario, view: view, rules: rules, grounds: grounds, workers: workers, stop: stop)
    var check = LogCheck(scenario: scenario, table: try simulator.table())
    check.unchecked = lacking.filter { !$0.missingEvents.isEmpty || !$0.missingKeys.isEmpty }
    for (place, rule) in rules.enumerated() where check.table.violatorCountsByRule[place] > 0 {
      check.unchecked.append(
        .init(rule: rule, simulatedViolators: check.table.violatorCountsByRule[place]))
    }
    let valid = zip(rules, check.table.violatorCountsByRule).filter { $1 == 0 }.map(\.0)
    var totals = LogFindings(
      DamageSearch(valid, grounds), rules: valid, first: collector.first, last: collector.last)
    if view.events.contains(.of(.supportTicket)) { totals.tickets = SupportTickets() }
    var interruption: Interruption?
    check.readStatistics = collector.forEachUserLog { userLog in
      if interruption == nil { interruption = stop.interruption }
      if interruption == nil { totals.add(userLog, view, grounds) }
    }
    if let interruption { throw interruption }
    (check.transactions, check.tickets) = (totals.orders, totals.tickets)
    try judge(totals, simulator, &check)
    return check
  }

  /// Separates breaches by the client from the effects of lost lines and wrong times.
  private func judge(
    _ totals: LogFindings, _ simulator: SymptomSimulator, _ check: inout LogCheck
  ) throws(Interruption) {
    let shifts = totals.shifts.sorted()
    if !shifts.isEmpty { check.skewedClocks = (shifts.count, -shifts[shifts.count / 2]) }
    if let interruption = stop.interruption { throw interruption }
    let found = totals.damage.find()
    check.damage = found.damage
    for (place, violation) in totals.violations.enumerated() {
      if violation.users == 0 {
        check.satisfied.append(violation.rule)
      } else if found.broken & 1 << UInt64(place) != 0 {
        check.violations.append(violation)
      } else {
        check.explainedViolations.append(violation)
      }
    }
    if found.damage.lost > 0 || found.damage.misdated > 0 {
      var damaged = simulator
      (damaged.rules, damaged.damage) = ([], found.damage)
      check.table = try damaged.table()
    }
    let table = check.table
    let groups = totals.groups.map { group in
      var group = group
      group.simulatedOrders = table.ordersBySymptoms[group.symptoms] ?? group.simulatedOrders
      if table.loggedCharges > 0 {
        group.expected =
          Double(group.simulatedOrders.orders) / Double(table.loggedCharges) * Double(totals.orders)
      }
      return group
    }
    let sorted = groups.enumerated().sorted {
      ($1.element.orders, $0.offset) < ($0.element.orders, $1.offset)
    }.map(\.element)
    check.groups = sorted.filter { !$0.isHidden }
    check.hiddenGroups = sorted.filter(\.isHidden)
  }

  /// Findings from one user after another.
  private struct LogFindings {
    var violations: [LogCheck.RuleViolation], damage: DamageSearch, tickets: SupportTickets?
    /// The corrections of clients' clocks, in milliseconds.
    var shifts: [Int] = []
    /// In the order of their first orders.
    var groups: [LogCheck.Group] = []
    var orders = 0
    private var places: [TransactionSymptoms: Int] = [:]
    private let first: Int, last: Int

    init(_ damage: DamageSearch, rules: [LogRule], first: Int, last: Int) {
      self.damage = damage
      violations = rules.map { LogCheck.RuleViolation(rule: $0) }
      (self.first, self.last) = (first, last)
    }

    mutating func add(_ logged: UserLog, _ view: LogCoverage, _ grounds: LogRule.RuleContext) {
      var userLog = logged
      if let shift = logged.clockShift(skew: grounds.skew) {
        shifts.append(shift)
        userLog = logged.movingClient(by: shift)
      }
      var broken: UInt64 = 0
      defer { damage.add(userLog, breaking: broken) }
      tickets?.add(userLog)
      for place in violations.indices {
        // In an incomplete history missing lines are no evidence.
        if logged.isCut, violations[place].rule.flaws.contains(.lostLines) { continue }
        guard let entry = violations[place].rule.violation(userLog, grounds) else { continue }
        broken |= 1 << UInt64(place)
        violations[place].users += 1
        if userLog.entries[entry].time - first < LogTime.millisecondsADay {
          violations[place].usersNearLogStart += 1
        }
        if violations[place].lineNumbers.count < LogCheck.maxLines {
          violations[place].lineNumbers.append(userLog.entries[entry].line)
        }
      }
      var isWithoutTicket = tickets != nil && !userLog.hasTicket
      for payment in userLog.entriesByTransaction.indices
      where !userLog.entriesByTransaction[payment].isEmpty {
        orders += 1
        if userLog.isCut, !userLog.isTapped(payment) { continue }
        guard let symptoms = TransactionSymptoms(of: payment, in: userLog, view) else { continue }
        let group = places[symptoms] ?? groups.count
        if group == groups.count {
          groups.append(LogCheck.Group(symptoms: symptoms))
          places[symptoms] = group
        }
        let entries = userLog.entriesByTransaction[payment].map { userLog.entries[$0] }
        groups[group].orders += 1
        if isWithoutTicket, !symptoms.isManuallyDelivered {
          groups[group].usersWithoutTicket += 1
          isWithoutTicket = false
        }
        if last - entries[0].time < LogTime.millisecondsADay { groups[group].recentOrders += 1 }
        if groups[group].lineNumbers.count < LogCheck.maxLines {
          groups[group].lineNumbers.append(entries[entries.count - 1].line)
        }
      }
    }
  }
}
