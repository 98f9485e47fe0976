internal import EventEngine

/// What hosts the user: their state, what they see of the app and the store, and what they do. The
/// user knows no state of the client.
protocol UserHost: OutsideHost, ~Copyable {
  var user: User { get set }
  /// When the run ends.
  var horizon: Instant { get }

  // The device.
  /// Whether the app is dead, launching, in front or in the background (D1).
  var app: AppState { get }
  var isInFront: Bool { get }
  var process: ProcessID { get }
  var session: AccountID { get }
  /// Opens a dead app; the process is ready after its launch.
  mutating func launch()
  mutating func comeToFront()
  /// Opens an app that was updated while it was in the background.
  mutating func relaunchUpdated()
  /// Leaves the app; an evicted one dies with that.
  mutating func goToBackground(isEvicted: Bool)
  /// Kills the app, and opens it again after a while.
  mutating func die(reopensAfter delay: Delay)
  /// Deletes and installs the app; the keychain goes only with the device (D2).
  mutating func reinstall(keychain: Bool, reopens: Delay)
  /// Logs in with another account, and back after a while or never.
  mutating func switchAccount(to account: AccountID, returns: Delay?)

  // What the app shows.
  /// Whether a modal spinner covers the app (P2).
  var isSpinnerOpen: Bool { get }
  /// Whether the app asks for a login.
  var asksForLogin: Bool { get }
  mutating func endLoginPrompt()
  /// Whether a tap goes on at once; if not, the app asks for a login first (C10).
  mutating func admitsTap() -> Bool
  /// The app meets a tap (C1).
  mutating func meetTap(of intent: IntentID, _ wish: WishState, pays: Bool)
  /// The app logs what the user does.
  mutating func log(_ event: LogEvent, of subject: @autoclosure () -> LogSubject)
  /// The user tries by hand what the recovery page lists for a wish (C9).
  mutating func retryByHand(_ intent: IntentID)
  /// The user has logged in, as the app asked (B2).
  mutating func goOnAfterLogin()

  // The store.
  /// Whether a sheet or an interruption is open, so that the user stays (P4).
  var isStoreInFront: Bool { get }
  /// Whether nothing was charged for a wish, and nothing can be without another tap.
  func isForgone(_ intent: IntentID) -> Bool

  // The backend, its support desk, and what the judge notes.
  mutating func renewToken()
  /// Support delivers what is missing: a rescue (P3).
  mutating func deliverByHand(_ intent: IntentID)
  mutating func flag(_ intent: IntentID, _ flag: IntentFlags)

  // Misfortune.
  mutating func passTap(of intent: IntentID)
}

extension UserHost where Self: ~Copyable {
  /// Whether nobody is logged in.
  var isGuest: Bool { session.isDevice }
}
