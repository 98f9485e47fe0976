internal import EventEngine

/// Planned faults: their moments and their effects.
extension FaultInjectorHost where Self: ~Copyable {
  /// Arms the faults of an anchor that is about to pass; faults without delay occur.
  /// - Parameter transaction: the transaction at the anchor; nil at a tap or sheet.
  @inline(__always) mutating func fire(
    _ anchor: FaultAnchor, of intent: IntentID, _ transaction: TransactionID? = nil
  ) {
    guard _slowPath(!faultInjector.states.isEmpty) else { return }
    fireArmed(anchor, of: intent, transaction)
  }

  /// Arms, once per intent, the faults that wait for an anchor, in the order of the plan.
  private mutating func fireArmed(
    _ anchor: FaultAnchor, of intent: IntentID, _ transaction: TransactionID?
  ) {
    guard faultInjector.passed[intent].anchors & anchor.bit == 0 else { return }
    faultInjector.passed[intent].anchors |= anchor.bit
    switch anchor {
    case .charge: faultInjector.passed[intent].charged = transaction
    case .delivery: faultInjector.passed[intent].delivered = transaction
    case .tap, .sheet, .callback, .step: break
    }
    for planned in faultInjector.states.indices
    where faultInjector.plan[planned].intentIndex == intent.index
      && faultInjector.plan[planned].anchor == anchor
    { arm(planned) }
  }

  /// Arms the faults before the n-th event of the user.
  @inline(never) mutating func fireStep(_ number: Int) {
    for planned in faultInjector.states.indices where faultInjector.states[planned] == .planned {
      if case .step(number) = faultInjector.plan[planned].anchor { arm(planned) }
    }
  }

  /// Lets a fault occur at once, or after its delay.
  mutating func arm(_ planned: PlannedFaultID) {
    guard faultInjector.states[planned] == .planned else { return }
    faultInjector.states[planned] = .armed
    let after = faultInjector.plan[planned].after
    // A refund follows the charge or the delivery; it never comes just before.
    let follows = faultInjector.plan[planned].fault == .refund
    if after == .zero, !follows {
      inject(planned)
    } else {
      calendar.schedule(.inject(planned), after: after)
    }
  }

  /// Marks a fault as occurred; it never occurs again.
  mutating func consume(_ planned: PlannedFaultID) {
    faultInjector.states[planned] = .done
    note(.faultOccurred(planned: planned))
    faultInjector.state.occurredFaults |=
      1 << UInt64(min(faultInjector.plan[planned].declarationIndex, 63))
  }

  @inline(__always) mutating func passAnchor(_ anchor: FaultAnchor, of transaction: TransactionID) {
    guard _slowPath(!faultInjector.states.isEmpty) else { return }
    fireArmed(anchor, of: intent(of: transaction), transaction)
  }

  @inline(__always) mutating func passTap(of intent: IntentID) { fire(.tap, of: intent) }

  @inline(__always) func receiptStaleUntil(for transaction: TransactionID) -> Instant {
    faultInjector.watches ? faultInjector.passed[intent(of: transaction)].receiptStaleUntil : .start
  }

  /// Gives a new installation a complete receipt.
  mutating func endStaleReceipts() {
    for intent in faultInjector.passed.indices {
      faultInjector.passed[intent].receiptStaleUntil = .start
    }
  }

  /// Whether the device cannot check the signature of a transaction now (K12).
  @inline(__always) func isUnverified(_ transaction: TransactionID) -> Bool {
    faultInjector.watches && now < faultInjector.passed[intent(of: transaction)].unverifiedUntil
  }

  /// Whether a replay omits a transaction now (fault `missedReplay`).
  func misses(_ transaction: TransactionID, in replay: RedeliveryRoutes) -> Bool {
    guard faultInjector.watches else { return false }
    let passed = faultInjector.passed[intent(of: transaction)]
    return now < (replay == .updates ? passed.updatesMissedUntil : passed.queriesMissedUntil)
  }

  /// Handles a `purchased` that is about to reach the app.
  @inline(__always) mutating func passCallback(of transaction: TransactionID) {
    guard faultInjector.watches else { return }
    let intent = intent(of: transaction)
    let isFirst = faultInjector.passed[intent].calledBack == nil
    if isFirst { faultInjector.passed[intent].calledBack = transaction }
    fire(.callback, of: intent, transaction)
    if isFirst, !faultInjector.states.isEmpty { injectDue(of: intent, .callback) }
  }

  @inline(__always) mutating func passPayment(_ transaction: TransactionID) {
    guard faultInjector.watches else { return }
    let intent = intent(of: transaction)
    let isFirst = faultInjector.passed[intent].newest == nil
    faultInjector.passed[intent].newest = transaction
    if isFirst, !faultInjector.states.isEmpty { injectDue(of: intent, .payment) }
  }

  @inline(__always) func isInterruptionDue(for transaction: TransactionID) -> Bool {
    guard !faultInjector.states.isEmpty, let planned = armedInterruption(for: transaction)
    else { return false }
    return faultInjector.states[planned] == .due
  }

  /// Starts an interruption that waits for the sheet of a payment, if there is one (S7).
  @inline(__always) mutating func injectInterruption(of transaction: TransactionID)
    -> PlannedFaultID?
  {
    guard !faultInjector.states.isEmpty, let planned = armedInterruption(for: transaction)
    else { return nil }
    consume(planned)
    return planned
  }

  private func armedInterruption(for transaction: TransactionID) -> PlannedFaultID? {
    faultInjector.armed(for: intent(of: transaction)) {
      if case .interruption = $0 { true } else { false }
    }
  }

