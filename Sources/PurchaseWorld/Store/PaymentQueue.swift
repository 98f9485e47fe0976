internal import EventEngine

/// Payments and sheets (S1–S5, S9).
extension World {
  /// A flow hands its payment to the store (S1).
  @inline(__always)
  mutating func addPayment(from flow: Flow, at index: FlowID) {
    let transaction = addTransaction(
      Transaction(
        intent: flow.intent, product: flow.product, tapProcess: device.state.process, flow: index,
        pays: flow.pays, state: .queued, payload: payload(of: flow)))
    callBackPurchasingLater(transaction)
    if store.state.sheet == nil, store.sheetQueue.isEmpty {
      showSheet(of: transaction)
    } else {
      store.sheetQueue.append(transaction)
    }
  }

  /// Enters a transaction into the store's books.
  @inline(__always)
  mutating func addTransaction(_ transaction: Transaction) -> TransactionID {
    let index = store.transactions.append(transaction)
    let isFirst = user.intents[transaction.intent].newest == nil
    user.intents[transaction.intent].newest = index
    if isFirst, !misfortune.states.isEmpty { strikeFirstTransaction(of: transaction.intent) }
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
    let intent = store.transactions[transaction].intent
    fire(.sheet, of: intent)
    store.state.sheet = transaction
    store.transactions[transaction].state = .onSheet
    note(.sheetShown(transaction: transaction))
    pausePatience()
    calendar.schedule(.decide(transaction), after: sheetTime(of: intent))
    user.intents[intent].sheets += 1
    if isInterruptionDue(for: intent) {
      calendar.schedule(.interrupt(transaction), at: now)
    }
  }

  /// The sheet is gone: patience counts, the next sheet comes (P2, S1).
  mutating func closeSheet() {
    store.state.sheet = nil
    countPatience()
    if !store.sheetQueue.isEmpty { showSheet(of: store.sheetQueue.removeFirst()) }
  }

  /// The user confirms or cancels on the sheet (S2).
  @inline(__always)
  mutating func decide(_ transaction: TransactionID) {
    guard store.transactions[transaction].state == .onSheet else { return }
    let intent = store.transactions[transaction].intent
    if store.transactions[transaction].pays, let planned = armedInterruption(for: intent) {
      interrupt(transaction, by: planned)
    } else if !store.transactions[transaction].pays {
      note(.cancelled(transaction: transaction))
      fail(transaction, .cancelled)
      reconsider(intent)
    } else {
      confirm(transaction)
    }
    if store.state.sheet == transaction { closeSheet() }
  }

  /// The user confirms the payment (S2, S5, S9, D3).
  @inline(__always)
  private mutating func confirm(_ transaction: TransactionID) {
    let intent = store.transactions[transaction].intent
    note(.confirmed(transaction: transaction))
    if conditions.store.usesLink, isLinkDown {
      fail(transaction, .error)
    } else if let unfinished = unfinishedCharge(of: store.transactions[transaction].product) {
      block(transaction, by: unfinished)
    } else if let asked = armedApproval(for: intent) {
      askForApproval(of: transaction, asked)
    } else {
      store.transactions[transaction].state = .processing
      user.intents[intent].paidAt = now
      calendar.schedule(.charge(transaction), after: processingTime(of: intent))
    }
  }

  /// How long the user looks at the next sheet of an intent.
  @inline(__always)
  private mutating func sheetTime(of intent: IntentID) -> Delay {
    let sheets = user.intents[intent].sheets
    if sheets == 0, intent < user.wishes.next { return user.wishes[intent].sheet }
    return luck.delay(.sheet, intent.place << 8 | sheets & 127)
  }

  /// How long the store works on the payment that was confirmed on the newest sheet of an intent.
  @inline(__always)
  private mutating func processingTime(of intent: IntentID) -> Delay {
    let earlier = user.intents[intent].sheets - 1
    if earlier == 0, intent < user.wishes.next { return user.wishes[intent].processing }
    return luck.delay(.processing, intent.place << 8 | earlier & 127)
  }

  /// A charged, unfinished transaction of a product, the oldest first (S5).
  private mutating func unfinishedCharge(of product: ProductID) -> TransactionID? {
    for place in store.charges.indices {
      let charge = store.charges[place]
      if store.transactions[charge].product == product, store.transactions[charge].state == .charged
      {
        return charge
      }
    }
    return nil
  }

  /// "Already bought, will be restored for free": the app learns nothing (S5).
  private mutating func block(_ transaction: TransactionID, by unfinished: TransactionID) {
    store.transactions[transaction].state = .gone
    store.transactions[unfinished].copies += 1
    user.intents[store.transactions[transaction].intent].flags.insert(.blocked)
    note(.blocked(transaction: transaction, by: unfinished))
    if luck.happens(conditions.store.repurchaseReplays, .replays, transaction.place) {
      calendar.schedule(
        .purchasedAgain(unfinished), after: callbackDelay(transaction, 1))
    }
  }

  /// Ask to Buy: the charge comes at the answer, or never (S9).
  private mutating func askForApproval(of transaction: TransactionID, _ planned: PlannedID) {
    guard case .askToBuy(let approves, let answers) = misfortune.plan[planned].fault else {
      preconditionFailure("an armed approval is Ask to Buy")
    }
    consume(planned)
    note(.deferred(transaction: transaction))
    if approves {
      store.transactions[transaction].state = .deferred
      calendar.schedule(.charge(transaction), after: answers)
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
  @inline(__always)
  mutating func charge(_ transaction: TransactionID) {
    let intent = store.transactions[transaction].intent
    fire(.charge, of: intent, transaction)
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
    store.transactions[transaction].listedFrom = user.intents[intent].receiptStaleUntil
    store.charges.append(transaction)
    user.intents[intent].outcome.charges += 1
    note(.charged(transaction: transaction))
    calendar.schedule(.purchased(transaction), after: callbackDelay(transaction, 2))
    if design.server.notifications { postLater(transaction) }
    expectGoods(of: intent)
    if isGuest { planGuestLogin() }
  }

  /// The client finishes a transaction: it is gone from the queue (S11).
  mutating func finish(_ transaction: TransactionID) {
    guard store.transactions[transaction].state == .charged else { return }
    store.transactions[transaction].state = .gone
    store.transactions[transaction].isFinished = true
    store.transactions[transaction].waits = false
    note(.finished(transaction: transaction))
    log(.transactionFinish)
  }

  /// The receipt of the moment, or as it was before a charge while that makes it stale (S6).
  mutating func readReceipt() -> Receipt {
    var receipt = Receipt()
    for place in store.charges.indices {
      let index = store.charges[place]
      if now < store.transactions[index].listedFrom { break }
      let stays =
        store.transactions[index].isFinished
        && backend.shelf.products[store.transactions[index].product].type == .nonRenewing
      if store.transactions[index].state == .charged || stays {
        receipt.enter(place)
      }
    }
    return receipt
  }
}
