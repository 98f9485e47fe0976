import EventLogs
import Methods
import CLibrary
import Experiments
import JSONText
import Reports
import Scenarios

extension Call {
  func compare() throws(Refusal) -> ExitCode {
    let names = Array(arguments.operands.dropFirst())
    if names.count == 1 { throw Refusal.noPair }
    let input = try input(shared: true)
    try checkUsers(of: input)
    if input.scenario.isCase {
      throw Refusal("a case has one user, whom 'lostorder run' compares: \(input.path.quoted)")
    }
    let played = names.isEmpty ? input : try input.keeping(pair(names, of: input.scenario))
    if played.scenario.pairs.isEmpty {
      throw Refusal("the scenario has one design; expected at least two to compare")
    }
    // Few users are listed each way when several pairs are.
    let most = names.isEmpty ? 3 : FlipList.most
    return played.scenario.isShared
      ? try perform(SharedComparisonMethod(call: self, input: played, file: input, most: most))
      : try perform(ComparisonMethod(call: self, input: played, file: input, most: most))
  }

  private func pair(_ names: [String], of scenario: Scenario) throws(Refusal) -> DesignPair {
    let (first, second) = (try design(names[0], of: scenario), try design(names[1], of: scenario))
    if first != second { return DesignPair(first, second) }
    throw Refusal("design \(names[0].quoted) is compared with itself; expected another one")
  }

  /// `lostorder diff OLD NEW`: what changed between two runs.
  func diff() throws(Refusal) -> ExitCode {
    let (old, new) = (arguments.operands[0], arguments.operands[1])
    // What compared designs may have been meant so still.
    if arguments.former != nil, !SummaryFiles.isFolder(old), access(new, F_OK) != 0 {
      throw Refusal.noPair
    }
    sayNewWords()
    return try compareRuns(old, new)
  }

  func funnel() throws(Refusal) -> ExitCode {
    let isDaily = arguments.has(.by)
    if arguments.has(.design), !isDaily {
      throw Refusal("--design: only counts by day are of one design; expected --by day beside it")
    }
    let input = try input()
    try checkUsers(of: input)
    if isDaily {
      return try perform(
        DaysMethod(call: self, input: input, design: try design(.design, of: input.scenario)))
    }
    var played = input
    // What clients log is told as it was logged, not scaled.
    if !input.scenario.isCase { played.scenario.sampling = .plain }
    played.scenario.precision = nil
    return try perform(FunnelMethod(call: self, input: played))
  }

  /// Writes what simulated clients and the backend log.
  func log() throws(Refusal) -> ExitCode {
    let input = try input()
    try checkUsers(of: input)
    var played = input.scenario
    (played.designs, played.expectations) = ([try oneDesign(of: played)], [])
    (played.sampling, played.comparedPairs) = (.plain, nil)
    BugReport.prepare(reproducedBy: input.reproducing("log"))
    let form = arguments.choice(.logForm) ?? LogWriter.Form.jsonl
    let writer = LogWriter(played, form, workers: workers, stop: console.stop) { name in
      form == .csv ? CSV.cell(name) : JSONOutput.string(name).line
    }
    let (users, cut) = writer.write {
      console.show($0, isForPrograms: true)
      return !console.hasClosedOutput()
    }
    guard let cut else { return .holds }
    throw refusal(cut, users: users, of: input)
  }
}

extension Refusal {
  fileprivate static var noPair: Refusal {
    Refusal(
      "one design is not a pair; expected two designs, or none for every pair; two runs are compared by 'lostorder diff OLD NEW'"
    )
  }
}

extension Input {
  /// Leaves out everything but two designs, which are then compared; luck has names, so what they
  /// meet stays the same.
  func keeping(_ pair: DesignPair) -> Input {
    var kept = scenario
    kept.designs = [scenario.designs[pair.first], scenario.designs[pair.second]]
    (kept.comparedPairs, kept.expectations) = ([DesignPair(0, 1)], [])
    return with(kept)
  }
}
