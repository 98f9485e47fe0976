/// Money that the store gives back (S10).
extension World {
  /// The store refunds a charge, unless it has.
  ///
  /// Nobody tells the backend, unless it receives notifications; then it takes the goods back and
  /// delivers nothing more for the charge.
  mutating func refund(_ transaction: Int) {
    guard transactions[transaction].number >= 0, !transactions[transaction].isRefunded else {
      return
    }
    transactions[transaction].isRefunded = true
    note(.refunded(transaction: Int32(transaction)))
    let intent = Int(transactions[transaction].intent)
    if !isMissingGoods(intent) { endNotices(of: intent) }
    guard design.server.notifications else { return }
    transactions[transaction].booked = nil
    transactions[transaction].bookedAgain = 0
    note(.goodsTakenBack(transaction: Int32(transaction)))
  }

  /// The charge of an intent that is refunded when nothing says which: the first that was delivered,
  /// else the first; -1 if there is none.
  mutating func chargeToRefund(of intent: Int) -> Int {
    var found = -1
    for index in charges.indices {
      let transaction = Int(charges[index])
      guard transactions[transaction].intent == Int32(intent),
        !transactions[transaction].isRefunded
      else { continue }
      if found < 0 || transactions[found].right == nil && transactions[transaction].right != nil {
        found = transaction
      }
    }
    return found
  }

  /// Whether a charge of an intent that still stands has not brought its goods.
  private mutating func isMissingGoods(_ intent: Int) -> Bool {
    for place in charges.indices {
      let charge = Int(charges[place])
      if transactions[charge].intent == Int32(intent), transactions[charge].right == nil,
        !transactions[charge].isRefunded
      {
        return true
      }
    }
    return false
  }

  /// Whether the backend was told that a charge was refunded (B8).
  mutating func isKnownAsRefunded(_ transaction: Int) -> Bool {
    transactions[transaction].isRefunded && design.server.notifications
  }
}