  func interruption(_ planned: PlannedFaultID) -> StoreInterruption {
    guard case .interruption(let interruption) = faultInjector.plan[planned].fault else {
      preconditionFailure("the fault is an interruption")
    }
    return interruption
  }

  /// Starts Ask to Buy at a confirmation, if it is planned (S9).
  @inline(__always) mutating func injectApproval(of transaction: TransactionID) -> Approval? {
    guard !faultInjector.states.isEmpty, let planned = armedApproval(for: transaction),
      case .askToBuy(let approves, let answers) = faultInjector.plan[planned].fault
    else { return nil }
    consume(planned)
    return Approval(approves: approves, answers: answers)
  }

  private func armedApproval(for transaction: TransactionID) -> PlannedFaultID? {
    faultInjector.armed(for: intent(of: transaction)) {
      if case .askToBuy = $0 { true } else { false }
    }
  }

  mutating func inject(_ planned: PlannedFaultID) {
    guard faultInjector.states[planned] == .armed else { return }
    let intent = IntentID(faultInjector.plan[planned].intentIndex)
    let isDue =
      switch faultInjector.plan[planned].fault.need {
      case .nothing: false
      case .sheet: true
      case .payment: faultInjector.passed[intent].newest == nil
      case .callback: faultInjector.passed[intent].calledBack == nil
      }
    guard !isDue else {
      faultInjector.states[planned] = .due
      if case .interruption = faultInjector.plan[planned].fault, let sheet,
        self.intent(of: sheet) == intent
      {
        interruptIfOnSheet(sheet)
      }
      return
    }
    // An update may change the store, so the fault may not exist now (M1).
    guard faultInjector.plan[planned].fault.kind.applies(to: design.store) else {
      faultInjector.states[planned] = .done
      return
    }
    consume(planned)
    inject(faultInjector.plan[planned].fault, at: intent, transactionMeant(by: planned))
  }

  /// - Parameter transaction: the transaction that the fault concerns, if there is one.
  private mutating func inject(_ fault: Fault, at intent: IntentID, _ transaction: TransactionID?) {
    let passed = faultInjector.passed[intent]
    switch fault {
    case .crash(let reopens), .appKill(let reopens): die(reopensAfter: reopens)
    case .accountSwitch(let returns): switchAway(returns: returns)
    case .networkLoss(let lasts): dropLink(for: lasts)
    case .weakNetwork(let lasts, let slowdown): slowDown(by: slowdown, for: lasts)
    case .replyLoss(let kind): loseNextReply(kind)
    case .payloadLoss(let from): if let transaction { losePayload(of: transaction, from: from) }
    case .duplicateCallback(let copies, let gap):
      if let calledBack = passed.calledBack { copyCallback(of: calledBack, copies, gap) }
    case .missedCallback: if let transaction { missCallback(of: transaction) }
    case .reinstall(let reopens): reinstall(keychain: false, reopens: reopens)
    case .newDevice(let reopens): moveToNewDevice(reopens: reopens)
    case .delisting: delist(intentState(intent).item)
    case .tokenExpiry(let lasts): expireToken(for: lasts)
    case .staleReceipt(let lasts):
      let end = now + lasts
      if let transaction, holdReceiptBack(before: transaction, until: end) { break }
      // The charge does not exist yet.
      faultInjector.passed[intent].receiptStaleUntil = max(passed.receiptStaleUntil, end)
    case .backendOutage(let lasts): takeOut(.backend, for: lasts)
    case .storeCheckOutage(let lasts): takeOut(.storeCheck, for: lasts)
    case .doubleTap(let gap, let pays): addTap(of: intent, pays: pays, after: gap)
    case .refund: if let transaction { refund(transaction) }
    case .taskCancelled: cancelTask(of: intent)
    case .missedReplay(let replays, let lasts):
      let missed = replays ?? (design.store == .storeKit2 ? .updates : .query)
      let end = now + lasts
      if missed.contains(.updates) {
        faultInjector.passed[intent].updatesMissedUntil = max(passed.updatesMissedUntil, end)
      }
      if missed.contains(.query) {
        faultInjector.passed[intent].queriesMissedUntil = max(passed.queriesMissedUntil, end)
      }
    case .unverified(let lasts):
      faultInjector.passed[intent].unverifiedUntil = max(passed.unverifiedUntil, now + lasts)
    case .serviceDisconnect(let lasts): loseService(for: lasts)
    case .missedNotification: if let transaction { missNotification(of: transaction) }
    case .lateNotification(let delay):
      if let transaction { delayNotification(of: transaction, by: delay) }
    case .interruption, .askToBuy: preconditionFailure("faults of the sheet occur at the sheet")
    }
  }

  /// Lets due faults occur at an intent's first payment or `purchased`.
  private mutating func injectDue(of intent: IntentID, _ need: Fault.Need) {
    for planned in faultInjector.states.indices
    where faultInjector.states[planned] == .due
      && faultInjector.plan[planned].intentIndex == intent.index
      && faultInjector.plan[planned].fault.need == need
    {
      faultInjector.states[planned] = .armed
      inject(planned)
    }
  }

  /// The transaction of a planned fault: at its anchor, else the current one, or one to refund.
  private func transactionMeant(by planned: PlannedFaultID) -> TransactionID? {
    let intent = IntentID(faultInjector.plan[planned].intentIndex)
    switch faultInjector.plan[planned].anchor {
    case .charge: return faultInjector.passed[intent].charged
    case .callback: return faultInjector.passed[intent].calledBack
    case .delivery: return faultInjector.passed[intent].delivered
    case .tap, .sheet, .step:
      if faultInjector.plan[planned].fault == .refund { return chargeToRefund(of: intent) }
      // A second sheet of the same intent does not hide the first.
      return paymentUnderWay(of: intent) ?? faultInjector.passed[intent].newest
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
