internal import EventEngine

/// How the store calls the app back (S3).
extension World {
  /// Whether a callback reaches the app now.
  private var isReachable: Bool { device.state.app == .foreground && store.state.isObserving }

  /// A process is ready: its observer is attached, if its design waits for nothing more (S3).
  @inline(__always)
  mutating func attachAtLaunch() {
    switch design.observer {
    case .launch: attach()
    case .login: if !isGuest { attach() }
    case .purchase: break
    }
  }

  /// The client attaches its observer: everything unfinished is called back.
  mutating func attach() {
    guard !store.state.isObserving else { return }
    store.state.isObserving = true
    note(.attached)
    if !store.transactions.isEmpty { callBackAll() }
  }

  /// Waiting failures first, then all unfinished charges, oldest first, with their copies.
  mutating func callBackAll() {
    callBackWaitingFailures()
    var index = ChargeID(0)
    while index < store.charges.next {
      let transaction = store.charges[index]
      index = index.advanced(by: 1)
      guard store.transactions[transaction].state == .charged else { continue }
      let times = 1 + store.transactions[transaction].copies
      store.transactions[transaction].copies = 0
      for _ in 0..<times where store.transactions[transaction].state == .charged {
        callBackPurchased(transaction)
      }
    }
  }

  /// Only what has not reached the app yet: failures first, then charges.
  mutating func callBackWaiting() {
    callBackWaitingFailures()
    var index = ChargeID(0)
    while index < store.charges.next {
      let transaction = store.charges[index]
      index = index.advanced(by: 1)
      let isDue =
        store.transactions[transaction].waits && !store.transactions[transaction].isOnItsWay
      if isDue, store.transactions[transaction].state == .charged { callBackPurchased(transaction) }
    }
  }

  @inline(__always)
  private mutating func callBackWaitingFailures() {
    for index in store.transactions.indices
    where store.transactions[index].state == .failed && store.transactions[index].waits {
      callBackFailed(index)
    }
  }

  /// `failed` reaches the app, or waits.
  @inline(__always)
  mutating func callBackFailed(_ transaction: TransactionID) {
    guard isReachable else { return }
    store.transactions[transaction].waits = false
    let code = store.transactions[transaction].code
    note(.failedCalledBack(transaction: transaction, code))
    log(code == .cancelled ? .transactionCancel : .transactionFail)
    handleFailed(transaction)
  }

  /// `deferred` reaches the app, or is lost.
  mutating func callBackDeferred(_ transaction: TransactionID) {
    guard isReachable else { return }
    note(.deferredCalledBack(transaction: transaction))
    handleDeferred(transaction)
  }

  /// `purchasing` reaches the app, waits for the foreground, or finds no observer and is lost.
  mutating func callBackPurchasing(_ transaction: TransactionID) {
    if store.state.isObserving, device.state.app == .background {
      device.suspended.append(.purchasing(transaction))
    }
    guard isReachable else { return }
    note(.purchasingCalledBack(transaction: transaction))
    handlePurchasing(transaction)
  }

  /// The live `purchased`: it reaches the app, waits, or gets lost (fault `missedCallback`).
  mutating func callBackLive(_ transaction: TransactionID) {
    store.transactions[transaction].isOnItsWay = false
    guard store.transactions[transaction].state == .charged, store.transactions[transaction].waits
    else {
      return
    }
    if store.transactions[transaction].missesLive {
      store.transactions[transaction].missesLive = false
      store.transactions[transaction].waits = false
      note(.callbackMissed(transaction: transaction))
      return
    }
    callBackPurchased(transaction)
  }

  /// A copy of `purchased`: it reaches the app or waits (S3); none is due after the finish (S11).
  mutating func callBackCopy(_ transaction: TransactionID) {
    guard store.transactions[transaction].state == .charged else { return }
    store.transactions[transaction].waits = true
    callBackPurchased(transaction)
  }

  /// `purchased` reaches the app, or waits.
  private mutating func callBackPurchased(_ transaction: TransactionID) {
    guard isReachable else { return }
    let intent = store.transactions[transaction].intent
    let isFirst = user.intents[intent].calledBack == nil
    if isFirst { user.intents[intent].calledBack = transaction }
    fire(.callback, of: intent, transaction)
    if isFirst, !misfortune.states.isEmpty { strikeFirstCallback(of: intent) }
    guard isReachable, store.transactions[transaction].state == .charged else { return }
    store.transactions[transaction].waits = false
    store.transactions[transaction].wasCalledBack = true
    note(.purchasedCalledBack(transaction: transaction))
    log(.transactionSucceed)
    handlePurchased(transaction)
  }
}
