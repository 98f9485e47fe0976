import Methods
import Experiments
package import JSONText
import PurchaseWorld
import Reports
package import Scenarios

/// A scenario, and the file in which it stands.
package struct Input: Sendable {
  package var path: String
  package var scenario: Scenario
  let source: String
  /// How many users a run of the file as it is written plays at most.
  let mostPlayed: Int
}

/// The scenarios that were named on the command line, all read before any runs.
package struct ScenarioFiles {
  package private(set) var files: [Input] = []
  /// The files that are schemas: beside scenarios they are passed over, so that `scenarios/*.json`
  /// names scenarios.
  private(set) var schemas: [String] = []
  /// Every problem of every other file.
  private(set) var problems: [Problem] = []

  /// Remarks about files that could be read.
  var remarks: [Problem] { files.flatMap(\.scenario.remarks) }

  /// Reads all files.
  /// - Parameter settings: what is put into each of them before it is read.
  /// - Parameter wanted: what each should be, as problems say it.
  package init(
    _ paths: [String], setting settings: [Setting] = [], as wanted: Phrase = "a scenario file"
  ) {
    for (index, path) in paths.enumerated() {
      if path == ScenarioFile.standardInput, paths[..<index].contains(path) {
        problems.append(
          Problem(file: path, what: "standard input is read once", expected: "it once"))
      } else {
        read(path, settings, as: wanted)
      }
    }
    if files.isEmpty, problems.isEmpty {
      problems = schemas.map { Problem(file: $0, what: "this is a schema", expected: wanted) }
    }
  }

  private mutating func read(_ path: String, _ settings: [Setting], as wanted: Phrase) {
    do {
      let bytes = try ScenarioFile.bytes(of: path, as: wanted)
      if ScenarioFile.isSchema(bytes) { return schemas.append(path) }
      let scenario = try ScenarioReader.read(bytes, file: path, setting: settings)
      // Two scenarios of one name would write the same results.
      if let other = files.first(where: { $0.scenario.name == scenario.name }) {
        problems.append(
          Problem(
            file: path, path: "name",
            what: "'\(scenario.name)' is also the name of '\(other.path.escapingControls)'",
            expected: "a name of its own, under which results are written"))
      } else {
        let input = Input(
          path: path, scenario: scenario, source: String(decoding: bytes, as: UTF8.self),
          mostPlayed: scenario.mostPlayed)
        let misfits = input.clientsOfOtherStores()
        problems += misfits
        if misfits.isEmpty { files.append(input) }
      }
    } catch { problems += error.list }
  }
}

extension Input {
  /// The designs that sell with another store than their client is written for.
  fileprivate func clientsOfOtherStores() -> [Problem] {
    guard scenario.designs.contains(where: { $0.client != nil }) else { return [] }
    // A client that ends the process here is named, too.
    BugReport.prepare(
      reproducedBy: "lostorder check \(subject)", clients: lives(of: scenario.designs))
    return scenario.designs.enumerated().compactMap { place, design in
      guard let client = design.client?.name.escapingControls,
        let wanted = ClientRehearsal.wantedStore(of: design, in: scenario)
      else { return nil }
      return Problem(
        file: path, path: "designs[\(place)].store",
        what: "client '\(client)' is written for '\(wanted.word)', not for '\(design.store.word)'",
        expected:
          "the key 'store' beside 'client' with '\(wanted.word)'; without it a design has 'storeKit1'",
        concern: .meaning)
    }
  }

  func with(_ scenario: Scenario) -> Input {
    Input(path: path, scenario: scenario, source: source, mostPlayed: mostPlayed)
  }

  // Commands as they are pasted: a user again under a design, one that takes a design, and the rest.

  func tracing(_ design: String, _ user: UInt64) -> String {
    let isBeyond = (UInt64(mostPlayed)..<UserNumber.pilot).contains(user)
    return Input.tracing(design, user, subject, seed: scenario.isCase ? nil : scenario.seed)
      + (isBeyond ? " --users \(scenario.users)" : "")
  }

  /// A user again, of a replication among all its users.
  func tracing(_ loser: LosingUser) -> String {
    guard let replication = loser.replication else { return tracing(loser.design, loser.user) }
    return Input.tracing(loser.design, loser.user, subject, seed: scenario.seed)
      + " --replication \(replication) --users \(scenario.users)"
  }

  /// The file with what was put into it, as arguments.
  fileprivate var subject: String {
    ([path.fileWord] + scenario.settings.map { "--set " + $0.text.shellWord })
      .joined(separator: " ")
  }

  /// A user again under a design.
  /// - Parameter subject: the file, as arguments.
  /// - Parameter seed: nil for a case, which has one user and no luck.
  static func tracing(_ design: String, _ user: UInt64, _ subject: String, seed: UInt64?) -> String
  {
    let command = command("trace", subject, design)
    return seed.map { command + " --user \(UserNumber.text(user)) --seed \($0)" } ?? command
  }

  /// The clients of designs, and the commands that play a life of each, up to the number of the user.
  func lives(of designs: [Design]) -> [(name: String, life: String)] {
    designs.compactMap { design in
      guard let client = design.client?.name else { return nil }
      let luck = scenario.isCase ? "" : " --seed \(scenario.seed)"
      return (client, command("trace", design.name) + luck + " --user ")
    }
  }

  func command(_ name: String, _ design: String) -> String { Input.command(name, subject, design) }

  private static func command(_ name: String, _ subject: String, _ design: String) -> String {
    "lostorder \(name) \(subject) --design \(design.shellWord)"
  }

  /// A command that plays the file with the same luck.
  /// - Parameter operand: what else it takes, as an argument with a space before it.
  func playing(_ command: String, with operand: String? = nil) -> String {
    let users = operand == nil ? " --users \(scenario.users)" : ""
    let luck = scenario.isCase ? "" : " --seed \(scenario.seed)\(users)"
    return "lostorder \(command) \(subject)\(operand ?? "")\(luck)"
  }

  package func reproducing(_ command: String = "run", _ options: String = "") -> String {
    let users = scenario.isCase ? "" : " --users \(scenario.users)"
    return "lostorder \(command) \(subject)\(options) --seed \(scenario.seed)\(users)"
      + " --workers 1"
  }
}
