import Experiments
import PurchaseWorld
import Scenarios

/// The outcomes of all users of one design, stored one by one, to check its counters.
struct CounterInvariants {
  private var charges: [ChargeOutcome] = []
  private var intents: [IntentOutcome] = []
  private var logs: [ClientLog] = []
  private var events = 0
  private var occurredFaults: UInt64 = 0
  private var users = 0
  /// The users who lost an order, by kind of loss.
  private var losingUsers: [ChargeStatus: [UInt64]] = [:]

  /// Stores the outcome of a user; users are added in the order of their numbers.
  mutating func add(_ outcome: UserOutcome, of user: UInt64) {
    charges += outcome.charges
    intents += outcome.intents
    logs.append(outcome.log)
    events += outcome.eventCount
    occurredFaults |= outcome.occurredFaults
    users += 1
    for charge in outcome.charges where charge.isLost {
      if losingUsers[charge.status]?.last != user {
        losingUsers[charge.status, default: []].append(user)
      }
    }
  }

  /// The broken invariants of the counters of these users as text.
  func breaches(of designCounters: DesignCounters, in catalog: Catalog) -> [String] {
    var found = breaches(of: designCounters.all, charges, intents, catalog).map {
      "all products: \($0)"
    }
    for product in designCounters.products.indices {
      let own = breaches(
        of: designCounters.products[product], charges.filter { $0.product == product },
        intents.filter { $0.product == product }, catalog)
      found += own.map { "product \(product): \($0)" }
    }
    found += sums(of: designCounters)
    if designCounters.users != users { found.append("users") }
    if designCounters.events != events { found.append("events") }
    if designCounters.occurredFaults != occurredFaults { found.append("occurred faults") }
    for event in ClientLogEvent.allCases
    where designCounters.funnel.count(event) != logs.reduce(0, { $0 + $1.count(event) }) {
      found.append("funnel of \(event)")
    }
    let failures = (0..<ClientLog.maxCountedTries).map { rung in
      logs.reduce(0) { $0 + Int($1.failedTries[rung]) }
    }
    for lossOutcome in LossTable.lossOutcomes {
      let first = (losingUsers[.lost(lossOutcome.kind, lossOutcome.point)] ?? []).prefix(
        FirstUsers.maximum)
      if designCounters.firstUsers(lossOutcome.kind, lossOutcome.point).values != Array(first) {
        found.append("users of \(lossOutcome)")
      }
    }
    if designCounters.retryFailures.failures != Array(failures.prefix { $0 > 0 }) {
      found.append("ladder")
    }
    return found
  }

  /// Products add up to all, to the last unit.
  private func sums(of designCounters: DesignCounters) -> [String] {
    guard !designCounters.products.isEmpty else { return [] }
    var money = Money()
    for product in designCounters.products { money += product.money }
    var found = money == designCounters.all.money ? [] : ["the money of products"]
    for share in ShareMetric.allCases
    where designCounters.products.reduce(0, { $0 + $1.count(share) })
      != designCounters.all.count(share)
    {
      found.append("the \(share) of products")
    }
    for base in Denominator.allCases
    where designCounters.products.reduce(0, { $0 + $1.total(base) })
      != designCounters.all.total(base)
    {
      found.append("the \(base) of products")
    }
    return found
  }

  private func breaches(
    of counters: Counters, _ charges: [ChargeOutcome], _ intents: [IntentOutcome],
    _ catalog: Catalog
  ) -> [String] {
    let kept = charges.filter { !$0.status.isBack }
    let byItself = charges.filter(\.status.isBackByItself)
    var expected: [(String, Int, Int)] = [
      ("refunded", counters.refunded, charges.count - kept.count),
      ("charges", counters.total(.charges), kept.count),
      ("intents", counters.total(.intents), intents.count),
      ("paying intents", counters.total(.payingIntents), intents.count { $0.wantsToPay }),
      ("delivered at once", counters.deliveredAtOnce, kept.count { $0.status == .delivered }),
      ("timed", counters.times.count, kept.count),
      ("never", counters.times.undelivered, kept.count { $0.isLost }),
      ("all charges", counters.total(.chargesAndAutoRefunds), kept.count + byItself.count),
      (
        "delivered and refunded", counters.autoRefunded[0],
        byItself.count { $0.status == .autoRefunded(.delivered) }
      ),
    ]
    for share in ShareMetric.allCases {
      let count =
        switch share.denominator {
        case .charges: kept.count(where: share.counts)
        case .intents, .payingIntents: intents.count(where: share.counts)
        case .chargesAndAutoRefunds: (kept + byItself).count(where: share.counts)
        }
      expected.append(("\(share)", counters.count(share), count))
    }
    for (place, kind) in LossKind.allCases.enumerated() {
      let count = byItself.count {
        if case .autoRefunded(.lost(kind, _)) = $0.status { true } else { false }
      }
      expected.append(("refunded \(kind)", counters.autoRefunded[place + 1], count))
    }
    let statuses = Dictionary(grouping: kept, by: \.status)
    for lossOutcome in LossTable.lossOutcomes {
      let status = ChargeStatus.lost(lossOutcome.kind, lossOutcome.point)
      let count = statuses[status]?.count ?? 0
      expected.append(
        ("\(lossOutcome)", counters.count(lossOutcome.kind, lossOutcome.point), count))
    }
    let found = expected.filter { $1 != $2 }.map { "\($0) is \($1) and not \($2)" }
    return found + sums(of: counters) + breaches(of: counters.money, charges, catalog)
  }

