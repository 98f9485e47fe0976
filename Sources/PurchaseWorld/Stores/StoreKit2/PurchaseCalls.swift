internal import EventEngine

/// Purchase calls of StoreKit 2 (K5, K11).
extension StoreHost where Self: ~Copyable {
  /// A call for a product that has an unfinished transaction ends with the oldest of them; nothing is
  /// charged (K5).
  /// - Returns: whether it was.
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

  /// `finish()` needs no link and always succeeds; the transaction stays in the store's history (K11).
  /// - Returns: whether it was there.
  @inline(never) mutating func finish(purchased transaction: TransactionID) -> Bool {
    guard store.transactions[transaction].state == .charged else { return false }
    store.transactions[transaction].state = .gone
    store.transactions[transaction].isFinished = true
    note(.finished(transaction: transaction))
    return true
  }
}
