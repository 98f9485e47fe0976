internal import EventEngine

/// Purchases by a flow of Play Billing (G1, G2, G3, G5).
extension StoreHost where Self: ~Copyable {
  /// Refuses a flow without the service, or for an owned product; returns whether it did (G1, G5).
  @inline(never) mutating func refuseFlow(_ transaction: TransactionID) -> Bool {
    if isConnectedToPlay { return refuseOwned(transaction) }
    failCall(of: transaction, with: .failed(.error))
    return true
  }

  /// Refuses a product that is charged and unfinished, or pending; returns whether it did (G5).
  @inline(never) mutating func refuseOwned(_ transaction: TransactionID) -> Bool {
    guard store.owns(product(of: transaction), orPending: true) else { return false }
    wasBlocked(transaction)
    note(.refusedAsOwned(transaction: transaction))
    failCall(of: transaction, with: .alreadyOwned)
    return true
  }

  /// Makes the live call: to the process that started the flow, or by `updates` if no flow awaits
  /// it; without a listener or the service there is no call (G3). The sheet closes with it (G2).
  @inline(never) mutating func callBackFlow(_ transaction: TransactionID) {
    if isLiveCallMade(of: transaction), isConnectedToPlay {
      let isOver = store.calls[transaction].isOver
      if !isOver, isAwaited(transaction) {
        endCall(of: transaction, with: .purchased(transaction))
      } else if isOver || isCallerAlive(of: transaction) {
        update(transaction)
      } else if isInFront {
        store.calls[transaction].foundApp = true
      }
    }
    if store.state.sheet == transaction { closeSheet() }
  }

  /// Brings the app to the front after a sheet has closed (G2).
  @inline(never) mutating func askAfterSheet() {
    guard isInFront else { return }
    comeToFrontAfterSheet()
    askAtReturn()
  }
}
