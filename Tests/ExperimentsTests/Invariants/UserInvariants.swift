import EventEngine
import Experiments
import PurchaseWorld
import Scenarios

/// Invariants of every user under every design, from the rules alone (section 8).
struct UserInvariants {
  /// The broken invariants as text.
  private(set) var breaches: [String] = []
  private let conditions: Conditions
  private let maxCharges: Int
  /// Whether every list price is above 0, so that handing out goods again shows in the bookings.
  private let showsBookings: Bool

  init(_ scenario: Scenario) {
    conditions = scenario.population.conditions
    maxCharges = scenario.population.maxCharges
    showsBookings = conditions.catalog.products.allSatisfy { $0.price > 0 }
  }

  private mutating func require(_ holds: Bool, _ rule: @autoclosure () -> String) {
    if !holds { breaches.append(rule()) }
  }

  /// Checks one user under one design.
  mutating func check(_ outcome: UserOutcome, _ design: Design, _ user: VirtualUser) {
    for charge in outcome.charges {
      check(charge, of: outcome, design)
      if case .lost(let kind, let point) = charge.status { check(kind, point, design, user) }
    }
    for index in outcome.intents.indices { check(intent: index, of: outcome, user) }
    require(outcome.charges.count <= maxCharges, "more charges than a user can have")
    require(
      zip(outcome.charges, outcome.charges.dropFirst()).allSatisfy { $0.chargedAt <= $1.chargedAt },
      "charges out of order")
    let declared = user.plannedFaults.reduce(UInt64(0)) {
      $0 | 1 << UInt64(min($1.declarationIndex, 63))
    }
    require(outcome.occurredFaults & ~declared == 0, "a fault that was not planned occurred")
    checkTaps(outcome, design)
    checkTries(outcome, design)
  }

  private mutating func check(_ charge: ChargeOutcome, of outcome: UserOutcome, _ design: Design) {
    guard outcome.intents.indices.contains(charge.intentIndex) else {
      require(false, "a charge without an intent")
      return
    }
    let product = conditions.catalog.products[charge.product]
    require(
      charge.product == outcome.intents[charge.intentIndex].product, "a charge of another product")
    require(charge.price == product.storePrice, "a charge that is not at the store's price")
    let end = Instant.start + conditions.horizon
    require(charge.chargedAt + (charge.deliveredAfter ?? .zero) <= end, "after the horizon")
    if !charge.isBack {
      require((charge.deliveredAfter == nil) == charge.isLost, "delivered or lost, not both")
      require(
        !charge.isLost || !charge.hasAdditionalWrongDelivery, "a lost order with other wrong goods")
      require(
        !charge.hasAdditionalWrongDelivery || charge.hasDuplicateDelivery,
        "other goods, not a duplicate")
    }
    if case .autoRefunded = charge.status {
      require(design.store == .playBilling, "G10: taken back by a store that does not")
      // Support delivers without the backend, which completes no purchase in this case.
      require(
        design.backend.completion == .nothing || charge.status != .autoRefunded(.delivered)
          || outcome.log.count(.supportTicket) > 0, "B10: delivered, completed and taken back")
    }
    require(
      charge.status != .delivered || !charge.isDeliveredAfterRelaunch,
      "delivered by another process")
    require(
      charge.deliveredAfter != nil || !charge.isDeliveredAfterRelaunch,
      "undelivered, and delivered after a relaunch")
    checkBooking(of: charge, design)
  }

  /// Delivered goods are booked, and booked goods were delivered.
  ///
  /// Goods delivered for a charge after the first goods are a duplicate, and are booked again.
  private mutating func checkBooking(of charge: ChargeOutcome, _ design: Design) {
    require(charge.laterBookedAmount >= 0, "a booking below 0")
    require(
      charge.laterBookedAmount == 0 || charge.bookedAmount != nil,
      "booked again before the first time")
    require(
      charge.laterBookedAmount == 0 || charge.hasDuplicateDelivery, "booked again without a reason")
    if showsBookings, !charge.isBack {
      require(
        (charge.laterBookedAmount > 0) == charge.hasDuplicateDelivery,
        "a duplicate without a booking")
    }
    switch charge.status {
    case .refunded, .autoRefunded:
      // A backend that takes the first entry ignores the charge that the request names.
      if design.backend.receivesNotifications {
        let isSeen = design.backend.entry != .first
        require(
          charge.bookedAmount == nil || !isSeen, "S10: goods of a refund that the backend received")
      } else {
        require(
          charge.deliveredAfter == nil || charge.bookedAmount != nil, "delivered and not booked")
      }
      return
    case .lost(.undelivered, _): require(charge.bookedAmount == nil, "undelivered and booked")
    case .lost:
      require(
        charge.bookedAmount != nil || design.backend.entry == .first, "wrong goods, not booked")
    case .delivered, .recovered, .rescued:
      require(charge.bookedAmount != nil, "delivered and not booked")
    }
  }

