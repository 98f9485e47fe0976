internal import EventEngine

/// What users do about missing goods (P3, C9), and after a change of mind.
extension World {
  /// After a charge the user expects goods, and will notice if they do not come (P3).
  mutating func expectGoods(of intent: IntentID) {
    let hasPage = design.retry.ending == .recoveryPage || design.binding.unbound == .collect
    let canRescue = hasPage && conditions.behavior.usesRecoveryPage != .never
    guard user.intents[intent].reactions < conditions.behavior.reactions,
      canRescue || !conditions.behavior.reacts.isPassive
    else { return }
    guard !user.intents[intent].expectsGoods else { return }
    user.intents[intent].expectsGoods = true
    user.state.noticesToCome += 1
    scheduleNotice(of: intent)
  }

  private mutating func scheduleNotice(of intent: IntentID, least: Delay = .zero) {
    let occurrence = intent.place << 8 | user.intents[intent].reactions
    let after = luck.delay(.notices, occurrence)
    calendar.schedule(.notice(intent: intent), after: max(after, least))
  }

  /// The goods of an intent are there, or the user has given up.
  mutating func endNotices(of intent: IntentID) {
    guard user.intents[intent].expectsGoods else { return }
    user.intents[intent].expectsGoods = false
    user.state.noticesToCome -= 1
  }

  /// The user, with the app in front, sees that goods are missing and reacts (P3).
  mutating func notice(_ intent: IntentID) {
    guard user.intents[intent].expectsGoods else { return }
    // The app has told a guest that the goods come with the login (C10).
    guard device.state.app == .foreground, !isGuest else {
      user.intents[intent].noticeWaits = true
      return
    }
    if client.state.spinner.isOpen {
      // Looks that lie no time apart would never end.
      scheduleNotice(of: intent, least: .seconds(1))
      return
    }
    let occurrence = intent.place << 8 | user.intents[intent].reactions
    user.intents[intent].reactions += 1
    note(.noticed(intent: intent))
    if user.intents[intent].reactions < conditions.behavior.reactions {
      scheduleNotice(of: intent)
    } else {
      endNotices(of: intent)
    }
    react(intent, occurrence)
  }

  /// Notices that met a closed app come when the user has looked around.
  mutating func noticeWhatWaited() {
    for intent in user.intents.indices where user.intents[intent].noticeWaits {
      user.intents[intent].noticeWaits = false
      let browse = luck.delay(.browse, device.state.process.place)
      calendar.schedule(.notice(intent: intent), after: browse)
    }
  }

  private mutating func react(_ intent: IntentID, _ occurrence: Int) {
    if user.intents[intent].knowsRecoveryPage,
      luck.happens(conditions.behavior.usesRecoveryPage, .recoveryPage, occurrence)
    {
      retryByHand(intent)
      return
    }
    switch conditions.behavior.reacts.kind(at: luck.level(.reaction, occurrence)) {
    case .nothing: break
    case .retap: addTap(of: intent, pays: true, after: .zero)
    case .relaunch: die(reopensAfter: reopeningDelay())
    case .reinstall: reinstall(keychain: false, reopens: reopeningDelay())
    case .support: askSupport(intent, occurrence)
    }
  }

  /// The manual retry of the recovery page: every waiting record of the intent (C9), and every
  /// transaction that was collected without an item, for which the user says what it was (C5).
  private mutating func retryByHand(_ intent: IntentID) {
    note(.retriedByHand(intent: intent))
    log(.recoveryPageRetry)
    for index in client.records.indices
    where client.records[index].isWaiting {
      guard let transaction = client.records[index].transaction,
        store.transactions[transaction].intent == intent
      else { continue }
      restartDelivery(of: index, isManual: true)
    }
    guard device.state.session == user.intents[intent].account else { return }
    for index in store.charges.indices {
      let charge = store.charges[index]
      guard store.transactions[charge].intent == intent, !hasTask(for: charge),
        store.transactions[charge].state == .charged,
        store.transactions[charge].standing == .unboundCollected
      else { continue }
      let bound = Bound(item: user.intents[intent].item, account: device.state.session)
      startTask(for: charge, bound, record: nil, receipt: nil, isManual: true)
    }
  }

  /// A ticket; support may deliver by hand (P3).
  private mutating func askSupport(_ intent: IntentID, _ occurrence: Int) {
    user.intents[intent].flags.insert(.ticket)
    note(.wroteToSupport(intent: intent))
    log(.supportTicket)
    let resolves = conditions.behavior.supportResolves
    guard luck.happens(resolves, .supportResolves, occurrence) else { return }
    for place in store.charges.indices {
      let charge = store.charges[place]
      guard store.transactions[charge].intent == intent, store.transactions[charge].right == nil,
        !isKnownAsRefunded(charge)
      else { continue }
      note(.deliveredByHand(transaction: charge))
      fire(.delivery, of: intent, charge)
      store.transactions[charge].isServed = true
      book(user.intents[intent].item, for: charge)
      deliver(charge, as: .rescued)
    }
  }

  /// After a genuine cancel the user may tap again, for the same or another item of the product: once
  /// for each wish, and not while a payment for it is under way.
  @inline(__always)
  mutating func reconsider(_ intent: IntentID) {
    guard let wanted = user.wishes[intent].secondThought.map({ IntentID($0) }),
      !user.intents[intent].hasReconsidered,
      isForgone(intent)
    else { return }
    user.intents[intent].hasReconsidered = true
    if wanted == intent { user.intents[intent].outcome.wantsToPay = true }
    let browse = luck.delay(.browse, device.state.process.place)
    addTap(of: wanted, pays: true, after: browse)
  }

  /// Enters a wish.
  mutating func addIntent(item: ItemID, pays: Bool) {
    let product = backend.shelf.items[item].product
    var outcome = IntentOutcome(product: product.place, wantsToPay: pays)
    outcome.wish = user.firstIntents.count
    user.firstIntents.append(IntentState(item: item, product: product, outcome: outcome))
  }
}

extension Reactions {
  /// The reaction at a level from 0 to 1, by the shares in order.
  func kind(at level: Double) -> Kind {
    var sum = 0.0
    for (kind, share) in zip(Kind.allCases, shares) {
      sum += share
      if level < sum { return kind }
    }
    return .nothing
  }
}
