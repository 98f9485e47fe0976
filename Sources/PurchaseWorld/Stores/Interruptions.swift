internal import EventEngine

/// Purchases that the store interrupts (S7, K7, G7).
extension StoreHost where Self: ~Copyable {
  /// Applies a planned interruption to the open sheet, if it belongs to the intent.
  mutating func interruptIfOnSheet(_ transaction: TransactionID) {
    // An interruption replaces a confirmation; a user who cancels would never confirm.
    guard store.transactions[transaction].state == .onSheet, confirms(transaction),
      let planned = injectInterruption(of: transaction)
    else { return }
    interrupt(transaction, by: planned)
    closeSheet()
  }

  /// Reports a failed payment to the app; the user continues in the store (S7).
  mutating func interrupt(_ transaction: TransactionID, by planned: PlannedFaultID) {
    let interruption = interruption(planned)
    note(.interrupted(transaction: transaction, interruption.code))
    store.state.openInterruptions += 1
    store.transactions[transaction].interruption = planned
    calendar.schedule(.resolve(transaction), after: interruption.resolutionDelay)
    fail(transaction, interruption.code)
    if interruption.kills { die(reopensAfter: interruption.reopeningDelay) }
  }

  /// Completes the purchase in the store, or gives it up (S7).
  mutating func resolveInterruption(_ first: TransactionID) {
    guard let planned = store.transactions[first].interruption else {
      preconditionFailure("an interrupted transaction has its interruption")
    }
    let interruption = interruption(planned)
    store.state.openInterruptions -= 1
    guard interruption.completes else { return }
    var second = Transaction(
      product: store.transactions[first].product, flow: nil, state: .processing,
      payload: store.transactions[first].payload)
    // By default only Play keeps the payload: it is the same purchase (G7).
    if interruption.dropsPayload ?? (design.store != .playBilling) {
      second.payload = Payload()
      second.queued.payloadLoss = .callback
    }
    let transaction = store.transactions.append(second)
    if design.store != .storeKit1 {
      // The call ended when it was interrupted (K7, G7).
      store.calls.append(PurchaseCall(process: store.calls[first].process, isOver: true))
    }
    entered(transaction, after: first)
    note(.completedInStore(transaction: transaction))
    if design.store == .storeKit1 { callBackPurchasingLater(transaction) }
    hasPaid(transaction)
    calendar.schedule(.charge(transaction), after: completionTime(of: transaction))
  }
}
