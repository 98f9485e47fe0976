import EventEngine
import PurchaseWorld
import Scenarios

/// Invariants of the events of one simulated user, in their order.
struct TraceInvariants {
  /// The broken invariants as text.
  private(set) var breaches: [String] = []
  /// The transactions in the order of charging.
  private var charged: [TransactionID] = []
  private var finished: Set<TransactionID> = []
  private var calledBack: Set<TransactionID> = []
  private var unbound: Set<TransactionID> = []
  /// The drop points that the world recorded for transactions.
  private var dropped: [TransactionID: DropPoint] = [:]
  private var lastOpening: Instant?
  private var refunded: Set<TransactionID> = []
  private var occurredFaults: Set<PlannedFaultID> = []
  private var callbacks = 0
  /// The delivered goods, at list prices.
  private var booked = 0
  private var asksForHelp = false
  /// The deliveries by support, and the time of each request for approval.
  private var byHand: Set<TransactionID> = []
  private var deferredAt: [TransactionID: Instant] = [:]
  /// The time of each charge, and the lost notifications.
  private var chargedAt: [TransactionID: Instant] = [:]
  private var missedPosts: Set<TransactionID> = []
  private var refusals: Set<TransactionID> = []
  private let design: Design
  private let conditions: Conditions

  private mutating func require(_ holds: Bool, _ rule: @autoclosure () -> String) {
    if !holds { breaches.append(rule()) }
  }

  /// Reads a trace and compares it with its outcome.
  init(_ trace: Trace, _ outcome: UserOutcome, _ design: Design, in conditions: Conditions) {
    (self.design, self.conditions) = (design, conditions)
    var now = Instant.start
    for entry in trace.entries {
      require(entry.time >= now, "time goes back")
      now = entry.time
      read(entry.occurrence, at: now, conditions.catalog)
    }
    require(now <= .start + conditions.horizon, "an event after the horizon")
    require(charged.count == outcome.charges.count, "a charge that is not judged")
    for (transaction, charge) in zip(charged, outcome.charges) {
      switch charge.status {
      case .lost(_, let point): check(point, of: transaction, charge)
      case .autoRefunded(.lost(_, let point)): checkRoutes(point, of: transaction, charge)
      case .delivered, .recovered, .rescued, .refunded, .autoRefunded(.delivered): break
      }
      checkSupport(transaction, charge)
    }
    let isBlocked = outcome.intents.contains { $0.flags.contains(.blocked) }
    require(refusals.isEmpty || isBlocked, "G5: refused as owned, and not blocked")
    require(finished.count == outcome.log.count(.transactionFinish), "a finish is not logged")
    require(callbacks == outcome.log.count(.transactionSucceed), "a callback is not logged")
    require(
      design.binding.unbound != .drop || design.store == .playBilling
        || unbound.isSubset(of: finished), "C5: without an item, and not finished")
    require(occurredFaults.isEmpty == (outcome.occurredFaults == 0), "a fault is not counted")
    let refunds = outcome.charges.count(where: \.isBack)
    require(refunded.count == refunds, "a refund is not judged")
    // Support delivers without the backend, and a backend that receives refunds takes goods back.
    if !asksForHelp, refunds == 0 || !design.backend.receivesNotifications {
      let total = outcome.charges.reduce(0) { $0 + ($1.bookedAmount ?? 0) + $1.laterBookedAmount }
      require(booked == total, "bookings differ from delivered goods")
    }
  }

  private mutating func read(_ moment: Trace.Occurrence, at time: Instant, _ catalog: Catalog) {
    readRoutes(moment, at: time)
    switch moment {
    case .ready, .cameToFront: lastOpening = time
    case .charged(let transaction):
      require(!charged.contains(transaction), "S2: charged twice")
      charged.append(transaction)
    case .finished(let transaction):
      require(charged.contains(transaction), "S11: finished before it was charged")
      require(finished.insert(transaction).inserted, "S11: finished twice")
    case .purchasedCalledBack(let transaction, _):
      require(charged.contains(transaction), "S3: called back before it was charged")
      require(
        !finished.contains(transaction) || isEcho(moment, at: time),
        "S11, K3: called back after it was finished")
      calledBack.insert(transaction)
      // It may be bound now, which replaces the cause that a destroyed record had left.
      if let noted = dropped[transaction], noted.isRecordLoss { dropped[transaction] = nil }
      callbacks += 1
    case .unbound(let transaction): unbound.insert(transaction)
    case .dropped(let transaction, let point):
      require(dropped.updateValue(point, forKey: transaction) == nil, "dropped twice")
    case .goodsDelivered(let transaction, let item, _):
      require(charged.contains(transaction), "delivered before it was charged")
      booked += catalog.products[catalog.items[item.index].productIndex].price
    case .refunded(let transaction):
      require(charged.contains(transaction), "S10: refunded before it was charged")
      require(refunded.insert(transaction).inserted, "S10: refunded twice")
    case .faultOccurred(let planned):
      require(occurredFaults.insert(planned).inserted, "a planned fault occurs twice")
    case .wroteToSupport: asksForHelp = true
    default: break
    }
  }

