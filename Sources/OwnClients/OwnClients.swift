public import PurchaseClientKit
package import PurchaseWorld

/// Your own clients, by the names that scenarios use for them.
public struct OwnClients: Sendable {
  /// Whether the toolchain of this build supports own clients.
  package static var isSupported: Bool { Executors.areThere }

  /// Ends the process at once; equals `_exit` if no client is simulated.
  package static func endProcess(_ code: Int32) -> Never { RealWorld.endProcess(code) }

  /// Sets whether an end of the process, or a change of its directory, is blamed on a client from
  /// now on.
  package static func setClientBlame(isOn: Bool) { RealWorld.guardProcess(isOn) }

  /// The clients to which designs can refer, by name.
  package let references: [ClientReference]

  /// - Parameter clients: the factories of clients, by name; each creates a client for a process.
  public init(_ clients: [String: @Sendable (Device) -> any PurchaseClient]) {
    references = clients.sorted { $0.key < $1.key }.map { name, make in
      ClientReference(name: name) { HostedClient(name, $0, make) }
    }
  }
}
