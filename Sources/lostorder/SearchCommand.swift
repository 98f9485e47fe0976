import Experiments
import JSONText
import PurchaseWorld
import Reports
import Scenarios
import Synchronization

/// `lostorder search`: the designs that lose nothing, the Pareto set of them, and the plainest.
struct SearchCommand {
  let console: Console
  let arguments: Arguments

  private var preparation: Preparation {
    Preparation(console: console, arguments: arguments)
  }

  func run() -> ExitCode {
    guard let (path, scenario) = preparation.scenario() else { return .badScenario }
    if scenario.isCase {
      console.complain(
        "lostorder: \(path.quoted) is a case, which has no users to draw; expected a scenario\n")
      return .usage
    }
    if preparation.refusesUsers(of: scenario, path) { return .usage }
    preparation.noteSample(of: scenario, path)
    guard let kinds = preparation.kinds(unlessAsked: Search.declaredKinds(of: scenario)),
      let journeys = preparation.journeys(of: scenario)
    else { return .usage }
    let designs = arguments.has(.space) ? DesignSpace.designs : scenario.designs
    var search = Search(scenario, among: designs, journeys, kinds: kinds)
    search.faults = arguments.number(.mostFaults) ?? search.faults
    search.keep = arguments.number(.keep) ?? search.keep
    return preparation.writing { folder throws(ResultsFolder.Failure) in
      try run(search, path, folder)
    }
  }

  private func run(
    _ search: Search, _ path: String, _ folder: ResultsFolder
  ) throws(ResultsFolder.Failure) -> ExitCode {
    let name = search.scenario.name
    let isSpace = arguments.has(.space)
    try folder.prepare(name: name)
    BugReport.prepare(reproducedBy: command(search, path))
    let found: SearchFindings
    switch find(search) {
    case .found(let findings): found = findings
    case .cut(let cut, let losing, let left):
      for (faults, count) in losing.enumerated() {
        console.print(
          "lose an order with \(faults) \(faults == 1 ? "fault" : "faults"): \(count)\n")
      }
      console.print("not known to lose one: \(left)\n")
      return preparation.tell(cut, of: search.scenario, path)
    }
    let report = SearchReport(found, isSpace: isSpace, words: FaultCatalog.words) { design in
      "lostorder explore \(path.shellWord) --design"
        + " \(design.name.shellWord) --faults \(search.faults + 1)"
    }
    console.print(arguments.has(.quiet) ? report.verdict : report.text)
    let output = SearchJSON.output(found, isSpace: isSpace, words: FaultCatalog.words)
    try folder.write(output.text, name: name, file: "search.json")
    guard found.hasCharge else {
      console.complain("\(path.escapingControls): cannot tell: no user was charged\n")
      return .undecided
    }
    return .holds
  }

  /// Searches with its progress shown, stage by stage.
  private func find(_ search: Search) -> Search.Outcome {
    let shown = Mutex<(stage: Search.Stage, progress: Progress)?>(nil)
    let console = console
    let name = search.scenario.name
    let found = search.run(workers: preparation.workers, stop: console.stop) { stage, share in
      shown.withLock { last in
        if last?.stage != stage {
          last?.progress.end()
          last = (stage, Progress("\(name): \(stage.words)", console))
        }
        last?.progress.show(share)
      }
    }
    shown.withLock { $0?.progress.end() }
    return found
  }

  /// The command that does the same on one thread.
  private func command(_ search: Search, _ path: String) -> String {
    let kinds = search.kinds.map(\.rawValue).joined(separator: ",")
    let journey = arguments.text(.journeyName).map { " --journey \($0)" } ?? ""
    return RunCommand.reproducing(path, search.scenario, by: .search)
      + (arguments.has(.space) ? " --space" : "") + " --faults \(search.faults) --kinds \(kinds)"
      + journey + " --keep \(search.keep)"
  }
}

extension Search.Stage {
  /// What a search does at this stage.
  fileprivate var words: String {
    switch self {
    case .exploring(let faults): "exploring, \(faults) \(faults == 1 ? "fault" : "faults")"
    case .sampling(let round): "sampling, round \(round)"
    }
  }
}
