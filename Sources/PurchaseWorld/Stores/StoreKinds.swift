/// The interface of a store: the client's calls and queries, for every store. Charges and sheets
/// are common to all stores; the rules of a single store are in its folder and are selected here,
/// after a confirmation, and after a charge, by the design's ``Design/StoreKind``.
extension StoreHost where Self: ~Copyable {
  /// Adds a payment to the queue of StoreKit 1 (S1), or starts a purchase call (K1, G1).
  @inline(__always) mutating func pay(_ payment: Payment) {
    let transaction = store.transactions.append(
      Transaction(
        product: payment.product, flow: payment.flow, state: .queued, payload: payment.payload))
    if design.store != .storeKit1 { store.calls.append(PurchaseCall(process: process)) }
    entered(transaction, from: payment.flow)
    if design.store == .storeKit1 { callBackPurchasingLater(transaction) }
    awaitSheet(of: transaction)
  }

  /// Finishes a charged transaction (S11); this needs no link, and the history of StoreKit 2 keeps
  /// it (K11). On Play it is consumed, which fails without the link or the service (G11).
  mutating func settle(paid transaction: TransactionID) -> Bool {
    guard store.transactions[transaction].state == .charged else { return false }
    guard canSettle(transaction) else {
      note(.consumptionFailed(transaction: transaction))
      return false
    }
    store.transactions[transaction].state = .gone
    store.transactions[transaction].isFinished = true
    switch design.store {
    case .storeKit1: store.transactions[transaction].queued.waits = false
    case .storeKit2: break
    case .playBilling: store.calls[transaction].isAcknowledged = true
    }
    note(.finished(transaction: transaction))
    return true
  }

  func canSettle(_ transaction: TransactionID) -> Bool {
    design.store != .playBilling || reachesStore
  }

  /// Removes a failed payment from the queue (C1, C4); a failed call leaves nothing to settle.
  mutating func settle(failed transaction: TransactionID) {
    guard design.store == .storeKit1 else { return }
    store.transactions[transaction].state = .gone
    store.transactions[transaction].queued.waits = false
  }

  /// Acknowledges a purchase that the client has received, on Play (C5, G10).
  mutating func acknowledge(_ transaction: TransactionID) {
    guard design.store == .playBilling, reachesStore, !store.calls[transaction].isAcknowledged
    else { return }
    store.calls[transaction].isAcknowledged = true
    note(.acknowledged(transaction: transaction))
  }

  /// Attaches the client's observer, which receives everything unfinished (S3, K3, G3).
  mutating func listen() {
    guard !store.state.isObserving else { return }
    store.state.isObserving = true
    note(.attached)
    if design.store != .storeKit1 { return receiveUnfinished() }
    if !store.transactions.isEmpty { callBackUnfinished() }
  }

  /// Listens again for another account, in a design that listens per session (C10).
  mutating func listenAgain() {
    store.state.isObserving = false
    listen()
  }

  /// The receipt in a request; in the other stores the transaction alone is the proof (K6, G6).
  @inline(__always) func proof() -> Receipt {
    design.store == .storeKit1 ? receipt(at: now) : Receipt()
  }

  func payload(of transaction: TransactionID) -> Payload? {
    if design.store == .storeKit1, hidesPayload(of: transaction) { return nil }
    return store.transactions[transaction].payload
  }

  /// The state of a payment; nil if it is not in the queue.
  func pendingState(_ transaction: TransactionID) -> PendingState? {
    switch store.transactions[transaction].state {
    case .charged: .paid
    case .failed where store.transactions[transaction].queued.waits: .failed
    case .gone: nil
    case .queued, .onSheet, .processing, .deferred, .failed, .declined: .other
    }
  }

  func isUnsettled(_ product: ProductID) -> Bool {
    design.store == .storeKit1
      ? store.isUnsettled(product)
      : store.owns(product, orPending: design.store == .playBilling)
  }

  // Effects of time and faults.

  @inline(__always) mutating func callBack(_ transaction: TransactionID) {
    switch design.store {
    case .storeKit1: callBackLive(transaction)
    case .storeKit2: callBackCall(transaction)
    case .playBilling: callBackFlow(transaction)
    }
  }

  /// Delivers a copy that is due; a copy of a call waits in the background (D5).
  mutating func callBackAgain(_ transaction: TransactionID) {
    if design.store == .storeKit1 { return callBackCopy(transaction) }
    if isInBackground { return suspend(.purchasedAgain(transaction)) }
    reportAgain(of: transaction)
  }

  @inline(__always) mutating func handleForeground() {
    if design.store == .storeKit1 { callBackWaiting() } else { askAtReturn() }
  }

  mutating func losePayload(of transaction: TransactionID, from: PayloadLossStart) {
    guard design.store == .storeKit1 else {
      store.transactions[transaction].payload = Payload()
      return
    }
    guard store.transactions[transaction].queued.payloadLoss == nil else { return }
    store.transactions[transaction].queued.payloadLoss = from
    store.transactions[transaction].queued.payloadLostIn = process
  }
}
