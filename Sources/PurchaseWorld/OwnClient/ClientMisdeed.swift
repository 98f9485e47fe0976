/// What a team's own client does so that no life with it can be judged.
///
/// What a client does to the process itself, a trap or a loop that never comes back, is told where the
/// process ends.
package enum ClientMisdeed: String, Hashable, CaseIterable, Sendable {
  /// It goes on and on while no time passes.
  case standsStill
  /// It goes on and on after its process has died, whatever error ends its waiting.
  case outlivesDeath
  /// Something of it is still there when its process has died and all that could end has ended.
  case leavesBehind
  /// More of its tasks wait at once than a purchase has use for: ``mostWaiting``.
  case tooManyTasks
  /// The same life, played again, is another one.
  case diverges
  /// The same life, played again with other users between two of its processes, is another one: something that the
  /// client keeps outlives its process.
  case keepsGlobalState
  /// It stores more than ``mostStored``.
  case storesTooMuch
  /// It changes the current directory, on which the paths of the command depend.
  case changesDirectory
  /// It is written for another store than its design sells with.
  case wantsStoreKit1, wantsStoreKit2, wantsPlayBilling

  /// How many tasks may wait at once.
  package static var mostWaiting: Int { 1_000 }
  /// How many bytes of keys and values the keychain takes, and the sandbox.
  package static var mostStored: Int { 1 << 20 }
  /// How many keys each of them takes.
  package static var mostKeys: Int { 1_000 }

  /// The store that the client is written for, as scenarios name it; nil for every other misdeed.
  package var wantedStore: Design.StoreKind? {
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
