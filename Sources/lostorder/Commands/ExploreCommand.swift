import ExhaustiveSearch
import Experiments
import JSONText
import PurchaseWorld
import Reports
import Scenarios

extension Call {
  func explore() throws(Refusal) -> ExitCode {
    let input = try input()
    try refuseStrangers()
    let index = try design(.design, of: input.scenario)
    let named = index.map { [input.scenario.designs[$0]] } ?? input.scenario.designs
    let designs = named.flatMap { $0.interleaved(arguments.number(.races) ?? 1) }
    if arguments.has(.races), !named.contains(where: { $0.client != nil }) {
      throw Refusal(
        "option '\(Option.races.name)' orders a client's tasks, and no design here has a client")
    }
    let command = ExploreCommand(
      call: self, input: input, designs: designs,
      kinds: try kinds() ?? FaultCatalog.all.map(\.kind),
      journeys: try journeys(of: input.scenario), faults: arguments.number(.faults) ?? 1)
    return arguments.has(.weigh) ? try command.weigh() : try command.run(expecting: try expected())
  }

  private func refuseStrangers() throws(Refusal) {
    let weighs = arguments.has(.weigh)
    let strangers: [Option] =
      weighs ? [.journeyName, .expect, .unpruned, .races] : [.cells, .seed, .users]
    if let stranger = strangers.first(where: arguments.has) {
      throw Refusal(
        weighs
          ? "option '\(stranger.name)' does not go with '--weigh'"
          : "option '\(stranger.name)' needs '--weigh'")
    }
    if arguments.number(.faults) == 0, arguments.text(.expect) == Expected.nothing.rawValue {
      throw Refusal("--expect none: no fault can strike; expected --faults of at least 1")
    }
  }

  private func expected() throws(Refusal) -> Expected? {
    guard let name = arguments.text(.expect) else { return nil }
    if let expected = Expected(rawValue: name) { return expected }
    throw refusal(
      "\(name.quoted) is not a value of '\(Option.expect.name)'", name, among: Expected.words)
  }

  /// The kinds of faults that were asked for, in the order of the catalog; nil when none were.
  func kinds() throws(Refusal) -> [FaultKind]? {
    guard let text = arguments.text(.kinds) else { return nil }
    let all = FaultCatalog.all.map(\.kind)
    let asked = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    for name in asked where FaultKind(rawValue: name) == nil {
      throw refusal(
        "\(name.quoted) is not a fault of '\(Option.kinds.name)'", name, among: all.map(\.rawValue))
    }
    return all.filter { asked.contains($0.rawValue) }
  }

  func journeys(of scenario: Scenario) throws(Refusal) -> [Journey] {
    let all = Journey.all(of: scenario)
    guard let name = arguments.text(.journeyName) else { return all }
    if let journey = all.first(where: { $0.rawValue == name }) { return [journey] }
    throw refusal(
      "\(name.quoted) is not a journey of '\(Option.journeyName.name)'", name,
      among: all.map(\.rawValue))
  }

  /// Says that the value of an option is none of those that it takes.
  func refusal(_ what: Phrase, _ name: String, among all: [String]) -> Refusal {
    Refusal(
      what, expected: "one of \(.names(all))", suggestion: NearestName.of(name, among: all))
  }

  /// Says how long explorations may take, if that is more than five minutes; it asks nothing.
  ///
  /// Placements of one fault are played to see how fast that is. How many of the larger ones can be
  /// left out shows only on the way.
  /// - Parameter times: how often there are as many explorations.
  func announce(_ explorers: [Explorer], faults: Int, times: Double = 1, _ name: String) {
    var (count, seconds) = (0.0, 0.0)
    for explorer in explorers {
      let single = measure { explorer.explore(faults: min(1, faults), prunes: false) }
      guard let played = single.found.sizes.first?.placements, played > 0 else { continue }
      let placements = Exploration.placements(of: faults, singles: played)
      count += placements
      seconds += placements * single.seconds / Double(played)
    }
    let time = seconds * times / Double(workers)
    guard time > 300 else { return }
    let text = language(
      "{0}: up to {1} placements, which take up to {2} unless many are alike;"
        + " fewer --faults, --kinds or a --time-limit make it shorter", name.escapingControls,
      (count * times).words, Progress.time(time))
    console.complain("lostorder: \(text)\n")
  }
}

private enum Expected: String, CaseIterable { case nothing = "none", something = "some" }

