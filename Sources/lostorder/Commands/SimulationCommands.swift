import EventLogs
import Methods
import CLibrary
import Experiments
import JSONText
import Reports
import Scenarios

extension CommandContext {
  func compare() throws(CommandError) -> ExitCode {
    let names = Array(arguments.operands.dropFirst())
    if names.count == 1 { throw CommandError.noPair }
    let input = try input(shared: true)
    try checkUsers(of: input)
    if input.scenario.isCase {
      throw CommandError(
        "\(input.path.quoted) is a case with one user; 'lostorder run' compares its designs")
    }
    let compared = names.isEmpty ? input : try input.keeping(pair(names, of: input.scenario))
    if compared.scenario.pairs.isEmpty {
      throw CommandError("the scenario has only one design; expected at least two")
    }
    // With several pairs, only a few users are listed in each direction.
    let maximum = names.isEmpty ? 3 : DiscordantUsers.maximum
    return compared.scenario.hasSharedBackend
      ? try perform(
        SharedBackendComparisonMethod(call: self, input: compared, file: input, maximum: maximum))
      : try perform(ComparisonMethod(call: self, input: compared, file: input, maximum: maximum))
  }

  private func pair(_ names: [String], of scenario: Scenario) throws(CommandError) -> DesignPair {
    let (first, second) = (try design(names[0], of: scenario), try design(names[1], of: scenario))
    if first != second { return DesignPair(first, second) }
    throw CommandError(
      "design \(names[0].quoted) is compared with itself; expected two different designs")
  }

  /// `lostorder diff OLD NEW`: the changes between two runs.
  func diff() throws(CommandError) -> ExitCode {
    let (old, new) = (arguments.operands[0], arguments.operands[1])
    // The operands may still have been meant as designs to compare.
    if arguments.deprecatedForm != nil, !SummaryFiles.isFolder(old), access(new, F_OK) != 0 {
      throw CommandError.noPair
    }
    printDeprecation()
    return try compareRuns(old, new)
  }

  func funnel() throws(CommandError) -> ExitCode {
    let isDaily = arguments.has(.by)
    if arguments.has(.design), !isDaily { throw CommandError("option '--design' needs '--by day'") }
    let input = try input()
    try checkUsers(of: input)
    if isDaily {
      return try perform(
        DaysMethod(call: self, input: input, design: try design(.design, of: input.scenario)))
    }
    var simulated = input
    // The log counts are reported as logged, not scaled.
    if !input.scenario.isCase { simulated.scenario.sampling = .plain }
    simulated.scenario.precision = nil
    return try perform(FunnelMethod(call: self, input: simulated))
  }

  /// Writes the log of simulated clients and of the backend.
  func log() throws(CommandError) -> ExitCode {
    let input = try input()
    try checkUsers(of: input)
    var simulated = input.scenario
    (simulated.designs, simulated.expectations) = ([try oneDesign(of: simulated)], [])
    (simulated.sampling, simulated.declaredPairs) = (.plain, nil)
    BugReport.prepare(reproducedBy: input.reproductionCommand("log"))
    let form = arguments.choice(.logForm) ?? LogWriter.LogFormat.jsonl
    let writer = LogWriter(simulated, form, workers: workers, stop: console.cancellation) { name in
      form == .csv ? CSV.cell(name) : JSONOutput.string(name).line
    }
    let (users, interruption) = writer.write {
      console.show($0, isForPrograms: true)
      return !console.hasClosedOutput()
    }
    guard let interruption else { return .holds }
    throw refusal(interruption, users: users, of: input)
  }
}

extension CommandError {
  fileprivate static var noPair: CommandError {
    CommandError(
      "there is only one design; expected two designs, or none for every pair; 'lostorder diff OLD NEW' compares two runs"
    )
  }
}

extension ScenarioInput {
  /// Keeps only two designs, which are then compared. Random draws are keyed, so the users do not
  /// change.
  func keeping(_ pair: DesignPair) -> ScenarioInput {
    var kept = scenario
    kept.designs = [scenario.designs[pair.first], scenario.designs[pair.second]]
    (kept.declaredPairs, kept.expectations) = ([DesignPair(0, 1)], [])
    return with(kept)
  }
}
