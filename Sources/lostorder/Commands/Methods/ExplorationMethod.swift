import ExhaustiveSearch
import Experiments
import JSONText
import PurchaseWorld
import Reports
import Scenarios

extension CommandContext {
  func explore() throws(CommandError) -> ExitCode {
    let input = try input()
    try refuseConflictingOptions()
    let index = try design(.design, of: input.scenario)
    let named = index.map { [input.scenario.designs[$0]] } ?? input.scenario.designs
    let designs = named.flatMap { $0.withInterleavings(count: arguments.number(.races) ?? 1) }
    if arguments.has(.races), !named.contains(where: { $0.client != nil }) {
      throw CommandError("option '\(Option.races.name)' needs a design with a client")
    }
    let kinds = try kinds() ?? FaultCatalog.all.map(\.kind)
    let faults = arguments.number(.faults) ?? 1
    let journeys = try journeys(of: input.scenario)
    if arguments.has(.weigh) {
      return try WeighingCommand(
        call: self, input: input, designs: designs, kinds: kinds, faults: faults
      ).run()
    }
    let expected = try expected()
    try rehearse(designs, of: input)
    return try perform(
      ExplorationMethod(
        call: self, input: input, designs: designs, kinds: kinds, journeys: journeys,
        faults: faults, expected: expected, showsEach: true))
  }

  /// Rejects clients whose simulation is not valid.
  func rehearse(_ designs: [Design], of input: ScenarioInput) throws(CommandError) {
    var simulated = input.scenario
    simulated.designs = designs
    if let interruption = ClientCheck(simulated).interruption {
      throw refusal(interruption, of: input)
    }
  }

  private func refuseConflictingOptions() throws(CommandError) {
    let weighs = arguments.has(.weigh)
    let conflicting: [Option] =
      weighs ? [.journeyName, .expect, .unpruned, .races] : [.cells, .seed, .users]
    if let option = conflicting.first(where: arguments.has) {
      throw CommandError(
        weighs
          ? "option '\(option.name)' cannot be used with '--weigh'"
          : "option '\(option.name)' needs '--weigh'")
    }
    if arguments.number(.faults) == 0, arguments.text(.expect) == ExpectedLosses.nothing.rawValue {
      throw CommandError("--expect none: no fault can be injected; expected --faults of at least 1")
    }
  }

  private func expected() throws(CommandError) -> ExpectedLosses? {
    guard let name = arguments.text(.expect) else { return nil }
    if let expected = ExpectedLosses(rawValue: name) { return expected }
    throw refusal(
      "\(name.quoted) is not a value of '\(Option.expect.name)'", name, among: ExpectedLosses.words)
  }

  /// The requested kinds of faults, in the order of the catalog; nil if none were requested.
  func kinds() throws(CommandError) -> [FaultKind]? {
    guard let text = arguments.text(.kinds) else { return nil }
    let all = FaultCatalog.all.map(\.kind)
    let requested = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    for name in requested where FaultKind(rawValue: name) == nil {
      throw refusal(
        "\(name.quoted) is not a fault of '\(Option.kinds.name)'", name, among: all.map(\.rawValue))
    }
    return all.filter { requested.contains($0.rawValue) }
  }

  func journeys(of scenario: Scenario) throws(CommandError) -> [Journey] {
    let all = Journey.all(of: scenario)
    guard let name = arguments.text(.journeyName) else { return all }
    if let journey = all.first(where: { $0.rawValue == name }) { return [journey] }
    throw refusal(
      "\(name.quoted) is not a journey of '\(Option.journeyName.name)'", name,
      among: all.map(\.rawValue))
  }

  /// The error for a value that an option does not accept.
  func refusal(_ message: Phrase, _ name: String, among all: [String]) -> CommandError {
    CommandError(
      message, expected: "one of \(.names(all))", suggestion: NearestName.of(name, among: all))
  }

  /// Prints the expected time of explorations if it is more than five minutes.
  ///
  /// Placements of one fault are simulated to measure the speed. How many larger placements are
  /// redundant is not known in advance.
  /// - Parameter times: the number of such groups of explorations.
  func announce(_ explorers: [Explorer], faults: Int, times: Double = 1, _ name: String) {
    var (count, seconds) = (0.0, 0.0)
    for explorer in explorers {
      let single = measure { explorer.explore(faults: min(1, faults), prunes: false) }
      guard let simulated = single.found.resultsByFaultCount.first?.placementCount, simulated > 0
      else { continue }
      let placements = Exploration.maxPlacementCount(faults: faults, singles: simulated)
      count += placements
      seconds += placements * single.seconds / Double(simulated)
    }
    let time = seconds * times / Double(workers)
    guard time > 300 else { return }
    let text = language(
      "{0}: up to {1} placements, which take up to {2} unless many are equivalent;"
        + " reduce --faults or --kinds, or set --time-limit", name.escapingControls,
      (count * times).words, Progress.time(time))
    printError(line: "lostorder: \(text)")
  }
}

