internal import EventEngine

/// Planned faults: when they strike and what they do (section 7).
extension MisfortuneHost where Self: ~Copyable {
  /// An anchor of an intent is about to happen: its faults are armed, and those without delay strike.
  ///
  /// - Parameter transaction: the one that is charged, called back or delivered; nil at a tap or sheet.
  @inline(__always) mutating func fire(
    _ moment: AnchorMoment, of intent: IntentID, _ transaction: TransactionID? = nil
  ) {
    guard !misfortune.states.isEmpty else { return }
    fireArmed(moment, of: intent, transaction)
  }

  private mutating func fireArmed(
    _ moment: AnchorMoment, of intent: IntentID, _ transaction: TransactionID?
  ) {
    guard misfortune.passed[intent].anchors & moment.rawValue == 0 else { return }
    misfortune.passed[intent].anchors |= moment.rawValue
    switch moment {
    case .charge: misfortune.passed[intent].charged = transaction
    case .delivery: misfortune.passed[intent].delivered = transaction
    case .tap, .sheet, .callback: break
    }
    for planned in misfortune.states.indices
    where misfortune.plan[planned].intent == intent.place
      && moment.matches(misfortune.plan[planned].anchor)
    { arm(planned) }
  }

  /// The n-th event of the user is about to be handled.
  @inline(never) mutating func fireStep(_ number: Int) {
    for planned in misfortune.states.indices where misfortune.states[planned] == .planned {
      if case .step(number) = misfortune.plan[planned].anchor { arm(planned) }
    }
  }

  mutating func arm(_ planned: PlannedID) {
    guard misfortune.states[planned] == .planned else { return }
    misfortune.states[planned] = .armed
    let after = misfortune.plan[planned].after
    // Money is given back after it was taken or the goods were delivered, never just before.
    let follows = misfortune.plan[planned].fault == .refund
    if after == .zero, !follows {
      strike(planned)
    } else {
      calendar.schedule(.strike(planned), after: after)
    }
  }

  /// A fault has struck: it is counted, and never strikes again.
  mutating func consume(_ planned: PlannedID) {
    misfortune.states[planned] = .done
    note(.faultStruck(planned: planned))
    misfortune.state.struck |= 1 << UInt64(min(misfortune.plan[planned].declaration, 63))
  }

  /// The anchor of a payment is about to happen.
  @inline(__always) mutating func passAnchor(_ moment: AnchorMoment, of transaction: TransactionID)
  {
    guard !misfortune.states.isEmpty else { return }
    fireArmed(moment, of: intent(of: transaction), transaction)
  }

  /// A wish is about to be tapped for.
  @inline(__always) mutating func passTap(of intent: IntentID) { fire(.tap, of: intent) }

  /// Until when the receipt lacks a charge that comes now.
  @inline(__always) func receiptStaleUntil(for transaction: TransactionID) -> Instant {
    misfortune.watches ? misfortune.passed[intent(of: transaction)].receiptStaleUntil : .start
  }

  /// `purchased` is about to reach the app.
  @inline(__always) mutating func passCallback(of transaction: TransactionID) {
    guard misfortune.watches else { return }
    let intent = intent(of: transaction)
    let isFirst = misfortune.passed[intent].calledBack == nil
    if isFirst { misfortune.passed[intent].calledBack = transaction }
    fire(.callback, of: intent, transaction)
    if isFirst, !misfortune.states.isEmpty { strikeFirstCallback(of: intent) }
  }

  /// A payment was entered.
  @inline(__always) mutating func passPayment(_ transaction: TransactionID) {
    guard misfortune.watches else { return }
    let intent = intent(of: transaction)
    let isFirst = misfortune.passed[intent].newest == nil
    misfortune.passed[intent].newest = transaction
    if isFirst, !misfortune.states.isEmpty { strikeFirstTransaction(of: intent) }
  }

  /// Whether an interruption waits for the sheet of a payment.
  func isInterruptionDue(for transaction: TransactionID) -> Bool {
    guard let planned = armedInterruption(for: transaction) else { return false }
    return misfortune.states[planned] == .due
  }

  /// An interruption that awaits the sheet of a payment strikes, if there is one (S7).
  mutating func strikeInterruption(of transaction: TransactionID) -> PlannedID? {
    guard let planned = armedInterruption(for: transaction) else { return nil }
    consume(planned)
    return planned
  }

