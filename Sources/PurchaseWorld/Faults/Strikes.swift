internal import EventEngine

/// How far a planned fault has come.
enum PlanState {
  /// Its anchor has not fired.
  case planned
  /// Its anchor has fired; it strikes after its delay.
  case armed
  /// Its time has come; it waits for a sheet (S7, S9) or a transaction.
  case due
  /// It has struck.
  case done
}

/// The anchors of a purchase, as bits; each fires once per intent (section 7).
enum AnchorMoment: UInt8 {
  case tap = 1
  case sheet = 2
  case charge = 4
  case callback = 8
  case delivery = 16

  func matches(_ anchor: Anchor) -> Bool {
    switch (self, anchor) {
    case (.tap, .tap), (.sheet, .sheet), (.charge, .charge), (.callback, .callback),
      (.delivery, .delivery):
      true
    default: false
    }
  }
}

/// Planned faults: when they strike and what they do (section 7).
extension World {
  /// An anchor of an intent is about to happen: its faults are armed, and those without delay strike.
  ///
  /// - Parameter transaction: the one that is charged, called back or delivered; nil at a tap or sheet.
  @inline(__always)
  mutating func fire(
    _ moment: AnchorMoment, of intent: IntentID, _ transaction: TransactionID? = nil
  ) {
    guard !misfortune.states.isEmpty else { return }
    fireArmed(moment, of: intent, transaction)
  }

  private mutating func fireArmed(
    _ moment: AnchorMoment, of intent: IntentID, _ transaction: TransactionID?
  ) {
    guard user.intents[intent].anchors & moment.rawValue == 0 else { return }
    user.intents[intent].anchors |= moment.rawValue
    switch moment {
    case .charge: user.intents[intent].charged = transaction
    case .delivery: user.intents[intent].delivered = transaction
    case .tap, .sheet, .callback: break
    }
    for planned in misfortune.states.indices
    where misfortune.plan[planned].intent == intent.place
      && moment.matches(misfortune.plan[planned].anchor)
    {
      arm(planned)
    }
  }

  /// The n-th event of the user is about to be handled.
  @inline(never)
  mutating func fireStep(_ number: Int) {
    for planned in misfortune.states.indices where misfortune.states[planned] == .planned {
      if case .step(number) = misfortune.plan[planned].anchor { arm(planned) }
    }
  }

