internal import EventEngine

/// The payment sheets, which every store has (S1, S2).
extension StoreHost where Self: ~Copyable {
  /// Queues a sheet: there is one at a time, in the order of the payments.
  @inline(__always) mutating func awaitSheet(of transaction: TransactionID) {
    if store.state.sheet == nil, store.sheetQueue.isEmpty {
      showSheet(of: transaction)
    } else {
      store.sheetQueue.append(transaction)
    }
  }

  /// Shows the sheet of the next transaction (S1), unless its store answers otherwise.
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
    calendar.schedule(.decide(transaction), after: lookAtSheet(of: transaction))
    if isInterruptionDue(for: transaction) { calendar.schedule(.interrupt(transaction), at: now) }
  }

  /// Closes the sheet: patience starts, and the next sheet opens (P2, S1).
  @inline(__always) mutating func closeSheet() {
    store.state.sheet = nil
    countPatience()
    if design.store == .playBilling { askAfterSheet() }
    while store.state.sheet == nil, !store.sheetQueue.isEmpty {
      showSheet(of: store.sheetQueue.removeFirst())
    }
  }

  /// Confirms or cancels on the sheet (S2).
  @inline(__always) mutating func decide(_ transaction: TransactionID) {
    guard store.transactions[transaction].state == .onSheet else { return }
    if !confirms(transaction) {
      note(.cancelled(transaction: transaction))
      fail(transaction, .cancelled)
      hasCancelled(transaction)
    } else if let planned = injectInterruption(of: transaction) {
      interrupt(transaction, by: planned)
    } else {
      note(.confirmed(transaction: transaction))
      confirm(transaction)
      // On Play, the sheet stays open while the store processes the payment (G2).
      if design.store == .playBilling, store.transactions[transaction].state == .processing {
        return
      }
    }
    if store.state.sheet == transaction { closeSheet() }
  }

  /// Processes a confirmed payment (S2, K2, G2, D3).
  @inline(__always) private mutating func confirm(_ transaction: TransactionID) {
    if conditions.store.confirmationNeedsNetwork, isLinkDown {
      fail(transaction, .error)
    } else if isHeldBack(transaction) {
      return
    } else if let approval = injectApproval(of: transaction) {
      holdFor(approval, of: transaction)
    } else {
      store.transactions[transaction].state = .processing
      hasPaid(transaction)
      calendar.schedule(.charge(transaction), after: processingTime(of: transaction))
    }
  }

  /// Whether a product cannot be sold again yet; notifies the app (S5, K5, G5).
  @inline(__always) private mutating func isHeldBack(_ transaction: TransactionID) -> Bool {
    switch design.store {
    case .storeKit1: blockBought(transaction)
    case .storeKit2: answerWithOwned(transaction)
    case .playBilling: refuseOwned(transaction)
    }
  }

  /// Waits for another person's answer: the charge follows an approval before the request expires,
  /// or never; at Play the end of the request frees the product (S9, K9, G9).
  private mutating func holdFor(_ approval: Approval, of transaction: TransactionID) {
    note(.deferred(transaction: transaction))
    store.transactions[transaction].state = .deferred
    let expires = conditions.store.approvalTimeLimit
    if approval.approves, approval.answers <= expires {
      calendar.schedule(.charge(transaction), after: approval.answers)
    } else if design.store == .playBilling {
      calendar.schedule(.lapse(transaction), after: min(approval.answers, expires))
    } else {
      store.transactions[transaction].state = .declined
    }
    if design.store != .storeKit1 { return endCall(of: transaction, with: .deferred) }
    callBackDeferred(transaction)
  }
}
