internal import EventEngine

/// Purchases by a flow of Play Billing (G1, G2, G5, G9).
extension StoreHost where Self: ~Copyable {
  /// A flow shows no sheet without the service, or for a product that is owned (G1, G5).
  /// - Returns: whether it was refused.
  @inline(never) mutating func refuseFlow(_ transaction: TransactionID) -> Bool {
    if !hasService {
      failCall(of: transaction, with: .failed(.error))
    } else if isOwned(store.transactions[transaction].product) {
      failCall(of: transaction, with: .alreadyOwned)
    } else {
      return false
    }
    return true
  }

  /// Whether a product is charged and unfinished, or pending: it is not sold (G5).
  private func isOwned(_ product: ProductID) -> Bool { store.owns(product, orPending: true) }

  /// The user confirms the payment; the store works on it while the sheet is up (G2).
  @inline(never) mutating func confirmFlow(_ transaction: TransactionID) {
    if conditions.store.usesLink, isLinkDown {
      failCall(of: transaction, with: .failed(.error))
    } else if isOwned(store.transactions[transaction].product) {
      failCall(of: transaction, with: .alreadyOwned)
    } else if let approval = strikeApproval(of: transaction) {
      waitForApproval(approval, of: transaction)
    } else {
      store.transactions[transaction].state = .processing
      hasPaid(transaction)
      calendar.schedule(.charge(transaction), after: processingTime(of: transaction))
    }
  }

  /// A purchase that is pending: the product is owned until the answer, which charges or frees it (G9).
  private mutating func waitForApproval(_ approval: Approval, of transaction: TransactionID) {
    note(.deferred(transaction: transaction))
    store.transactions[transaction].state = .deferred
    calendar.schedule(
      approval.approves ? .charge(transaction) : .lapse(transaction), after: approval.answers)
    endCall(of: transaction, with: .deferred)
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
  @inline(never) mutating func askAfterSheet() { if isInFront { askAtReturn() } }
}
