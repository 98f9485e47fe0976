/// The seam of a store: what the client says to it and asks of it, whichever it is. Books and sheets are
/// the same of all; what a store does of its own stands in its folder, and is plugged in here, behind the
/// confirmation on a sheet, and behind a charge, by the design's ``Design/StoreKind``.
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

  /// Of a failed call nothing stays to be settled.
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

  /// The account is another one, and a design that listens for a session begins anew (C10).
  mutating func listenAgain() {
    store.state.isObserving = false
    listen()
  }

  /// What a request carries beside the name of its transaction, which alone proves it elsewhere (K6, G6).
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

  func unsettled(_ transaction: TransactionID) -> Unsettled? { store.unsettled(transaction) }

  func isUnsettled(_ product: ProductID) -> Bool {
    switch design.store {
    case .storeKit1: store.isUnsettled(product)
    case .storeKit2: store.owns(product, orPending: false)
    case .playBilling: store.owns(product, orPending: true)
    }
  }

  // What comes of time and misfortune.

  /// The live `purchased` is due.
  @inline(__always) mutating func callBack(_ transaction: TransactionID) {
    switch design.store {
    case .storeKit1: callBackLive(transaction)
    case .storeKit2: callBackCall(transaction)
    case .playBilling: callBackFlow(transaction)
    }
  }

  /// A copy of `purchased` is due.
  mutating func callBackAgain(_ transaction: TransactionID) {
    switch design.store {
    case .storeKit1: callBackCopy(transaction)
    case .storeKit2, .playBilling: repeatCall(of: transaction)
    }
  }

  @inline(__always) mutating func meetForeground() {
    switch design.store {
    case .storeKit1: callBackWaiting()
    case .storeKit2, .playBilling: askAtReturn()
    }
  }

  mutating func losePayload(of transaction: TransactionID, from: PayloadLoss) {
    switch design.store {
    case .storeKit1: hidePayload(of: transaction, from: from)
    case .storeKit2, .playBilling: store.transactions[transaction].payload = Payload()
    }
  }
}
