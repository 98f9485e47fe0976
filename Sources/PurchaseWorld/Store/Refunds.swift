/// Money that the store gives back (S10).
extension World {
  /// The store refunds a charge, unless it has.
  ///
  /// Nobody tells the backend, unless it receives notifications; then it takes the goods back and
  /// delivers nothing more for the charge.
  mutating func refund(_ transaction: TransactionID) {
    guard transactions[transaction].number != nil, !transactions[transaction].isRefunded else {
      return
    }
    transactions[transaction].isRefunded = true
    note(.refunded(transaction: transaction))
    let intent = transactions[transaction].intent
    if !isMissingGoods(intent) { endNotices(of: intent) }
    guard design.server.notifications else { return }
    transactions[transaction].booked = nil
    transactions[transaction].bookedAgain = 0
    note(.goodsTakenBack(transaction: transaction))
  }

  /// The charge of an intent that is refunded when nothing says which: the first that was delivered,
  /// else the first.
  mutating func chargeToRefund(of intent: IntentID) -> TransactionID? {
    var found: TransactionID?
    for index in charges.indices {
      let transaction = charges[index]
      guard transactions[transaction].intent == intent,
        !transactions[transaction].isRefunded
      else { continue }
      guard let first = found else {
        found = transaction
        continue
      }
      if transactions[first].right == nil, transactions[transaction].right != nil {
        found = transaction
      }
    }
    return found
  }

  /// Whether a charge of an intent that still stands has not brought its goods.
  private mutating func isMissingGoods(_ intent: IntentID) -> Bool {
    for place in charges.indices {
      let charge = charges[place]
      if transactions[charge].intent == intent, transactions[charge].right == nil,
        !transactions[charge].isRefunded
      {
        return true
      }
    }
    return false
  }

  /// Whether the backend was told that a charge was refunded (B8).
  mutating func isKnownAsRefunded(_ transaction: TransactionID) -> Bool {
    transactions[transaction].isRefunded && design.server.notifications
  }
}
