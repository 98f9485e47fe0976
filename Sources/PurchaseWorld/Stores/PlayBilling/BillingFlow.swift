internal import EventEngine

/// Purchases by a flow of Play Billing (G1, G2, G3, G5).
extension StoreHost where Self: ~Copyable {
  /// A flow shows no sheet without the service, or for a product that is owned (G1, G5).
  /// - Returns: whether it was refused.
  @inline(never) mutating func refuseFlow(_ transaction: TransactionID) -> Bool {
    if hasService { return refuseOwned(transaction) }
    failCall(of: transaction, with: .failed(.error))
    return true
  }

  /// A product that is charged and unfinished, or pending, is not sold (G5).
  /// - Returns: whether it was refused.
  @inline(never) mutating func refuseOwned(_ transaction: TransactionID) -> Bool {
    guard store.owns(store.transactions[transaction].product, orPending: true) else { return false }
    wasBlocked(transaction)
    note(.refusedAsOwned(transaction: transaction))
    failCall(of: transaction, with: .alreadyOwned)
    return true
  }

  /// The live call: to the process that started the flow; by `updates` where none did, or none awaits it;
  /// without a process that hears it, or without the service, it is not made (G3). The sheet closes with
  /// it (G2).
  @inline(never) mutating func callBackFlow(_ transaction: TransactionID) {
    if isLiveCallMade(of: transaction), hasService {
      if store.calls[transaction].isOver {
        update(transaction)
      } else if isAwaited(transaction) {
        endCall(of: transaction, with: .purchased(transaction))
      } else if isCallerAlive(of: transaction) {
        update(transaction)
      } else if isInFront {
        store.calls[transaction].foundApp = true
      }
    }
    if store.state.sheet == transaction { closeSheet() }
  }

  /// A sheet has closed, so that the app comes to the front (G2).
  @inline(never) mutating func askAfterSheet() {
    guard isInFront else { return }
    comeToFrontAfterSheet()
    askAtReturn()
  }
}
