import PurchaseClientKit

/// What makes the clients of the command, for what needs more than to play them.
enum KnownMakers {
  /// By their names; none in a command that was built without any.
  @TaskLocal static var all: [String: @Sendable (Device) -> any PurchaseClient] = [:]
}
