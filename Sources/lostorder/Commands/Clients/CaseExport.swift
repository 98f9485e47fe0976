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

extension Call {
  /// Refuses what has no client that a test could replay.
  func checkExport(of design: Design, in scenario: Scenario) throws(Refusal) {
    guard arguments.choice(.export) == ExportForm.swift, design.client == nil else { return }
    let what: Phrase =
      "--export swift: the design \(design.name.quoted) has no client that a test could replay"
    guard let other = scenario.designs.first(where: { $0.client != nil }) else {
      throw Refusal(what, expected: "a design with 'client', or --export steps")
    }
    throw Refusal(what, expected: "a design with 'client', such as \(other.name.quoted)")
  }

  /// The text of a case in a form.
  /// - Parameter designs: those of the file from which the case comes.
  /// - Parameter story: of the case.
  func export(
    _ scenario: Scenario, _ design: Design, of designs: [Design], _ story: Story,
    as form: ExportForm
  ) -> String {
    switch form {
    case .swift:
      CaseTest.text(
        scenario, of: design.client?.name ?? design.name,
        testing: CaseTest.maker(of: design, among: designs, in: scenario))
    case .steps: TesterScript(story, of: scenario, store: design.store, language).text
    }
  }

  /// Writes an exported case beside whatever is in a folder; a file that is there stays as it is.
  /// - Parameter client: the name of the client under which the order was lost.
  func write(
    export text: String, as form: ExportForm, of client: String, name: String, in path: String
  )
    throws(Refusal)
  {
    let file = name + form.ending
    let place = path + "/" + file
    let there = try? ScenarioFile.bytes(of: place, as: "a file")
    if there != Array(text.utf8) {
      if Folder.exists(place) {
        throw Refusal(
          "'\(place.escapingControls)' is there already, and stays as it is", .cannotWrite)
      }
      try ResultsFolder(path: path).write(text, file: file)
    }
    if arguments.has(.quiet) { return }
    let told =
      form == .swift
      ? language("written: {0}; 'swift test' runs it", place.escapingControls)
      : language("written: {0}", place.escapingControls)
    console.print("\n" + told + "\n")
    if form == .swift {
      console.print(
        language(
          "it makes the client as its type lets expect; complete the line behind 'client:' where '{0}' is made otherwise",
          client.escapingControls) + "\n")
    }
  }
}

/// A test of a team's own package that replays a case.
enum CaseTest {
  /// What a test needs to make a client: the modules that have it, and an expression.
  typealias Maker = (modules: [String], expression: String)

  /// - Parameter client: the name of the client under which the order was lost.
  /// - Parameter maker: nil where the client's type has no name outside of its file.
  static func text(_ scenario: Scenario, of client: String, testing maker: Maker?) -> String {
    var played = scenario
    // What the case expects is how the order was lost.
    played.expectations = []
    let modules = ["LostOrder", "Testing"] + (maker?.modules ?? [])
    return Resource.caseTest.filled([
      "imports": modules.sorted().map { "import " + $0 }.joined(separator: "\n"),
      "title": scenario.title.escapingControls,
      "name": scenario.name,
      "case": played.caseText.swiftLines(indentation: 6),
      "by": client.escapingControls,
      // What an editor marks, and no compiler takes.
      "client": maker?.expression ?? "<#{ YourClient(device: $0) }#>",
    ])
  }

  /// How to make the client of a design, seen from another module: by its type, with its device. Where clients of
  /// two names have one type, they differ in what a type does not tell, and no compiler takes the expression.
  static func maker(of design: Design, among designs: [Design], in scenario: Scenario) -> Maker? {
    guard let told = type(of: design, in: scenario), var maker = maker(ofType: told) else {
      return nil
    }
    let others = designs.filter { $0.client != nil && $0.client?.name != design.client?.name }
    if others.contains(where: { type(of: $0, in: scenario) == told }) {
      maker.expression = "<#\(maker.expression)#>"
    }
    return maker
  }

  /// The type of a design's client as the runtime names it, of one with callbacks that of these; nil if it is not known.
  private static func type(of design: Design, in scenario: Scenario) -> String? {
    guard let name = design.client?.name, let make = KnownMakers.all[name] else { return nil }
    let type = SeenType()
    let watched = OwnClients([
      name: { device in
        let client = make(device)
        guard let adapter = client as? CallbackClient else {
          let named = String(reflecting: Swift.type(of: client))
          type.name.withLock { $0 = named }
          return client
        }
        return CallbackClient(device) { device in
          let inner = adapter.makeClient(device)
          let named = callbacks + String(reflecting: Swift.type(of: inner))
          type.name.withLock { $0 = named }
          return inner
        }
      }
    ])
    var design = design
    design.client = watched.references[0]
    _ = Subject(scenario: scenario, number: 0).story(under: design)
    let told = type.name.withLock { $0 }
    return told.isEmpty ? nil : told
  }

  /// The type of the client that was made last; empty before.
  private final class SeenType: Sendable { let name = Mutex("") }

  /// What stands before the type of a client with callbacks.
  private static let callbacks = "callbacks "

  /// - Parameter type: as the runtime names it, with its module.
  static func maker(ofType type: String) -> Maker? {
    let takesCallbacks = type.hasPrefix(callbacks)
    let name = takesCallbacks ? type.dropFirst(callbacks.count) : type[...]
    guard let parts = name.wholeMatch(of: /([A-Za-z_]\w*)\.([A-Za-z_][\w.]*)/) else { return nil }
    let (module, client) = (String(parts.1), String(parts.2))
    if !takesCallbacks { return ([module], "{ \(client)(device: $0) }") }
    return (["PurchaseClientKit", module], "{ CallbackClient($0) { \(client)($0) } }")
  }
}