  private func armedInterruption(for transaction: TransactionID) -> PlannedID? {
    misfortune.armed(for: intent(of: transaction)) {
      if case .interruption = $0 { true } else { false }
    }
  }

  /// A planned interruption.
  func interruption(_ planned: PlannedID) -> Interruption {
    guard case .interruption(let interruption) = misfortune.plan[planned].fault else {
      preconditionFailure("what interrupts is an interruption")
    }
    return interruption
  }

  /// Ask to Buy strikes a confirmation, if it is planned (S9).
  mutating func strikeApproval(of transaction: TransactionID) -> Approval? {
    let planned = misfortune.armed(for: intent(of: transaction)) {
      if case .askToBuy = $0 { true } else { false }
    }
    guard let planned, case .askToBuy(let approves, let answers) = misfortune.plan[planned].fault
    else { return nil }
    consume(planned)
    return Approval(approves: approves, answers: answers)
  }

  /// A planned fault strikes.
  mutating func strike(_ planned: PlannedID) {
    guard misfortune.states[planned] == .armed else { return }
    let intent = IntentID(misfortune.plan[planned].intent)
    switch misfortune.plan[planned].fault {
    case .interruption:
      misfortune.states[planned] = .due
      if let sheet, self.intent(of: sheet) == intent { interruptIfOnSheet(sheet) }
      return
    case .askToBuy:
      misfortune.states[planned] = .due
      return
    case .payloadLoss where misfortune.passed[intent].newest == nil,
      .missedCallback where misfortune.passed[intent].newest == nil,
      .duplicateCallback where misfortune.passed[intent].calledBack == nil:
      misfortune.states[planned] = .due
      return
    default: consume(planned)
    }
    strike(misfortune.plan[planned].fault, at: intent, transactionMeant(by: planned))
  }

  /// - Parameter transaction: the one that the fault means, if there is one.
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
      // The charge is still to come.
      misfortune.passed[intent].receiptStaleUntil = max(
        misfortune.passed[intent].receiptStaleUntil, end)
    case .backendOutage(let lasts): takeOut(.backend, for: lasts)
    case .storeCheckOutage(let lasts): takeOut(.storeCheck, for: lasts)
    case .doubleTap(let gap, let pays): addTap(of: intent, pays: pays, after: gap)
    case .refund: if let transaction { refund(transaction) }
    case .interruption, .askToBuy: preconditionFailure("faults of the sheet strike at the sheet")
    }
  }

  /// An intent has its first transaction: what waited for one strikes.
  private mutating func strikeFirstTransaction(of intent: IntentID) {
    strikeDue(of: intent) {
      switch $0 {
      case .payloadLoss, .missedCallback: true
      default: false
      }
    }
  }

  /// An intent has its first `purchased`: what waited to repeat it strikes.
  private mutating func strikeFirstCallback(of intent: IntentID) {
    strikeDue(of: intent) { if case .duplicateCallback = $0 { true } else { false } }
  }

  @inline(__always)
  private mutating func strikeDue(of intent: IntentID, where isMeant: (Fault) -> Bool) {
    for planned in misfortune.states.indices
    where misfortune.states[planned] == .due && misfortune.plan[planned].intent == intent.place
      && isMeant(misfortune.plan[planned].fault)
    {
      misfortune.states[planned] = .armed
      strike(planned)
    }
  }

  /// The transaction that a planned fault means: the one of which its anchor speaks, else the one in
  /// hand, or for a refund the one with goods.
  private func transactionMeant(by planned: PlannedID) -> TransactionID? {
    let intent = IntentID(misfortune.plan[planned].intent)
    switch misfortune.plan[planned].anchor {
    case .charge: return misfortune.passed[intent].charged
    case .callback: return misfortune.passed[intent].calledBack
    case .delivery: return misfortune.passed[intent].delivered
    case .tap, .sheet, .step:
      if misfortune.plan[planned].fault == .refund { return chargeToRefund(of: intent) }
      // A second sheet of the same wish does not hide the first.
      return paymentUnderWay(of: intent) ?? misfortune.passed[intent].newest
    }
  }
}