  /// Classes add up to the charges; kinds and drop points add up to the lost.
  private func sums(of counters: Counters) -> [String] {
    let count = { (shares: [ShareMetric]) in shares.reduce(0) { $0 + counters.count($1) } }
    let lost = count([.lost]) - count([.rescued])
    let lossOutcomes = LossTable.lossOutcomes.reduce(0) { $0 + counters.count($1.kind, $1.point) }
    let sums: [(String, Bool)] = [
      (
        "classes",
        counters.deliveredAtOnce + count([.recovered, .rescued]) + lost == counters.total(.charges)
      ),
      ("kinds", count([.undelivered, .crossed, .misdelivered]) == lost),
      ("drop points", lossOutcomes == lost),
      ("recoveries", count([.recoveredInProcess, .recoveredAfterRelaunch]) == count([.recovered])),
    ]
    return sums.filter { !$1 }.map { "\($0.0) do not add up" }
  }

  /// Money adds up to the last unit, and what is booked less the bad debt is what the store keeps
  /// paying for charges with goods.
  private func breaches(of money: Money, _ charges: [ChargeOutcome], _ catalog: Catalog) -> [String]
  {
    let paid = { (holds: (ChargeOutcome) -> Bool) in
      charges.filter(holds).reduce(0) { $0 + catalog.products[$1.product].storePrice }
    }
    let booked = charges.reduce(0) { $0 + ($1.bookedAmount ?? 0) + $1.laterBookedAmount }
    let classes = money.delivered + money.recovered + money.rescued + money.lost + money.refunded
    let autoRefunded = money.autoRefunded.indices.reduce(0) { $0 + money.autoRefunded[$1] }
    let sums: [(String, Int, Int)] = [
      ("charged", money.charged, paid { _ in true }), ("classes", classes, paid { _ in true }),
      ("delivered", money.delivered, paid { $0.status == .delivered }),
      ("recovered", money.recovered, paid { $0.status == .recovered }),
      ("rescued", money.rescued, paid { $0.status == .rescued }),
      ("lost", money.lost, paid { $0.isLost }),
      ("refunded", money.refunded, paid { $0.status.isBack }), ("booked", money.booked, booked),
      (
        "booked less bad debt", money.booked - money.badDebt,
        paid { $0.bookedAmount != nil && !$0.status.isBack }
      ),
      ("refunded by itself", autoRefunded, paid { $0.status.isBackByItself }),
    ]
    return sums.filter { $1 != $2 }.map { "money \($0) is \($1) and not \($2)" }
  }
}

extension ShareMetric {
  /// Whether a charge without a requested refund counts; written independently, from section 8.
  fileprivate func counts(_ charge: ChargeOutcome) -> Bool {
    switch self {
    case .lost: charge.isLost || charge.status == .rescued
    case .undelivered: charge.isLost(.undelivered)
    case .crossed: charge.isLost(.crossed)
    case .misdelivered: charge.isLost(.misdelivered)
    case .rescued: charge.status == .rescued
    case .recovered: charge.status == .recovered
    case .recoveredInProcess: charge.status == .recovered && !charge.isDeliveredAfterRelaunch
    case .recoveredAfterRelaunch: charge.status == .recovered && charge.isDeliveredAfterRelaunch
    case .duplicate: charge.hasDuplicateDelivery
    case .wrongBeside: charge.hasAdditionalWrongDelivery
    case .autoRefunded: charge.status.isBackByItself && charge.status != .autoRefunded(.delivered)
    case .autoRefundedAfterDelivery: charge.status == .autoRefunded(.delivered)
    case .lostOrAutoRefunded: Self.lost.counts(charge) || Self.autoRefunded.counts(charge)
    case .doubleCharge, .hung, .refused, .noOrder, .blocked, .ticket, .lostSale: false
    }
  }

  /// Whether an intent counts.
  fileprivate func counts(_ intent: IntentOutcome) -> Bool {
    switch self {
    case .doubleCharge: intent.chargeCount > 1
    case .hung: intent.flags.contains(.hung)
    case .refused: intent.flags.contains(.refused)
    case .noOrder: intent.flags.contains(.noOrder)
    case .blocked: intent.flags.contains(.blocked)
    case .ticket: intent.flags.contains(.ticket)
    case .lostSale: intent.wantsToPay && intent.chargeCount == intent.autoRefundCount
    default: false
    }
  }
}

extension ChargeStatus {
  /// Whether the store refunded the charge, requested or automatic.
  fileprivate var isBack: Bool { self == .refunded || isBackByItself }

  /// Whether the store refunded the charge automatically (G10).
  fileprivate var isBackByItself: Bool { if case .autoRefunded = self { true } else { false } }
}
