internal import EventEngine

extension UserHost where Self: ~Copyable {
  /// Taps, if the app can receive the tap.
  @inline(__always) mutating func tapIfPossible(_ tap: TapID) {
    let intent = user.taps[tap].intent
    if isInFront { passTap(of: intent) }
    guard isInFront else {
      user.waitingTaps.append(tap)
      return
    }
    let isRepeated = user.intents[intent].account != nil
    claim(intent)
    note(.tapped(intent: intent, isRepeated: isRepeated))
    log(.purchaseClick, of: .intent(intent))
    if admitsTap() { proceed(with: tap) } else { user.taps[tap].waitsForLogin = true }
  }

  /// Sets the account of an intent at its tap, or again if earlier taps had no effect.
  @inline(__always) private mutating func claim(_ intent: IntentID) {
    guard user.intents[intent].account != session else { return }
    if user.intents[intent].account == nil || isForgone(intent) {
      user.intents[intent].account = session
    }
  }

  /// Hands a tap to the app; the login that it requires is done.
  @inline(__always) mutating func proceed(with tap: TapID) {
    user.taps[tap].isHandled = true
    user.state.tapsToCome -= 1
    stay()
    let intent = user.taps[tap].intent
    receiveTap(of: intent, user.intents[intent], pays: user.taps[tap].pays)
  }

  /// Adds a tap that was not planned from the start.
  mutating func addTap(of intent: IntentID, pays: Bool, after delay: Delay) {
    let tap = user.taps.append(
      TapState(intent: intent, visit: Int(user.state.visit), after: .zero, pays: pays))
    user.state.tapsToCome += 1
    calendar.schedule(.tap(tap), after: delay)
  }

  @inline(__always) func intentState(_ intent: IntentID) -> IntentState { user.intents[intent] }

  /// The time that the user looks at the sheet of an intent (S2).
  @inline(__always) mutating func lookAtSheet(of intent: IntentID) -> Delay {
    pausePatience()
    let sheets = Int(user.intents[intent].sheets)
    user.intents[intent].sheets += 1
    if sheets == 0, intent < user.plannedIntents.next {
      return user.plannedIntents[intent].sheetTime
    }
    return randomDraws.delay(.sheet, intent.index << 8 | sheets & 127)
  }

  /// The time that the store processes the payment confirmed on the newest sheet of an intent.
  @inline(__always) mutating func processingTime(of intent: IntentID) -> Delay {
    let earlier = Int(user.intents[intent].sheets) - 1
    if earlier == 0, intent < user.plannedIntents.next {
      return user.plannedIntents[intent].processingTime
    }
    return randomDraws.delay(.processing, intent.index << 8 | earlier & 127)
  }

  /// The time that it processes a purchase completed in the store after the newest sheet (S7).
  mutating func completionTime(of intent: IntentID) -> Delay {
    randomDraws.delay(.processing, intent.index << 8 | 128 | Int(user.intents[intent].sheets) & 127)
  }

  /// Notes that the user has paid for an intent and checks for the goods (P4).
  @inline(__always) mutating func lookFor(_ intent: IntentID) { user.intents[intent].paidAt = now }
}
