internal import EventEngine

/// The host of the user: their state, what they see of app and store, and their actions. The user
/// has no access to the client's state.
protocol UserHost: OutsideHost, ~Copyable {
  var user: User { get set }
  var horizon: Instant { get }

  // The device.
  /// The state of the app: dead, launching, in front or in the background (D1).
  var app: AppState { get }
  var isInFront: Bool { get }
  var process: ProcessID { get }
  var session: AccountID { get }
  /// Opens a dead app; the process is ready after its launch.
  mutating func launch()
  mutating func comeToFront()
  mutating func relaunchUpdated()
  /// Leaves the app; an evicted app dies.
  mutating func goToBackground(isEvicted: Bool)
  mutating func die(reopensAfter delay: Delay)
  /// Deletes and installs the app; only a new device loses the keychain (D2).
  mutating func reinstall(keychain: Bool, reopens: Delay)
  /// Logs in with another account, and back after a delay or never.
  mutating func switchAccount(to account: AccountID, returns: Delay?)

  // The app's interface.
  /// Whether a modal spinner covers the app (P2).
  var isSpinnerOpen: Bool { get }
  var asksForLogin: Bool { get }
  mutating func endLoginPrompt()
  /// Whether a tap can continue at once; if not, the app asks for a login first (C10).
  mutating func admitsTap() -> Bool
  /// Passes a tap to the app (C1).
  mutating func receiveTap(of intent: IntentID, _ intentState: IntentState, pays: Bool)
  mutating func log(_ event: ClientLogEvent, of subject: @autoclosure () -> LogSubject)
  /// Retries by hand what the recovery page lists for an intent (C9).
  mutating func retryByHand(_ intent: IntentID)
  /// Continues after the login that the app requested (B2).
  mutating func resumeAfterLogin()

  // The store.
  /// Whether a sheet or an interruption is open, so that the user stays (P4).
  var isStoreInFront: Bool { get }
  /// Whether nothing was charged for an intent, and nothing can be without another tap.
  func isForgone(_ intent: IntentID) -> Bool

  // The backend, support, and the judge.
  mutating func renewToken()
  /// Delivers missing goods by support: a rescue (P3).
  mutating func deliverByHand(_ intent: IntentID)
  mutating func flag(_ intent: IntentID, _ flag: IntentFlags)

  // Faults.
  mutating func passTap(of intent: IntentID)
}
