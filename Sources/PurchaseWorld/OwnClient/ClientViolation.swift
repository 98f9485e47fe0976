/// A violation by a team's own client, after which its run cannot be judged.
///
/// Effects on the process itself, a trap or an endless loop, are reported when the process ends.
package enum ClientViolation: String, Hashable, CaseIterable, Sendable {
  /// It continues without end while no time passes.
  case standsStill
  /// It continues without end after its process has died, despite the errors that end its waits.
  case outlivesDeath
  /// A part of it remains after its process has died and everything else has ended.
  case leavesBehind
  /// More of its tasks wait at once than a purchase needs: ``maxWaitingTasks``.
  case tooManyTasks
  /// The same run differs when it is repeated.
  case diverges
  /// The same run differs when it is repeated after runs of other users between two of its
  /// processes: data of the client survives its process.
  case keepsGlobalState
  /// It stores more than ``maxStoredBytes``.
  case storesTooMuch
  /// It changes the current directory, on which the paths of the command depend.
  case changesDirectory
  /// It is written for another store than that of its design.
  case wantsStoreKit1, wantsStoreKit2, wantsPlayBilling

  /// The maximum number of waiting tasks.
  package static var maxWaitingTasks: Int { 1_000 }
  /// The maximum number of bytes of keys and values in the keychain, and in the sandbox.
  package static var maxStoredBytes: Int { 1 << 20 }
  /// The maximum number of keys in each of them.
  package static var maxKeys: Int { 1_000 }

  /// The store for which the client is written, as in scenarios; nil for every other violation.
  package var requiredStore: Design.StoreKind? {
    switch self {
    case .wantsStoreKit1: .storeKit1
    case .wantsStoreKit2: .storeKit2
    case .wantsPlayBilling: .playBilling
    case .standsStill, .outlivesDeath, .leavesBehind, .tooManyTasks, .diverges, .keepsGlobalState,
      .storesTooMuch, .changesDirectory:
      nil
    }
  }
}
