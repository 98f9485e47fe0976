internal import EventEngine

/// Payments and sheets (S1–S5, S9).
extension StoreKit1Host where Self: ~Copyable {
  /// A payment enters the queue (S1).
  @inline(__always) mutating func addPayment(_ payment: Payment) {
    let transaction = storeKit1.transactions.append(
      Transaction(
        product: payment.product, flow: payment.flow, state: .queued, payload: payment.payload))
    entered(transaction, from: payment.flow)
    callBackPurchasingLater(transaction)
    if storeKit1.state.sheet == nil, storeKit1.sheetQueue.isEmpty {
      showSheet(of: transaction)
    } else {
      storeKit1.sheetQueue.append(transaction)
    }
  }

  /// The store calls `purchasing` back after its delay (S1).
  mutating func callBackPurchasingLater(_ transaction: TransactionID) {
    calendar.schedule(.purchasing(transaction), after: callbackDelay(transaction, 0))
  }

  /// The delay of one of a transaction's callbacks.
  private mutating func callbackDelay(_ transaction: TransactionID, _ kind: Int) -> Delay {
    luck.delay(.callback, transaction.place << 2 | kind)
  }

  /// Shows the sheet of a transaction whose turn it is (S1).
  private mutating func showSheet(of transaction: TransactionID) {
    passAnchor(.sheet, of: transaction)
    storeKit1.state.sheet = transaction
    storeKit1.transactions[transaction].state = .onSheet
    note(.sheetShown(transaction: transaction))
    calendar.schedule(.decide(transaction), after: meetSheet(of: transaction))
    if isInterruptionDue(for: transaction) { calendar.schedule(.interrupt(transaction), at: now) }
  }

  /// The sheet is gone: patience counts, the next sheet comes (P2, S1).
  mutating func closeSheet() {
    storeKit1.state.sheet = nil
    countPatience()
    if !storeKit1.sheetQueue.isEmpty { showSheet(of: storeKit1.sheetQueue.removeFirst()) }
  }

  /// The user confirms or cancels on the sheet (S2).
  @inline(__always) mutating func decide(_ transaction: TransactionID) {
    guard storeKit1.transactions[transaction].state == .onSheet else { return }
    if !confirms(transaction) {
      note(.cancelled(transaction: transaction))
      fail(transaction, .cancelled)
      hasCancelled(transaction)
    } else if let planned = strikeInterruption(of: transaction) {
      interrupt(transaction, by: planned)
    } else {
      confirm(transaction)
    }
    if storeKit1.state.sheet == transaction { closeSheet() }
  }

  /// The user confirms the payment (S2, S5, S9, D3).
  @inline(__always) private mutating func confirm(_ transaction: TransactionID) {
    note(.confirmed(transaction: transaction))
    let product = storeKit1.transactions[transaction].product
    if conditions.store.usesLink, isLinkDown {
      fail(transaction, .error)
    } else if let unfinished = storeKit1.unfinishedCharge(of: product) {
      block(transaction, by: unfinished)
    } else if let approval = strikeApproval(of: transaction) {
      deferPayment(transaction, until: approval)
    } else {
      storeKit1.transactions[transaction].state = .processing
      hasPaid(transaction)
      calendar.schedule(.charge(transaction), after: processingTime(of: transaction))
    }
  }

  /// "Already bought, will be restored for free": the app learns nothing (S5).
  private mutating func block(_ transaction: TransactionID, by unfinished: TransactionID) {
    storeKit1.transactions[transaction].state = .gone
    storeKit1.transactions[unfinished].copies += 1
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
      storeKit1.transactions[transaction].state = .deferred
      calendar.schedule(.charge(transaction), after: approval.answers)
    } else {
      storeKit1.transactions[transaction].state = .declined
    }
    callBackDeferred(transaction)
  }

  /// A payment has failed; the app is told at once (S2, S7).
  mutating func fail(_ transaction: TransactionID, _ code: FailureCode) {
    storeKit1.transactions[transaction].state = .failed
    storeKit1.transactions[transaction].code = code
    storeKit1.transactions[transaction].waits = true
    callBackFailed(transaction)
  }

  /// The money is taken: the transaction gets its identifier and enters the receipt (S2).
  @inline(__always) mutating func charge(_ transaction: TransactionID) {
    passAnchor(.charge, of: transaction)
    let state = storeKit1.transactions[transaction].state
    precondition(
      state == .processing || state == .deferred, "money moves once, for a confirmed payment")
    precondition(storeKit1.transactions[transaction].number == nil, "a transaction is charged once")
    precondition(
      storeKit1.charges.count < Population.chargeLimit, "a receipt lists at most 128 charges")
    storeKit1.transactions[transaction].state = .charged
    storeKit1.transactions[transaction].number = storeKit1.charges.next
    storeKit1.transactions[transaction].chargedAt = now
    storeKit1.transactions[transaction].waits = true
    storeKit1.transactions[transaction].listedFrom = receiptStaleUntil(for: transaction)
    storeKit1.charges.append(transaction)
    note(.charged(transaction: transaction))
    calendar.schedule(.purchased(transaction), after: callbackDelay(transaction, 2))
    if design.server.notifications { postLater(transaction) }
    wasCharged(transaction)
  }

  /// The client finishes a charged transaction: it is gone from the queue (S11).
  ///
  /// - Returns: whether it was there.
  mutating func finish(charged transaction: TransactionID) -> Bool {
    guard storeKit1.transactions[transaction].state == .charged else { return false }
    storeKit1.transactions[transaction].state = .gone
    storeKit1.transactions[transaction].isFinished = true
    storeKit1.transactions[transaction].waits = false
    note(.finished(transaction: transaction))
    return true
  }

  /// The client finishes a failed transaction (C1, C4).
  mutating func finish(failed transaction: TransactionID) {
    storeKit1.transactions[transaction].state = .gone
    storeKit1.transactions[transaction].waits = false
  }

  /// The receipt of the moment, or as it was before a charge while that makes it stale (S6).
  func readReceipt() -> Receipt {
    var receipt = Receipt()
    for place in storeKit1.charges.indices {
      let index = storeKit1.charges[place]
      if now < storeKit1.transactions[index].listedFrom { break }
      let stays =
        storeKit1.transactions[index].isFinished
        && type(of: storeKit1.transactions[index].product) == .nonRenewing
      if storeKit1.transactions[index].state == .charged || stays { receipt.enter(place) }
    }
    return receipt
  }

  /// The payload as the device sees it (S8).
  func visiblePayload(of transaction: TransactionID) -> Payload? {
    switch storeKit1.transactions[transaction].payloadLoss {
    case .none: break
    case .callback: return nil
    case .relaunch: if process != storeKit1.transactions[transaction].payloadLostIn { return nil }
    }
    return storeKit1.transactions[transaction].payload
  }

  /// Another device does not get what this one has not finished (D2, S3).
  mutating func leaveStoreBehind() {
    for index in storeKit1.transactions.indices
    where storeKit1.transactions[index].state == .charged {
      storeKit1.transactions[index].state = .gone
      storeKit1.transactions[index].waits = false
      if storeKit1.transactions[index].wasCalledBack { losesWithDevice(index) }
    }
  }
}
