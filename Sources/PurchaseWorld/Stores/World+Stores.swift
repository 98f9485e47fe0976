/// The seam of a store: what the client says to it and asks of it, whichever it is. A store's folder
/// answers; this is where that of the design (``Design/StoreKind``) is plugged in.
extension World {
  @inline(__always) mutating func pay(_ payment: Payment) { addPayment(payment) }
  @inline(__always)
  mutating func settle(paid transaction: TransactionID) -> Bool { finish(charged: transaction) }
  mutating func settle(failed transaction: TransactionID) { finish(failed: transaction) }
  mutating func listen() { attach() }
  /// The account is another one, and a design that listens for a session begins anew (C10).
  mutating func listenAgain() { attachAgain() }
  @inline(__always) func proof() -> Receipt { readReceipt() }
  func unsettled(_ transaction: TransactionID) -> Unsettled? { storeKit1.unsettled(transaction) }
  func isUnsettled(_ product: ProductID) -> Bool { storeKit1.isUnsettled(product) }
  func payload(of transaction: TransactionID) -> Payload? { visiblePayload(of: transaction) }
}
