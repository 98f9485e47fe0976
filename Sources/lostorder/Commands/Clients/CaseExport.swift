import CLibrary
import Experiments
import JSONText
import OwnClients
import PurchaseWorld
import Reports
import Resources
import Scenarios
import Synchronization

/// As what a case can leave the simulator.
enum ExportForm: String, CaseIterable {
  /// A test of the team's own package.
  case swift
  /// A script for whoever tests with a device.
  case steps

  /// The ending of its files.
  var ending: String { self == .swift ? ".swift" : ".txt" }
}

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
  /// - Parameter story: of the case.
  func export(_ scenario: Scenario, _ design: Design, _ story: Story, as form: ExportForm) -> String
  {
    switch form {
    case .swift: CaseTest.text(scenario, testing: CaseTest.maker(of: design, in: scenario))
    case .steps: TesterScript(story, of: scenario, store: design.store, language).text
    }
  }

  /// Writes an exported case beside whatever is in a folder; a file that is there stays as it is.
  func write(export text: String, as form: ExportForm, name: String, in path: String)
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
  }
}

/// A test of a team's own package that replays a case.
enum CaseTest {
  /// What a test needs to make a client: the module that has it, and an expression.
  typealias Maker = (module: String, expression: String)

  /// - Parameter maker: nil where the client's type has no name outside of its file.
  static func text(_ scenario: Scenario, testing maker: Maker?) -> String {
    var played = scenario
    // What the case expects is how the order was lost.
    played.expectations = []
    let modules = ["LostOrder", "Testing"] + (maker.map { [$0.module] } ?? [])
    return Resource.caseTest.filled([
      "imports": modules.sorted().map { "import " + $0 }.joined(separator: "\n"),
      "title": scenario.title.escapingControls,
      "name": scenario.name,
      "case": played.caseText.swiftLines(indentation: 6),
      // What an editor marks, and no compiler takes.
      "client": maker?.expression ?? "<#{ YourClient(device: $0) }#>",
    ])
  }

  /// How to make the client of a design, seen from another module: by its type, with its device.
  static func maker(of design: Design, in scenario: Scenario) -> Maker? {
    guard let name = design.client?.name, let make = KnownMakers.all[name] else { return nil }
    let type = Mutex("")
    let watched = OwnClients([
      name: { device in
        let client = make(device)
        let named = String(reflecting: Swift.type(of: client))
        type.withLock { $0 = named }
        return client
      }
    ])
    var design = design
    design.client = watched.references[0]
    _ = Subject(scenario: scenario, number: 0).story(under: design)
    return maker(ofType: type.withLock { $0 })
  }

  /// - Parameter type: as the runtime names it, with its module.
  static func maker(ofType type: String) -> Maker? {
    guard let parts = type.wholeMatch(of: /([A-Za-z_]\w*)\.([A-Za-z_][\w.]*)/) else { return nil }
    return (String(parts.1), "{ \(parts.2)(device: $0) }")
  }
}
