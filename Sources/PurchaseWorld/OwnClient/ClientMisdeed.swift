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

  /// How many tasks may wait at once.
  package static var mostWaiting: Int { 1_000 }
}
