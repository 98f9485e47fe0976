import CLibrary
import Experiments
import JSONText
import OwnClients
import PurchaseClientKit
import PurchaseWorld
import Reports
import Resources
import Scenarios
import Synchronization

extension CommandContext {
  /// Rejects a design without a client, which a Swift test cannot replay.
  func checkExport(of design: Design, in scenario: Scenario) throws(CommandError) {
    guard arguments.choice(.export) == ExportFormat.swift, design.client == nil else { return }
    let message: Phrase = "--export swift: design \(design.name.quoted) has no client to test"
    let other = scenario.designs.first { $0.client != nil }?.name.quoted
    throw CommandError(
      message,
      expected: other.map { "a design with 'client', such as \($0)" }
        ?? "a design with 'client', or --export steps")
  }

  /// The text of an exported case.
  /// - Parameter designs: the designs of the original file.
  /// - Parameter story: the timeline of the case.
  func export(
    _ scenario: Scenario, _ design: Design, of designs: [Design], _ story: AnnotatedTrace,
    as form: ExportFormat
  ) -> String {
    switch form {
    case .swift:
      CaseTest.text(
        scenario, of: design.client?.name ?? design.name,
        testing: CaseTest.maker(of: design, among: designs, in: scenario))
    case .steps: TesterScript(story, of: scenario, store: design.store, language).text
    }
  }

  /// Writes an exported case into a folder; an existing file is never changed.
  /// - Parameter client: the name of the client that lost the order.
  func write(
    export text: String, as form: ExportFormat, of client: String, name: String, in path: String
  ) throws(CommandError) {
    let file = name + (form == .swift ? ".swift" : ".txt")
    let place = path + "/" + file
    let there = try? ScenarioFileReader.bytes(of: place, as: "a file")
    if there != Array(text.utf8) {
      if FolderOperations.exists(place) {
        throw CommandError(
          "'\(place.escapingControls)' already exists and was not changed", .cannotWrite)
      }
      try ResultsFolder(path: path).write(text, file: file)
    }
    if arguments.has(.quiet) { return }
    let message =
      form == .swift
      ? language("written: {0}; 'swift test' runs it", place.escapingControls)
      : language("written: {0}", place.escapingControls)
    console.print("\n" + message + "\n")
    if form == .swift {
      console.print(
        language(
          "the test creates the client from its type; change the line after 'client:' if '{0}' is created in another way",
          client.escapingControls) + "\n")
    }
  }
}

/// A Swift test that replays a case, for the package of the client.
enum CaseTest {
  /// The modules and the expression with which a test creates a client.
  typealias Maker = (modules: [String], expression: String)

  /// - Parameter client: the name of the client that lost the order.
  /// - Parameter maker: nil if the type of the client is private to its file.
  static func text(_ scenario: Scenario, of client: String, testing maker: Maker?) -> String {
    var simulated = scenario
    // The case expects the loss; the test expects none.
    simulated.expectations = []
    let modules = ["LostOrder", "Testing"] + (maker?.modules ?? [])
    return Resource.caseTest.filled([
      "imports": modules.sorted().map { "import " + $0 }.joined(separator: "\n"),
      "title": scenario.title.escapingControls, "name": scenario.name,
      "case": simulated.caseText.swiftLines(indentation: 6), "by": client.escapingControls,
      // A placeholder, which an editor highlights and no compiler accepts.
      "client": maker?.expression ?? "<#{ YourClient(device: $0) }#>",
    ])
  }

  /// The expression that creates the client of a design in another module: its type with a device.
  /// If clients of two names have the same type, the expression becomes a placeholder, because the
  /// type does not distinguish them.
  static func maker(of design: Design, among designs: [Design], in scenario: Scenario) -> Maker? {
    guard let typeName = type(of: design, in: scenario), var maker = maker(ofType: typeName) else {
      return nil
    }
    let others = designs.filter { $0.client != nil && $0.client?.name != design.client?.name }
    if others.contains(where: { type(of: $0, in: scenario) == typeName }) {
      maker.expression = "<#\(maker.expression)#>"
    }
    return maker
  }

  /// The runtime name of the type of a design's client; for a client with callbacks, the type of
  /// the callbacks. Nil if it is not known.
  private static func type(of design: Design, in scenario: Scenario) -> String? {
    guard let name = design.client?.name, let make = ClientFactories.all[name] else { return nil }
    let type = LastClientType()
    let watched = OwnClients([
      name: { device in
        let client = make(device)
        guard let adapter = client as? CallbackClientAdapter else {
          let named = String(reflecting: Swift.type(of: client))
          type.name.withLock { $0 = named }
          return client
        }
        return CallbackClientAdapter(device) { device in
          let inner = adapter.makeClient(device)
          let named = callbacks + String(reflecting: Swift.type(of: inner))
          type.name.withLock { $0 = named }
          return inner
        }
      }
    ])
    var design = design
    design.client = watched.references[0]
    _ = TraceSubject(scenario: scenario, number: 0).story(under: design)
    return type.name.withLock(\.self)
  }

  /// The type of the client that was created last; nil before.
  private final class LastClientType: Sendable { let name = Mutex<String?>(nil) }

  /// The prefix for the type of a client with callbacks.
  private static let callbacks = "callbacks "

  /// - Parameter type: the runtime name, with its module.
  static func maker(ofType type: String) -> Maker? {
    let takesCallbacks = type.hasPrefix(callbacks)
    let name = takesCallbacks ? type.dropFirst(callbacks.count) : type[...]
    guard let parts = name.wholeMatch(of: /([A-Za-z_]\w*)\.([A-Za-z_][\w.]*)/) else { return nil }
    let (module, client) = (String(parts.1), String(parts.2))
    if !takesCallbacks { return ([module], "{ \(client)(device: $0) }") }
    return (["PurchaseClientKit", module], "{ CallbackClientAdapter($0) { \(client)($0) } }")
  }
}

/// The factories of the command's clients, for uses beyond simulation.
enum ClientFactories {
  /// The factories by client name; empty in a command without clients.
  @TaskLocal static var all: [String: @Sendable (Device) -> any PurchaseClient] = [:]
}
