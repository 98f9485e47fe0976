internal import EventEngine

/// The callbacks of the store to the app (S3).
extension StoreHost where Self: ~Copyable {
  private var isReachable: Bool { isInFront && store.state.isObserving }

  /// Calls back, when the app is in front again, what has waited, or everything unfinished (S3).
  mutating func callBackWaiting() {
    guard store.state.isObserving else { return }
    callBackUnfinished(onlyWaiting: !conditions.store.redeliversOnForeground)
  }

  /// Calls back waiting failures, then unfinished charges, oldest first: all of them with their
  /// copies, or only those that have not reached the app.
  mutating func callBackUnfinished(onlyWaiting: Bool = false) {
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

  /// Calls back `failed`, or keeps it.
  @inline(__always) mutating func callBackFailed(_ transaction: TransactionID) {
    guard isReachable else { return }
    store.transactions[transaction].queued.waits = false
    let code = store.transactions[transaction].queued.code
    note(.failedCalledBack(transaction: transaction, code))
    receive(.failed(code), of: transaction, endsCall: nil)
  }

  /// Calls back `deferred`, or loses it.
  mutating func callBackDeferred(_ transaction: TransactionID) {
    guard isReachable else { return }
    note(.deferredCalledBack(transaction: transaction))
    receive(.pending, of: transaction, endsCall: nil)
  }

  /// Calls back `purchasing`, keeps it for the foreground, or loses it without an observer.
  @inline(__always) mutating func callBackPurchasing(_ transaction: TransactionID) {
    if store.state.isObserving, isInBackground { suspend(.purchasing(transaction)) }
    // After an update to StoreKit 2 there is no such callback (M2).
    guard isReachable, design.store == .storeKit1 else { return }
    note(.purchasingCalledBack(transaction: transaction))
    receive(.started, of: transaction, endsCall: nil)
  }

  /// Calls back `purchased` live, keeps it, or loses it (fault `missedCallback`).
  @inline(__always) mutating func callBackLive(_ transaction: TransactionID) {
    store.transactions[transaction].queued.isOnItsWay = false
    guard store.transactions[transaction].queued.waits else { return }
    if isLiveCallMade(of: transaction) { return callBackPurchased(transaction) }
    store.transactions[transaction].queued.waits = false
  }

  /// Calls back a copy of `purchased`, or keeps it (S3); none follows the finish (S11).
  mutating func callBackCopy(_ transaction: TransactionID) {
    guard store.transactions[transaction].state == .charged else { return }
    store.transactions[transaction].queued.waits = true
    callBackPurchased(transaction)
  }

  @inline(never) private mutating func callBackPurchased(_ transaction: TransactionID) {
    guard isReachable else { return }
    passCallback(of: transaction)
    guard isReachable, store.transactions[transaction].state == .charged else { return }
    store.transactions[transaction].queued.waits = false
    store.transactions[transaction].wasCalledBack = true
    note(.purchasedCalledBack(transaction: transaction))
    receive(.paid, of: transaction, endsCall: nil)
  }
}
