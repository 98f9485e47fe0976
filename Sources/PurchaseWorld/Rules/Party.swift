/// Who acts in a life, or is told.
package enum Party: String, CaseIterable, Sendable {
  case user
  case app
  case store
  case backend
  /// What lies between the app and the backend.
  case link
}
