internal import EventEngine

/// The user's patience with the modal spinner of a blocking interface (P2).
extension UserHost where Self: ~Copyable {
  /// Handles an opened spinner; patience starts now unless a sheet is up or appears.
  mutating func handleSpinner(of intent: IntentID, sheetIsUp: Bool) {
    user.state.waitsFor = intent
    user.state.patience = randomDraws.delay(.patience, user.state.spinners)
    user.state.spinners += 1
    note(.spinnerOpened)
    if sheetIsUp { pausePatience() } else { countPatience() }
  }

  mutating func countPatience() {
    guard isSpinnerOpen else { return }
    user.state.patiences += 1
    calendar.schedule(.patience(spinner: user.state.patiences), after: user.state.patience)
  }

  /// Pauses the patience while the user looks at a sheet.
  mutating func pausePatience() { user.state.patiences += 1 }

  /// Whether a loss of patience is outdated; this never changes back.
  func isOutdated(patience serial: Int32) -> Bool {
    !isSpinnerOpen || user.state.patiences != serial
  }

  /// Handles the end of the patience: the user kills the app and opens it again.
  mutating func losePatience(_ serial: Int32) {
    guard !isOutdated(patience: serial), isInFront, let intent = user.state.waitsFor else { return }
    flag(intent, .hung)
    note(.lostPatience)
    die(reopensAfter: reopeningDelay())
  }
}
