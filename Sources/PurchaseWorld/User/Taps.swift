internal import EventEngine

/// The user taps Buy.
extension UserHost where Self: ~Copyable {
  /// The user taps, if the app is there to be tapped.
  @inline(__always) mutating func tapIfPossible(_ tap: TapID) {
    let intent = user.taps[tap].intent
    if isInFront { passTap(of: intent) }
    guard isInFront else {
      user.waitingTaps.append(tap)
      return
    }
    claim(intent)
    note(.tapped(intent: intent))
    log(.purchaseClick, of: .intent(intent))
    if admitsTap() { goOn(with: tap) } else { user.taps[tap].waitsForLogin = true }
  }

  /// A wish is for the account logged in at its tap; one whose taps have come to nothing so far is
  /// made anew, for the account of the moment (vocabulary).
  @inline(__always) private mutating func claim(_ intent: IntentID) {
    guard user.intents[intent].account != session else { return }
    if user.intents[intent].account == nil || isForgone(intent) {
      user.intents[intent].account = session
    }
  }

  /// A tap has met the app, and whoever has to be logged in is.
  @inline(__always) mutating func goOn(with tap: TapID) {
    user.taps[tap].isHandled = true
    user.state.tapsToCome -= 1
    stay()
    let intent = user.taps[tap].intent
    meetTap(of: intent, user.intents[intent], pays: user.taps[tap].pays)
  }

  /// Enters a tap that was not planned from the start.
  mutating func addTap(of intent: IntentID, pays: Bool, after delay: Delay) {
    let tap = user.taps.append(
      TapState(intent: intent, visit: Int(user.state.visit), after: .zero, pays: pays))
    user.state.tapsToCome += 1
    calendar.schedule(.tap(tap), after: delay)
  }

  /// What the user wants with a wish.
  @inline(__always) func wish(_ intent: IntentID) -> WishState { user.intents[intent] }

  /// How long the user looks at the sheet that is up for a wish (S2).
  @inline(__always) mutating func lookAtSheet(of intent: IntentID) -> Delay {
    pausePatience()
    let sheets = Int(user.intents[intent].sheets)
    user.intents[intent].sheets += 1
    if sheets == 0, intent < user.wishes.next { return user.wishes[intent].sheet }
    return luck.delay(.sheet, intent.place << 8 | sheets & 127)
  }

  /// How long the store works on the payment that was confirmed on the newest sheet of a wish.
  @inline(__always) mutating func processingTime(of intent: IntentID) -> Delay {
    let earlier = Int(user.intents[intent].sheets) - 1
    if earlier == 0, intent < user.wishes.next { return user.wishes[intent].processing }
    return luck.delay(.processing, intent.place << 8 | earlier & 127)
  }

  /// How long it works on what the user completed in the store after the newest sheet (S7).
  mutating func completionTime(of intent: IntentID) -> Delay {
    luck.delay(.processing, intent.place << 8 | 128 | Int(user.intents[intent].sheets) & 127)
  }

  /// The user has paid for a wish, and will look for what was bought (P4).
  @inline(__always) mutating func lookFor(_ intent: IntentID) { user.intents[intent].paidAt = now }
}
