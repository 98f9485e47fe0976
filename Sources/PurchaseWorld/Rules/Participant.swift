/// A participant that acts in a run or is affected.
package enum Participant: String, CaseIterable, Sendable {
  case user
  case app
  case store
  case backend
  /// The connection between the app and the backend.
  case link
}
