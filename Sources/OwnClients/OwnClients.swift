public import PurchaseClientKit
package import PurchaseWorld

/// Clients of a team's own, by the names under which scenarios know them.
public struct OwnClients: Sendable {
  /// Whether the toolchain with which this was built can play any.
  package static var canBePlayed: Bool { Executors.areThere }

  /// Ends the process at once, as '_exit' does where no client is played.
  package static func endProcess(_ code: Int32) -> Never { RealWorld.endProcess(code) }

  /// Takes what ends the process, or changes its directory, for a client's doing from now on.
  package static func guardProcess(_ isOn: Bool) { RealWorld.guardProcess(isOn) }

  package let references: [ClientReference]

  /// - Parameter clients: by name, what makes one for a process.
  public init(_ clients: [String: @Sendable (Device) -> any PurchaseClient]) {
    references = clients.sorted { $0.key < $1.key }.map { name, make in
      ClientReference(name: name) { HostedClient(name, $0, make) }
    }
  }
}
