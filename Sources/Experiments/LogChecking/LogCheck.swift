import CLibrary
import EventEngine
package import PurchaseWorld
package import Scenarios

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
    /// What became of simulated orders of which a log tells the same.
    package var simulated = SignTable.Seen()
    /// How many the scenario would have among as many orders.
    package var expected = 0.0

    /// Whether no simulated order went like that.
    package var isUnexplained: Bool { simulated.orders == 0 }

    /// The drop points of simulated orders of which a log tells the same, the likeliest first, with their
    /// share; nil: the goods had come after all.
    package var points: [(point: DropPoint?, share: Double)] {
      let all = Double(simulated.orders)
      let lost = zip(DropPoint.allCases, simulated.lost).map { (DropPoint?.some($0), $1) }
      return (lost + [(nil, simulated.delivered)]).filter { $0.1 > 0 }
        .enumerated().sorted { ($1.element.1, $0.offset) < ($0.element.1, $1.offset) }
        .map { ($0.element.0, Double($0.element.1) / all) }
    }
  }

  /// The most lines that are told of a breach or a group.
  package static let mostLines = 5

  package let scenario: Scenario
  package var reading = LogReading()
  /// The transactions that the log tells of.
  package var orders = 0
  package var breaches: [Breach] = []
  package var held: [LogRule] = []
  package var unchecked: [Unchecked] = []
  /// The most frequent first.
  package var groups: [Group] = []
  package var table: SignTable

  /// Orders that did not come by themselves.
  package var lost: Int { groups.reduce(0) { $0 + $1.orders } }
  package var unexplained: Int { groups.reduce(0) { $0 + ($1.isUnexplained ? $1.orders : 0) } }

  /// The drop points of all that is explained, with the orders that are likely theirs; the likeliest first.
  package var points: [(point: DropPoint?, orders: Double)] {
    var orders: [DropPoint?: Double] = [:]
    for group in groups {
      for (point, share) in group.points {
        orders[point, default: 0] += Double(group.orders) * share
      }
    }
    let places: [DropPoint?] = DropPoint.allCases + [nil]
    return places.enumerated().compactMap { place, point in
      orders[point].map { (place, point, $0) }
    }.sorted { ($1.2, $0.0) < ($0.2, $1.0) }.map { ($0.1, $0.2) }
  }

  /// How many of the log's orders can be expected to have signs that are too rare to have been simulated.
  package var expectedUnseen: Double { table.unseen * Double(orders) }

  /// Whether no more is unexplained than what was simulated too rarely leaves open, in 99 logs of 100.
  package var mayBeUnseen: Bool {
    // The chance of fewer, by Poisson's distribution.
    let mean = expectedUnseen
    var (term, below) = (exp(-mean), 0.0)
    for count in 0..<min(unexplained, 10_000) {
      below += term
      term *= mean / Double(count + 1)
    }
    return 1 - below > 0.01
  }

  /// Whether the log shows nothing that the design's simulated users do not; nil: more of them would tell.
  package var isClean: Bool? {
    if !breaches.isEmpty { return false }
    return unexplained == 0 ? true : mayBeUnseen ? nil : false
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
    let table = try SignSimulator(
      scenario: scenario, view: view, rules: rules, grounds: grounds, workers: workers, stop: stop
    ).table()
    var check = LogCheck(scenario: scenario, table: table)
    check.unchecked = lacking.filter { !$0.events.isEmpty || !$0.keys.isEmpty }
    var books = Books(rules: rules, first: collector.first, last: collector.last)
    check.reading = collector.tell { books.add($0, view, grounds) }
    check.orders = books.orders
    for (place, breach) in books.breaches.enumerated() {
      if table.breaches[place] > 0 {
        check.unchecked.append(.init(rule: breach.rule, simulated: table.breaches[place]))
      } else if breach.users > 0 {
        check.breaches.append(breach)
      } else {
        check.held.append(breach.rule)
      }
    }
    check.groups = books.groups.map { group in
      var group = group
      group.simulated = table.seen[group.signs] ?? SignTable.Seen()
      if table.told > 0 {
        group.expected =
          Double(group.simulated.orders) / Double(table.told) * Double(books.orders)
      }
      return group
    }
    let order = check.groups.enumerated().sorted {
      ($1.element.orders, $0.offset) < ($0.element.orders, $1.offset)
    }
    check.groups = order.map(\.element)
    return check
  }

  /// What is found of stories, one after the other.
  private struct Books {
    var breaches: [LogCheck.Breach]
    /// In the order in which their first orders came.
    var groups: [LogCheck.Group] = []
    var orders = 0
    private var places: [PaymentSigns: Int] = [:]
    private let first: Int
    private let last: Int

    init(rules: [LogRule], first: Int, last: Int) {
      breaches = rules.map { LogCheck.Breach(rule: $0) }
      (self.first, self.last) = (first, last)
    }

    mutating func add(_ story: LogStory, _ view: LogView, _ grounds: LogRule.Grounds) {
      for place in breaches.indices {
        guard let entry = breaches[place].rule.breach(story, grounds) else { continue }
        breaches[place].users += 1
        if story.entries[entry].time - first < LogTime.millisecondsADay {
          breaches[place].early += 1
        }
        if breaches[place].lines.count < LogCheck.mostLines {
          breaches[place].lines.append(story.entries[entry].line)
        }
      }
      for payment in story.payments.indices where !story.payments[payment].isEmpty {
        orders += 1
        guard let signs = PaymentSigns(of: payment, in: story, view) else { continue }
        let group = places[signs] ?? groups.count
        if group == groups.count {
          groups.append(LogCheck.Group(signs: signs))
          places[signs] = group
        }
        let entries = story.payments[payment].map { story.entries[$0] }
        groups[group].orders += 1
        if last - entries[0].time < LogTime.millisecondsADay { groups[group].young += 1 }
        if groups[group].lines.count < LogCheck.mostLines {
          groups[group].lines.append(entries[entries.count - 1].line)
        }
      }
    }
  }
}
