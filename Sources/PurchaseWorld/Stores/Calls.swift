internal import EventEngine

/// The purchase call of StoreKit 2 or Play Billing for a payment, and which processes received it.
struct PurchaseCall {
  /// The end of a call (K2, G2).
  enum End {
    case failed(FailureCode)
    /// The product is not sold, because it is owned already (G5).
    case alreadyOwned
    /// The payment waits for an approval (K9, G9).
    case deferred
    /// The transaction; an older one if the product was unfinished (K5).
    case purchased(TransactionID)
  }

  /// The process that made it, or made the one that was interrupted (K7, G7).
  let process: ProcessID
  /// Whether the task that awaits it exists (fault `taskCancelled`).
  var isAwaited = true
  /// The end, until the process has received it.
  var end: End?
  /// Whether it has ended, so that a later charge is delivered by `updates` (K7, K9, G7, G9).
  var isOver = false
  /// The route and the process by which the client first received the transaction.
  var deliveredRoute: Route?
  var deliveringProcess: ProcessID?
  /// Whether the app was in front at the live call, but no route of the app delivered it.
  var foundApp = false
  /// Whether the charge was acknowledged or consumed, so that it never lapses (G10).
  var isAcknowledged = false

  func add(to print: inout StateHasher) {
    print.add(process, deliveringProcess)
    print.add(
      StateHasher.byte(isAwaited) | StateHasher.byte(foundApp) << 8
        | StateHasher.byte(isAcknowledged) << 16 | StateHasher.byte(deliveredRoute) << 24
        | StateHasher.byte(isOver) << 32)
    let (kind, detail): (Int32, Int32) =
      switch end {
      case nil: (0, 0)
      case .failed(let code): (1, code == .cancelled ? 0 : 1)
      case .alreadyOwned: (2, 0)
      case .deferred: (3, 0)
      case .purchased(let transaction): (4, transaction.number)
      }
    print.add(kind, detail)
  }
}

/// The route by which a client receives a purchase (axis `sources`).
package enum Route: String, CaseIterable, BitwiseCopyable, Sendable {
  case result, updates, launchQuery, resumeQuery
  /// The query after a purchase of a product that is owned (G5).
  case ownedQuery
  /// The query when the service is available again (G12).
  case reconnectQuery
}

/// Calls and routes, which StoreKit 2 and Play Billing have in common (K1–K3, G1–G3).
extension StoreHost where Self: ~Copyable {
  /// Ends a call, once; an unpaid payment is removed (K2, G2).
  mutating func endCall(of transaction: TransactionID, with end: PurchaseCall.End) {
    precondition(!store.calls[transaction].isOver, "a call ends once")
    store.calls[transaction].isOver = true
    store.calls[transaction].end = end
    reportEnd(of: transaction)
  }

  /// Ends a call with a failure: there is no charge, and the payment is removed.
  @inline(never) mutating func failCall(of transaction: TransactionID, with end: PurchaseCall.End) {
    store.transactions[transaction].state = .gone
    endCall(of: transaction, with: end)
  }

  /// Ends the wait for a call (fault `taskCancelled`).
  mutating func leaveCall(of transaction: TransactionID) {
    store.calls[transaction].isAwaited = false
  }

  /// Whether the process that made a call is running and still awaits it.
  func isAwaited(_ transaction: TransactionID) -> Bool {
    store.calls[transaction].isAwaited && isCallerAlive(of: transaction)
  }

  @inline(__always) func isCallerAlive(of transaction: TransactionID) -> Bool {
    store.calls[transaction].process == livingProcess
  }

  /// Passes the end of a call to the process that awaits it, by `result` only (K2, G3).
  @inline(never) mutating func reportEnd(of transaction: TransactionID) {
    guard let end = store.calls[transaction].end, isAwaited(transaction),
      design.sources.contains(.result)
    else { return }
    if isInBackground { return suspend(.result(transaction)) }
    store.calls[transaction].end = nil
    switch end {
    case .purchased(let paid): report(paid, by: .result, awaitedBy: transaction)
    case .deferred:
      note(.deferredCalledBack(transaction: transaction))
      receive(.pending, of: transaction, endsCall: transaction)
    case .failed(let code): reportFailure(of: transaction, code, .failed(code))
    case .alreadyOwned:
      reportFailure(of: transaction, .error, .alreadyOwned)
      if design.onAlreadyOwned == .query { query(by: .ownedQuery) }
    }
  }

  private mutating func reportFailure(
    of transaction: TransactionID, _ code: FailureCode, _ news: StoreCallback
  ) {
    note(.failedCalledBack(transaction: transaction, code))
    receive(news, of: transaction, endsCall: transaction)
  }

