internal import EventEngine

/// Payments and sheets (S1–S5, S9).
extension World {
  /// A flow hands its payment to the store (S1).
  @inline(__always)
  mutating func addPayment(from flow: Flow, at index: FlowID) {
    let transaction = addTransaction(
      Transaction(
        intent: flow.intent, product: flow.product, tapProcess: process, flow: index,
        pays: flow.pays, state: .queued, payload: payload(of: flow)))
    callBackPurchasingLater(transaction)
    if sheet == nil, sheetQueue.isEmpty {
      showSheet(of: transaction)
    } else {
      sheetQueue.append(transaction)
    }
  }

  /// Enters a transaction into the store's books.
  @inline(__always)
  mutating func addTransaction(_ transaction: Transaction) -> TransactionID {
    let index = transactions.append(transaction)
    let isFirst = intents[transaction.intent].newest == nil
    intents[transaction.intent].newest = index
    if isFirst, !planStates.isEmpty { strikeFirstTransaction(of: transaction.intent) }
    return index
  }

  /// The store calls `purchasing` back after its delay (S1).
  mutating func callBackPurchasingLater(_ transaction: TransactionID) {
    calendar.schedule(.purchasing(transaction), after: callbackDelay(transaction, 0))
  }

  /// The delay of one of a transaction's callbacks.
  mutating func callbackDelay(_ transaction: TransactionID, _ kind: Int) -> Delay {
    luck.delay(.callback, transaction.place << 2 | kind)
  }

  /// What the design hands to the store (S8).
  private mutating func payload(of flow: Flow) -> Transaction.Payload {
    var payload = Transaction.Payload()
    switch design.payload {
    case .none: break
    case .order: payload.order = flow.order
    case .account: payload.account = flow.account
    case .intent:
      payload.order = flow.order
      payload.item = flow.item
      payload.account = flow.account
    }
    return payload
  }

  /// Shows the sheet of a transaction whose turn it is (S1).
  private mutating func showSheet(of transaction: TransactionID) {
    let intent = transactions[transaction].intent
    fire(.sheet, of: intent)
    sheet = transaction
    transactions[transaction].state = .onSheet
    note(.sheetShown(transaction: transaction))
    pausePatience()
    calendar.schedule(.decide(transaction), after: sheetTime(of: intent))
    intents[intent].sheets += 1
    if isInterruptionDue(for: intent) {
      calendar.schedule(.interrupt(transaction), at: now)
    }
  }

  /// The sheet is gone: patience counts, the next sheet comes (P2, S1).
  mutating func closeSheet() {
    sheet = nil
    countPatience()
    if !sheetQueue.isEmpty { showSheet(of: sheetQueue.removeFirst()) }
  }

  /// The user confirms or cancels on the sheet (S2).
  @inline(__always)
  mutating func decide(_ transaction: TransactionID) {
    guard transactions[transaction].state == .onSheet else { return }
    let intent = transactions[transaction].intent
    if transactions[transaction].pays, let planned = armedInterruption(for: intent) {
      interrupt(transaction, by: planned)
    } else if !transactions[transaction].pays {
      note(.cancelled(transaction: transaction))
      fail(transaction, .cancelled)
      reconsider(intent)
    } else {
      confirm(transaction)
    }
    if sheet == transaction { closeSheet() }
  }

  /// The user confirms the payment (S2, S5, S9, D3).
  @inline(__always)
  private mutating func confirm(_ transaction: TransactionID) {
    let intent = transactions[transaction].intent
    note(.confirmed(transaction: transaction))
    if conditions.store.usesLink, isLinkDown {
      fail(transaction, .error)
    } else if let unfinished = unfinishedCharge(of: transactions[transaction].product) {
      block(transaction, by: unfinished)
    } else if let asked = armedApproval(for: intent) {
      askForApproval(of: transaction, asked)
    } else {
      transactions[transaction].state = .processing
      intents[intent].paidAt = now
      calendar.schedule(.charge(transaction), after: processingTime(of: intent))
    }
  }

  /// How long the user looks at the next sheet of an intent.
  @inline(__always)
  private mutating func sheetTime(of intent: IntentID) -> Delay {
    let sheets = intents[intent].sheets
    if sheets == 0, intent < wishes.next { return wishes[intent].sheet }
    return luck.delay(.sheet, intent.place << 8 | sheets & 127)
  }

