/// Money that the store gives back (S10).
extension StoreKit1Host where Self: ~Copyable {
  /// The store refunds a charge, unless it has.
  mutating func refund(_ transaction: TransactionID) {
    guard storeKit1.transactions[transaction].number != nil,
      !storeKit1.transactions[transaction].isRefunded
    else { return }
    storeKit1.transactions[transaction].isRefunded = true
    note(.refunded(transaction: transaction))
    wasRefunded(transaction)
  }
}
