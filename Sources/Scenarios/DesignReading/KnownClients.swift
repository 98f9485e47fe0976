import JSONText
package import PurchaseWorld

/// The clients of a team's own that designs can name, while scenarios are read.
package enum KnownClients {
  /// In the order of their names; none in a command that was built without any.
  @TaskLocal package static var all: [ClientReference] = []
}

/// What a design says with the name of a client of a team's own.
struct ClientDraft {
  private let client: ClientReference

  /// Finds the client; nil, with a problem, if there is none.
  init?(_ value: FileValue) {
    let names = KnownClients.all.map(\.name)
    guard !names.isEmpty else {
      value.report(
        meaning: "this command was built without clients",
        expected: "a command of a package that gives them to 'LostOrder.main(clients:)'")
      return nil
    }
    guard let index = value.index(among: names, "client") else { return nil }
    client = KnownClients.all[index]
  }

  /// Makes a design that of the client: its code is in the place of the axes of the app.
  func take(_ design: inout Design) {
    let (store, server, ui, retry) = (design.store, design.server, design.ui, design.retry)
    let name = design.name
    design = Design(name: name)
    (design.store, design.server, design.ui) = (store, server, ui)
    design.retry.timeout = retry.timeout
    // What it hears is what it asks for.
    if store != .storeKit1 { design.sources = [.result, .updates] }
    design.client = client
  }

  /// The axes that are not the app's: the store, the backend, the screen, and how long a request may take.
  static func isFree(_ axis: String) -> Bool {
    axis.hasPrefix("server.") || ["store", "ui", "retry.timeout"].contains(axis)
  }

  static let field = Field<DesignHead>(
    "client", .named, \.client,
    "a client of a team's own, whose code is played in the place of the app's axes")

  /// In which order a client's ready tasks go on.
  static let scheduling = Field<DesignHead>(
    "scheduling", .later(.choice(Scheduling.allCases.map(\.rawValue))), \.scheduling,
    "in which order the ready tasks of the client go on: as they became ready, or as luck has it")

  /// Which of the drawn orders it is.
  static let interleaving = Field<DesignHead>(
    "interleaving", .later(.integer(1...Design.mostInterleavings)), \.interleaving,
    "the number of the order in which ready tasks go on in every life, if it is drawn")

  static func readInterleaving(_ value: FileValue, _ design: inout Design) {
    guard let number = value.integer(1...Design.mostInterleavings) else { return }
    if design.client == nil || design.scheduling != .seeded {
      value.report(
        meaning: "only a drawn order of tasks has a number",
        expected: "'interleaving' beside 'client' and 'scheduling' of \"seeded\"")
    }
    design.interleaving = number
  }

  static func read(_ value: FileValue, _ design: inout Design) {
    let names = Scheduling.allCases.map(\.rawValue)
    guard let chosen = value.choice(names).flatMap(Scheduling.init(rawValue:)) else { return }
    if design.client == nil {
      value.report(
        meaning: "only the tasks of a client of a team's own are scheduled",
        expected: "'scheduling' beside 'client'")
    }
    design.scheduling = chosen
  }
}
