/// Money that the store gives back (S10).
extension World {
  /// The store refunds a charge, unless it has.
  ///
  /// Nobody tells the backend, unless it receives notifications; then it takes the goods back and
  /// delivers nothing more for the charge.
  mutating func refund(_ transaction: TransactionID) {
    guard store.transactions[transaction].number != nil, !store.transactions[transaction].isRefunded
    else {
      return
    }
    store.transactions[transaction].isRefunded = true
    note(.refunded(transaction: transaction))
    let intent = store.transactions[transaction].intent
    if !isMissingGoods(intent) { endNotices(of: intent) }
    guard design.server.notifications else { return }
    store.transactions[transaction].booked = nil
    store.transactions[transaction].bookedAgain = 0
    note(.goodsTakenBack(transaction: transaction))
  }

  /// The charge of an intent that is refunded when nothing says which: the first that was delivered,
  /// else the first.
  mutating func chargeToRefund(of intent: IntentID) -> TransactionID? {
    var found: TransactionID?
    for index in store.charges.indices {
      let transaction = store.charges[index]
      guard store.transactions[transaction].intent == intent,
        !store.transactions[transaction].isRefunded
      else { continue }
      guard let first = found else {
        found = transaction
        continue
      }
      if store.transactions[first].right == nil, store.transactions[transaction].right != nil {
        found = transaction
      }
    }
    return found
  }

  /// Whether a charge of an intent that still stands has not brought its goods.
  private mutating func isMissingGoods(_ intent: IntentID) -> Bool {
    for place in store.charges.indices {
      let charge = store.charges[place]
      if store.transactions[charge].intent == intent, store.transactions[charge].right == nil,
        !store.transactions[charge].isRefunded
      {
        return true
      }
    }
    return false
  }

  /// Whether the backend was told that a charge was refunded (B8).
  mutating func isKnownAsRefunded(_ transaction: TransactionID) -> Bool {
    store.transactions[transaction].isRefunded && design.server.notifications
  }
}
