internal import EventEngine

/// Purchase calls of StoreKit 2, and the sequence of updates (K3, K5).
extension StoreHost where Self: ~Copyable {
  /// Ends a call for a product with unfinished transactions by the oldest of them, without a
  /// charge; returns whether it did (K5).
  @inline(never) mutating func answerWithOwned(_ transaction: TransactionID) -> Bool {
    guard let owned = store.unfinishedCharge(of: product(of: transaction)) else { return false }
    store.transactions[transaction].state = .gone
    store.calls[transaction].end = .purchased(owned)
    note(.answeredWithOwned(transaction: transaction, owned: owned))
    calendar.schedule(.result(transaction), after: callbackDelay(transaction, 1))
    return true
  }

  /// Makes the live call: to the process that made the purchase call, else by `updates` (K3).
  @inline(never) mutating func callBackCall(_ transaction: TransactionID) {
    guard isLiveCallMade(of: transaction) else { return }
    guard isCallerAlive(of: transaction), !store.calls[transaction].isOver else {
      return update(transaction)
    }
    if randomDraws.happens(conditions.store.echoProbability, .echo, transaction.index) {
      store.state.echoesToCome += 1
      calendar.schedule(.echo(transaction), after: conditions.store.echoAfter)
    }
    endCall(of: transaction, with: .purchased(transaction))
  }
}
