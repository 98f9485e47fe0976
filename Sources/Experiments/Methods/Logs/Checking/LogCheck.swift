package import Experiments
import CLibrary
import EventEngine
package import PurchaseWorld
package import Scenarios
package import Statistics

/// An event log, looked at by the rules of a design, and its lost orders with what explains them.
package struct LogCheck: Sendable {
  /// A rule that stories break.
  package struct Breach: Sendable {
    package let rule: LogRule
    /// The users whose stories break it.
    package var users = 0
    /// Of these, those who break it within a day of the log's beginning, where a story may be cut.
    package var early = 0
    /// The lines at which the first of them do.
    package var lines: [Int] = []
  }

  /// A rule that was not looked at, and what the log lacks for it.
  package struct Unchecked: Sendable {
    package let rule: LogRule
    package var events: [EventSet] = []
    package var keys: LogView.Keys = []
    /// Simulated users who break it: in this scenario it is no rule.
    package var simulated = 0
  }

  /// Orders that did not come by themselves, and of which the log tells the same.
  package struct Group: Sendable {
    package let signs: PaymentSigns
    package var orders = 0
    /// Of these, those of the log's last day, whose goods may still come.
    package var young = 0
    /// The last lines of the first of them.
    package var lines: [Int] = []
    /// Users with such an order that nobody brought, who did not write to support.
    package var usersWithoutTicket = 0
    /// What became of simulated orders of which a log tells the same.
    package var simulated = SignTable.Seen()
    /// How many the scenario would have among as many orders.
    package var expected = 0.0

    /// Whether no simulated order went like that.
    package var isUnexplained: Bool { simulated.orders == 0 }
    /// Whether most of these orders came, and the lines that would show it are lost.
    package var isHidden: Bool { 2 * simulated.hidden > simulated.orders }

    /// The drop points of simulated orders of which a log tells the same, the likeliest first, with their
    /// share; nil: the goods had come after all.
    package var points: [Point] {
      let lost = zip(DropPoint.allCases, simulated.lost).map { (DropPoint?.some($0), $1) }
      return (lost + [(nil, simulated.delivered + simulated.hidden)]).filter { $0.1 > 0 }
        .enumerated().sorted { ($1.element.1, $0.offset) < ($0.element.1, $1.offset) }
        .map { Point(point: $0.element.0, count: $0.element.1, of: simulated.orders) }
    }
  }

  /// A drop point of simulated orders with the same signs; none where the goods had come after all.
  package struct Point: Sendable {
    package let point: DropPoint?
    /// How many simulated orders have it, and of how many.
    package let count: Int, of: Int
    package var share: Double { Double(count) / Double(of) }
    /// The 95 % interval of the share, by Clopper and Pearson: few simulated orders tell little.
    package var interval: Interval {
      BinomialLimits(count: Double(count), of: Double(of)).exact(.standard)
    }
  }

  /// The most lines that are told of a breach or a group.
  package static let mostLines = 5

  package let scenario: Scenario
  package var reading = LogReading()
  /// The transactions that the log tells of.
  package var orders = 0
  package var breaches: [Breach] = []
  /// Rules that users break as often as lost lines and wrong times bring about.
  package var explained: [Breach] = []
  /// How much of the log is damaged.
  package var damage = LogDamage()
  /// The users whose clocks are off from the backend's, and by how much the one in the middle, in milliseconds.
  package var skewed = (users: 0, offset: 0)
  /// Nil: the log knows no tickets.
  package var tickets: SupportTickets?
  package var held: [LogRule] = []
  package var unchecked: [Unchecked] = []
  /// The most frequent first.
  package var groups: [Group] = []
  /// Orders that look as if they had not come because lines are lost.
  package var hidden: [Group] = []
  package var table: SignTable

  /// Users with an order that did not come at all, who did not write to support.
  package var usersWithoutTicket: Int { groups.reduce(0) { $0 + $1.usersWithoutTicket } }
  /// Orders that did not come by themselves.
  package var lost: Int { groups.reduce(0) { $0 + $1.orders } }
  package var unexplained: Int { groups.reduce(0) { $0 + ($1.isUnexplained ? $1.orders : 0) } }

  /// The drop points of all that is explained, with the orders that are likely theirs; the likeliest first.
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

  /// How many of the log's orders can be expected to have signs that are too rare to have been simulated.
  package var expectedUnseen: Double { table.unseen * Double(orders) }

  /// Whether no more is unexplained than what was simulated too rarely leaves open, in 99 logs of 100.
  package var mayBeUnseen: Bool {
    // The chance of fewer, by Poisson's distribution. Where lines are lost, pipelines may lose some kinds twice as often.
    let isDamaged = damage.lost > 0 || damage.misdated > 0
    let mean = (isDamaged ? 2 : 1) * table.mostUnseen * Double(orders)
    var (term, below) = (exp(-mean), 0.0)
    for count in 0..<min(unexplained, 10_000) {
      below += term
      term *= mean / Double(count + 1)
    }
    return 1 - below > 0.01
  }

  /// Whether the log shows nothing that the design's simulated users do not; nil: more of them would tell, or a log
  /// with fewer lost lines and wrong times.
  package var isClean: Bool? {
    if !breaches.isEmpty || unexplained > 0 && !mayBeUnseen { return false }
    return unexplained == 0 && explained.isEmpty ? true : nil
  }
}

