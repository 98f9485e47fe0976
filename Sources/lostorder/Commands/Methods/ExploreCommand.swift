import Experiments
import JSONText
import PurchaseWorld
import Reports
import Scenarios

extension Subcommand {
  static let explore = Subcommand(
    "explore", "let a few faults strike before every event, and list what loses orders",
    takes: .file,
    options: [
      .design, .faults, .kinds, .journeyName, .expect, .unpruned, .weigh, .cells, .seed, .users,
      .workers, .timeLimit, .out, .quiet,
    ],
    notes: [
      "Plays a journey in the world of FILE with nothing left to chance: drawn delays are their",
      "medians. Before each of its events each fault may strike, with a few values for its",
      "parameters: short, longer than the retries of the design, for ever. Without --journey a",
      "scenario has three: one purchase, two of one product, and one beside another that is",
      "cancelled; of a case the taps are played and the written faults left out. Writes",
      "FOLDER/<name of the scenario>/exploration.json.",
      "With --weigh every user and every plan of up to so many of the faults that FILE declares is",
      "played once and counts as much as it is likely, which gives the share of orders that they",
      "lose without any chance. As many users are drawn by chance: ends with 1 if the share lies",
      "outside their interval. Writes FOLDER/<name of the scenario>/weighing.json.",
    ]
  ) { ExploreCommand(console: $0, arguments: $1).run() }
}

extension Option {
  fileprivate static let expect = Option(
    "--expect", "none|some", .text(.none), "end with 1 if this is not what loses an order")
  fileprivate static let unpruned = Option(
    "--unpruned", "play every placement, those too that cannot tell anything new")
  fileprivate static let weigh = Option(
    "--weigh", "weigh the declared faults of the scenario by their probabilities instead")
}

/// `lostorder explore`: every placement of a few faults before every event of a journey.
struct ExploreCommand: Playing {
  let console: Console
  let arguments: Arguments

  /// Whether orders are expected to be lost.
  private enum Expected: String {
    case anything, none, some
  }

  /// Everything that was asked for, understood.
  private struct Wanted {
    var path: String
    var scenario: Scenario
    var designs: [Design]
    var journeys: [Journey]
    var kinds: [FaultKind]
    var faults: Int
    var expected: Expected
  }

  func run() -> ExitCode {
    guard let (path, scenario) = preparation.scenario() else { return .badScenario }
    if let refusal = refusal { return console.refuse(refusal) }
    guard let wanted = wanted(of: scenario, path) else { return .usage }
    if arguments.has(.weigh) {
      return WeighCommand(
        console: console, arguments: arguments, path: path, scenario: scenario,
        designs: wanted.designs, kinds: wanted.kinds
      ).run()
    }
    return preparation.writing { folder throws(ResultsFolder.Failure) in try run(wanted, folder) }
  }

  /// Why options do not go together; nil if they do.
  private var refusal: String? {
    let weighs = arguments.has(.weigh)
    let strangers: [Option] =
      weighs ? [.journeyName, .expect, .unpruned] : [.cells, .seed, .users]
    guard let stranger = strangers.first(where: { arguments.has($0) }) else {
      let isVoid =
        arguments.number(.faults) == 0 && arguments.text(.expect) == Expected.none.rawValue
      return isVoid ? "--expect none: no fault can strike; expected --faults of at least 1" : nil
    }
    return weighs
      ? "option '\(stranger.name)' does not go with '--weigh'"
      : "option '\(stranger.name)' needs '--weigh'"
  }

