internal import EventEngine

/// Payments and sheets (S1–S5, S9).
extension StoreHost where Self: ~Copyable {
  /// A payment enters the queue (S1).
  @inline(__always) mutating func addPayment(_ payment: Payment) {
    let transaction = store.transactions.append(
      Transaction(
        product: payment.product, flow: payment.flow, state: .queued, payload: payment.payload))
    entered(transaction, from: payment.flow)
    callBackPurchasingLater(transaction)
    if store.state.sheet == nil, store.sheetQueue.isEmpty {
      showSheet(of: transaction)
    } else {
      store.sheetQueue.append(transaction)
    }
  }

  /// The store calls `purchasing` back after its delay (S1).
  mutating func callBackPurchasingLater(_ transaction: TransactionID) {
    calendar.schedule(.purchasing(transaction), after: callbackDelay(transaction, 0))
  }

  /// The delay of one of a transaction's callbacks.
  @inline(__always)
  private mutating func callbackDelay(_ transaction: TransactionID, _ kind: Int) -> Delay {
    luck.delay(.callback, transaction.place << 2 | kind)
  }

  /// Shows the sheet of a transaction whose turn it is (S1).
  private mutating func showSheet(of transaction: TransactionID) {
    passAnchor(.sheet, of: transaction)
    store.state.sheet = transaction
    store.transactions[transaction].state = .onSheet
    note(.sheetShown(transaction: transaction))
    calendar.schedule(.decide(transaction), after: meetSheet(of: transaction))
    if isInterruptionDue(for: transaction) { calendar.schedule(.interrupt(transaction), at: now) }
  }

  /// The sheet is gone: patience counts, the next sheet comes (P2, S1).
  mutating func closeSheet() {
    store.state.sheet = nil
    countPatience()
    if !store.sheetQueue.isEmpty { showSheet(of: store.sheetQueue.removeFirst()) }
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
      confirm(transaction)
    }
    if store.state.sheet == transaction { closeSheet() }
  }

  /// The user confirms the payment (S2, S5, S9, D3).
  @inline(__always) private mutating func confirm(_ transaction: TransactionID) {
    note(.confirmed(transaction: transaction))
    let product = store.transactions[transaction].product
    if conditions.store.usesLink, isLinkDown {
      fail(transaction, .error)
    } else if let unfinished = store.unfinishedCharge(of: product) {
      block(transaction, by: unfinished)
    } else if let approval = strikeApproval(of: transaction) {
      deferPayment(transaction, until: approval)
    } else {
      store.transactions[transaction].state = .processing
      hasPaid(transaction)
      calendar.schedule(.charge(transaction), after: processingTime(of: transaction))
    }
  }

  /// "Already bought, will be restored for free": the app learns nothing (S5).
  private mutating func block(_ transaction: TransactionID, by unfinished: TransactionID) {
    store.transactions[transaction].state = .gone
    store.transactions[unfinished].copies += 1
    wasBlocked(transaction)
    note(.blocked(transaction: transaction, by: unfinished))
    if luck.happens(conditions.store.repurchaseReplays, .replays, transaction.place) {
      calendar.schedule(.purchasedAgain(unfinished), after: callbackDelay(transaction, 1))
    }
  }

  /// Ask to Buy: the charge comes at the answer, or never (S9).
  private mutating func deferPayment(_ transaction: TransactionID, until approval: Approval) {
    note(.deferred(transaction: transaction))
    if approval.approves {
      store.transactions[transaction].state = .deferred
      calendar.schedule(.charge(transaction), after: approval.answers)
    } else {
      store.transactions[transaction].state = .declined
    }
    callBackDeferred(transaction)
  }

  /// A payment has failed; the app is told at once (S2, S7).
  mutating func fail(_ transaction: TransactionID, _ code: FailureCode) {
    store.transactions[transaction].state = .failed
    store.transactions[transaction].code = code
    store.transactions[transaction].waits = true
    callBackFailed(transaction)
  }

  /// The money is taken: the transaction gets its identifier and enters the receipt (S2).
  @inline(__always) mutating func charge(_ transaction: TransactionID) {
    passAnchor(.charge, of: transaction)
    let state = store.transactions[transaction].state
    precondition(
      state == .processing || state == .deferred, "money moves once, for a confirmed payment")
    precondition(store.transactions[transaction].number == nil, "a transaction is charged once")
    precondition(
      store.charges.count < Population.chargeLimit, "a receipt lists at most 128 charges")
    store.transactions[transaction].state = .charged
    store.transactions[transaction].number = store.charges.next
    store.transactions[transaction].chargedAt = now
    store.transactions[transaction].waits = true
    store.transactions[transaction].listedFrom = receiptStaleUntil(for: transaction)
    store.charges.append(transaction)
    note(.charged(transaction: transaction))
    calendar.schedule(.purchased(transaction), after: callbackDelay(transaction, 2))
    if design.server.notifications { postLater(transaction) }
    wasCharged(transaction)
  }

  /// The client finishes a charged transaction: it is gone from the queue (S11).
  /// - Returns: whether it was there.
  mutating func finish(charged transaction: TransactionID) -> Bool {
    guard store.transactions[transaction].state == .charged else { return false }
    store.transactions[transaction].state = .gone
    store.transactions[transaction].isFinished = true
    store.transactions[transaction].waits = false
    note(.finished(transaction: transaction))
    return true
  }

  /// The client finishes a failed transaction (C1, C4).
  mutating func finish(failed transaction: TransactionID) {
    store.transactions[transaction].state = .gone
    store.transactions[transaction].waits = false
  }

  /// The receipt of the moment, or as it was before a charge while that makes it stale (S6).
  func readReceipt() -> Receipt {
    var receipt = Receipt()
    for place in store.charges.indices {
      let index = store.charges[place]
      if now < store.transactions[index].listedFrom { break }
      let stays =
        store.transactions[index].isFinished
        && type(of: store.transactions[index].product) == .nonRenewing
      if store.transactions[index].state == .charged || stays { receipt.enter(place) }
    }
    return receipt
  }

  /// The payload as the device sees it (S8).
  func visiblePayload(of transaction: TransactionID) -> Payload? {
    switch store.transactions[transaction].payloadLoss {
    case .none: break
    case .callback: return nil
    case .relaunch: if process != store.transactions[transaction].payloadLostIn { return nil }
    }
    return store.transactions[transaction].payload
  }

  /// Another device does not get what this one has not finished (D2, S3).
  mutating func leaveStoreBehind() {
    for index in store.transactions.indices where store.transactions[index].state == .charged {
      store.transactions[index].state = .gone
      store.transactions[index].waits = false
      if store.transactions[index].wasCalledBack { losesWithDevice(index) }
    }
  }
}
