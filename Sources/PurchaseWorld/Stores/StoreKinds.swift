/// The interface of a store: the client's calls and queries, for every store. Charges and sheets
/// are common to all stores; the rules of a single store are in its folder and are selected here,
/// after a confirmation, and after a charge, by the design's ``Design/StoreKind``.
extension StoreHost where Self: ~Copyable {
  @inline(__always) mutating func pay(_ payment: Payment) {
    switch design.store {
    case .storeKit1: addPayment(payment)
    case .storeKit2, .playBilling: addCall(payment)
    }
  }

  @inline(__always) mutating func settle(paid transaction: TransactionID) -> Bool {
    switch design.store {
    case .storeKit1: finish(charged: transaction)
    case .storeKit2: finish(purchased: transaction)
    case .playBilling: consume(transaction)
    }
  }

  func canSettle(_ transaction: TransactionID) -> Bool {
    switch design.store {
    case .storeKit1, .storeKit2: true
    case .playBilling: reachesStore
    }
  }

  /// A failed call leaves nothing to settle.
  mutating func settle(failed transaction: TransactionID) {
    switch design.store {
    case .storeKit1: finish(failed: transaction)
    case .storeKit2, .playBilling: break
    }
  }

  mutating func acknowledge(_ transaction: TransactionID) {
    switch design.store {
    case .storeKit1, .storeKit2: break
    case .playBilling: acknowledgeFromApp(transaction)
    }
  }

  @inline(__always) mutating func listen() {
    switch design.store {
    case .storeKit1: attach()
    case .storeKit2: listenToUpdates()
    case .playBilling: listenToPurchases()
    }
  }

  /// Listens again for another account, in a design that listens per session (C10).
  mutating func listenAgain() {
    store.state.isObserving = false
    listen()
  }

  /// The receipt in a request; in the other stores the transaction alone is the proof (K6, G6).
  @inline(__always) func proof() -> Receipt {
    switch design.store {
    case .storeKit1: readReceipt()
    case .storeKit2, .playBilling: Receipt()
    }
  }

  func payload(of transaction: TransactionID) -> Payload? {
    if store.transactions[transaction].queued.payloadLoss == nil || design.store != .storeKit1 {
      return store.transactions[transaction].payload
    }
    return visiblePayload(of: transaction)
  }

  func pendingState(_ transaction: TransactionID) -> PendingState? {
    store.pendingState(transaction)
  }

  func isUnsettled(_ product: ProductID) -> Bool {
    switch design.store {
    case .storeKit1: store.isUnsettled(product)
    case .storeKit2: store.owns(product, orPending: false)
    case .playBilling: store.owns(product, orPending: true)
    }
  }

  // Effects of time and faults.

  @inline(__always) mutating func callBack(_ transaction: TransactionID) {
    switch design.store {
    case .storeKit1: callBackLive(transaction)
    case .storeKit2: callBackCall(transaction)
    case .playBilling: callBackFlow(transaction)
    }
  }

  mutating func callBackAgain(_ transaction: TransactionID) {
    switch design.store {
    case .storeKit1: callBackCopy(transaction)
    case .storeKit2, .playBilling: repeatCall(of: transaction)
    }
  }

  @inline(__always) mutating func handleForeground() {
    switch design.store {
    case .storeKit1: callBackWaiting()
    case .storeKit2, .playBilling: askAtReturn()
    }
  }

  mutating func losePayload(of transaction: TransactionID, from: PayloadLossStart) {
    switch design.store {
    case .storeKit1: hidePayload(of: transaction, from: from)
    case .storeKit2, .playBilling: store.transactions[transaction].payload = Payload()
    }
  }
}