/// `lostorder explore`: every placement of a few faults before every event of a journey.
struct ExploreCommand {
  let call: Call, input: Input
  let designs: [Design], kinds: [FaultKind], journeys: [Journey]
  let faults: Int

  var console: Console { call.console }
  var language: Language { call.language }
  var scenario: Scenario { input.scenario }
  var isQuiet: Bool { call.arguments.has(.quiet) }

  fileprivate func run(expecting expected: Expected?) throws(Refusal) -> ExitCode {
    let files = ["exploration.json", "exploration.html"]
    try call.results.prepare(name: scenario.name, for: files)
    try rehearse()
    var isFirst = true
    let explored = explored { found, journey in
      let report = report(found, journey)
      let text = (isFirst ? "" : "\n") + report.text
      isFirst = false
      console.print(isQuiet ? "\(journey.rawValue): \(report.verdict)\n" : text)
      if let trouble = report.trouble {
        console.complain(call.cannotTell(input, "\(found.design): \(trouble)"))
      }
    }
    let races = RaceSummary(explored, of: scenario, orders: designs, language).lines
    if !races.isEmpty { console.print((isQuiet ? "" : "\n") + races.joined()) }
    if !isQuiet {
      console.print("\n" + ExplorationReport.legend(language) + "\n")
      if explored.contains(where: { !$0.found.groups.isEmpty }) {
        console.print(
          language(
            "'shrink' in the place of 'trace' makes a case of a life, and with --export swift a test of a client's."
          ) + "\n")
      }
    }
    let page = call.page(of: input, cut: explored.last?.found.cut, sections(explored))
    let texts = [output(explored).text, page]
    try call.results.write(Array(zip(files, texts)), name: scenario.name)
    if let cut = explored.last?.found.cut { throw call.refusal(cut, of: input) }
    let code = explored.allSatisfy(\.found.saysSomething) ? ExitCode.holds : .undecided
    let loses = !explored.allSatisfy(\.found.losesNothing)
    return switch expected {
    case nil: code
    case .something: loses ? .holds : code == .holds ? .fails : code
    case .nothing: loses ? .fails : code
    }
  }

  /// Refuses clients whose lives cannot be judged.
  private func rehearse() throws(Refusal) {
    var played = scenario
    played.designs = designs
    if let cut = ClientRehearsal(played).cut { throw call.refusal(cut, of: input) }
  }

  /// Explores every design in every journey, until one is cut short.
  /// - Parameter tell: is told of each.
  func explored(_ tell: (Exploration, Journey) -> Void) -> [ExplorationJSON.Explored] {
    var explored: [ExplorationJSON.Explored] = []
    for design in designs {
      for journey in journeys where [nil, .elsewhere].contains(explored.last?.found.cut) {
        let found = explore(design, journey)
        tell(found, journey)
        explored.append((journey, found))
      }
    }
    return explored
  }

  func output(_ explored: [ExplorationJSON.Explored]) -> JSONOutput {
    ExplorationJSON.output(
      explored, of: scenario.name, faults: faults, kinds: kinds,
      fault: { FaultCatalog.output($0, scenario.population.conditions.behavior) })
  }

  /// What was explored, on a page.
  /// - Parameter order: the names of the designs in the order of the page; nil: that of the scenario.
  func sections(
    _ explored: [ExplorationJSON.Explored], order: [String]? = nil
  ) -> [HTMLPage.Section] {
    ExplorationSections(
      explored, of: scenario, order: order, faults: faults, language,
      words: { language.words($1, in: $0.store) },
      replay: { tracing($0.found, $0.journey, $1) }
    ).sections
  }

