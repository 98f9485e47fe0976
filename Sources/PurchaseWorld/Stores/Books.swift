internal import EventEngine

/// The store's books: charges, refunds, and what others may ask; each part has its share in its host.
extension StoreHost where Self: ~Copyable {
  @inline(__always) var payments: IDs<Kind.Transaction> { store.transactions.indices }
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
  @inline(__always) var charges: IDs<Kind.Charge> { store.charges.indices }
  @inline(__always) func charge(_ number: ChargeID) -> TransactionID { store.charges[number] }
  @inline(__always) func isRefunded(_ transaction: TransactionID) -> Bool {
    store.transactions[transaction].isRefunded
  }
  /// What the store's server holds, even when the device sees nothing of it (S8, B8).
  func paidPayload(of transaction: TransactionID) -> Payload {
    store.transactions[transaction].payload
  }
  /// Whether a payment can still be charged, or is charged and unfinished.
  func isOpen(_ payment: TransactionID) -> Bool { store.transactions[payment].state.isOpen }
  var hasInterruption: Bool { store.state.openInterruptions > 0 }
  /// Whether the user is in the store, and not in the app (P4, S7).
  var isStoreInFront: Bool { sheet != nil || hasInterruption }
  /// The payment whose sheet is up; there is one at a time (S1).
  var sheet: TransactionID? { store.state.sheet }

  func isSettled(_ charge: TransactionID) -> Bool { store.transactions[charge].isFinished }
  func wasTold(_ charge: TransactionID) -> Bool { store.transactions[charge].wasCalledBack }

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

  /// The live `purchased` of a payment will get lost (S3).
  mutating func missCallback(of transaction: TransactionID) {
    store.transactions[transaction].missesLive = true
  }

  /// The delay of one of a transaction's callbacks.
  @inline(__always) mutating func callbackDelay(_ transaction: TransactionID, _ kind: Int) -> Delay
  { luck.delay(.callback, transaction.place << 2 | kind) }

  /// `purchased` comes again with the same identifier, so many times.
  mutating func copyCallback(of transaction: TransactionID, _ copies: Int, _ gap: Delay) {
    var due = now
    for _ in 0..<copies {
      due = due + gap
      calendar.schedule(.purchasedAgain(transaction), at: due)
    }
  }

  /// Another device does not get what this one has not finished (D2, S3).
  mutating func leaveStoreBehind() {
    for index in store.transactions.indices where store.transactions[index].state == .charged {
      store.transactions[index].state = .gone
      store.transactions[index].queued.waits = false
      if store.transactions[index].wasCalledBack { losesWithDevice(index) }
    }
  }

  /// A payment has failed; the app is told at once (S2, K2, G2).
  mutating func fail(_ transaction: TransactionID, _ code: FailureCode) {
    switch design.store {
    case .storeKit1: failPayment(transaction, code)
    case .storeKit2, .playBilling: failCall(of: transaction, with: .failed(code))
    }
  }

  /// The process is gone, and its observer with it (D1).
  mutating func detach() {
    store.state.isObserving = false
    store.state.hasReplayed = false
  }

  /// The money is taken: the transaction gets its identifier, and the app will hear of it (S2).
  @inline(__always) mutating func charge(_ transaction: TransactionID) {
    passAnchor(.charge, of: transaction)
    let state = store.transactions[transaction].state
    precondition(
      state == .processing || state == .deferred, "money moves once, for a confirmed payment")
    precondition(store.transactions[transaction].number == nil, "a transaction is charged once")
    precondition(store.charges.count < Population.chargeLimit, "a set of charges has room for 128")
    store.transactions[transaction].state = .charged
    store.transactions[transaction].number = store.charges.next
    store.transactions[transaction].chargedAt = now
    store.charges.append(transaction)
    note(.charged(transaction: transaction))
    switch design.store {
    case .storeKit1: announce(transaction)
    case .storeKit2: callBackLater(transaction)
    case .playBilling:
      callBackLater(transaction)
      lapseLater(transaction)
    }
    if design.server.notifications { postLater(transaction) }
    wasCharged(transaction)
  }

  /// The store gives the money of a charge back, unless it has; it tells nobody by itself (S10).
  mutating func refund(_ transaction: TransactionID) {
    guard store.transactions[transaction].number != nil, !store.transactions[transaction].isRefunded
    else { return }
    store.transactions[transaction].isRefunded = true
    if design.store == .playBilling { forgetRefunded(transaction) }
    note(.refunded(transaction: transaction))
    wasRefunded(transaction)
  }
}
