import Experiments
import PurchaseWorld
import Scenarios

/// The outcomes of all users of one design, stored one by one, to check its ledger.
struct LedgerInvariants {
  private var charges: [ChargeOutcome] = []
  private var intents: [IntentOutcome] = []
  private var logs: [ClientLog] = []
  private var events = 0
  private var struck: UInt64 = 0
  private var users = 0
  /// The users who lost an order, by kind of loss.
  private var losers: [Fate: [UInt64]] = [:]

  /// Stores the outcome of a user; users are added in the order of their numbers.
  mutating func add(_ outcome: Outcome, of user: UInt64) {
    charges += outcome.charges
    intents += outcome.intents
    logs.append(outcome.log)
    events += outcome.events
    struck |= outcome.struck
    users += 1
    for charge in outcome.charges where charge.isLost {
      if losers[charge.fate]?.last != user { losers[charge.fate, default: []].append(user) }
    }
  }

  /// The broken invariants of the ledger of these users, in words.
  func breaches(of ledger: DesignCounters, in catalog: Catalog) -> [String] {
    var found = breaches(of: ledger.all, charges, intents, catalog).map { "all products: \($0)" }
    for product in ledger.products.indices {
      let own = breaches(
        of: ledger.products[product], charges.filter { $0.product == product },
        intents.filter { $0.product == product }, catalog)
      found += own.map { "product \(product): \($0)" }
    }
    found += sums(of: ledger)
    if ledger.users != users { found.append("users") }
    if ledger.events != events { found.append("events") }
    if ledger.struck != struck { found.append("struck") }
    for event in LogEvent.allCases
    where ledger.funnel.count(event) != logs.reduce(0, { $0 + $1.count(event) }) {
      found.append("funnel of \(event)")
    }
    let failures = (0..<ClientLog.rungs).map { rung in
      logs.reduce(0) { $0 + Int($1.failedTries[rung]) }
    }
    for way in LossTable.ways {
      let first = (losers[.lost(way.kind, way.point)] ?? []).prefix(FirstUsers.most)
      if ledger.firstUsers(way.kind, way.point).values != Array(first) {
        found.append("users of \(way)")
      }
    }
    if ledger.ladder.failures != Array(failures.prefix { $0 > 0 }) { found.append("ladder") }
    return found
  }

  /// Products add up to all, to the last unit.
  private func sums(of ledger: DesignCounters) -> [String] {
    guard !ledger.products.isEmpty else { return [] }
    var money = Money()
    for product in ledger.products { money += product.money }
    var found = money == ledger.all.money ? [] : ["the money of products"]
    for share in Share.allCases
    where ledger.products.reduce(0, { $0 + $1.count(share) }) != ledger.all.count(share) {
      found.append("the \(share) of products")
    }
    for base in Base.allCases
    where ledger.products.reduce(0, { $0 + $1.total(base) }) != ledger.all.total(base) {
      found.append("the \(base) of products")
    }
    return found
  }

  private func breaches(
    of tally: Counters, _ charges: [ChargeOutcome], _ intents: [IntentOutcome], _ catalog: Catalog
  ) -> [String] {
    let kept = charges.filter { !$0.fate.isBack }
    let byItself = charges.filter(\.fate.isBackByItself)
    var expected: [(String, Int, Int)] = [
      ("refunded", tally.refunded, charges.count - kept.count),
      ("charges", tally.total(.charges), kept.count),
      ("intents", tally.total(.intents), intents.count),
      ("wishes", tally.total(.wishes), intents.count { $0.wantsToPay }),
      ("delivered at once", tally.deliveredAtOnce, kept.count { $0.fate == .delivered }),
      ("timed", tally.times.count, kept.count),
      ("never", tally.times.never, kept.count { $0.isLost }),
      ("all charges", tally.total(.chargesAndAutoRefunds), kept.count + byItself.count),
      (
        "delivered and refunded", tally.autoRefunded[0],
        byItself.count { $0.fate == .takenBack(.delivered) }
      ),
    ]
    for share in Share.allCases {
      let count =
        switch share.base {
        case .charges: kept.count(where: share.counts)
        case .intents, .wishes: intents.count(where: share.counts)
        case .chargesAndAutoRefunds: (kept + byItself).count(where: share.counts)
        }
      expected.append(("\(share)", tally.count(share), count))
    }
    for (place, kind) in LossKind.allCases.enumerated() {
      let count = byItself.count {
        if case .takenBack(.lost(kind, _)) = $0.fate { true } else { false }
      }
      expected.append(("refunded \(kind)", tally.autoRefunded[place + 1], count))
    }
    let fates = Dictionary(grouping: kept, by: \.fate)
    for way in LossTable.ways {
      let fate = Fate.lost(way.kind, way.point)
      let count = fates[fate]?.count ?? 0
      expected.append(("\(way)", tally.count(way.kind, way.point), count))
    }
    let found = expected.filter { $1 != $2 }.map { "\($0) is \($1) and not \($2)" }
    return found + sums(of: tally) + breaches(of: tally.money, charges, catalog)
  }

