internal import EventEngine

/// The user logs in: when asked, or as a guest who wants to use the goods (B2, C10).
extension UserHost where Self: ~Copyable {
  /// The app asks for a login; a user in front of it starts at once (B2).
  mutating func promptLogin() { if isInFront { scheduleLogin() } }

  /// The user, in front of the app, starts to log in.
  mutating func scheduleLogin() {
    let takes = luck.delay(.login, user.state.logins)
    user.state.logins += 1
    calendar.schedule(.loggedIn(process: process), after: takes)
  }

  /// The token is good again: whatever waited for it tries once more (B2).
  mutating func logInAgain(_ asking: ProcessID) {
    guard asksForLogin, asking == process, isInFront else { return }
    endLoginPrompt()
    guard !isGuest else { return logInGuest() }
    renewToken()
    note(.loggedIn)
    goOnAfterLogin()
  }

  /// A guest has paid for the first time, and will log in to use the goods. [000]
  mutating func planGuestLogin() {
    let after = luck.delay(.guestLogin, 0)
    calendar.schedule(.guestLogin, after: after)
  }

  /// A guest logs in, unless they have meanwhile, as soon as the app is in front.
  mutating func logInGuest() {
    guard isGuest else { return }
    user.state.guestLoginWaits = !isInFront
    if !user.state.guestLoginWaits { switchAccount(to: .own, returns: nil) }
  }

  /// The first login: taps that asked for it go on (C10).
  mutating func goOnAfterFirstLogin() {
    for tap in user.taps.indices where user.taps[tap].waitsForLogin {
      user.taps[tap].waitsForLogin = false
      goOn(with: tap)
    }
    endLoginPrompt()
    if user.state.noticesToCome > 0 { noticeWhatWaited() }
  }

  /// The process dies while the user logs in: taps that waited for it are made again (C10).
  mutating func leaveTapsWaiting() {
    for tap in user.taps.indices where user.taps[tap].waitsForLogin {
      user.taps[tap].waitsForLogin = false
      user.waitingTaps.append(tap)
    }
  }

  /// What a guest wants is wanted for the account of the moment; returns whether there is anything.
  mutating func moveWishes() -> Bool {
    var hasMoved = false
    for index in user.intents.indices where user.intents[index].account?.isDevice == true {
      user.intents[index].account = session
      hasMoved = true
    }
    return hasMoved
  }
}
