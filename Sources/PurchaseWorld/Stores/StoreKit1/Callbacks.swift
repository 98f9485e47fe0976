internal import EventEngine

/// How the store calls the app back (S3).
extension StoreHost where Self: ~Copyable {
  /// Whether a callback reaches the app now.
  private var isReachable: Bool { isInFront && store.state.isObserving }

  /// The client attaches its observer: everything unfinished is called back.
  mutating func attach() {
    guard !store.state.isObserving else { return }
    store.state.isObserving = true
    note(.attached)
    if !store.transactions.isEmpty { callBackUnfinished() }
  }

  /// The app is in front again: what has waited reaches it, or everything unfinished (S3).
  mutating func callBackWaiting() {
    guard store.state.isObserving else { return }
    callBackUnfinished(onlyWaiting: !conditions.store.redeliversOnForeground)
  }

  /// Waiting failures first, then unfinished charges, oldest first: all of them with their copies, or
  /// only those that have not reached the app yet.
  private mutating func callBackUnfinished(onlyWaiting: Bool = false) {
    for index in store.transactions.indices
    where store.transactions[index].state == .failed && store.transactions[index].queued.waits {
      callBackFailed(index)
    }
    var index = ChargeID(0)
    while index < store.charges.next {
      let transaction = store.charges[index]
      index = index.advanced(by: 1)
      guard store.transactions[transaction].state == .charged else { continue }
      let entry = store.transactions[transaction].queued
      if onlyWaiting {
        if entry.waits && !entry.isOnItsWay { callBackPurchased(transaction) }
        continue
      }
      store.transactions[transaction].queued.copies = 0
      for _ in 0...entry.copies where store.transactions[transaction].state == .charged {
        callBackPurchased(transaction)
      }
    }
  }

  /// `failed` reaches the app, or waits.
  @inline(__always) mutating func callBackFailed(_ transaction: TransactionID) {
    guard isReachable else { return }
    store.transactions[transaction].queued.waits = false
    let code = store.transactions[transaction].queued.code
    note(.failedCalledBack(transaction: transaction, code))
    hear(.failed(code), of: transaction, endsCall: nil)
  }

  /// `deferred` reaches the app, or is lost.
  mutating func callBackDeferred(_ transaction: TransactionID) {
    guard isReachable else { return }
    note(.deferredCalledBack(transaction: transaction))
    hear(.pending, of: transaction, endsCall: nil)
  }

  /// `purchasing` reaches the app, waits for the foreground, or finds no observer and is lost.
  @inline(__always) mutating func callBackPurchasing(_ transaction: TransactionID) {
    if store.state.isObserving, isInBackground { suspend(.purchasing(transaction)) }
    // After an update StoreKit 2 calls nothing of the kind back (M2).
    guard isReachable, design.store == .storeKit1 else { return }
    note(.purchasingCalledBack(transaction: transaction))
    hear(.started, of: transaction, endsCall: nil)
  }

  /// The live `purchased`: it reaches the app, waits, or gets lost (fault `missedCallback`).
  @inline(__always) mutating func callBackLive(_ transaction: TransactionID) {
    store.transactions[transaction].queued.isOnItsWay = false
    guard store.transactions[transaction].state == .charged,
      store.transactions[transaction].queued.waits
    else { return }
    if store.transactions[transaction].missesLive {
      store.transactions[transaction].missesLive = false
      store.transactions[transaction].queued.waits = false
      note(.callbackMissed(transaction: transaction))
      return
    }
    callBackPurchased(transaction)
  }

  /// A copy of `purchased`: it reaches the app or waits (S3); none is due after the finish (S11).
  mutating func callBackCopy(_ transaction: TransactionID) {
    guard store.transactions[transaction].state == .charged else { return }
    store.transactions[transaction].queued.waits = true
    callBackPurchased(transaction)
  }

  /// `purchased` reaches the app, or waits.
  @inline(never) private mutating func callBackPurchased(_ transaction: TransactionID) {
    guard isReachable else { return }
    passCallback(of: transaction)
    guard isReachable, store.transactions[transaction].state == .charged else { return }
    store.transactions[transaction].queued.waits = false
    store.transactions[transaction].wasCalledBack = true
    note(.purchasedCalledBack(transaction: transaction))
    hear(.paid, of: transaction, endsCall: nil)
  }
}
