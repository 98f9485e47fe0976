import CLibrary
import Experiments
import JSONText
import Reports
import Scenarios

extension Subcommand {
  package static let compare = Subcommand(
    "compare", "compare designs over the same users, or two runs by their summaries",
    takes: Operands("FILE [A B]", 1...3, .files),
    options: [.seed, .users, .workers, .timeLimit, .tolerance, .language],
    notes: [
      "Plays the scenario as 'run' does, and compares its designs A and B, or without names its",
      "pairs. Lists users who lose an order under one design of a pair alone, each with the",
      "commands that play them again. Expectations are not judged, and nothing is written.",
      "'lostorder compare OLD NEW' compares two runs instead: summaries, or folders with those of",
      "several scenarios. It tells which designs got worse or better, and ends with 1 if any did.",
    ]
  ) { CompareCommand(console: $0, arguments: $1).run() }
}

/// `lostorder compare`: two designs, or every pair of a scenario, over the same users, with users
/// who tell them apart.
struct CompareCommand: Playing {
  let console: Console
  let arguments: Arguments

  /// How many users are listed each way when several pairs are.
  private static let few = 3

  func run() -> ExitCode {
    let names = Array(arguments.operands.dropFirst())
    if names.count == 1 {
      let isRun = SummaryFiles.isFolder(arguments.operands[0])
      guard isRun || access(names[0], F_OK) == 0 else {
        return console.refuse(
          "one design is not a pair; expected two designs, none for every pair, or the summaries of"
            + " two runs")
      }
      return BaselineCommand(console: console, arguments: arguments).run(
        arguments.operands[0], names[0])
    }
    if arguments.has(.tolerance) {
      return console.refuse("option '--tolerance' is for two runs; expected OLD and NEW")
    }
    guard let (path, read) = preparation.scenario(as: "a scenario file, or OLD and NEW") else {
      return .badScenario
    }
    var scenario = read
    if preparation.refusesUsers(of: scenario, path) { return .usage }
    if scenario.isCase {
      return console.refuse("a case has one user, whom 'lostorder run' compares: \(path.quoted)")
    }
    if !names.isEmpty {
      guard let pair = pair(names, of: scenario) else { return .usage }
      scenario.keep(pair)
    }
    if scenario.pairs.isEmpty {
      return console.refuse("the scenario has one design; expected at least two to compare")
    }
    let results = preparation.play(scenario, path) {
      $0.run(workers: preparation.workers, progress: $1)
    }
    return preparation.show(results.cut, users: results.users, of: read, path) {
      let findings = Findings(results)
      let most = names.isEmpty ? CompareCommand.few : FlipList.most
      console.print(
        PairReport(findings, preparation.language).text(most: most) { design, user in
          preparation.language.command(RunCommand.tracing((design, user), path, scenario))
        })
      return findings.charges
    }
  }

  /// The pair that was asked for by name; nil when there is none, which is shown.
  private func pair(_ names: [String], of scenario: Scenario) -> DesignPair? {
    guard let first = preparation.design(names[0], of: scenario),
      let second = preparation.design(names[1], of: scenario)
    else { return nil }
    if first == second {
      console.refuse("design \(names[0].quoted) is compared with itself; expected another one")
      return nil
    }
    return DesignPair(first, second)
  }
}

extension Scenario {
  /// Leaves out everything but two designs, which are then compared; luck has names, so what they
  /// meet stays the same.
  fileprivate mutating func keep(_ pair: DesignPair) {
    designs = [designs[pair.first], designs[pair.second]]
    comparedPairs = [DesignPair(0, 1)]
    expectations = []
  }
}
