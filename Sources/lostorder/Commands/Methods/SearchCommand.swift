import Experiments
import JSONText
import PurchaseWorld
import Reports
import Scenarios
import Synchronization

extension Subcommand {
  static let search = Subcommand(
    "search", "find the designs that lose nothing, the Pareto set of them, and the plainest",
    takes: .file,
    options: [
      .space, .mostFaults,
      .kinds.meaning("let only faults of these kinds strike (default: those of the scenario)"),
      .journeyName, .keep, .users, .seed, .workers, .timeLimit, .out, .quiet,
    ],
    notes: [
      "Explores every design of FILE, or of the design space: in each journey each fault may strike",
      "before each event, as 'explore' does it. A fault that loses an order under every design is",
      "inevitable and does not count. Designs that lose nothing then meet the users of FILE; so do",
      "the nearest, if all lose. Of those the Pareto set is kept: no other design has fewer lost",
      "orders, lost sales, double charges and duplicates all at once; and the plainest of those that",
      "lose least is named. Users are drawn plainly. Writes FOLDER/<name of the",
      "scenario>/search.json.",
    ]
  ) { SearchCommand(console: $0, arguments: $1).run() }
}

extension Option {
  fileprivate static let space = Option(
    "--space", "try the whole design space, not the designs of the file")
  fileprivate static let mostFaults = Option(
    "--faults", "NUMBER", .number(0...3), "let up to so many faults strike (default: 1)")
  fileprivate static let keep = Option(
    "--keep", "NUMBER", .number(1...1_000), "sample so many designs if none survives (default: 20)")
}

/// `lostorder search`: the designs that lose nothing, the Pareto set of them, and the plainest.
struct SearchCommand: Playing {
  let console: Console
  let arguments: Arguments

  func run() -> ExitCode {
    guard let (path, scenario) = preparation.scenario() else { return .badScenario }
    if scenario.isCase {
      return console.refuse(
        "\(path.quoted) is a case, which has no users to draw; expected a scenario")
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
    try folder.prepare(name: name, for: ["search.json"])
    BugReport.prepare(reproducedBy: command(search, path))
    announce(search)
    let found = find(search)
    if let cut = found.cut, found.losing.isEmpty {
      return preparation.tell(cut, users: 0, of: search.scenario, path)
    }
    let report = SearchReport(found, isSpace: isSpace, words: FaultCatalog.words) { design in
      "lostorder explore \(path.shellWord) --design"
        + " \(design.name.shellWord) --faults \(search.faults + 1)"
    }
    console.print(arguments.has(.quiet) ? report.verdict : report.text)
    let output = SearchJSON.output(found, isSpace: isSpace, words: FaultCatalog.words)
    try folder.write(output.text, name: name, file: "search.json")
    if let cut = found.cut { return preparation.tell(cut, of: search.scenario, path) }
    guard found.hasCharge else {
      console.complain("\(path.escapingControls): cannot tell: no user was charged\n")
      return .undecided
    }
    return .holds
  }

  /// How many candidates are played to see how long all take.
  private static let most = 8

  /// Says how long the exploration of all candidates may take, if that is long.
  private func announce(_ search: Search) {
    let count = search.candidates.count
    let step = max(1, count / SearchCommand.most)
    var sample = Preparation.Placements()
    let played = stride(from: 0, to: count, by: step).map { search.candidates[$0] }
    for design in played {
      for journey in search.journeys {
        sample += preparation.placements(
          of: Explorer(
            design, journey, in: search.scenario, kinds: search.kinds, stop: console.stop),
          faults: search.faults)
      }
    }
    preparation.announce(sample, times: Double(count) / Double(played.count), search.scenario.name)
  }

  /// Searches with its progress shown, stage by stage.
  private func find(_ search: Search) -> SearchFindings {
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
