internal import EventEngine

/// The store's charges and refunds, and the queries of other parts.
extension StoreHost where Self: ~Copyable {
  @inline(__always) var payments: IDs<EntityKind.Transaction> { store.transactions.indices }
  @inline(__always) func product(of transaction: TransactionID) -> ProductID {
    store.transactions[transaction].product
  }
  @inline(__always)
  func flow(of transaction: TransactionID) -> FlowID? { store.transactions[transaction].flow }
  /// The transaction identifier; nil before the charge (S1).
  @inline(__always) func number(of transaction: TransactionID) -> ChargeID? {
    store.transactions[transaction].number
  }
  func chargedAt(_ transaction: TransactionID) -> Instant {
    store.transactions[transaction].chargedAt
  }
  @inline(__always) var charges: IDs<EntityKind.Charge> { store.charges.indices }
  @inline(__always) func charge(_ number: ChargeID) -> TransactionID { store.charges[number] }
  @inline(__always) func isRefunded(_ transaction: TransactionID) -> Bool {
    store.transactions[transaction].isRefunded
  }
  /// The payload on the store's server, also if the device does not see it (S8, B8).
  func paidPayload(of transaction: TransactionID) -> Payload {
    store.transactions[transaction].payload
  }
  /// Whether a payment can still be charged, or is charged and unfinished.
  func isOpen(_ payment: TransactionID) -> Bool { store.transactions[payment].state.isOpen }
  var hasInterruption: Bool { store.state.openInterruptions > 0 }
  /// Whether the user is in the store and not in the app (P4, S7).
  var isStoreInFront: Bool { sheet != nil || hasInterruption }
  /// The payment of the open sheet; there is at most one (S1).
  var sheet: TransactionID? { store.state.sheet }

  func isSettled(_ charge: TransactionID) -> Bool { store.transactions[charge].isFinished }
  func wasCalledBack(_ charge: TransactionID) -> Bool { store.transactions[charge].wasCalledBack }

  func foundApp(_ charge: TransactionID) -> Bool {
    charge < store.calls.next && store.calls[charge].foundApp
  }

  /// Whether a payment is on its way to a delivery: confirmed, and not finished.
  func isUnderWay(_ payment: TransactionID) -> Bool {
    switch store.transactions[payment].state {
    case .processing, .deferred, .charged: true
    case .queued, .onSheet, .failed, .declined, .gone: false
    }
  }

  /// Loses the live `purchased` of a payment when it is due (S3).
  mutating func missCallback(of transaction: TransactionID) {
    store.transactions[transaction].missesLive = true
  }

  @inline(__always) mutating func callbackDelay(_ transaction: TransactionID, _ kind: Int) -> Delay
  { randomDraws.delay(.callback, transaction.index << 2 | kind) }

  /// Repeats `purchased` with the same identifier, `copies` times.
  mutating func copyCallback(of transaction: TransactionID, _ copies: Int, _ gap: Delay) {
    var due = now
    for _ in 0..<copies {
      due = due + gap
      calendar.schedule(.purchasedAgain(transaction), at: due)
    }
  }

  /// Leaves the unfinished charges behind: another device does not receive them (D2, S3).
  mutating func leaveStoreBehind() {
    for index in store.transactions.indices where store.transactions[index].state == .charged {
      store.transactions[index].state = .gone
      store.transactions[index].queued.waits = false
      if store.transactions[index].wasCalledBack { losesWithDevice(index) }
    }
  }

  /// Fails a payment and notifies the app at once (S2, K2, G2).
  mutating func fail(_ transaction: TransactionID, _ code: FailureCode) {
    if design.store != .storeKit1 { return failCall(of: transaction, with: .failed(code)) }
    store.transactions[transaction].state = .failed
    store.transactions[transaction].queued.code = code
    store.transactions[transaction].queued.waits = true
    callBackFailed(transaction)
  }

  /// Ends the observer together with the process (D1).
  mutating func detach() {
    store.state.isObserving = false
    store.state.hasReplayed = false
  }

  /// Charges a transaction, which gets its identifier, and schedules the callback (S2).
  @inline(__always) mutating func charge(_ transaction: TransactionID) {
    passAnchor(.charge, of: transaction)
    let state = store.transactions[transaction].state
    precondition(state == .processing || state == .deferred, "a charge needs a confirmed payment")
    precondition(store.transactions[transaction].number == nil, "a transaction is charged once")
    precondition(
      store.charges.count < Population.receiptCapacity, "a set of charges has room for 128")
    store.transactions[transaction].state = .charged
    store.transactions[transaction].number = store.charges.next
    store.transactions[transaction].chargedAt = now
    store.charges.append(transaction)
    note(.charged(transaction: transaction))
    if design.store == .storeKit1 {
      store.transactions[transaction].queued.waits = true
      store.transactions[transaction].queued.listedFrom = receiptStaleUntil(for: transaction)
    }
    calendar.schedule(.purchased(transaction), after: callbackDelay(transaction, 2))
    if design.store == .playBilling {
      calendar.schedule(.lapse(transaction), after: conditions.store.acknowledgeWithin)
    }
    if design.backend.receivesNotifications { postLater(transaction) }
    wasCharged(transaction)
  }

  /// Refunds a charge once; the store sends no notification by itself (S10).
  mutating func refund(_ transaction: TransactionID) {
    guard number(of: transaction) != nil, !isRefunded(transaction) else { return }
    store.transactions[transaction].isRefunded = true
    // On Play, no query returns a refunded purchase, and `verify` rejects it (G6, G10).
    if design.store == .playBilling, store.transactions[transaction].state == .charged {
      store.transactions[transaction].state = .gone
    }
    note(.refunded(transaction: transaction))
    wasRefunded(transaction)
  }
}
