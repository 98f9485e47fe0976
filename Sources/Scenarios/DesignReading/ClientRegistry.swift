import JSONText
package import PurchaseWorld

/// The custom clients that designs can name while scenarios are read.
package enum ClientRegistry {
  /// In the order of their names; empty in a command without custom clients.
  @TaskLocal package static var all: [ClientReference] = []
}

/// Reads the keys of a design that names a client.
enum ClientDraft {
  /// Turns a design into one of the named client, whose code replaces the axes of the app.
  static func readClient(_ value: FileValue, _ design: inout Design) {
    let names = ClientRegistry.all.map(\.name)
    guard !names.isEmpty else {
      return value.reportSemanticProblem(
        "this command contains no clients",
        expected: "a command whose package passes clients to 'LostOrder.main(clients:)'")
    }
    guard let index = value.index(among: names, "client") else { return }
    let given = design
    design = Design(name: given.name)
    (design.store, design.backend) = (given.store, given.backend)
    (design.purchasePage, design.retry.timeout) = (given.purchasePage, given.retry.timeout)
    // Its routes are those that it requests.
    if given.store != .storeKit1 { design.routes = [.result, .updates] }
    design.client = ClientRegistry.all[index]
  }

  /// Whether an axis is not decided by the client: store, backend, screen and timeout of a request.
  static func isFree(_ axis: String) -> Bool {
    axis.hasPrefix("server.") || ["store", "ui", "retry.timeout"].contains(axis)
  }

  static func readInterleaving(_ value: FileValue, _ design: inout Design) {
    guard let number = value.integer(1...Design.maxInterleavingNumber) else { return }
    if design.client == nil || design.scheduling != .seeded {
      value.reportSemanticProblem(
        "'interleaving' is only for a random order of tasks",
        expected: "'interleaving' together with 'client' and 'scheduling' \"seeded\"")
    }
    design.interleaving = number
  }

  static func readScheduling(_ value: FileValue, _ design: inout Design) {
    guard let chosen = value.choice(of: Scheduling.self) else { return }
    if design.client == nil {
      value.reportSemanticProblem(
        "'scheduling' is only for a client of your own",
        expected: "'scheduling' together with 'client'")
    }
    design.scheduling = chosen
  }
}
