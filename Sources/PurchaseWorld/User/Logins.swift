internal import EventEngine

/// The user's logins: at the app's request, or as a guest who wants to use the goods (B2, C10).
extension UserHost where Self: ~Copyable {
  var isGuest: Bool { session.isDevice }

  /// Shows a login request; a user in front of the app starts to log in at once (B2).
  mutating func promptLogin() { if isInFront { scheduleLogin() } }

  /// Starts the login of a user in front of the app.
  mutating func scheduleLogin() {
    let takes = randomDraws.delay(.login, user.state.logins)
    user.state.logins += 1
    calendar.schedule(.loggedIn(process: process), after: takes)
  }

  /// Completes a login: the token is valid again, and everything that waited for it retries (B2).
  mutating func logInAgain(_ asking: ProcessID) {
    guard asksForLogin, asking == process, isInFront else { return }
    endLoginPrompt()
    guard !isGuest else { return logInGuest() }
    renewToken()
    note(.loggedIn)
    resumeAfterLogin()
  }

  /// Plans the login of a guest after the first payment, to use the goods. [000]
  mutating func planGuestLogin() {
    calendar.schedule(.guestLogin, after: randomDraws.delay(.guestLogin, 0))
  }

  /// Logs a guest in as soon as the app is in front, unless the guest has logged in meanwhile.
  mutating func logInGuest() {
    guard isGuest else { return }
    user.state.guestLoginWaits = !isInFront
    if !user.state.guestLoginWaits { switchAccount(to: .own, returns: nil) }
  }

  /// Resumes the taps that asked for the first login (C10).
  mutating func resumeAfterFirstLogin() {
    for tap in user.taps.indices where user.taps[tap].waitsForLogin {
      user.taps[tap].waitsForLogin = false
      proceed(with: tap)
    }
    endLoginPrompt()
    if user.state.noticesToCome > 0 { noticeWhatWaited() }
  }

  /// Moves a guest's intents to the account now logged in; returns whether there are any.
  mutating func moveIntents() -> Bool {
    var hasMoved = false
    for index in user.intents.indices where user.intents[index].account?.isDevice == true {
      user.intents[index].account = session
      hasMoved = true
    }
    return hasMoved
  }
}
