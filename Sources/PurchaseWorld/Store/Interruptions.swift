internal import EventEngine

/// Purchases that the store interrupts (S7).
extension World {
  /// A planned interruption strikes the sheet that is up, if it is one of its intent.
  mutating func interruptIfOnSheet(_ transaction: TransactionID) {
    // It replaces a confirmation, and whoever means to cancel would never confirm.
    guard store.transactions[transaction].state == .onSheet, store.transactions[transaction].pays,
      let planned = armedInterruption(for: store.transactions[transaction].intent)
    else { return }
    interrupt(transaction, by: planned)
    closeSheet()
  }

  /// The app is told that the payment failed; the user deals with the store (S7).
  mutating func interrupt(_ transaction: TransactionID, by planned: PlannedID) {
    guard case .interruption(let interruption) = misfortune.plan[planned].fault else {
      preconditionFailure("an armed interruption is one")
    }
    consume(planned)
    note(.interrupted(transaction: transaction, interruption.code))
    store.state.openInterruptions += 1
    store.transactions[transaction].interruption = planned
    calendar.schedule(.resolve(transaction), after: interruption.resolves)
    fail(transaction, interruption.code)
    if interruption.kills { die(reopensAfter: interruption.reopens) }
  }

  /// The user has completed the purchase in the store, or has given it up (S7).
  mutating func resolveInterruption(_ first: TransactionID) {
    guard let planned = store.transactions[first].interruption,
      case .interruption(let interruption) = misfortune.plan[planned].fault
    else {
      preconditionFailure("an interrupted transaction knows its interruption")
    }
    store.state.openInterruptions -= 1
    guard interruption.completes else { return }
    var second = Transaction(
      intent: store.transactions[first].intent, product: store.transactions[first].product,
      tapProcess: store.transactions[first].tapProcess, flow: nil, pays: true, state: .processing,
      payload: store.transactions[first].payload)
    if interruption.dropsPayload {
      second.payload = Transaction.Payload()
      second.payloadLoss = .callback
    }
    let intent = second.intent
    let transaction = addTransaction(second)
    note(.completedInStore(transaction: transaction))
    callBackPurchasingLater(transaction)
    user.intents[intent].paidAt = now
    let occurrence = intent.place << 8 | 128 | user.intents[intent].sheets & 127
    let takes = luck.delay(.processing, occurrence)
    calendar.schedule(.charge(transaction), after: takes)
  }
}
