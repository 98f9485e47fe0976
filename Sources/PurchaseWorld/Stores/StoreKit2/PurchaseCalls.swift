internal import EventEngine

/// Purchase calls of StoreKit 2 (K1, K2, K5, K9).
extension StoreHost where Self: ~Copyable {
  /// A call for a product that has an unfinished transaction is answered with that, and shows no sheet
  /// (K5).
  /// - Returns: whether it was.
  @inline(never) mutating func answerWithOwned(_ transaction: TransactionID) -> Bool {
    guard let owned = store.unfinishedCharge(of: store.transactions[transaction].product) else {
      return false
    }
    answer(transaction, with: owned)
    return true
  }

  /// The call will end with the oldest transaction of the product that is unfinished; nothing is charged.
  private mutating func answer(_ transaction: TransactionID, with owned: TransactionID) {
    store.transactions[transaction].state = .gone
    store.calls[transaction].end = .purchased(owned)
    note(.answeredWithOwned(transaction: transaction, owned: owned))
    calendar.schedule(.result(transaction), after: callbackDelay(transaction, 1))
  }

  /// The user confirms the payment (K2).
  @inline(never) mutating func confirmCall(_ transaction: TransactionID) {
    let product = store.transactions[transaction].product
    if conditions.store.usesLink, isLinkDown {
      failCall(of: transaction, with: .failed(.error))
    } else if let owned = store.unfinishedCharge(of: product) {
      answer(transaction, with: owned)
    } else if let approval = strikeApproval(of: transaction) {
      deferCall(transaction, until: approval)
    } else {
      store.transactions[transaction].state = .processing
      hasPaid(transaction)
      calendar.schedule(.charge(transaction), after: processingTime(of: transaction))
    }
  }

  /// Ask to Buy: the call ends, and the charge comes at the answer, or never (K9).
  private mutating func deferCall(_ transaction: TransactionID, until approval: Approval) {
    note(.deferred(transaction: transaction))
    if approval.approves {
      store.transactions[transaction].state = .deferred
      calendar.schedule(.charge(transaction), after: approval.answers)
    } else {
      store.transactions[transaction].state = .declined
    }
    endCall(of: transaction, with: .deferred)
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