  private func explore(_ design: Design, _ journey: Journey) -> Exploration {
    let division = call.division?.named(design.name).named(journey.rawValue)
    let explorer = Explorer(design, journey, in: scenario, kinds: kinds, stop: console.stop)
    BugReport.prepare(
      reproducedBy: input.command("explore", design.name) + " --faults \(faults) --workers 1",
      clients: input.lives(of: [design]))
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

  /// The command that plays planned faults in a journey.
  private func tracing(
    _ found: Exploration, _ journey: Journey, _ plan: [PlannedFault]
  ) -> String {
    var script = journey.script(in: scenario)
    let conditions = scenario.settled(script).population.conditions
    script.plan = plan
    let number = designs.first { $0.name == found.design }?.interleaving
    let base = number.flatMap { number in
      scenario.designs.first { $0.name(interleavedAs: number) == found.design }
    }
    let order = base.flatMap { _ in number.map { " --interleaving \($0)" } } ?? ""
    return input.command("trace", base?.name ?? found.design) + order + " --plan "
      + script.planOutput(conditions).line.shellWord
  }

  // `lostorder explore --weigh`: what plans of a few declared faults lose, and whether users who are
  // drawn by chance agree.

  private var cells: Int { call.arguments.number(.cells) ?? 4 }

  func weigh() throws(Refusal) -> ExitCode {
    if let problem { throw Refusal("\(input.path.escapingControls + ": ")\(problem)") }
    try call.results.prepare(name: scenario.name, for: ["weighing.json"])
    try rehearse()
    var found: [(Weighing, WeighedSample)] = []
    var cut: Cut?
    for design in designs where [nil, .elsewhere].contains(cut) {
      do throws(Cut) { found.append(try weigh(design, isFirst: found.isEmpty)) } catch {
        cut = error
      }
    }
    if let cut { throw call.refusal(cut, of: input) }
    if !isQuiet { console.print("\n" + WeighingReport.legend(language) + "\n") }
    let output = WeighingJSON.output(
      found, of: scenario.name, seed: scenario.seed, faults: faults, cells: cells, plan: plan)
    try call.results.write(output.text, name: scenario.name, file: "weighing.json")
    let verdicts = found.map { $1.holds($0, among: designs.count) }
    return verdicts.contains(false) ? .fails : verdicts.contains(nil) ? .undecided : .holds
  }

  /// Why the scenario cannot be weighed; nil if it can.
  private var problem: Phrase? {
    if scenario.isCase {
      return "a case has no probabilities that could be weighed; expected a scenario"
    }
    let declared = FaultKind.allCases.filter { kind in
      scenario.population.faults.contains { $0.kind == kind }
    }
    if !declared.isEmpty, !declared.contains(where: kinds.contains) {
      return "declares none of these faults; expected one of \(.names(declared.map(\.rawValue)))"
    }
    let weigher = Weigher(designs[0], in: scenario, cells: cells, kinds: kinds)
    let (users, lives) = (weigher.users, weigher.lives(faults: faults))
    if users <= Weigher.mostUsers, lives <= Weigher.mostLives { return nil }
    return "there are about \(users.words) different users and \(lives.words) lives to go"
      + " through; expected at most 1e6 and 1e9: ask for fewer --faults, --cells or --kinds"
  }

  private func weigh(_ design: Design, isFirst: Bool) throws(Cut) -> (Weighing, WeighedSample) {
    let weigher = Weigher(
      design, in: scenario, cells: cells, kinds: kinds, stop: console.stop,
      in: call.division?.named(design.name))
    let names = kinds.map(\.rawValue).joined(separator: ",")
    let options = " --weigh --design \(design.name.shellWord) --faults \(faults) --cells \(cells)"
    BugReport.prepare(reproducedBy: input.reproducing("explore", options + " --kinds \(names)"))
    let name = "\(scenario.name): \(design.name)"
    let weighed = Result { () throws(Cut) in
      try Progress(language("{0}, weighed", name), console, language).end { progress throws(Cut) in
        try weigher.weigh(faults: faults, workers: call.workers) { progress.show($0) }
      }
    }
    // The sample does not depend on it, so other shards need not be waited for.
    if case .failure(let cut) = weighed, cut != .elsewhere { throw cut }
    let sample = try Progress(language("{0}, drawn", name), console, language).end {
      progress throws(Cut) in
      try weigher.sample(faults: faults, users: scenario.users, workers: call.workers) {
        progress.show($0)
      }
    }
    let weighing = try weighed.get()
    let report = WeighingReport(
      weighing, sample, of: scenario.name, cells: cells, among: designs.count, language
    ) { script in input.command("trace", design.name) + " --plan " + plan(script).line.shellWord }
    let text = (isFirst ? "" : "\n") + report.text
    console.print(isQuiet ? "\(design.name.escapingControls): \(report.verdict)\n" : text)
    return (weighing, sample)
  }

  /// A life as a case writes it, for the command that plays it.
  private func plan(_ script: Population.Script) -> JSONOutput {
    script.planOutput(scenario.settled(script).population.conditions)
  }
}

extension Double {
  /// Two digits behind the point and the power of ten.
  var words: String {
    var (number, power) = (self, 0)
    while number >= 9.995 {
      number /= 10
      power += 1
    }
    return "\(Numerals.fixed(number, digits: 2))e\(power)"
  }
}