  /// How long the store works on the payment that was confirmed on the newest sheet of an intent.
  @inline(__always)
  private mutating func processingTime(of intent: IntentID) -> Delay {
    let earlier = intents[intent].sheets - 1
    if earlier == 0, intent < wishes.next { return wishes[intent].processing }
    return luck.delay(.processing, intent.place << 8 | earlier & 127)
  }

  /// A charged, unfinished transaction of a product, the oldest first (S5).
  private mutating func unfinishedCharge(of product: ProductID) -> TransactionID? {
    for place in charges.indices {
      let charge = charges[place]
      if transactions[charge].product == product, transactions[charge].state == .charged {
        return charge
      }
    }
    return nil
  }

  /// "Already bought, will be restored for free": the app learns nothing (S5).
  private mutating func block(_ transaction: TransactionID, by unfinished: TransactionID) {
    transactions[transaction].state = .gone
    transactions[unfinished].copies += 1
    intents[transactions[transaction].intent].flags.insert(.blocked)
    note(.blocked(transaction: transaction, by: unfinished))
    if luck.happens(conditions.store.repurchaseReplays, .replays, transaction.place) {
      calendar.schedule(
        .purchasedAgain(unfinished), after: callbackDelay(transaction, 1))
    }
  }

  /// Ask to Buy: the charge comes at the answer, or never (S9).
  private mutating func askForApproval(of transaction: TransactionID, _ planned: PlannedID) {
    guard case .askToBuy(let approves, let answers) = plan[planned].fault else {
      preconditionFailure("an armed approval is Ask to Buy")
    }
    consume(planned)
    note(.deferred(transaction: transaction))
    if approves {
      transactions[transaction].state = .deferred
      calendar.schedule(.charge(transaction), after: answers)
    } else {
      transactions[transaction].state = .declined
    }
    callBackDeferred(transaction)
  }

  /// A payment has failed; the app is told at once (S2, S7).
  mutating func fail(_ transaction: TransactionID, _ code: FailureCode) {
    transactions[transaction].state = .failed
    transactions[transaction].code = code
    transactions[transaction].waits = true
    callBackFailed(transaction)
  }

  /// The money is taken: the transaction gets its identifier and enters the receipt (S2).
  @inline(__always)
  mutating func charge(_ transaction: TransactionID) {
    let intent = transactions[transaction].intent
    fire(.charge, of: intent, transaction)
    let state = transactions[transaction].state
    precondition(
      state == .processing || state == .deferred, "money moves once, for a confirmed payment")
    precondition(transactions[transaction].number == nil, "a transaction is charged once")
    precondition(charges.count < Population.chargeLimit, "a receipt lists at most 128 charges")
    transactions[transaction].state = .charged
    transactions[transaction].number = charges.next
    transactions[transaction].chargedAt = now
    transactions[transaction].waits = true
    transactions[transaction].listedFrom = intents[intent].receiptStaleUntil
    charges.append(transaction)
    intents[intent].outcome.charges += 1
    note(.charged(transaction: transaction))
    calendar.schedule(.purchased(transaction), after: callbackDelay(transaction, 2))
    if design.server.notifications { postLater(transaction) }
    expectGoods(of: intent)
    if isGuest { planGuestLogin() }
  }

  /// The client finishes a transaction: it is gone from the queue (S11).
  mutating func finish(_ transaction: TransactionID) {
    guard transactions[transaction].state == .charged else { return }
    transactions[transaction].state = .gone
    transactions[transaction].isFinished = true
    transactions[transaction].waits = false
    note(.finished(transaction: transaction))
    log(.transactionFinish)
  }

  /// The receipt of the moment, or as it was before a charge while that makes it stale (S6).
  mutating func readReceipt() -> Receipt {
    var receipt = Receipt()
    for place in charges.indices {
      let index = charges[place]
      if now < transactions[index].listedFrom { break }
      let stays =
        transactions[index].isFinished
        && shelf.products[transactions[index].product].type == .nonRenewing
      if transactions[index].state == .charged || stays {
        receipt.enter(place)
      }
    }
    return receipt
  }
}
