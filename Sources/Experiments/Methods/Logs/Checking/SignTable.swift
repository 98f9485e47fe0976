import Experiments
import PurchaseWorld
import Scenarios
import Statistics

/// What became of simulated orders, by what a log tells of them.
package struct SignTable: Sendable {
  /// Orders with the same signs.
  package struct Seen: Hashable, Sendable {
    /// Lost or rescued, by the drop point, in the order of ``DropPoint/allCases``.
    package var lost = [Int](repeating: 0, count: DropPoint.allCases.count)
    /// Delivered after all: the log does not show it.
    package var delivered = 0
    /// Delivered, as the log would show if none of its lines were lost or had a wrong time.
    package var hidden = 0

    package var orders: Int { lost.reduce(delivered + hidden, +) }
  }

  package private(set) var seen: [PaymentSigns: Seen] = [:]
  package private(set) var users = 0
  /// The charges of which a log tells anything at all, and the others.
  package private(set) var told = 0, untold = 0
  /// The orders that were lost or rescued, and those of them that a log shows not to have come.
  package private(set) var lost = 0, shown = 0
  /// The users who break a rule, by the place of the rule; there must be none.
  package private(set) var breaches: [Int]

  init(rules: Int) { breaches = Array(repeating: 0, count: rules) }

  /// The share of told orders whose signs are so rare that none was simulated, about: that of signs which were
  /// seen once (I. J. Good, "The population frequencies of species and the estimation of population parameters",
  /// Biometrika 40 (1953) 237–264).
  package var unseen: Double { told == 0 ? 1 : Double(once) / Double(told) }

  /// The most that share can be, in 99 tables of 100: the number of signs which were seen once is Poisson's.
  var mostUnseen: Double {
    if told == 0 { return 1 }
    let most = SpecialFunctions.gammaQuantile(0.01, isUpper: true, shape: Double(once + 1))
    return min(1, most / Double(told))
  }

  private var once: Int { seen.values.count { $0.orders == 1 } }

  /// Orders that a log shows not to have come.
  package var orders: Int { seen.values.reduce(0) { $0 + $1.orders } }

  /// - Parameter whole: the story without damage; nil if it has none.
  mutating func add(
    _ story: LogStory, _ charges: [ChargeOutcome], _ view: LogView, whole: LogStory? = nil
  ) {
    users += 1
    for (place, charge) in charges.enumerated() {
      let point = DropPoint(of: charge)
      if point != nil { lost += 1 }
      guard !story.payments[place].isEmpty else {
        untold += 1
        continue
      }
      told += 1
      guard let signs = PaymentSigns(of: place, in: story, view) else { continue }
      if let point {
        shown += 1
        seen[signs, default: Seen()].lost[DropPoint.allCases.firstIndex(of: point) ?? 0] += 1
      } else if let whole, PaymentSigns(of: place, in: whole, view) == nil {
        seen[signs, default: Seen()].hidden += 1
      } else {
        seen[signs, default: Seen()].delivered += 1
      }
    }
  }

  mutating func noteBreach(of rule: Int) { breaches[rule] += 1 }

  mutating func add(_ other: SignTable) {
    users += other.users
    (told, untold) = (told + other.told, untold + other.untold)
    (lost, shown) = (lost + other.lost, shown + other.shown)
    for (signs, more) in other.seen {
      for (place, count) in more.lost.enumerated() {
        seen[signs, default: Seen()].lost[place] += count
      }
      seen[signs, default: Seen()].delivered += more.delivered
      seen[signs, default: Seen()].hidden += more.hidden
    }
    for (rule, count) in other.breaches.enumerated() { breaches[rule] += count }
  }
}

extension DropPoint {
  /// Where an order was lost, or would have been without the hand that brought it; nil if it was not.
  fileprivate init?(of charge: ChargeOutcome) {
    switch charge.fate {
    case .lost(_, let point), .takenBack(.lost(_, let point)): self = point
    case .rescued:
      guard let point = charge.rescuedFrom else { return nil }
      self = point
    case .delivered, .recovered, .refunded, .takenBack(.delivered): return nil
    }
  }
}

/// Simulates the users of a scenario's one design, and reads what they log as a log is read.
struct SignSimulator: Sendable {
  let scenario: Scenario
  let view: LogView
  /// The rules that the log and the design allow to be looked at.
  var rules: [LogRule]
  let grounds: LogRule.Grounds
  /// How much of what users log is damaged.
  var damage = LogDamage()
  let workers: Int
  let stop: StopSign

  private struct Player: ~Copyable {
    var journal: JournalPlayer
    var story = LogStory()
    var whole = LogStory()
  }

  func table() throws(Cut) -> SignTable {
    let users = scenario.isCase ? 1 : scenario.users
    let pieces = (users + Chunks.size - 1) / Chunks.size
    let found = try Threads.each(
      of: pieces, workers: workers, { Player(journal: JournalPlayer(scenario.unshared())) }
    ) { (player: inout Player, number: Int) throws(Cut) -> SignTable in
      let first = number * Chunks.size
      return try table(first..<min(first + Chunks.size, users), &player)
    }
    return found.compactMap(\.self).reduce(into: SignTable(rules: rules.count)) { $0.add($1) }
  }

  private func table(_ users: Range<Int>, _ player: inout Player) throws(Cut) -> SignTable {
    var table = SignTable(rules: rules.count)
    for user in users {
      if let cut = stop.cut ?? player.journal.play(user) { throw cut }
      let charges = player.journal.charges
      let moments = player.journal.moments
      if let damaged = damage.damaging(moments, user: user, seed: scenario.seed) {
        player.whole.tell(moments, payments: charges.count, in: view)
        player.story.tell(damaged, payments: charges.count, in: view)
        table.add(player.story, charges, view, whole: player.whole)
      } else {
        player.story.tell(moments, payments: charges.count, in: view)
        table.add(player.story, charges, view)
      }
      for (place, rule) in rules.enumerated() where rule.breach(player.story, grounds) != nil {
        table.noteBreach(of: place)
      }
    }
    return table
  }
}
