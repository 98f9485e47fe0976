internal import EventEngine

/// What users do about missing goods (P3, C9), and after a change of mind.
extension UserHost where Self: ~Copyable {
  /// Expects goods after a charge; the user notices if they are not delivered (P3).
  mutating func expectGoods(of intent: IntentID) {
    let canRescue = design.hasRecoveryPage && conditions.behavior.recoveryPageProbability != .never
    guard Int(user.intents[intent].reactions) < conditions.behavior.maxReactions,
      canRescue || !conditions.behavior.reactions.isPassive, !user.intents[intent].expectsGoods
    else { return }
    user.intents[intent].expectsGoods = true
    user.state.noticesToCome += 1
    scheduleNotice(of: intent)
  }

  /// Schedules the next check for the goods, keyed by the reactions so far (P3).
  private mutating func scheduleNotice(of intent: IntentID, least: Delay = .zero) {
    let occurrence = intent.index << 8 | Int(user.intents[intent].reactions)
    let after = randomDraws.delay(.notices, occurrence)
    calendar.schedule(.notice(intent: intent), after: max(after, least))
  }

  /// Ends the checks, because the goods of an intent are delivered or the user has given up.
  mutating func endNotices(of intent: IntentID) {
    guard user.intents[intent].expectsGoods else { return }
    user.intents[intent].expectsGoods = false
    user.state.noticesToCome -= 1
  }

  /// Handles a check with the app in front: the user sees missing goods and reacts (P3).
  mutating func notice(_ intent: IntentID) {
    guard user.intents[intent].expectsGoods else { return }
    // The app informs a guest that the goods are delivered after the login (C10).
    guard isInFront, !isGuest else {
      user.intents[intent].noticeWaits = true
      return
    }
    if isSpinnerOpen {
      // Checks without an interval would never end.
      return scheduleNotice(of: intent, least: .seconds(1))
    }
    let occurrence = intent.index << 8 | Int(user.intents[intent].reactions)
    user.intents[intent].reactions += 1
    note(.noticed(intent: intent))
    if Int(user.intents[intent].reactions) < conditions.behavior.maxReactions {
      scheduleNotice(of: intent)
    } else {
      endNotices(of: intent)
    }
    react(intent, occurrence)
  }

  /// Handles the notices that waited for the app to be in front.
  mutating func noticeWhatWaited() {
    for intent in user.intents.indices where user.intents[intent].noticeWaits {
      user.intents[intent].noticeWaits = false
      calendar.schedule(.notice(intent: intent), after: randomDraws.delay(.browse, process.index))
    }
  }

  /// Handles an entry for an intent on the recovery page (C9).
  mutating func seeRecoveryPage(for intent: IntentID) {
    user.intents[intent].knowsRecoveryPage = true
  }

  /// Reacts by the recovery page if the user would use it, else by the shares (P3, C9).
  private mutating func react(_ intent: IntentID, _ occurrence: Int) {
    if user.intents[intent].knowsRecoveryPage,
      randomDraws.happens(conditions.behavior.recoveryPageProbability, .recoveryPage, occurrence)
    {
      note(.retriedByHand(intent: intent))
      log(.recoveryPageRetry, of: .intent(intent))
      return retryByHand(intent)
    }
    switch conditions.behavior.reactions.kind(at: randomDraws.level(.reaction, occurrence)) {
    case .nothing: break
    case .retap: addTap(of: intent, pays: true, after: .zero)
    case .relaunch: die(reopensAfter: reopeningDelay())
    case .reinstall: reinstall(keychain: false, reopens: reopeningDelay())
    case .support: askSupport(intent, occurrence)
    }
  }

  /// Opens a ticket, which support may resolve later by a manual delivery (P3).
  private mutating func askSupport(_ intent: IntentID, _ occurrence: Int) {
    flag(intent, .ticket)
    note(.wroteToSupport(intent: intent))
    log(.supportTicket, of: .intent(intent))
    let chance = conditions.behavior.supportResolutionProbability
    guard randomDraws.happens(chance, .supportResolves, occurrence) else { return }
    user.state.ticketsToResolve += 1
    calendar.schedule(.support(intent: intent), after: randomDraws.delay(.supportAfter, occurrence))
  }

  /// Resolves a ticket: support delivers what is still undelivered (P3).
  mutating func resolveTicket(of intent: IntentID) {
    user.state.ticketsToResolve -= 1
    deliverByHand(intent)
  }

  /// Ends the user's search: the goods of an intent are delivered.
  mutating func endSearch(for intent: IntentID) {
    user.intents[intent].paidAt = nil
    endNotices(of: intent)
  }

  /// Lets the user tap again after a genuine cancel, for the same or another item of the product:
  /// once per intent, and not while a payment for it is pending.
  @inline(__always) mutating func reconsider(_ intent: IntentID) {
    guard let wanted = user.plannedIntents[intent].retapIntentIndex.map({ IntentID($0) }),
      !user.intents[intent].hasReconsidered, isForgone(intent)
    else { return }
    user.intents[intent].hasReconsidered = true
    if wanted == intent { user.intents[intent].wantsToPay = true }
    addTap(of: wanted, pays: true, after: randomDraws.delay(.browse, process.index))
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