  /// Orders that cannot be lost, and impossible drop points (C5, B4, tables of drop points).
  private mutating func check(
    _ kind: LossKind, _ point: DropPoint, _ design: Design, _ user: VirtualUser
  ) {
    let occurredFaults = { (kind: FaultKind) in
      user.plannedFaults.contains { $0.fault.kind == kind }
    }
    let isOneToOne = conditions.catalog.products.allSatisfy { $0.itemIndices.count == 1 }
    if isOneToOne && design.backend.checksProduct || design.namesOnlyWhatItBought {
      require(kind != .crossed, "crossed, and no other item could be taken")
    }
    if !user.isGuest, !occurredFaults(.accountSwitch) {
      require(kind != .misdelivered, "misdelivered, and there is one account")
    }
    let isPossible =
      switch point {
      case .recordCleared: !design.records.clearOn.isEmpty
      case .recordDied: design.records.place == .memory || design.records.at.contains(.purchasing)
      case .recordWiped:
        occurredFaults(.newDevice) || occurredFaults(.reinstall)
          || conditions.behavior.reactions.share(of: .reinstall) > 0
      case .recordOverwritten: design.records.key == .single
      case .finishedUnbound: design.binding.unbound == .drop
      case .checkAbandoned: design.backend.verification == .asynchronous
      case .wrongRecord: kind != .undelivered
      case .wrongEntry: kind != .undelivered && design.backend.entry == .first
      case .wrongAccount: kind == .misdelivered
      case .unboundKept:
        // A purchase that Play silently did not consume is kept instead of dropped (G11).
        kind == .undelivered
          && (design.binding.unbound == .keep
            || design.binding.unbound == .drop && design.store == .playBilling)
      case .unboundCollected: design.binding.unbound == .collect && kind == .undelivered
      case .waitingForAccount: design.binding.otherAccount == .wait || user.isGuest
      case .notForSale: occurredFaults(.delisting)
      case .unverifiedKept: occurredFaults(.unverified) && design.unverified == .ignore
      case .unverifiedFinished: occurredFaults(.unverified) && design.unverified == .finish
      case .rejectedAndFinished, .triesUsedUp, .finishedEarly, .observerMissing,
        .hungBehindUnfinished, .neverReopened:
        true
      }
    require(isPossible, "lost as \(kind) at \(point), which cannot be under this design")
  }

  private mutating func check(intent index: Int, of outcome: UserOutcome, _ user: VirtualUser) {
    let intent = outcome.intents[index]
    let charges = outcome.charges.count { $0.intentIndex == index }
    require(intent.chargeCount == charges, "an intent with a wrong number of charges")
    let back = outcome.charges.count {
      if case .autoRefunded(.lost) = $0.status { $0.intentIndex == index } else { false }
    }
    require(intent.autoRefundCount == back, "an intent with a wrong number of automatic refunds")
    let mayPay = user.plannedFaults.contains {
      if case .doubleTap(_, let pays) = $0.fault { return pays }
      if case .interruption(let interruption) = $0.fault { return interruption.completes }
      return false
    }
    require(intent.wantsToPay || charges == 0 || mayPay, "a charge that the user did not want")
  }