enum ExpectedLosses: String, CaseIterable { case nothing = "none", something = "some" }

/// `lostorder explore`: every placement of a few faults before every event of a journey.
struct ExplorationMethod: Method {
  static let files = ["exploration.json", "exploration.html"]

  typealias Finding = [ExplorationJSON.JourneyExploration]

  let call: CommandContext, input: ScenarioInput
  let designs: [Design], kinds: [FaultKind], journeys: [Journey]
  let faults: Int
  /// The expected result of all explorations, if one was given.
  var expected: ExpectedLosses?
  /// Whether each exploration is printed as soon as it is complete.
  var showsEach = false

  /// Explores every design in every journey, until an interruption.
  func find() -> Finding {
    var explored: Finding = []
    for design in designs {
      for journey in journeys where [nil, .pendingShards].contains(interruption(of: explored)) {
        let found = explore(design, journey)
        if showsEach { show(found, journey, isFirst: explored.isEmpty) }
        explored.append((journey, found))
      }
    }
    return explored
  }

  private func show(_ found: Exploration, _ journey: Journey, isFirst: Bool) {
    let report = report(found, journey)
    let text = (isFirst ? "" : "\n") + report.text
    let isQuiet = call.arguments.has(.quiet)
    console.print(isQuiet ? "\(journey.rawValue): \(report.verdict)\n" : text)
    if let warning = report.warning {
      console.printError(call.inconclusiveMessage(input, "\(found.design): \(warning)"))
    }
  }

  func interruption(of explored: Finding) -> Interruption? { explored.last?.found.interruption }

  /// The text about all explorations, after the text of each.
  func text(of explored: Finding, isShort: Bool) -> String {
    let races = races(in: explored)
    if isShort { return races }
    let hint = language(
      "'shrink' in place of 'trace' makes a case, and with --export swift a test of a client.")
    let loses = explored.contains { !$0.found.groups.isEmpty }
    return (races.isEmpty ? "" : "\n" + races) + "\n" + ExplorationReport.legend(language) + "\n"
      + (loses ? hint + "\n" : "")
  }

  func contents(of explored: Finding) -> [String] {
    let output = ExplorationJSON.output(
      explored, of: scenario.name, faults: faults, kinds: kinds,
      fault: { FaultCatalog.output($0, scenario.population.conditions.behavior) })
    return [output.text, page(of: explored)]
  }

  func sections(of explored: Finding, order: [String]?) -> [HTMLPage.Section] {
    ExplorationSections(
      explored, of: scenario, order: order, faults: faults, language,
      words: { language.words($1, in: $0.store) }, replay: { tracing($0.found, $0.journey, $1) }
    ).sections
  }

  func exitCode(of explored: Finding) -> ExitCode {
    let code = explored.allSatisfy(\.found.isInformative) ? ExitCode.holds : .undecided
    let loses = !explored.allSatisfy(\.found.losesNothing)
    return switch expected {
    case nil: code
    case .something: loses ? .holds : code == .holds ? .fails : code
    case .nothing: loses ? .fails : code
    }
  }

  private func explore(_ design: Design, _ journey: Journey) -> Exploration {
    let division = call.division?.section(named: design.name).section(named: journey.rawValue)
    let explorer = Explorer(design, journey, in: scenario, kinds: kinds, stop: console.cancellation)
    BugReport.prepare(
      reproducedBy: input.command("explore", design.name) + " --faults \(faults) --workers 1",
      clients: input.clientReplays(of: [design]))
    if faults > 1, call.deferred == nil { call.announce([explorer], faults: faults, design.name) }
    let prunes = !call.arguments.has(.unpruned)
    return Progress("\(scenario.name): \(design.name)", console, language).end { progress in
      explorer.explore(faults: faults, prunes: prunes, workers: call.workers, in: division) {
        // Sizes grow so fast that the last one is nearly all the work.
        [faults] size, share in if size == faults { progress.show(share) }
      }
    }
  }

  private func report(_ found: Exploration, _ journey: Journey) -> ExplorationReport {
    ExplorationReport(
      found, of: scenario.name, journey, faults: faults, kinds: kinds.count, language,
      words: { [store = found.store] in language.words($0, in: store) }
    ) { tracing(found, journey, $0) }
  }

  /// The command that replays planned faults in a journey.
  private func tracing(_ found: Exploration, _ journey: Journey, _ plan: [PlannedFault]) -> String {
    var script = journey.script(in: scenario)
    let conditions = scenario.deterministicCase(script).population.conditions
    script.plannedFaults = plan
    let number = designs.first { $0.name == found.design }?.interleaving
    let base = number.flatMap { number in
      scenario.designs.first { $0.name(interleavedAs: number) == found.design }
    }
    let order = base.flatMap { _ in number.map { " --interleaving \($0)" } } ?? ""
    return input.command("trace", base?.name ?? found.design) + order + " --plan "
      + script.planOutput(conditions).line.shellWord
  }
}
