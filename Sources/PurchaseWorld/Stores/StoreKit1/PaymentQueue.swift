internal import EventEngine

/// Payments in the queue (S1–S5, S9).
extension StoreHost where Self: ~Copyable {
  /// Schedules the callback of `purchasing` (S1).
  mutating func callBackPurchasingLater(_ transaction: TransactionID) {
    calendar.schedule(.purchasing(transaction), after: callbackDelay(transaction, 0))
  }

  /// Blocks a payment for a product with an unfinished transaction; returns whether it did (S5).
  @inline(__always) mutating func blockBought(_ transaction: TransactionID) -> Bool {
    guard let unfinished = store.unfinishedCharge(of: product(of: transaction)) else {
      return false
    }
    // "Already bought, will be restored for free": the app is not notified (S5).
    store.transactions[transaction].state = .gone
    store.transactions[unfinished].queued.copies += 1
    wasBlocked(transaction)
    note(.blocked(transaction: transaction, by: unfinished))
    if randomDraws.happens(
      conditions.store.repurchaseReplayProbability, .replays, transaction.index)
    {
      calendar.schedule(.purchasedAgain(unfinished), after: callbackDelay(transaction, 1))
    }
    return true
  }
}
