internal import EventEngine

/// Planned faults: their moments and their effects.
extension FaultInjectorHost where Self: ~Copyable {
  /// Arms the faults of an anchor that is about to pass; faults without delay occur.
  /// - Parameter transaction: the transaction at the anchor; nil at a tap or sheet.
  @inline(__always) mutating func fire(
    _ anchor: Anchor, of intent: IntentID, _ transaction: TransactionID? = nil
  ) {
    guard _slowPath(!misfortune.states.isEmpty) else { return }
    fireArmed(anchor, of: intent, transaction)
  }

  /// Arms, once per intent, the faults that wait for an anchor, in the order of the plan.
  private mutating func fireArmed(
    _ anchor: Anchor, of intent: IntentID, _ transaction: TransactionID?
  ) {
    guard misfortune.passed[intent].anchors & anchor.bit == 0 else { return }
    misfortune.passed[intent].anchors |= anchor.bit
    switch anchor {
    case .charge: misfortune.passed[intent].charged = transaction
    case .delivery: misfortune.passed[intent].delivered = transaction
    case .tap, .sheet, .callback, .step: break
    }
    for planned in misfortune.states.indices
    where misfortune.plan[planned].intent == intent.place
      && misfortune.plan[planned].anchor == anchor
    { arm(planned) }
  }

  /// Arms the faults before the n-th event of the user.
  @inline(never) mutating func fireStep(_ number: Int) {
    for planned in misfortune.states.indices where misfortune.states[planned] == .planned {
      if case .step(number) = misfortune.plan[planned].anchor { arm(planned) }
    }
  }

  /// Lets a fault occur at once, or after its delay.
  mutating func arm(_ planned: PlannedID) {
    guard misfortune.states[planned] == .planned else { return }
    misfortune.states[planned] = .armed
    let after = misfortune.plan[planned].after
    // A refund follows the charge or the delivery; it never comes just before.
    let follows = misfortune.plan[planned].fault == .refund
    if after == .zero, !follows {
      strike(planned)
    } else {
      calendar.schedule(.strike(planned), after: after)
    }
  }

  /// Marks a fault as occurred; it never occurs again.
  mutating func consume(_ planned: PlannedID) {
    misfortune.states[planned] = .done
    note(.faultStruck(planned: planned))
    misfortune.state.struck |= 1 << UInt64(min(misfortune.plan[planned].declaration, 63))
  }

  @inline(__always) mutating func passAnchor(_ anchor: Anchor, of transaction: TransactionID) {
    guard _slowPath(!misfortune.states.isEmpty) else { return }
    fireArmed(anchor, of: intent(of: transaction), transaction)
  }

  @inline(__always) mutating func passTap(of intent: IntentID) { fire(.tap, of: intent) }

  @inline(__always) func receiptStaleUntil(for transaction: TransactionID) -> Instant {
    misfortune.watches ? misfortune.passed[intent(of: transaction)].receiptStaleUntil : .start
  }

  /// Gives a new installation a complete receipt.
  mutating func endStaleReceipts() {
    for intent in misfortune.passed.indices { misfortune.passed[intent].receiptStaleUntil = .start }
  }

  /// Whether the device cannot check the signature of a transaction now (K12).
  @inline(__always) func isUnverified(_ transaction: TransactionID) -> Bool {
    misfortune.watches && now < misfortune.passed[intent(of: transaction)].unverifiedUntil
  }

  /// Whether a replay omits a transaction now (fault `missedReplay`).
  func misses(_ transaction: TransactionID, in replay: Replays) -> Bool {
    guard misfortune.watches else { return false }
    let passed = misfortune.passed[intent(of: transaction)]
    return now < (replay == .updates ? passed.updatesMissedUntil : passed.queriesMissedUntil)
  }

  /// Handles a `purchased` that is about to reach the app.
  @inline(__always) mutating func passCallback(of transaction: TransactionID) {
    guard misfortune.watches else { return }
    let intent = intent(of: transaction)
    let isFirst = misfortune.passed[intent].calledBack == nil
    if isFirst { misfortune.passed[intent].calledBack = transaction }
    fire(.callback, of: intent, transaction)
    if isFirst, !misfortune.states.isEmpty { strikeDue(of: intent, .callback) }
  }

