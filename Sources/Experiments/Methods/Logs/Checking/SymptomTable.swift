import Execution
import PurchaseWorld
import Scenarios
import Statistics

/// Outcomes of simulated orders by their signs in the log.
package struct SymptomTable: Sendable {
  /// Orders with the same signs.
  package struct MatchingOrders: Hashable, Sendable {
    /// Lost or rescued orders, by drop point in the order of ``DropPoint/allCases``.
    package var lostByDropPoint = [Int](repeating: 0, count: DropPoint.allCases.count)
    /// Delivered orders that look undelivered in the log.
    package var delivered = 0
    /// Delivered orders that look undelivered only because lines are lost or have wrong times.
    package var hidden = 0

    package var orders: Int { lostByDropPoint.reduce(delivered + hidden, +) }
  }

  package private(set) var ordersBySymptoms: [TransactionSymptoms: MatchingOrders] = [:], users = 0
  /// The number of charges with at least one line in the log, and without any.
  package private(set) var loggedCharges = 0, unloggedCharges = 0
  /// The number of lost or rescued orders, and of those that look undelivered in the log.
  package private(set) var lost = 0, shown = 0
  /// The number of users who break a rule, by index; any number above 0 invalidates the rule.
  package fileprivate(set) var violatorCountsByRule: [Int]

  init(rules: Int) { violatorCountsByRule = Array(repeating: 0, count: rules) }

  /// The estimated share of logged orders with signs that no simulated order has: the share of
  /// signs that occurred once (I. J. Good, "The population frequencies of species and the
  /// estimation of population parameters", Biometrika 40 (1953) 237–264).
  package var unseenShare: Double { loggedCharges == 0 ? 1 : Double(once) / Double(loggedCharges) }

  /// The upper 99 % limit of that share: the number of such signs is a Poisson number.
  var maxUnseen: Double {
    if loggedCharges == 0 { return 1 }
    let maximum = SpecialFunctions.gammaQuantile(0.01, isUpper: true, shape: Double(once + 1))
    return min(1, maximum / Double(loggedCharges))
  }

  private var once: Int { ordersBySymptoms.values.count { $0.orders == 1 } }

  /// The number of orders that look undelivered in the log.
  package var orders: Int { ordersBySymptoms.values.reduce(0) { $0 + $1.orders } }

  /// Adds the orders of a simulated user.
  /// - Parameter whole: the story without damage; nil if it has none.
  mutating func add(
    _ userLog: UserLog, _ charges: [ChargeOutcome], _ view: LogCoverage, whole: UserLog?
  ) {
    users += 1
    for (place, charge) in charges.enumerated() {
      let point = DropPoint(of: charge)
      if point != nil { lost += 1 }
      guard !userLog.entriesByTransaction[place].isEmpty else {
        unloggedCharges += 1
        continue
      }
      loggedCharges += 1
      guard let symptoms = TransactionSymptoms(of: place, in: userLog, view) else { continue }
      if let point {
        shown += 1
        ordersBySymptoms[symptoms, default: MatchingOrders()].lostByDropPoint[
          DropPoint.allCases.firstIndex(of: point) ?? 0] += 1
      } else if let whole, TransactionSymptoms(of: place, in: whole, view) == nil {
        ordersBySymptoms[symptoms, default: MatchingOrders()].hidden += 1
      } else {
        ordersBySymptoms[symptoms, default: MatchingOrders()].delivered += 1
      }
    }
  }

  mutating func add(_ other: SymptomTable) {
    users += other.users
    loggedCharges += other.loggedCharges
    unloggedCharges += other.unloggedCharges
    (lost, shown) = (lost + other.lost, shown + other.shown)
    for (symptoms, more) in other.ordersBySymptoms {
      for (place, count) in more.lostByDropPoint.enumerated() {
        ordersBySymptoms[symptoms, default: MatchingOrders()].lostByDropPoint[place] += count
      }
      ordersBySymptoms[symptoms, default: MatchingOrders()].delivered += more.delivered
      ordersBySymptoms[symptoms, default: MatchingOrders()].hidden += more.hidden
    }
    violatorCountsByRule = zip(violatorCountsByRule, other.violatorCountsByRule).map(+)
  }
}

extension DropPoint {
  /// The drop point of a lost order, or of a rescued order if it had not been rescued; else nil.
  fileprivate init?(of charge: ChargeOutcome) {
    switch charge.status {
    case .lost(_, let point), .autoRefunded(.lost(_, let point)): self = point
    case .rescued:
      guard let point = charge.rescuedFrom else { return nil }
      self = point
    case .delivered, .recovered, .refunded, .autoRefunded(.delivered): return nil
    }
  }
}

/// Simulator of a scenario's single design, which reads the simulated logs like real logs.
struct SymptomSimulator: Sendable {
  let scenario: Scenario, view: LogCoverage
  /// The rules that apply to the design and that the log can show.
  var rules: [LogRule]
  let grounds: LogRule.RuleContext
  /// The damage that is applied to the simulated logs.
  var damage = LogDamage()
  let workers: Int, stop: CancellationToken

  private struct LogSimulator: ~Copyable {
    var journal: JournalSimulator, userLog = UserLog(), whole = UserLog()
  }

  func table() throws(Interruption) -> SymptomTable {
    let users = scenario.isCase ? 1 : scenario.userCount
    let pieces = (users + Chunks.size - 1) / Chunks.size
    let found = try Threads.each(
      of: pieces, workers: workers,
      { LogSimulator(journal: JournalSimulator(scenario.copyWithOwnStorage())) }
    ) { (player: inout LogSimulator, number: Int) throws(Interruption) -> SymptomTable in
      let first = number * Chunks.size
      return try table(first..<min(first + Chunks.size, users), &player)
    }
    return found.compactMap(\.self).reduce(into: SymptomTable(rules: rules.count)) { $0.add($1) }
  }

  private func table(_ users: Range<Int>, _ player: inout LogSimulator) throws(Interruption)
    -> SymptomTable
  {
    var table = SymptomTable(rules: rules.count)
    for user in users {
      if let reason = stop.interruption ?? player.journal.simulate(user) { throw reason }
      let charges = player.journal.charges
      let moments = player.journal.moments
      let damaged = damage.damaging(moments, user: user, seed: scenario.seed)
      player.userLog.replaceContents(damaged ?? moments, payments: charges.count, in: view)
      if damaged != nil { player.whole.replaceContents(moments, payments: charges.count, in: view) }
      table.add(player.userLog, charges, view, whole: damaged == nil ? nil : player.whole)
      for (place, rule) in rules.enumerated() where rule.violation(player.userLog, grounds) != nil {
        table.violatorCountsByRule[place] += 1
      }
    }
    return table
  }
}