  /// The client's log of taps, payments and callbacks (C1–C4, S2).
  private mutating func checkTaps(_ outcome: UserOutcome, _ design: Design) {
    let log = { (event: ClientLogEvent) in outcome.log.count(event) }
    let (clicks, payments) = (log(.purchaseClick), log(.paymentAdded))
    let intents = outcome.intents
    require(intents.count <= clicks, "an intent without a tap")
    let ended = log(.purchaseRefused) + log(.purchaseResumed) + log(.orderFail) + payments
    require(ended <= clicks, "a tap that led to two things")
    require(outcome.charges.count <= payments, "S7: more charges than payments")
    let failures = log(.transactionCancel) + log(.transactionFail)
    require(failures <= payments, "a payment that failed twice")
    let orders = design.timing == .orderFirst ? payments : 0
    require(log(.orderSucceed) == orders, "C2: an order for each payment, or for none")
    require(design.timing == .orderFirst || log(.orderFail) == 0, "C2: an unrequested order")
    for (flag, event) in Self.loggedFlags {
      let flagged = intents.count { $0.flags.contains(flag) }
      require((flagged > 0) == (log(event) > 0), "\(event) is logged where it is flagged")
      require(flagged <= log(event), "\(event) is logged for each that is flagged")
    }
  }

  private static let loggedFlags: [(IntentFlags, ClientLogEvent)] = [
    (.refused, .purchaseRefused), (.noOrder, .orderFail), (.ticket, .supportTicket),
  ]

  /// Compares the client's log of deliveries with their outcomes (C5–C9, S3, S11).
  private mutating func checkTries(_ outcome: UserOutcome, _ design: Design) {
    let log = { (event: ClientLogEvent) in outcome.log.count(event) }
    let charges = outcome.charges
    let (first, later) = (log(.verifyStart), log(.retryVerifyStart))
    require(log(.transactionFinish) <= charges.count, "S11: a charge is finished once")
    let hangs = charges.contains { $0.status == .lost(.undelivered, .hungBehindUnfinished) }
    // Records that are kept on the server are read before the first try.
    let tries = first + later > 0 || design.records.place == .server
    require(!hangs || tries, "C7: a charge hangs without a try")
    require(charges.isEmpty == false || log(.transactionSucceed) == 0, "S3: called back uncharged")
    require(log(.transactionUnbound) <= log(.transactionSucceed), "C5: unbound without a callback")
    require(first + later == 0 || log(.transactionSucceed) > 0, "C7: a try without a callback")
    require(first <= charges.count, "C7: a first try is one of each charge")
    require(
      log(.verifySucceed) + log(.verifyReject) + log(.verifyFail) <= first,
      "C7: a first try with two ends")
    require(
      log(.retryVerifySucceed) + log(.retryVerifyReject) + log(.retryVerifyFail) <= later,
      "C7: a retry with two ends")
    let failures = outcome.log.failedTries
    require(zip(failures, failures.dropFirst()).allSatisfy { $0 >= $1 }, "C7: a rung left out")
    let failed = log(.verifyFail) + log(.retryVerifyFail)
    require(failures.reduce(0) { $0 + Int($1) } <= failed, "C7: a rung without a failure")
    require(log(.retryExhausted) <= failed, "C7: tries that were used up without a failure")
    let delivered = charges.count { $0.status == .delivered }
    require(delivered <= first, "a charge is delivered by its first try")
    guard design.isAnsweredAlone, log(.supportTicket) == 0 else { return }
    let others = charges.count { $0.status == .recovered || $0.status == .rescued }
    if design.backend.entry == .matching {
      require(others <= later, "a charge is recovered or rescued by a retry")
    } else {
      require(delivered + others <= first + later, "a try delivers one charge")
    }
  }
}

extension ChargeOutcome {
  /// Whether the right item has not reached the right account.
  var isLost: Bool { if case .lost = status { true } else { false } }

  /// Whether the store refunded the charge, requested or automatic.
  var isBack: Bool {
    switch status {
    case .refunded, .autoRefunded: true
    case .delivered, .recovered, .rescued, .lost: false
    }
  }

  /// Whether the charge was lost with a kind of loss.
  func isLost(_ expected: LossKind) -> Bool {
    if case .lost(let kind, _) = status { kind == expected } else { false }
  }
}

extension Design {
  /// Whether a charge receives only the item that its payload names or its product determines.
  fileprivate var namesOnlyWhatItBought: Bool {
    binding.itemSources.allSatisfy { $0 == .payload || $0 == .product }
      && binding.unbound != .submit && backend.entry == .matching && !backend.allowsLateOrder
  }

  /// Whether the backend delivers only the requested goods, one charge per request.
  fileprivate var isAnsweredAlone: Bool {
    !backend.receivesNotifications && backend.reconciliation == nil && backend.entry != .all
  }
}