  private func run(_ wanted: Wanted, _ folder: ResultsFolder) throws(ResultsFolder.Failure)
    -> ExitCode
  {
    let name = wanted.scenario.name
    try folder.prepare(name: name, for: ["exploration.json"])
    var losing = 0
    var code = ExitCode.holds
    var explored: [ExplorationJSON.Explored] = []
    var cut: Cut?
    for design in wanted.designs where cut == nil {
      for journey in wanted.journeys where cut == nil {
        let found = explore(design, journey, wanted)
        let report = report(found, journey, wanted)
        if !found.losesNothing { losing += 1 }
        if !found.saysSomething { code = .undecided }
        cut = found.cut
        explored.append((journey, found))
        let isFirst = explored.count == 1
        console.print(
          arguments.has(.quiet)
            ? "\(journey.rawValue): \(report.verdict)\n" : (isFirst ? "" : "\n") + report.text)
        if let trouble = report.trouble {
          console.complain(
            "\(wanted.path.escapingControls): cannot tell: \(design.name): \(trouble)\n")
        }
      }
    }
    if !arguments.has(.quiet) {
      console.print("\n" + ExplorationReport.legend.joined(separator: "\n") + "\n")
    }
    let output = ExplorationJSON.output(
      explored, of: name, faults: wanted.faults, kinds: wanted.kinds,
      fault: { FaultCatalog.output($0, wanted.scenario.population.conditions.behavior) })
    try folder.write(output.text, name: name, file: "exploration.json")
    if let cut { return preparation.tell(cut, of: wanted.scenario, wanted.path) }
    switch wanted.expected {
    case .anything: return code
    case .some: return losing > 0 ? .holds : code == .holds ? .fails : code
    case .none: return losing > 0 ? .fails : code
    }
  }

  private func explore(_ design: Design, _ journey: Journey, _ wanted: Wanted) -> Exploration {
    let explorer = Explorer(
      design, journey, in: wanted.scenario, kinds: wanted.kinds, stop: console.stop)
    BugReport.prepare(
      reproducedBy: "lostorder explore \(wanted.path.shellWord) --design"
        + " \(design.name.shellWord) --faults \(wanted.faults) --workers 1")
    if wanted.faults > 1 {
      preparation.announce(preparation.placements(of: explorer, faults: wanted.faults), design.name)
    }
    // Sizes grow so fast that the last one is nearly all the work.
    let progress = Progress("\(wanted.scenario.name): \(design.name)", console)
    defer { progress.end() }
    return explorer.explore(
      faults: wanted.faults, prunes: !arguments.has(.unpruned), workers: preparation.workers
    ) { size, share in if size == wanted.faults { progress.show(share) } }
  }

  private func report(
    _ found: Exploration, _ journey: Journey, _ wanted: Wanted
  ) -> ExplorationReport {
    let path = wanted.path.shellWord
    let design = found.design.shellWord
    let script = journey.script(in: wanted.scenario)
    let conditions = wanted.scenario.settled(script).population.conditions
    return ExplorationReport(
      found, of: wanted.scenario.name, journey, faults: wanted.faults,
      kinds: wanted.kinds.count, words: FaultCatalog.words
    ) { plan in
      var script = script
      script.plan = plan
      let text = script.planOutput(conditions).line.shellWord
      return "lostorder trace \(path) --design \(design) --plan \(text)"
    }
  }

  /// What was asked for; nil when something is wrong, which is shown.
  private func wanted(of scenario: Scenario, _ path: String) -> Wanted? {
    var designs = scenario.designs
    if let name = arguments.text(.design) {
      guard let index = preparation.design(name, of: scenario) else { return nil }
      designs = [designs[index]]
    }
    guard let kinds = preparation.kinds(unlessAsked: FaultCatalog.all.map(\.kind)),
      let journeys = preparation.journeys(of: scenario), let expected = expected()
    else { return nil }
    return Wanted(
      path: path, scenario: scenario, designs: designs, journeys: journeys, kinds: kinds,
      faults: arguments.number(.faults) ?? 1, expected: expected)
  }

  private func expected() -> Expected? {
    guard let name = arguments.text(.expect) else { return .anything }
    guard let expected = Expected(rawValue: name), expected != .anything else {
      preparation.refuse(name, of: .expect, "a value", among: ["none", "some"])
      return nil
    }
    return expected
  }
}
