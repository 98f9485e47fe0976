internal import EventEngine

/// What hosts the device: its state, and whom it tells that processes, sessions and installations come
/// and go.
protocol DeviceHost: OutsideHost, ~Copyable {
  var device: Device { get set }

  // The client, as far as its process lives.
  /// The process that has just begun runs the next design (M1).
  mutating func updateApp()
  mutating func beginProcess()
  /// The process is ready (S3, C8).
  mutating func goOnAtLaunch()
  /// The app is in front again (C8).
  mutating func resume(on trigger: RetryRules.Triggers)
  /// What waited for the foreground is handled now (D5).
  mutating func handleInFront(_ event: Event)
  /// The user has left the app, which stays.
  mutating func learnOfLeaving()
  /// Whatever lives in memory is gone (D1).
  mutating func endProcess()
  /// Whatever lives with the installation is gone, and the keychain too if so (D2).
  mutating func wipe(keychain: Bool)
  /// The process learns that another account is logged in.
  mutating func learnOfLogin(isFirst: Bool)

  // The store.
  var isStoreInFront: Bool { get }
  mutating func meetForeground()
  /// A new process connects to the store, if the store is such (G12).
  mutating func connect()
  /// The device is another one (S3).
  mutating func leaveStoreBehind()
  /// A new installation gets a new receipt (S6).
  mutating func renewReceipt()

  // The user.
  var hasBegun: Bool { get }
  /// The visit that goes on or was the last, from 0.
  var visit: Int32 { get }
  mutating func comeBack()
  mutating func meetDeath(wasThere: Bool, reopensAfter delay: Delay)
  mutating func planReopening(after delay: Delay)
  /// What a guest wants is wanted for the account of the moment; returns whether there is anything.
  mutating func moveWishes() -> Bool

  // The backend.
  /// A session begins with a fresh token (B2).
  mutating func renewToken()
  /// Whatever names the device is the account's from now on (C10).
  mutating func moveFromDevice(_ identifier: AccountID)
}