  /// Whether a live call that is due is made; a missed one never is (fault `missedCallback`).
  mutating func isLiveCallMade(of transaction: TransactionID) -> Bool {
    guard store.transactions[transaction].state == .charged else { return false }
    guard store.transactions[transaction].missesLive else { return true }
    store.transactions[transaction].missesLive = false
    note(.callbackMissed(transaction: transaction))
    return false
  }

  /// Delivers a transaction by `updates`, if a process listens (K3, G3).
  @inline(never) mutating func reportUpdate(of transaction: TransactionID, isEcho: Bool = false) {
    if store.state.isObserving, design.sources.contains(.updates), isConnectedToPlay {
      report(transaction, by: .updates, isEcho: isEcho)
    } else if isInFront, !isCallerAlive(of: transaction) {
      store.calls[transaction].foundApp = true
    }
  }

  /// Repeats by `updates` a purchase that its call has returned, finished meanwhile or not (K3).
  @inline(never) mutating func reportEcho(of transaction: TransactionID) {
    store.state.echoesToCome -= 1
    reportUpdate(of: transaction, isEcho: true)
  }

  /// Delivers by `updates` a live call that no call awaits; in the background it waits (D5).
  mutating func update(_ transaction: TransactionID) {
    if isInBackground { suspend(.update(transaction)) } else { reportUpdate(of: transaction) }
  }

  /// Repeats `purchased` in the process that received it first (fault `duplicateCallback`).
  @inline(never) mutating func reportAgain(of transaction: TransactionID) {
    guard let route = store.calls[transaction].deliveredRoute,
      store.calls[transaction].deliveringProcess == livingProcess
    else { return }
    report(transaction, by: route)
  }

  /// Delivers unfinished transactions to a new listener: StoreKit 2's `updates` emits them once per
  /// process, and a query returns them at every attachment (K3, G3).
  @inline(never) mutating func receiveUnfinished() {
    if design.store == .storeKit2, !store.state.hasReplayed {
      store.state.hasReplayed = true
      if design.sources.contains(.updates) { reportUnfinished(by: .updates, .updates) }
    }
    if design.sources.haveQuery { query(by: .launchQuery) }
  }

  /// Queries charges that are neither finished nor refunded: at once, oldest first (G3).
  mutating func query(by route: Route) {
    guard isConnectedToPlay else { return }
    reportUnfinished(by: route, .query)
  }

  /// Delivers all charged unfinished transactions by a route, unless a fault omits them (K3, G3).
  mutating func reportUnfinished(by route: Route, _ replay: RedeliveryRoutes) {
    var index = ChargeID(0)
    while index < store.charges.next, isInFront {
      let transaction = store.charges[index]
      index = index.advanced(by: 1)
      if store.transactions[transaction].state == .charged, !misses(transaction, in: replay) {
        report(transaction, by: route)
      }
    }
  }

  /// Delivers `purchased` by a route that the client uses, or an echo after the finish (S11, K3).
  /// - Parameter call: the payment whose call ends with it, if any.
  @inline(never) private mutating func report(
    _ transaction: TransactionID, by route: Route, awaitedBy call: TransactionID? = nil,
    isEcho: Bool = false
  ) {
    guard isInFront, canReport(transaction, isEcho: isEcho) else { return }
    passCallback(of: transaction)
    guard isInFront, canReport(transaction, isEcho: isEcho) else { return }
    // A fault here may have cancelled the awaiting task; Play has another route (G3).
    if let call, !isAwaited(call) {
      if design.store == .playBilling { reportUpdate(of: transaction) }
      return
    }
    store.transactions[transaction].wasCalledBack = true
    if store.calls[transaction].deliveredRoute == nil {
      store.calls[transaction].deliveredRoute = route
      store.calls[transaction].deliveringProcess = process
    }
    note(.purchasedCalledBack(transaction: transaction, by: route))
    receive(isUnverified(transaction) ? .unverified : .paid, of: transaction, endsCall: call)
  }

  /// Whether a transaction can be delivered: it is unfinished, or this is an echo after the finish.
  private func canReport(_ transaction: TransactionID, isEcho: Bool) -> Bool {
    store.transactions[transaction].state == .charged
      || isEcho && store.transactions[transaction].isFinished
  }

  /// Queries when the app is in front again, if the design does.
  @inline(never) mutating func askAtReturn() {
    if store.state.isObserving, design.sources.contains(.resumeQuery) { query(by: .resumeQuery) }
  }
}
