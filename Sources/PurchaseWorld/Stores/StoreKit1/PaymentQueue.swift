internal import EventEngine

/// Payments in the queue (S1–S5, S9).
extension StoreHost where Self: ~Copyable {
  @inline(__always) mutating func addPayment(_ payment: Payment) {
    let transaction = store.transactions.append(
      Transaction(
        product: payment.product, flow: payment.flow, state: .queued, payload: payment.payload))
    entered(transaction, from: payment.flow)
    callBackPurchasingLater(transaction)
    awaitSheet(of: transaction)
  }

  /// Schedules the callback of `purchasing` (S1).
  mutating func callBackPurchasingLater(_ transaction: TransactionID) {
    calendar.schedule(.purchasing(transaction), after: callbackDelay(transaction, 0))
  }

  /// Blocks a payment for a product with an unfinished transaction; returns whether it did (S5).
  @inline(__always) mutating func blockBought(_ transaction: TransactionID) -> Bool {
    guard let unfinished = store.unfinishedCharge(of: store.transactions[transaction].product)
    else { return false }
    block(transaction, by: unfinished)
    return true
  }

  /// "Already bought, will be restored for free": the app is not notified (S5).
  private mutating func block(_ transaction: TransactionID, by unfinished: TransactionID) {
    store.transactions[transaction].state = .gone
    store.transactions[unfinished].queued.copies += 1
    wasBlocked(transaction)
    note(.blocked(transaction: transaction, by: unfinished))
    if randomDraws.happens(
      conditions.store.repurchaseReplayProbability, .replays, transaction.index)
    {
      calendar.schedule(.purchasedAgain(unfinished), after: callbackDelay(transaction, 1))
    }
  }

  /// Fails a payment and notifies the app at once (S2, S7).
  mutating func failPayment(_ transaction: TransactionID, _ code: FailureCode) {
    store.transactions[transaction].state = .failed
    store.transactions[transaction].queued.code = code
    store.transactions[transaction].queued.waits = true
    callBackFailed(transaction)
  }

  /// Adds a charge to the receipt and schedules its live `purchased` (S2, S3, S6).
  @inline(__always) mutating func announce(_ transaction: TransactionID) {
    store.transactions[transaction].queued.waits = true
    store.transactions[transaction].queued.listedFrom = receiptStaleUntil(for: transaction)
    calendar.schedule(.purchased(transaction), after: callbackDelay(transaction, 2))
  }

  /// Removes a charged transaction from the queue; returns whether it was there (S11).
  mutating func finish(charged transaction: TransactionID) -> Bool {
    guard store.transactions[transaction].state == .charged else { return false }
    store.transactions[transaction].state = .gone
    store.transactions[transaction].isFinished = true
    store.transactions[transaction].queued.waits = false
    note(.finished(transaction: transaction))
    return true
  }

  /// Finishes a failed transaction for the client (C1, C4).
  mutating func finish(failed transaction: TransactionID) {
    store.transactions[transaction].state = .gone
    store.transactions[transaction].queued.waits = false
  }

}
