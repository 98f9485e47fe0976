import PurchaseClientKit

/// The factories of the command's clients, for uses beyond simulation.
enum ClientFactories {
  /// The factories by client name; empty in a command without clients.
  @TaskLocal static var all: [String: @Sendable (Device) -> any PurchaseClient] = [:]
}
