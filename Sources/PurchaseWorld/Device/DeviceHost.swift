internal import EventEngine

/// The host of the device: its state, and calls about processes, sessions and installations.
protocol DeviceHost: OutsideHost, ~Copyable {
  var device: Device { get set }

  // The client, while its process is running.
  /// Switches the new process to the next design (M1).
  mutating func updateApp()
  mutating func beginProcess()
  /// The process is ready (S3, C8).
  mutating func resumeAtLaunch()
  /// The app is in front again (C8).
  mutating func resume(on trigger: RetryRules.Triggers)
  /// Handles an event that waited for the foreground (D5).
  mutating func handleInFront(_ event: Event)
  /// The user has left the app; the process stays.
  mutating func learnOfLeaving()
  /// All data in memory is lost (D1).
  mutating func endProcess()
  /// All data of the installation is lost, and optionally the keychain (D2).
  mutating func wipe(keychain: Bool)
  mutating func learnOfLogin(isFirst: Bool)

  // The store.
  var isStoreInFront: Bool { get }
  mutating func handleForeground()
  /// Connects a new process to a store that requires it (G12).
  mutating func connect()
  /// The user changes to another device (S3).
  mutating func leaveStoreBehind()
  /// A new installation gets a new receipt (S6).
  mutating func renewReceipt()

  // The user.
  var hasBegun: Bool { get }
  var visit: Int32 { get }
  mutating func comeBack()
  mutating func handleDeath(wasThere: Bool, reopensAfter delay: Delay)
  mutating func planReopening(after delay: Delay)
  /// Moves a guest's intents to the account now logged in; returns whether there are any.
  mutating func moveIntents() -> Bool

  // The backend.
  /// A session begins with a fresh token (B2).
  mutating func renewToken()
  /// Replaces the device by the account in all names (C10).
  mutating func moveFromDevice(_ identifier: AccountID)
}