  @inline(__always) mutating func passPayment(_ transaction: TransactionID) {
    guard misfortune.watches else { return }
    let intent = intent(of: transaction)
    let isFirst = misfortune.passed[intent].newest == nil
    misfortune.passed[intent].newest = transaction
    if isFirst, !misfortune.states.isEmpty { strikeDue(of: intent, .payment) }
  }

  @inline(__always) func isInterruptionDue(for transaction: TransactionID) -> Bool {
    guard !misfortune.states.isEmpty, let planned = armedInterruption(for: transaction)
    else { return false }
    return misfortune.states[planned] == .due
  }

  /// Starts an interruption that waits for the sheet of a payment, if there is one (S7).
  @inline(__always) mutating func strikeInterruption(of transaction: TransactionID) -> PlannedID? {
    guard !misfortune.states.isEmpty, let planned = armedInterruption(for: transaction)
    else { return nil }
    consume(planned)
    return planned
  }

  private func armedInterruption(for transaction: TransactionID) -> PlannedID? {
    misfortune.armed(for: intent(of: transaction)) {
      if case .interruption = $0 { true } else { false }
    }
  }

  func interruption(_ planned: PlannedID) -> StoreInterruption {
    guard case .interruption(let interruption) = misfortune.plan[planned].fault else {
      preconditionFailure("the fault is an interruption")
    }
    return interruption
  }

  /// Starts Ask to Buy at a confirmation, if it is planned (S9).
  @inline(__always) mutating func strikeApproval(of transaction: TransactionID) -> Approval? {
    guard !misfortune.states.isEmpty, let planned = armedApproval(for: transaction),
      case .askToBuy(let approves, let answers) = misfortune.plan[planned].fault
    else { return nil }
    consume(planned)
    return Approval(approves: approves, answers: answers)
  }

  private func armedApproval(for transaction: TransactionID) -> PlannedID? {
    misfortune.armed(for: intent(of: transaction)) {
      if case .askToBuy = $0 { true } else { false }
    }
  }

  mutating func strike(_ planned: PlannedID) {
    guard misfortune.states[planned] == .armed else { return }
    let intent = IntentID(misfortune.plan[planned].intent)
    let isDue =
      switch misfortune.plan[planned].fault.need {
      case .nothing: false
      case .sheet: true
      case .payment: misfortune.passed[intent].newest == nil
      case .callback: misfortune.passed[intent].calledBack == nil
      }
    guard !isDue else {
      misfortune.states[planned] = .due
      if case .interruption = misfortune.plan[planned].fault, let sheet,
        self.intent(of: sheet) == intent
      {
        interruptIfOnSheet(sheet)
      }
      return
    }
    // An update may change the store, so the fault may not exist now (M1).
    guard misfortune.plan[planned].fault.kind.isKnown(to: design.store) else {
      misfortune.states[planned] = .done
      return
    }
    consume(planned)
    strike(misfortune.plan[planned].fault, at: intent, transactionMeant(by: planned))
  }

