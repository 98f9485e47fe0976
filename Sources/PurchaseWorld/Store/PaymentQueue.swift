internal import EventEngine

/// Payments and sheets (S1–S5, S9).
extension World {
  /// A flow hands its payment to the store (S1).
  @inline(__always)
  mutating func addPayment(from flow: Flow, at index: Int32) {
    let transaction = addTransaction(
      Transaction(
        intent: flow.intent, product: flow.product, tapProcess: process, flow: index,
        pays: flow.pays, state: .queued, payload: payload(of: flow)))
    callBackPurchasingLater(transaction)
    if sheet < 0, sheetQueue.isEmpty {
      showSheet(of: transaction)
    } else {
      sheetQueue.append(Int32(transaction))
    }
  }

  /// Enters a transaction into the store's books.
  @inline(__always)
  mutating func addTransaction(_ transaction: Transaction) -> Int {
    transactions.append(transaction)
    let index = transactions.count - 1
    let isFirst = intents[Int(transaction.intent)].newest < 0
    intents[Int(transaction.intent)].newest = Int32(index)
    if isFirst, !planStates.isEmpty { strikeFirstTransaction(of: Int(transaction.intent)) }
    return index
  }

  /// The store calls `purchasing` back after its delay (S1).
  mutating func callBackPurchasingLater(_ transaction: Int) {
    calendar.schedule(.purchasing(Int32(transaction)), after: callbackDelay(transaction, 0))
  }

