import CLibrary
import Experiments
import JSONText
import Reports
import Scenarios

extension Call {
  func compare() throws(Refusal) -> ExitCode {
    let (first, names) = (arguments.operands[0], Array(arguments.operands.dropFirst()))
    if names.count == 1 {
      guard SummaryFiles.isFolder(first) || access(names[0], F_OK) == 0 else {
        throw Refusal(
          "one design is not a pair; expected two designs, none for every pair, or the summaries of"
            + " two runs")
      }
      return try compareRuns(first, names[0])
    }
    if arguments.has(.tolerance) {
      throw Refusal("option '--tolerance' is for two runs; expected OLD and NEW")
    }
    let input = try input(as: "a scenario file, or OLD and NEW")
    try checkUsers(of: input)
    if input.scenario.isCase {
      throw Refusal("a case has one user, whom 'lostorder run' compares: \(input.path.quoted)")
    }
    let played = names.isEmpty ? input : try input.keeping(pair(names, of: input.scenario))
    if played.scenario.pairs.isEmpty {
      throw Refusal("the scenario has one design; expected at least two to compare")
    }
    let results = play(played)
    return try show(results.cut, users: results.users, of: input) {
      let findings = Findings(results)
      // Few users are listed each way when several pairs are.
      console.print(
        PairReport(findings, language).text(most: names.isEmpty ? 3 : FlipList.most) {
          language.command(played.tracing($0, $1))
        })
      return findings.charges
    }
  }

  /// The pair that was asked for by name.
  private func pair(_ names: [String], of scenario: Scenario) throws(Refusal) -> DesignPair {
    let (first, second) = (try design(names[0], of: scenario), try design(names[1], of: scenario))
    if first != second { return DesignPair(first, second) }
    throw Refusal("design \(names[0].quoted) is compared with itself; expected another one")
  }
}

extension Input {
  /// Leaves out everything but two designs, which are then compared; luck has names, so what they
  /// meet stays the same.
  func keeping(_ pair: DesignPair) -> Input {
    var kept = self
    kept.scenario.designs = [scenario.designs[pair.first], scenario.designs[pair.second]]
    kept.scenario.comparedPairs = [DesignPair(0, 1)]
    kept.scenario.expectations = []
    return kept
  }
}