  /// - Parameter transaction: the transaction that the fault concerns, if there is one.
  private mutating func strike(_ fault: Fault, at intent: IntentID, _ transaction: TransactionID?) {
    switch fault {
    case .crash(let reopens), .appKill(let reopens): die(reopensAfter: reopens)
    case .accountSwitch(let returns): switchAway(returns: returns)
    case .networkLoss(let lasts): dropLink(for: lasts)
    case .weakNetwork(let lasts, let slowdown): slowDown(by: slowdown, for: lasts)
    case .replyLoss(let kind): loseNextReply(kind)
    case .payloadLoss(let from): if let transaction { losePayload(of: transaction, from: from) }
    case .duplicateCallback(let copies, let gap):
      if let calledBack = misfortune.passed[intent].calledBack {
        copyCallback(of: calledBack, copies, gap)
      }
    case .missedCallback: if let transaction { missCallback(of: transaction) }
    case .reinstall(let reopens): reinstall(keychain: false, reopens: reopens)
    case .newDevice(let reopens): moveToNewDevice(reopens: reopens)
    case .delisting: delist(wish(intent).item)
    case .tokenExpiry(let lasts): expireToken(for: lasts)
    case .staleReceipt(let lasts):
      let end = now + lasts
      if let transaction, holdReceiptBack(before: transaction, until: end) { break }
      // The charge does not exist yet.
      misfortune.passed[intent].receiptStaleUntil = max(
        misfortune.passed[intent].receiptStaleUntil, end)
    case .backendOutage(let lasts): takeOut(.backend, for: lasts)
    case .storeCheckOutage(let lasts): takeOut(.storeCheck, for: lasts)
    case .doubleTap(let gap, let pays): addTap(of: intent, pays: pays, after: gap)
    case .refund: if let transaction { refund(transaction) }
    case .taskCancelled: cancelTask(of: intent)
    case .missedReplay(let replays, let lasts):
      let missed = replays ?? (design.store == .storeKit2 ? .updates : .query)
      let end = now + lasts
      if missed.contains(.updates) {
        misfortune.passed[intent].updatesMissedUntil = max(
          misfortune.passed[intent].updatesMissedUntil, end)
      }
      if missed.contains(.query) {
        misfortune.passed[intent].queriesMissedUntil = max(
          misfortune.passed[intent].queriesMissedUntil, end)
      }
    case .unverified(let lasts):
      misfortune.passed[intent].unverifiedUntil = max(
        misfortune.passed[intent].unverifiedUntil, now + lasts)
    case .serviceDisconnect(let lasts): loseService(for: lasts)
    case .missedNotification: if let transaction { missNotification(of: transaction) }
    case .lateNotification(let delay):
      if let transaction { delayNotification(of: transaction, by: delay) }
    case .interruption, .askToBuy: preconditionFailure("faults of the sheet occur at the sheet")
    }
  }

  /// Lets due faults occur at an intent's first payment or `purchased`.
  private mutating func strikeDue(of intent: IntentID, _ need: Fault.Need) {
    for planned in misfortune.states.indices
    where misfortune.states[planned] == .due && misfortune.plan[planned].intent == intent.place
      && misfortune.plan[planned].fault.need == need
    {
      misfortune.states[planned] = .armed
      strike(planned)
    }
  }

  /// The transaction of a planned fault: at its anchor, else the current one, or one to refund.
  private func transactionMeant(by planned: PlannedID) -> TransactionID? {
    let intent = IntentID(misfortune.plan[planned].intent)
    switch misfortune.plan[planned].anchor {
    case .charge: return misfortune.passed[intent].charged
    case .callback: return misfortune.passed[intent].calledBack
    case .delivery: return misfortune.passed[intent].delivered
    case .tap, .sheet, .step:
      if misfortune.plan[planned].fault == .refund { return chargeToRefund(of: intent) }
      // A second sheet of the same intent does not hide the first.
      return paymentUnderWay(of: intent) ?? misfortune.passed[intent].newest
    }
  }
}

extension Fault {
  /// The precondition for which a due fault may have to wait.
  enum Need {
    case nothing
    /// A sheet, or its confirmation (S7, S9).
    case sheet
    /// The first payment of its intent (S8, S3).
    case payment
    case callback
  }

  fileprivate var need: Need {
    switch self {
    case .interruption, .askToBuy: .sheet
    case .payloadLoss, .missedCallback, .taskCancelled, .missedNotification, .lateNotification:
      .payment
    case .duplicateCallback: .callback
    case .crash, .appKill, .accountSwitch, .networkLoss, .weakNetwork, .replyLoss, .reinstall,
      .newDevice, .delisting, .tokenExpiry, .staleReceipt, .backendOutage, .storeCheckOutage,
      .doubleTap, .refund, .missedReplay, .unverified, .serviceDisconnect:
      .nothing
    }
  }
}
