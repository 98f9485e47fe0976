import JSONText
package import PurchaseWorld

/// The custom clients that designs can name while scenarios are read.
package enum ClientRegistry {
  /// In the order of their names; empty in a command without custom clients.
  @TaskLocal package static var all: [ClientReference] = []
}

/// The client that a design names.
struct ClientDraft {
  private let client: ClientReference

  /// Finds the client; returns nil after reporting a problem.
  init?(_ value: FileValue) {
    let names = ClientRegistry.all.map(\.name)
    guard !names.isEmpty else {
      value.reportSemanticProblem(
        "this command contains no clients",
        expected: "a command whose package passes clients to 'LostOrder.main(clients:)'")
      return nil
    }
    guard let index = value.index(among: names, "client") else { return nil }
    client = ClientRegistry.all[index]
  }

  /// Turns a design into one of the client, whose code replaces the axes of the app.
  func take(_ design: inout Design) {
    let (store, server, ui, retry) = (
      design.store, design.backend, design.purchasePage, design.retry
    )
    let name = design.name
    design = Design(name: name)
    (design.store, design.backend, design.purchasePage) = (store, server, ui)
    design.retry.timeout = retry.timeout
    // Its routes are those that it requests.
    if store != .storeKit1 { design.routes = [.result, .updates] }
    design.client = client
  }

  /// Whether an axis is not decided by the client: store, backend, screen and timeout of a request.
  static func isFree(_ axis: String) -> Bool {
    axis.hasPrefix("server.") || ["store", "ui", "retry.timeout"].contains(axis)
  }

  static let field = Field<DesignHead>(
    "client", .named, \.client,
    "a client of your own, whose code replaces the axes of the app")

  /// The order in which a client's ready tasks run.
  static let scheduling = Field<DesignHead>(
    "scheduling", .later(.choice(Scheduling.allCases.map(\.rawValue))), \.scheduling,
    "the order in which the client's ready tasks run: first ready first, or random")

  /// The number of the random order.
  static let interleaving = Field<DesignHead>(
    "interleaving", .later(.integer(1...Design.maxInterleavingNumber)), \.interleaving,
    "the number of the random task order, the same for every user")

  static func readInterleaving(_ value: FileValue, _ design: inout Design) {
    guard let number = value.integer(1...Design.maxInterleavingNumber) else { return }
    if design.client == nil || design.scheduling != .seeded {
      value.reportSemanticProblem(
        "'interleaving' is only for a random order of tasks",
        expected: "'interleaving' together with 'client' and 'scheduling' \"seeded\"")
    }
    design.interleaving = number
  }

  static func read(_ value: FileValue, _ design: inout Design) {
    let names = Scheduling.allCases.map(\.rawValue)
    guard let chosen = value.choice(names).flatMap(Scheduling.init(rawValue:)) else { return }
    if design.client == nil {
      value.reportSemanticProblem(
        "'scheduling' is only for a client of your own",
        expected: "'scheduling' together with 'client'")
    }
    design.scheduling = chosen
  }
}