  /// Checks that the drop point of a charge matches its events (the tables of drop points).
  private mutating func check(
    _ point: DropPoint, of transaction: TransactionID, _ charge: ChargeOutcome
  ) {
    let isFinished = finished.contains(transaction)
    let isCalledBack = calledBack.contains(transaction)
    let agrees =
      switch point {
      case .finishedUnbound, .rejectedAndFinished, .triesUsedUp, .finishedEarly, .checkAbandoned:
        isFinished
      case .unboundKept, .unboundCollected: !isFinished && isCalledBack
      case .observerMissing, .neverReopened: !isFinished
      default: true
      }
    require(agrees, "\(point) contradicts the events of the charge")
    checkRoutes(point, of: transaction, charge)
    if let noted = dropped[transaction], isCalledBack || isFinished {
      require(noted == point, "\(point) and not \(noted), which came first")
    }
  }

  /// Checks the settled reading of routes (section 11): a transaction that the client has received
  /// is not neverReopened, and one that it has not received is not hungBehindUnfinished.
  private mutating func checkRoutes(
    _ point: DropPoint, of transaction: TransactionID, _ charge: ChargeOutcome
  ) {
    let isCalledBack = calledBack.contains(transaction)
    let wasOpened = lastOpening.map { $0 >= charge.chargedAt } ?? false
    switch point {
    case .hungBehindUnfinished: require(isCalledBack, "hung, and never called back")
    case .observerMissing: require(!isCalledBack, "observerMissing, and called back")
    case .neverReopened:
      require(!isCalledBack, "neverReopened, and called back")
      require(!wasOpened, "neverReopened, and the app was opened again")
    default: break
    }
  }

  /// Support delivers undelivered goods after a ticket, and the purchase is completed (P3, B10).
  private mutating func checkSupport(_ transaction: TransactionID, _ charge: ChargeOutcome) {
    guard byHand.contains(transaction) else { return }
    switch charge.status {
    case .rescued, .refunded: break
    case .autoRefunded(.delivered):
      require(design.backend.completion == .nothing, "B10: delivered by hand, and not completed")
    case .delivered, .recovered, .lost, .autoRefunded(.lost):
      require(false, "P3: delivered by hand, and judged \(charge.status)")
    }
  }

  private mutating func readRoutes(_ moment: Trace.Occurrence, at time: Instant) {
    switch moment {
    case .deliveredByHand(let transaction):
      require(asksForHelp, "P3: delivered by hand without a ticket")
      require(byHand.insert(transaction).inserted, "P3: delivered by hand twice")
    case .deferred(let transaction): deferredAt[transaction] = time
    case .charged(let transaction):
      chargedAt[transaction] = time
      if let asked = deferredAt[transaction] {
        require(
          time <= asked + conditions.store.approvalTimeLimit,
          "S9: charged after the request expired")
      }
      require(!refusals.contains(transaction), "G5: charged, and refused as owned")
    case .notificationMissed(let transaction): missedPosts.insert(transaction)
    case .notified(let transaction, _):
      require(!missedPosts.contains(transaction), "B8: posted after the notification got lost")
    case .refusedAsOwned(let transaction):
      require(design.store == .playBilling, "G5: refused by another store")
      refusals.insert(transaction)
    default: break
    }
  }

  /// Whether a callback can be an echo: by `updates`, at least `echoAfter` after the charge (K3).
  /// The live call between them has no callback if its process has died.
  private func isEcho(_ moment: Trace.Occurrence, at time: Instant) -> Bool {
    guard case .purchasedCalledBack(let transaction, .updates?) = moment,
      conditions.store.echoProbability != .never, let charged = chargedAt[transaction]
    else { return false }
    return time >= charged + conditions.store.echoAfter
  }
}