  /// The delay of one of a transaction's callbacks.
  mutating func callbackDelay(_ transaction: Int, _ kind: Int) -> Delay {
    luck.delay(.callback, transaction << 2 | kind)
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
  private mutating func showSheet(of transaction: Int) {
    let intent = Int(transactions[transaction].intent)
    fire(.sheet, of: intent)
    sheet = Int32(transaction)
    transactions[transaction].state = .onSheet
    note(.sheetShown(transaction: Int32(transaction)))
    pausePatience()
    calendar.schedule(.decide(Int32(transaction)), after: sheetTime(of: intent))
    intents[intent].sheets += 1
    if isInterruptionDue(for: intent) {
      calendar.schedule(.interrupt(Int32(transaction)), at: now)
    }
  }

  /// The sheet is gone: patience counts, the next sheet comes (P2, S1).
  mutating func closeSheet() {
    sheet = -1
    countPatience()
    if !sheetQueue.isEmpty { showSheet(of: Int(sheetQueue.removeFirst())) }
  }

  /// The user confirms or cancels on the sheet (S2).
  @inline(__always)
  mutating func decide(_ transaction: Int) {
    guard transactions[transaction].state == .onSheet else { return }
    let intent = Int(transactions[transaction].intent)
    if transactions[transaction].pays, let planned = armedInterruption(for: intent) {
      interrupt(transaction, by: planned)
    } else if !transactions[transaction].pays {
      note(.cancelled(transaction: Int32(transaction)))
      fail(transaction, .cancelled)
      reconsider(intent)
    } else {
      confirm(transaction)
    }
    if sheet == Int32(transaction) { closeSheet() }
  }

  /// The user confirms the payment (S2, S5, S9, D3).
  @inline(__always)
  private mutating func confirm(_ transaction: Int) {
    let intent = Int(transactions[transaction].intent)
    note(.confirmed(transaction: Int32(transaction)))
    if conditions.store.usesLink, isLinkDown {
      fail(transaction, .error)
    } else if let unfinished = unfinishedCharge(of: transactions[transaction].product) {
      block(transaction, by: unfinished)
    } else if let asked = armedApproval(for: intent) {
      askForApproval(of: transaction, asked)
    } else {
      transactions[transaction].state = .processing
      intents[intent].paidAt = now
      calendar.schedule(.charge(Int32(transaction)), after: processingTime(of: intent))
    }
  }

  /// How long the user looks at the next sheet of an intent.
  @inline(__always)
  private mutating func sheetTime(of intent: Int) -> Delay {
    let sheets = intents[intent].sheets
    if sheets == 0, intent < wishes.count { return wishes[intent].sheet }
    return luck.delay(.sheet, intent << 8 | sheets & 127)
  }

  /// How long the store works on the payment that was confirmed on the newest sheet of an intent.
  @inline(__always)
  private mutating func processingTime(of intent: Int) -> Delay {
    let earlier = intents[intent].sheets - 1
    if earlier == 0, intent < wishes.count { return wishes[intent].processing }
    return luck.delay(.processing, intent << 8 | earlier & 127)
  }

  /// A charged, unfinished transaction of a product, the oldest first (S5).
  private mutating func unfinishedCharge(of product: Int32) -> Int? {
    for place in charges.indices {
      let charge = Int(charges[place])
      if transactions[charge].product == product, transactions[charge].state == .charged {
        return charge
      }
    }
    return nil
  }

  /// "Already bought, will be restored for free": the app learns nothing (S5).
  private mutating func block(_ transaction: Int, by unfinished: Int) {
    transactions[transaction].state = .gone
    transactions[unfinished].copies += 1
    intents[Int(transactions[transaction].intent)].flags.insert(.blocked)
    note(.blocked(transaction: Int32(transaction), by: Int32(unfinished)))
    if luck.happens(conditions.store.repurchaseReplays, .replays, transaction) {
      calendar.schedule(
        .purchasedAgain(Int32(unfinished)), after: callbackDelay(transaction, 1))
    }
  }

  /// Ask to Buy: the charge comes at the answer, or never (S9).
  private mutating func askForApproval(of transaction: Int, _ planned: Int) {
    guard case .askToBuy(let approves, let answers) = plan[planned].fault else {
      preconditionFailure("an armed approval is Ask to Buy")
    }
    consume(planned)
    note(.deferred(transaction: Int32(transaction)))
    if approves {
      transactions[transaction].state = .deferred
      calendar.schedule(.charge(Int32(transaction)), after: answers)
    } else {
      transactions[transaction].state = .declined
    }
    callBackDeferred(transaction)
  }

  /// A payment has failed; the app is told at once (S2, S7).
  mutating func fail(_ transaction: Int, _ code: FailureCode) {
    transactions[transaction].state = .failed
    transactions[transaction].code = code
    transactions[transaction].waits = true
    callBackFailed(transaction)
  }

  /// The money is taken: the transaction gets its identifier and enters the receipt (S2).
  @inline(__always)
  mutating func charge(_ transaction: Int) {
    let intent = Int(transactions[transaction].intent)
    fire(.charge, of: intent, transaction)
    let state = transactions[transaction].state
    precondition(
      state == .processing || state == .deferred, "money moves once, for a confirmed payment")
    precondition(transactions[transaction].number < 0, "a transaction is charged once")
    precondition(charges.count < Population.chargeLimit, "a receipt lists at most 128 charges")
    transactions[transaction].state = .charged
    transactions[transaction].number = Int32(charges.count)
    transactions[transaction].chargedAt = now
    transactions[transaction].waits = true
    transactions[transaction].listedFrom = intents[intent].receiptStaleUntil
    charges.append(Int32(transaction))
    intents[intent].outcome.charges += 1
    note(.charged(transaction: Int32(transaction)))
    calendar.schedule(.purchased(Int32(transaction)), after: callbackDelay(transaction, 2))
    if design.server.notifications { postLater(transaction) }
    expectGoods(of: intent)
    if isGuest { planGuestLogin() }
  }

  /// The client finishes a transaction: it is gone from the queue (S11).
  mutating func finish(_ transaction: Int) {
    guard transactions[transaction].state == .charged else { return }
    transactions[transaction].state = .gone
    transactions[transaction].isFinished = true
    transactions[transaction].waits = false
    note(.finished(transaction: Int32(transaction)))
    log(.transactionFinish)
  }

  /// The receipt of the moment, or as it was before a charge while that makes it stale (S6).
  mutating func readReceipt() -> Receipt {
    var receipt = Receipt()
    for place in charges.indices {
      let index = Int(charges[place])
      if now < transactions[index].listedFrom { break }
      let stays =
        transactions[index].isFinished
        && shelf.products[Int(transactions[index].product)].type == .nonRenewing
      if transactions[index].state == .charged || stays {
        receipt.enter(transactions[index].number)
      }
    }
    return receipt
  }
}
