internal import EventEngine

/// What users do about missing goods (P3, C9), and after a change of mind.
extension World {
  /// After a charge the user expects goods, and will notice if they do not come (P3).
  mutating func expectGoods(of intent: IntentID) {
    let hasPage = design.retry.ending == .recoveryPage || design.binding.unbound == .collect
    let canRescue = hasPage && conditions.behavior.usesRecoveryPage != .never
    guard intents[intent].reactions < conditions.behavior.reactions,
      canRescue || !conditions.behavior.reacts.isPassive
    else { return }
    guard !intents[intent].expectsGoods else { return }
    intents[intent].expectsGoods = true
    noticesToCome += 1
    scheduleNotice(of: intent)
  }

  private mutating func scheduleNotice(of intent: IntentID, least: Delay = .zero) {
    let occurrence = intent.place << 8 | intents[intent].reactions
    let after = luck.delay(.notices, occurrence)
    calendar.schedule(.notice(intent: intent), after: max(after, least))
  }

  /// The goods of an intent are there, or the user has given up.
  mutating func endNotices(of intent: IntentID) {
    guard intents[intent].expectsGoods else { return }
    intents[intent].expectsGoods = false
    noticesToCome -= 1
  }

  /// The user, with the app in front, sees that goods are missing and reacts (P3).
  mutating func notice(_ intent: IntentID) {
    guard intents[intent].expectsGoods else { return }
    // The app has told a guest that the goods come with the login (C10).
    guard app == .foreground, !isGuest else {
      intents[intent].noticeWaits = true
      return
    }
    if spinner.isOpen {
      // Looks that lie no time apart would never end.
      scheduleNotice(of: intent, least: .seconds(1))
      return
    }
    let occurrence = intent.place << 8 | intents[intent].reactions
    intents[intent].reactions += 1
    note(.noticed(intent: intent))
    if intents[intent].reactions < conditions.behavior.reactions {
      scheduleNotice(of: intent)
    } else {
      endNotices(of: intent)
    }
    react(intent, occurrence)
  }

  /// Notices that met a closed app come when the user has looked around.
  mutating func noticeWhatWaited() {
    for intent in intents.indices where intents[intent].noticeWaits {
      intents[intent].noticeWaits = false
      let browse = luck.delay(.browse, process.place)
      calendar.schedule(.notice(intent: intent), after: browse)
    }
  }

  private mutating func react(_ intent: IntentID, _ occurrence: Int) {
    if intents[intent].knowsRecoveryPage,
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
    for index in records.indices
    where records[index].isWaiting {
      guard let transaction = records[index].transaction,
        transactions[transaction].intent == intent
      else { continue }
      restartDelivery(of: index, isManual: true)
    }
    guard session == intents[intent].account else { return }
    for index in charges.indices {
      let charge = charges[index]
      guard transactions[charge].intent == intent, !hasTask(for: charge),
        transactions[charge].state == .charged,
        transactions[charge].standing == .unboundCollected
      else { continue }
      let bound = Bound(item: intents[intent].item, account: session)
      startTask(for: charge, bound, record: nil, receipt: nil, isManual: true)
    }
  }

  /// A ticket; support may deliver by hand (P3).
  private mutating func askSupport(_ intent: IntentID, _ occurrence: Int) {
    intents[intent].flags.insert(.ticket)
    note(.wroteToSupport(intent: intent))
    log(.supportTicket)
    let resolves = conditions.behavior.supportResolves
    guard luck.happens(resolves, .supportResolves, occurrence) else { return }
    for place in charges.indices {
      let charge = charges[place]
      guard transactions[charge].intent == intent, transactions[charge].right == nil,
        !isKnownAsRefunded(charge)
      else { continue }
      note(.deliveredByHand(transaction: charge))
      fire(.delivery, of: intent, charge)
      transactions[charge].isServed = true
      book(intents[intent].item, for: charge)
      deliver(charge, as: .rescued)
    }
  }

  /// After a genuine cancel the user may tap again, for the same or another item of the product: once
  /// for each wish, and not while a payment for it is under way.
  @inline(__always)
  mutating func reconsider(_ intent: IntentID) {
    guard let wanted = wishes[intent].secondThought.map({ IntentID($0) }),
      !intents[intent].hasReconsidered,
      isForgone(intent)
    else { return }
    intents[intent].hasReconsidered = true
    if wanted == intent { intents[intent].outcome.wantsToPay = true }
    let browse = luck.delay(.browse, process.place)
    addTap(of: wanted, pays: true, after: browse)
  }

  /// Enters a wish.
  mutating func addIntent(item: ItemID, pays: Bool) {
    let product = shelf.items[item].product
    var outcome = IntentOutcome(product: product.place, wantsToPay: pays)
    outcome.wish = intents.count
    intents.append(IntentState(item: item, product: product, outcome: outcome))
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
