import Methods
import Experiments
import JSONText
import PurchaseWorld
import Reports
package import Scenarios

/// A scenario and its file.
package struct ScenarioInput: Sendable {
  package var path: String
  package var scenario: Scenario
  let source: String
  /// The maximum number of users that a run of the unchanged file simulates.
  let maxSimulatedUsers: Int
}

/// The scenarios named on the command line, all read before the first one runs.
package struct ScenarioInputs {
  package private(set) var files: [ScenarioInput] = []
  /// The files that are JSON Schemas; they are skipped beside scenarios, so that `scenarios/*.json`
  /// works.
  private(set) var schemas: [String] = []
  /// All problems of the other files.
  private(set) var problems: [Problem] = []

  /// Remarks about the valid files.
  var remarks: [Problem] { files.flatMap(\.scenario.remarks) }

  /// Reads all files.
  /// - Parameter settings: values to set in each file before it is read.
  package init(_ paths: [String], setting settings: [Setting] = []) {
    for (index, path) in paths.enumerated() {
      if path == ScenarioFileReader.standardInput, paths[..<index].contains(path) {
        problems.append(
          Problem(file: path, message: "standard input can be read only once", expected: "one '-'"))
      } else {
        read(path, settings)
      }
    }
    if files.isEmpty, problems.isEmpty {
      problems = schemas.map {
        Problem(file: $0, message: "this file is a JSON Schema", expected: "a scenario file")
      }
    }
  }

  private mutating func read(_ path: String, _ settings: [Setting]) {
    do {
      let bytes = try ScenarioFileReader.bytes(of: path)
      if ScenarioFileReader.isSchema(bytes) { return schemas.append(path) }
      let scenario = try ScenarioReader.read(bytes, file: path, setting: settings)
      // Two scenarios with one name would write the same files.
      if let other = files.first(where: { $0.scenario.name == scenario.name }) {
        problems.append(
          Problem(
            file: path, path: "name",
            message: "'\(scenario.name)' is also the name of '\(other.path.escapingControls)'",
            expected: "a unique name, under which results are written"))
      } else {
        let input = ScenarioInput(
          path: path, scenario: scenario, source: String(decoding: bytes, as: UTF8.self),
          maxSimulatedUsers: scenario.maxSimulatedUsers)
        let misfits = input.clientsOfOtherStores()
        problems += misfits
        if misfits.isEmpty { files.append(input) }
      }
    } catch { problems += error.list }
  }
}

extension ScenarioInput {
  /// Problems for designs that sell with another store than their client supports.
  fileprivate func clientsOfOtherStores() -> [Problem] {
    guard scenario.designs.contains(where: { $0.client != nil }) else { return [] }
    // An error that ends the process here also names the client.
    BugReport.prepare(
      reproducedBy: "lostorder check \(subject)", clients: clientReplays(of: scenario.designs))
    return scenario.designs.enumerated().compactMap { place, design in
      guard let client = design.client?.name.escapingControls,
        let wanted = ClientCheck.requiredStore(of: design, in: scenario)
      else { return nil }
      return Problem(
        file: path, path: "designs[\(place)].store",
        message:
          "client '\(client)' is written for '\(wanted.word)', not for '\(design.store.word)'",
        expected:
          "the key 'store' with '\(wanted.word)' beside 'client'; the default is 'storeKit1'",
        concern: .meaning)
    }
  }

  func with(_ scenario: Scenario) -> ScenarioInput {
    ScenarioInput(
      path: path, scenario: scenario, source: source, maxSimulatedUsers: maxSimulatedUsers)
  }

  // Commands to paste: replay a user under a design, a command for one design, and others.

  func tracing(_ design: String, _ user: UInt64) -> String {
    let isBeyond = (UInt64(maxSimulatedUsers)..<UserNumber.firstPilotIndex).contains(user)
    return ScenarioInput.tracing(design, user, subject, seed: scenario.isCase ? nil : scenario.seed)
      + (isBeyond ? " --users \(scenario.userCount)" : "")
  }

  /// The command that replays a user of a replication, among all its users.
  func tracing(_ losingUser: LosingUser) -> String {
    let (design, user) = (losingUser.design, losingUser.user)
    guard let replication = losingUser.replication else { return tracing(design, user) }
    return ScenarioInput.tracing(design, user, subject, seed: scenario.seed)
      + " --replication \(replication) --users \(scenario.userCount)"
  }

  /// The file and its settings, as arguments.
  fileprivate var subject: String {
    ([path.fileWord] + scenario.settings.map { "--set " + $0.text.shellWord })
      .joined(separator: " ")
  }

  /// The command that replays a user under a design.
  /// - Parameter subject: the file, as arguments.
  /// - Parameter seed: the random seed; nil for a case, which has one user and no random draws.
  static func tracing(_ design: String, _ user: UInt64, _ subject: String, seed: UInt64?) -> String
  {
    let command = command("trace", subject, design)
    return seed.map { command + " --user \(UserNumber.text(user)) --seed \($0)" } ?? command
  }

  /// The clients of designs, each with the command that replays a user, without the user number.
  func clientReplays(of designs: [Design]) -> [(name: String, replay: String)] {
    designs.compactMap { design in
      guard let client = design.client?.name else { return nil }
      let seedOption = scenario.isCase ? "" : " --seed \(scenario.seed)"
      return (client, command("trace", design.name) + seedOption + " --user ")
    }
  }

  func command(_ name: String, _ design: String) -> String {
    ScenarioInput.command(name, subject, design)
  }

  private static func command(_ name: String, _ subject: String, _ design: String) -> String {
    "lostorder \(name) \(subject) --design \(design.shellWord)"
  }

  /// The command that simulates the file with the same random seed.
  /// - Parameter operand: another argument, with a space before it.
  func simulationCommand(_ command: String, with operand: String? = nil) -> String {
    let users = operand == nil ? " --users \(scenario.userCount)" : ""
    let seedOption = scenario.isCase ? "" : " --seed \(scenario.seed)\(users)"
    return "lostorder \(command) \(subject)\(operand ?? "")\(seedOption)"
  }

  package func reproductionCommand(_ command: String = "run", _ options: String = "") -> String {
    let users = scenario.isCase ? "" : " --users \(scenario.userCount)"
    return "lostorder \(command) \(subject)\(options) --seed \(scenario.seed)\(users)"
      + " --workers 1"
  }
}