  /// Whether a planned fault waits for its time, which will come whatever happens until then.
  @inline(__always)
  mutating func canStrikeYet() -> Bool {
    for planned in misfortune.states.indices {
      if misfortune.states[planned] == .armed { return true }
      if misfortune.hasSteps, misfortune.states[planned] == .planned,
        case .step = misfortune.plan[planned].anchor
      {
        return true
      }
    }
    return false
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

  /// An interruption of an intent that has not struck yet.
  mutating func armedInterruption(for intent: IntentID) -> PlannedID? {
    armed(for: intent) { if case .interruption = $0 { true } else { false } }
  }

  /// Whether an interruption of an intent waits for its sheet.
  mutating func isInterruptionDue(for intent: IntentID) -> Bool {
    guard let planned = armedInterruption(for: intent) else { return false }
    return misfortune.states[planned] == .due
  }

  /// Ask to Buy for the next confirmation of an intent (S9).
  mutating func armedApproval(for intent: IntentID) -> PlannedID? {
    armed(for: intent) { if case .askToBuy = $0 { true } else { false } }
  }

  @inline(__always)
  private mutating func armed(for intent: IntentID, where isMeant: (Fault) -> Bool) -> PlannedID? {
    for planned in misfortune.states.indices where misfortune.plan[planned].intent == intent.place {
      let state = misfortune.states[planned]
      if state == .armed || state == .due, isMeant(misfortune.plan[planned].fault) {
        return planned
      }
    }
    return nil
  }

  /// A planned fault strikes.
  mutating func strike(_ planned: PlannedID) {
    guard misfortune.states[planned] == .armed else { return }
    let intent = IntentID(misfortune.plan[planned].intent)
    switch misfortune.plan[planned].fault {
    case .interruption:
      misfortune.states[planned] = .due
      if let sheet = store.state.sheet, store.transactions[sheet].intent == intent {
        interruptIfOnSheet(sheet)
      }
      return
    case .askToBuy:
      misfortune.states[planned] = .due
      return
    case .payloadLoss where user.intents[intent].newest == nil,
      .missedCallback where user.intents[intent].newest == nil,
      .duplicateCallback where user.intents[intent].calledBack == nil:
      misfortune.states[planned] = .due
      return
    default:
      consume(planned)
    }
    strike(misfortune.plan[planned].fault, at: intent, transactionMeant(by: planned))
  }

  /// - Parameter transaction: the one that the fault means, if there is one.
  private mutating func strike(_ fault: Fault, at intent: IntentID, _ transaction: TransactionID?) {
    switch fault {
    case .crash(let reopens), .appKill(let reopens): die(reopensAfter: reopens)
    case .accountSwitch(let returns): switchAway(returns: returns)
    case .networkLoss(let lasts): dropLink(for: lasts)
    case .weakNetwork(let lasts, let slowdown):
      link.state.slowdown =
        now < link.state.weakUntil ? max(link.state.slowdown, slowdown) : slowdown
      link.state.weakUntil = max(link.state.weakUntil, now + lasts)
    case .replyLoss(.any): link.state.losesNextReply = true
    case .replyLoss(let kind): link.state.repliesToLose.formUnion(kind)
    case .payloadLoss(let from): losePayload(of: transaction, from: from)
    case .duplicateCallback(let copies, let gap):
      if let calledBack = user.intents[intent].calledBack {
        copyCallback(of: calledBack, copies, gap)
      }
    case .missedCallback: if let transaction { store.transactions[transaction].missesLive = true }
    case .reinstall(let reopens): reinstall(keychain: false, reopens: reopens)
    case .newDevice(let reopens): moveToNewDevice(reopens: reopens)
    case .delisting: backend.shelf.delist(user.intents[intent].item)
    case .tokenExpiry(let lasts):
      backend.state.tokenExpiredUntil = max(backend.state.tokenExpiredUntil, now + lasts)
    case .staleReceipt(let lasts): holdReceiptBack(before: transaction, of: intent, for: lasts)
    case .backendOutage(let lasts):
      backend.state.outUntil = max(backend.state.outUntil, now + lasts)
    case .storeCheckOutage(let lasts):
      backend.state.checkOutUntil = max(backend.state.checkOutUntil, now + lasts)
    case .doubleTap(let gap, let pays): addTap(of: intent, pays: pays, after: gap)
    case .refund: if let transaction { refund(transaction) }
    case .interruption, .askToBuy:
      preconditionFailure("faults of the sheet strike at the sheet")
    }
  }

  /// An intent has its first transaction: what waited for one strikes.
  mutating func strikeFirstTransaction(of intent: IntentID) {
    strikeDue(of: intent) {
      switch $0 {
      case .payloadLoss, .missedCallback: true
      default: false
      }
    }
  }

  /// An intent has its first `purchased`: what waited to repeat it strikes.
  mutating func strikeFirstCallback(of intent: IntentID) {
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
  private mutating func transactionMeant(by planned: PlannedID) -> TransactionID? {
    let intent = IntentID(misfortune.plan[planned].intent)
    switch misfortune.plan[planned].anchor {
    case .charge: return user.intents[intent].charged
    case .callback: return user.intents[intent].calledBack
    case .delivery: return user.intents[intent].delivered
    case .tap, .sheet, .step:
      return misfortune.plan[planned].fault == .refund
        ? chargeToRefund(of: intent) : transactionInHand(of: intent)
    }
  }

  /// The transaction of an intent that is the oldest on its way to a delivery, else the newest.
  /// A second sheet of the same wish does not hide the first.
  private mutating func transactionInHand(of intent: IntentID) -> TransactionID? {
    for index in store.transactions.indices where store.transactions[index].intent == intent {
      switch store.transactions[index].state {
      case .processing, .deferred, .charged: return index
      case .queued, .onSheet, .failed, .declined, .gone: continue
      }
    }
    return user.intents[intent].newest
  }

  /// The payload comes back empty from now on (S8).
  private mutating func losePayload(of transaction: TransactionID?, from: PayloadLoss) {
    guard let transaction, store.transactions[transaction].payloadLoss == nil else { return }
    store.transactions[transaction].payloadLoss = from
    store.transactions[transaction].payloadLostIn = device.state.process
  }

  /// `purchased` comes again with the same identifier.
  private mutating func copyCallback(of transaction: TransactionID, _ copies: Int, _ gap: Delay) {
    var due = now
    for _ in 0..<copies {
      due = due + gap
      calendar.schedule(.purchasedAgain(transaction), at: due)
    }
  }

  /// The receipt stays as it was before a charge, or before the one of the intent that is to come.
  private mutating func holdReceiptBack(
    before transaction: TransactionID?, of intent: IntentID, for lasts: Delay
  ) {
    if let transaction, store.transactions[transaction].number != nil {
      let until = max(store.transactions[transaction].listedFrom, now + lasts)
      store.transactions[transaction].listedFrom = until
    } else {
      user.intents[intent].receiptStaleUntil = max(
        user.intents[intent].receiptStaleUntil, now + lasts)
    }
  }

  /// Another account logs in.
  private mutating func switchAway(returns: Delay?) {
    let before = isGuest ? AccountID.own : device.state.session
    let other = AccountID((before.place + 1) % conditions.behavior.accounts)
    switchAccount(to: other, returns: returns)
  }

  /// The session changes hands, whatever the app does. A process in front learns of it at once, one in
  /// the background when it comes to the front; the next one finds the new account.
  mutating func switchAccount(to account: AccountID, returns: Delay?) {
    let before = device.state.session
    let wasGuest = isGuest
    device.state.session = account
    backend.state.tokenExpiredUntil = .start
    note(.accountSwitched(account: account))
    if let returns {
      calendar.schedule(.switchBack(account: wasGuest ? .own : before), after: returns)
    }
    if wasGuest { moveFromDevice(before) }
    switch device.state.app {
    case .foreground: learnOfLogin(isFirst: wasGuest)
    case .background:
      device.state.missedLogin = wasGuest || device.state.missedLogin == .first ? .first : .another
    case .dead, .launching: break
    }
  }

  /// The observer and whatever waited for the account learn of a login.
  mutating func learnOfLogin(isFirst: Bool) {
    if design.observer == .login {
      store.state.isObserving = false
      attach()
    }
    // A fault at one of those callbacks may have ended the process.
    guard device.state.app == .foreground else { return }
    resumeOnLogin()
    if isFirst { goOnAfterFirstLogin() }
  }

  /// The app is deleted and installed again (D2).
  mutating func reinstall(keychain: Bool, reopens: Delay) {
    // Before the first visit there is no app that could be opened again.
    let wasDead = device.state.app == .dead && user.state.visit >= 0
    die(reopensAfter: reopens)
    note(.reinstalled)
    wipe(keychain: keychain)
    if wasDead, !user.state.hasGone {
      calendar.schedule(.reopen(process: device.state.process), after: reopens)
    }
  }

  /// The user goes on with another device (D2, S3).
  private mutating func moveToNewDevice(reopens: Delay) {
    reinstall(keychain: true, reopens: reopens)
    if isGuest { changeDeviceOfGuest() }
    guard !conditions.store.survivesNewDevice else { return }
    for index in store.transactions.indices where store.transactions[index].state == .charged {
      store.transactions[index].state = .gone
      store.transactions[index].waits = false
      if store.transactions[index].wasCalledBack { noteDrop(of: index, at: .recordWiped) }
    }
  }
}
