internal import EventEngine

/// Purchase calls of StoreKit 2 (K5, K11).
extension StoreHost where Self: ~Copyable {
  /// Ends a call for a product with unfinished transactions by the oldest of them, without a
  /// charge; returns whether it did (K5).
  @inline(never) mutating func answerWithOwned(_ transaction: TransactionID) -> Bool {
    guard let owned = store.unfinishedCharge(of: store.transactions[transaction].product) else {
      return false
    }
    store.transactions[transaction].state = .gone
    store.calls[transaction].end = .purchased(owned)
    note(.answeredWithOwned(transaction: transaction, owned: owned))
    calendar.schedule(.result(transaction), after: callbackDelay(transaction, 1))
    return true
  }

  /// Finishes a transaction: this needs no link, and the store's history keeps it (K11).
  /// - Returns: whether it was unfinished.
  @inline(never) mutating func finish(purchased transaction: TransactionID) -> Bool {
    guard store.transactions[transaction].state == .charged else { return false }
    store.transactions[transaction].state = .gone
    store.transactions[transaction].isFinished = true
    note(.finished(transaction: transaction))
    return true
  }
}