  /// Classes add up to the charges; kinds and drop points add up to the lost.
  private func sums(of tally: Counters) -> [String] {
    let count = { (shares: [Share]) in shares.reduce(0) { $0 + tally.count($1) } }
    let lost = count([.lost]) - count([.rescued])
    let ways = LossTable.ways.reduce(0) { $0 + tally.count($1.kind, $1.point) }
    let sums: [(String, Bool)] = [
      (
        "classes",
        tally.deliveredAtOnce + count([.recovered, .rescued]) + lost == tally.total(.charges)
      ),
      ("kinds", count([.undelivered, .crossed, .misdelivered]) == lost),
      ("drop points", ways == lost),
      ("recoveries", count([.recoveredInProcess, .recoveredAfterRelaunch]) == count([.recovered])),
    ]
    return sums.filter { !$1 }.map { "\($0.0) do not add up" }
  }

  /// Money adds up to the last unit, and what is booked less the bad debt is what the store keeps
  /// paying for charges with goods.
  private func breaches(
    of money: Money, _ charges: [ChargeOutcome], _ catalog: Catalog
  ) -> [String] {
    let paid = { (holds: (ChargeOutcome) -> Bool) in
      charges.filter(holds).reduce(0) { $0 + catalog.products[$1.product].storePrice }
    }
    let booked = charges.reduce(0) { $0 + ($1.booked ?? 0) + $1.bookedAgain }
    let classes = money.delivered + money.recovered + money.rescued + money.lost + money.refunded
    let autoRefunded = money.autoRefunded.indices.reduce(0) { $0 + money.autoRefunded[$1] }
    let sums: [(String, Int, Int)] = [
      ("charged", money.charged, paid { _ in true }), ("classes", classes, paid { _ in true }),
      ("delivered", money.delivered, paid { $0.fate == .delivered }),
      ("recovered", money.recovered, paid { $0.fate == .recovered }),
      ("rescued", money.rescued, paid { $0.fate == .rescued }),
      ("lost", money.lost, paid { $0.isLost }),
      ("refunded", money.refunded, paid { $0.fate.isBack }), ("booked", money.booked, booked),
      (
        "booked less bad debt", money.booked - money.badDebt,
        paid { $0.booked != nil && !$0.fate.isBack }
      ),
      ("refunded by itself", autoRefunded, paid { $0.fate.isBackByItself }),
    ]
    return sums.filter { $1 != $2 }.map { "money \($0) is \($1) and not \($2)" }
  }
}

extension Share {
  /// Whether a charge without a requested refund counts; written independently, from section 8.
  fileprivate func counts(_ charge: ChargeOutcome) -> Bool {
    switch self {
    case .lost: charge.isLost || charge.fate == .rescued
    case .undelivered: charge.isLost(.undelivered)
    case .crossed: charge.isLost(.crossed)
    case .misdelivered: charge.isLost(.misdelivered)
    case .rescued: charge.fate == .rescued
    case .recovered: charge.fate == .recovered
    case .recoveredInProcess: charge.fate == .recovered && !charge.afterRelaunch
    case .recoveredAfterRelaunch: charge.fate == .recovered && charge.afterRelaunch
    case .duplicate: charge.duplicateDelivery
    case .wrongBeside: charge.wrongBeside
    case .autoRefunded: charge.fate.isBackByItself && charge.fate != .takenBack(.delivered)
    case .autoRefundedAfterDelivery: charge.fate == .takenBack(.delivered)
    case .lostOrAutoRefunded: Share.lost.counts(charge) || Share.autoRefunded.counts(charge)
    case .doubleCharge, .hung, .refused, .noOrder, .blocked, .ticket, .lostSale: false
    }
  }

  /// Whether an intent counts.
  fileprivate func counts(_ intent: IntentOutcome) -> Bool {
    switch self {
    case .doubleCharge: intent.charges > 1
    case .hung: intent.flags.contains(.hung)
    case .refused: intent.flags.contains(.refused)
    case .noOrder: intent.flags.contains(.noOrder)
    case .blocked: intent.flags.contains(.blocked)
    case .ticket: intent.flags.contains(.ticket)
    case .lostSale: intent.wantsToPay && intent.charges == intent.autoRefunds
    default: false
    }
  }
}

extension Fate {
  /// Whether the store refunded the charge, requested or automatic.
  fileprivate var isBack: Bool { self == .refunded || isBackByItself }

  /// Whether the store refunded the charge automatically (G10).
  fileprivate var isBackByItself: Bool { if case .takenBack = self { true } else { false } }
}
