import DesignSearch
import ExhaustiveSearch
import Experiments
import JSONText
import PurchaseWorld
import Reports
import Scenarios
import Synchronization

extension CommandContext {
  func search() throws(CommandError) -> ExitCode {
    let input = try input()
    try refuseClients(of: input, by: "search")
    let (path, scenario) = (input.path, input.scenario)
    if scenario.isCase {
      throw CommandError(
        "\(path.quoted) is a case, which has no users to draw; expected a scenario")
    }
    try checkUsers(of: input)
    noteSample(of: input)
    let kinds = try kinds() ?? Search.declaredKinds(of: scenario)
    let isSpace = arguments.has(.space)
    let sold = scenario.designs.map(\.store)
    let stores = Design.StoreKind.allCases.filter(sold.contains)
    if isSpace, stores.count > 1 {
      let all = stores.dropFirst().reduce(Phrase.verbatim(stores[0].word)) {
        "\($0) and \($1.word)"
      }
      throw CommandError(
        "the designs of \(path.quoted) sell on \(all);" + " --space needs designs of one store")
    }
    let designs = isSpace ? DesignSpace.designs(of: stores[0]) : scenario.designs
    var search = Search(scenario, among: designs, try journeys(of: scenario), kinds: kinds)
    search.maxFaults = arguments.number(.maxFaults) ?? search.maxFaults
    search.fallbackDesignCount = arguments.number(.keep) ?? search.fallbackDesignCount
    return try perform(SearchMethod(call: self, input: input, search: search, isSpace: isSpace))
  }
}

/// `lostorder search`: the designs that lose no orders, and the non-dominated designs.
struct SearchMethod: Method {
  static let files = ["search.json", "search.html"]

  let call: CommandContext, input: ScenarioInput
  let search: Search
  /// Whether the candidates are the whole design space.
  var isSpace = false

  /// The search of a report, among the designs of the file without an own client. Nil for fewer
  /// than two such designs, and for a case, which has no population.
  static func ofReport(
    _ input: ScenarioInput, faults: Int, by call: CommandContext
  ) -> SearchMethod? {
    let designs = input.scenario.designs.filter { $0.client == nil }
    if input.scenario.isCase || designs.count < 2 { return nil }
    var search = Search(
      input.scenario, among: designs, Journey.all(of: input.scenario),
      kinds: Search.declaredKinds(of: input.scenario))
    search.maxFaults = faults
    return SearchMethod(call: call, input: input, search: search)
  }

  func find() throws(CommandError) -> SearchFindings {
    BugReport.prepare(reproducedBy: command)
    if call.deferred == nil { announce() }
    let shown = Mutex<(simulator: Search.Phase, progress: Progress)?>(nil)
    let (console, language, name) = (console, language, scenario.name)
    defer { shown.withLock { $0?.progress.end() } }
    let found = search.run(workers: call.workers, stop: console.cancellation, in: call.division) {
      simulator, share in
      shown.withLock { last in
        if last?.simulator != simulator {
          last?.progress.end()
          last = (simulator, Progress("\(name): \(simulator.words(language))", console, language))
        }
        last?.progress.show(share)
      }
    }
    if let interruption = found.interruption, found.candidateCountsByLosingFaultCount.isEmpty {
      throw nothing(interruption)
    }
    return found
  }

  func interruption(of found: SearchFindings) -> Interruption? { found.interruption }

  func text(of found: SearchFindings, isShort: Bool) -> String {
    let report = SearchReport(found, isSpace: isSpace, language, words: { language.words($0) }) {
      design in input.command("explore", design.name) + " --faults \(search.maxFaults + 1)"
    }
    return isShort ? report.verdict : report.text
  }

  func contents(of found: SearchFindings) -> [String] {
    let output = SearchJSON.output(found, isSpace: isSpace, words: { FaultCatalog.words($0) })
    return [output.text, page(of: found)]
  }

  func sections(of found: SearchFindings, order: [String]?) -> [HTMLPage.Section] {
    SearchSections(found, language).sections
  }

  func warnings(of found: SearchFindings) -> [String] {
    found.hasCharge || found.interruption != nil ? [] : [language("no user was charged")]
  }

  func exitCode(of found: SearchFindings) -> ExitCode { found.hasCharge ? .holds : .undecided }

  /// Prints the expected time of exploring all candidates if it is long, measured with a few of
  /// them.
  private func announce() {
    let count = search.candidates.count
    let sample = stride(from: 0, to: count, by: max(1, count / 8)).map { search.candidates[$0] }
    let explorers = sample.flatMap { design in
      search.journeys.map {
        Explorer(design, $0, in: search.scenario, kinds: search.kinds, stop: console.cancellation)
      }
    }
    let times = Double(count) / Double(sample.count)
    call.announce(explorers, faults: search.maxFaults, times: times, scenario.name)
  }

  /// The equivalent command with one worker.
  private var command: String {
    let kinds = search.kinds.map(\.rawValue).joined(separator: ",")
    let journey = call.arguments.text(.journeyName).map { " --journey \($0)" } ?? ""
    return input.reproductionCommand("search") + (isSpace ? " --space" : "")
      + " --faults \(search.maxFaults) --kinds \(kinds)\(journey) --keep \(search.fallbackDesignCount)"
  }
}

extension Search.Phase {
  fileprivate func words(_ language: Language) -> String {
    switch self {
    case .exploring(1): language("exploring, 1 fault")
    case .exploring(let faults): language("exploring, {0} faults", "\(faults)")
    case .sampling(let round): language("sampling, round {0}", "\(round)")
    }
  }
}
