internal import EventEngine

/// How the store calls the app back (S3).
extension World {
  /// Whether a callback reaches the app now.
  private var isReachable: Bool { app == .foreground && isObserving }

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
    guard !isObserving else { return }
    isObserving = true
    note(.attached)
    if !transactions.isEmpty { callBackAll() }
  }

  /// Waiting failures first, then all unfinished charges, oldest first, with their copies.
  mutating func callBackAll() {
    callBackWaitingFailures()
    var index = ChargeID(0)
    while index < charges.next {
      let transaction = charges[index]
      index = index.advanced(by: 1)
      guard transactions[transaction].state == .charged else { continue }
      let times = 1 + transactions[transaction].copies
      transactions[transaction].copies = 0
      for _ in 0..<times where transactions[transaction].state == .charged {
        callBackPurchased(transaction)
      }
    }
  }

  /// Only what has not reached the app yet: failures first, then charges.
  mutating func callBackWaiting() {
    callBackWaitingFailures()
    var index = ChargeID(0)
    while index < charges.next {
      let transaction = charges[index]
      index = index.advanced(by: 1)
      let isDue = transactions[transaction].waits && !transactions[transaction].isOnItsWay
      if isDue, transactions[transaction].state == .charged { callBackPurchased(transaction) }
    }
  }

  @inline(__always)
  private mutating func callBackWaitingFailures() {
    for index in transactions.indices
    where transactions[index].state == .failed && transactions[index].waits {
      callBackFailed(index)
    }
  }

  /// `failed` reaches the app, or waits.
  @inline(__always)
  mutating func callBackFailed(_ transaction: TransactionID) {
    guard isReachable else { return }
    transactions[transaction].waits = false
    let code = transactions[transaction].code
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
    if isObserving, app == .background { suspended.append(.purchasing(transaction)) }
    guard isReachable else { return }
    note(.purchasingCalledBack(transaction: transaction))
    handlePurchasing(transaction)
  }

  /// The live `purchased`: it reaches the app, waits, or gets lost (fault `missedCallback`).
  mutating func callBackLive(_ transaction: TransactionID) {
    transactions[transaction].isOnItsWay = false
    guard transactions[transaction].state == .charged, transactions[transaction].waits else {
      return
    }
    if transactions[transaction].missesLive {
      transactions[transaction].missesLive = false
      transactions[transaction].waits = false
      note(.callbackMissed(transaction: transaction))
      return
    }
    callBackPurchased(transaction)
  }

  /// A copy of `purchased`: it reaches the app or waits (S3); none is due after the finish (S11).
  mutating func callBackCopy(_ transaction: TransactionID) {
    guard transactions[transaction].state == .charged else { return }
    transactions[transaction].waits = true
    callBackPurchased(transaction)
  }

  /// `purchased` reaches the app, or waits.
  private mutating func callBackPurchased(_ transaction: TransactionID) {
    guard isReachable else { return }
    let intent = transactions[transaction].intent
    let isFirst = intents[intent].calledBack == nil
    if isFirst { intents[intent].calledBack = transaction }
    fire(.callback, of: intent, transaction)
    if isFirst, !planStates.isEmpty { strikeFirstCallback(of: intent) }
    guard isReachable, transactions[transaction].state == .charged else { return }
    transactions[transaction].waits = false
    transactions[transaction].wasCalledBack = true
    note(.purchasedCalledBack(transaction: transaction))
    log(.transactionSucceed)
    handlePurchased(transaction)
  }
}
