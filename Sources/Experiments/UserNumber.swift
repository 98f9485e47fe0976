/// How the number of a user is written, in reports and on the command line.
package enum UserNumber {
  /// The number as text.
  package static func text(_ user: UInt64) -> String { String(user) }
}