/// Checks event logs against one design.
package struct LogChecker: Sendable {
  private let scenario: Scenario
  private let map: EventMap
  private let workers: Int
  private let stop: StopSign

  /// - Parameter scenario: it has the one design whose clients log.
  package init(_ scenario: Scenario, _ map: EventMap, workers: Int, stop: StopSign) {
    precondition(scenario.designs.count == 1, "a log is of one design")
    (self.scenario, self.map, self.workers, self.stop) = (scenario, map, workers, stop)
  }

  private var grounds: LogRule.Grounds {
    let design = scenario.designs[0]
    return LogRule.Grounds(
      designs: [design] + (design.update.map { [$0.design] } ?? []),
      skew: Int(map.skew.microseconds / 1_000))
  }

  /// Looks at all that was collected of a log.
  package func check(_ collector: consuming StoryCollector) throws(Cut) -> LogCheck {
    let (view, grounds) = (collector.view, grounds)
    let bound = LogRule.all.filter { rule in grounds.designs.allSatisfy(rule.binds) }
    let lacking = bound.map { rule in
      let (events, keys) = rule.missing(in: view)
      return LogCheck.Unchecked(rule: rule, events: events, keys: keys)
    }
    let rules = lacking.filter { $0.events.isEmpty && $0.keys.isEmpty }.map(\.rule)
    let simulator = SignSimulator(
      scenario: scenario, view: view, rules: rules, grounds: grounds, workers: workers, stop: stop)
    var check = LogCheck(scenario: scenario, table: try simulator.table())
    check.unchecked = lacking.filter { !$0.events.isEmpty || !$0.keys.isEmpty }
    for (place, rule) in rules.enumerated() where check.table.breaches[place] > 0 {
      check.unchecked.append(.init(rule: rule, simulated: check.table.breaches[place]))
    }
    let valid = zip(rules, check.table.breaches).filter { $1 == 0 }.map(\.0)
    var books = Books(
      DamageSearch(valid, grounds), rules: valid, first: collector.first, last: collector.last)
    if view.events.contains(EventSet(.client(.supportTicket))) { books.tickets = SupportTickets() }
    var cut: Cut?
    check.reading = collector.tell { story in
      if cut == nil { cut = stop.cut }
      if cut == nil { books.add(story, view, grounds) }
    }
    if let cut { throw cut }
    (check.orders, check.tickets) = (books.orders, books.tickets)
    try judge(books, simulator, &check)
    return check
  }

  /// Parts what the client breaks from what lost lines and wrong times bring about.
  private func judge(
    _ books: Books, _ simulator: SignSimulator, _ check: inout LogCheck
  ) throws(Cut) {
    let shifts = books.shifts.sorted()
    if !shifts.isEmpty { check.skewed = (shifts.count, -shifts[shifts.count / 2]) }
    if let cut = stop.cut { throw cut }
    let found = books.damage.find()
    check.damage = found.damage
    for (place, breach) in books.breaches.enumerated() {
      if breach.users == 0 {
        check.held.append(breach.rule)
      } else if found.broken & 1 << UInt64(place) != 0 {
        check.breaches.append(breach)
      } else {
        check.explained.append(breach)
      }
    }
    if found.damage.lost > 0 || found.damage.misdated > 0 {
      var damaged = simulator
      (damaged.rules, damaged.damage) = ([], found.damage)
      check.table = try damaged.table()
    }
    let table = check.table
    let groups = books.groups.map { group in
      var group = group
      group.simulated = table.seen[group.signs] ?? SignTable.Seen()
      if table.told > 0 {
        group.expected = Double(group.simulated.orders) / Double(table.told) * Double(books.orders)
      }
      return group
    }
    let sorted = groups.enumerated().sorted {
      ($1.element.orders, $0.offset) < ($0.element.orders, $1.offset)
    }.map(\.element)
    check.groups = sorted.filter { !$0.isHidden }
    check.hidden = sorted.filter(\.isHidden)
  }

  /// What is found of stories, one after the other.
  private struct Books {
    var breaches: [LogCheck.Breach]
    var damage: DamageSearch
    var tickets: SupportTickets?
    /// By how much lines of clients were moved, whose clocks are off.
    var shifts: [Int] = []
    /// In the order in which their first orders came.
    var groups: [LogCheck.Group] = []
    var orders = 0
    private var places: [PaymentSigns: Int] = [:]
    private let first: Int
    private let last: Int

    init(_ damage: DamageSearch, rules: [LogRule], first: Int, last: Int) {
      self.damage = damage
      breaches = rules.map { LogCheck.Breach(rule: $0) }
      (self.first, self.last) = (first, last)
    }

    mutating func add(_ logged: LogStory, _ view: LogView, _ grounds: LogRule.Grounds) {
      var story = logged
      if let shift = logged.clockShift(skew: grounds.skew) {
        shifts.append(shift)
        story = logged.movingClient(by: shift)
      }
      var broken: UInt64 = 0
      defer { damage.add(story, breaking: broken) }
      tickets?.add(story)
      for place in breaches.indices {
        // Of a story that was cut off what is missing says nothing.
        if logged.isCut, breaches[place].rule.flaws.contains(.lostLines) { continue }
        guard let entry = breaches[place].rule.breach(story, grounds) else { continue }
        broken |= 1 << UInt64(place)
        breaches[place].users += 1
        if story.entries[entry].time - first < LogTime.millisecondsADay {
          breaches[place].early += 1
        }
        if breaches[place].lines.count < LogCheck.mostLines {
          breaches[place].lines.append(story.entries[entry].line)
        }
      }
      var isWithoutTicket = tickets != nil && !story.hasTicket
      for payment in story.payments.indices where !story.payments[payment].isEmpty {
        orders += 1
        if story.isCut, !story.isTapped(payment) { continue }
        guard let signs = PaymentSigns(of: payment, in: story, view) else { continue }
        let group = places[signs] ?? groups.count
        if group == groups.count {
          groups.append(LogCheck.Group(signs: signs))
          places[signs] = group
        }
        let entries = story.payments[payment].map { story.entries[$0] }
        groups[group].orders += 1
        if isWithoutTicket, !signs.isByHand {
          groups[group].usersWithoutTicket += 1
          isWithoutTicket = false
        }
        if last - entries[0].time < LogTime.millisecondsADay { groups[group].young += 1 }
        if groups[group].lines.count < LogCheck.mostLines {
          groups[group].lines.append(entries[entries.count - 1].line)
        }
      }
    }
  }
}
