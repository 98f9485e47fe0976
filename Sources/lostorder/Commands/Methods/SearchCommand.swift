import Experiments
import JSONText
import PurchaseWorld
import Reports
import Scenarios
import Synchronization

extension Call {
  func search() throws(Refusal) -> ExitCode {
    let input = try input()
    if input.scenario.isCase {
      throw Refusal(
        "\(input.path.quoted) is a case, which has no users to draw; expected a scenario")
    }
    try checkUsers(of: input)
    noteSample(of: input)
    let kinds = try kinds() ?? Search.declaredKinds(of: input.scenario)
    let journeys = try journeys(of: input.scenario)
    let isSpace = arguments.has(.space)
    var search = Search(
      input.scenario, among: isSpace ? DesignSpace.designs : input.scenario.designs, journeys,
      kinds: kinds)
    search.faults = arguments.number(.mostFaults) ?? search.faults
    search.keep = arguments.number(.keep) ?? search.keep
    try results.prepare(name: input.scenario.name, for: ["search.json"])
    BugReport.prepare(reproducedBy: command(search, input))
    announce(search)
    let found = find(search)
    if let cut = found.cut, found.losing.isEmpty { throw refusal(cut, users: 0, of: input) }
    let report = SearchReport(found, isSpace: isSpace, words: FaultCatalog.words) { design in
      input.command("explore", design.name) + " --faults \(search.faults + 1)"
    }
    console.print(arguments.has(.quiet) ? report.verdict : report.text)
    let output = SearchJSON.output(found, isSpace: isSpace, words: FaultCatalog.words)
    try results.write(output.text, name: input.scenario.name, file: "search.json")
    if let cut = found.cut { throw refusal(cut, of: input) }
    if found.hasCharge { return .holds }
    throw Refusal(text: cannotTell(input, "no user was charged"), .undecided)
  }

  /// Says how long the exploration of all candidates may take, if that is long; a few of them are
  /// played to see.
  private func announce(_ search: Search) {
    let count = search.candidates.count
    let played = stride(from: 0, to: count, by: max(1, count / 8)).map { search.candidates[$0] }
    let explorers = played.flatMap { design in
      search.journeys.map {
        Explorer(design, $0, in: search.scenario, kinds: search.kinds, stop: console.stop)
      }
    }
    announce(
      explorers, faults: search.faults, times: Double(count) / Double(played.count),
      search.scenario.name)
  }

  private func find(_ search: Search) -> SearchFindings {
    let shown = Mutex<(stage: Search.Stage, progress: Progress)?>(nil)
    let (console, name) = (console, search.scenario.name)
    defer { shown.withLock { $0?.progress.end() } }
    return search.run(workers: workers, stop: console.stop) { stage, share in
      shown.withLock { last in
        if last?.stage != stage {
          last?.progress.end()
          last = (stage, Progress("\(name): \(stage.words)", console))
        }
        last?.progress.show(share)
      }
    }
  }

  /// The command that does the same on one thread.
  private func command(_ search: Search, _ input: Input) -> String {
    let kinds = search.kinds.map(\.rawValue).joined(separator: ",")
    let journey = arguments.text(.journeyName).map { " --journey \($0)" } ?? ""
    return input.reproducing("search") + (arguments.has(.space) ? " --space" : "")
      + " --faults \(search.faults) --kinds \(kinds)\(journey) --keep \(search.keep)"
  }
}

extension Search.Stage {
  fileprivate var words: String {
    switch self {
    case .exploring(let faults): "exploring, \(faults) \(faults == 1 ? "fault" : "faults")"
    case .sampling(let round): "sampling, round \(round)"
    }
  }
}
