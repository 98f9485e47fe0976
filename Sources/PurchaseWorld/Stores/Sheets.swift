internal import EventEngine

/// The payment sheets, which every store has (S1, S2).
extension StoreHost where Self: ~Copyable {
  /// One sheet at a time: the others wait, in the order of the payments.
  @inline(__always) mutating func awaitSheet(of transaction: TransactionID) {
    if store.state.sheet == nil, store.sheetQueue.isEmpty {
      showSheet(of: transaction)
    } else {
      store.sheetQueue.append(transaction)
    }
  }

  /// Shows the sheet of a transaction whose turn it is (S1), unless its store has another answer.
  private mutating func showSheet(of transaction: TransactionID) {
    switch design.store {
    case .storeKit1: break
    case .storeKit2: if answerWithOwned(transaction) { return countPatience() }
    case .playBilling: if refuseFlow(transaction) { return countPatience() }
    }
    passAnchor(.sheet, of: transaction)
    store.state.sheet = transaction
    store.transactions[transaction].state = .onSheet
    note(.sheetShown(transaction: transaction))
    calendar.schedule(.decide(transaction), after: meetSheet(of: transaction))
    if isInterruptionDue(for: transaction) { calendar.schedule(.interrupt(transaction), at: now) }
  }

  /// The sheet is gone: patience counts, the next sheet comes (P2, S1).
  @inline(__always) mutating func closeSheet() {
    store.state.sheet = nil
    countPatience()
    if design.store == .playBilling { askAfterSheet() }
    while store.state.sheet == nil, !store.sheetQueue.isEmpty {
      showSheet(of: store.sheetQueue.removeFirst())
    }
  }

  /// The user confirms or cancels on the sheet (S2).
  @inline(__always) mutating func decide(_ transaction: TransactionID) {
    guard store.transactions[transaction].state == .onSheet else { return }
    if !confirms(transaction) {
      note(.cancelled(transaction: transaction))
      fail(transaction, .cancelled)
      hasCancelled(transaction)
    } else if let planned = strikeInterruption(of: transaction) {
      interrupt(transaction, by: planned)
    } else {
      note(.confirmed(transaction: transaction))
      switch design.store {
      case .storeKit1: confirm(transaction)
      case .storeKit2: confirmCall(transaction)
      case .playBilling:
        confirmFlow(transaction)
        // The sheet stays while the store works on the payment (G2).
        if store.transactions[transaction].state == .processing { return }
      }
    }
    if store.state.sheet == transaction { closeSheet() }
  }
}
