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
    let designs = index.map { [input.scenario.designs[$0]] } ?? input.scenario.designs
    let kinds = try kinds() ?? FaultCatalog.all.map(\.kind)
    let journeys = try journeys(of: input.scenario)
    let command = ExploreCommand(
      call: self, input: input, designs: designs, journeys: journeys, kinds: kinds,
      faults: arguments.number(.faults) ?? 1)
    return arguments.has(.weigh) ? try command.weigh() : try command.run(expecting: try expected())
  }

  /// Refuses options that do not go together.
  private func refuseStrangers() throws(Refusal) {
    let weighs = arguments.has(.weigh)
    let strangers: [Option] =
      weighs ? [.journeyName, .expect, .unpruned] : [.cells, .seed, .users]
    if let stranger = strangers.first(where: arguments.has) {
      throw Refusal("option '\(stranger.name)' \(weighs ? "does not go with" : "needs") '--weigh'")
    }
    if arguments.number(.faults) == 0, arguments.text(.expect) == Expected.nothing.rawValue {
      throw Refusal("--expect none: no fault can strike; expected --faults of at least 1")
    }
  }

  private func expected() throws(Refusal) -> Expected? {
    guard let name = arguments.text(.expect) else { return nil }
    if let expected = Expected(rawValue: name) { return expected }
    throw refusal(of: name, .expect, "a value", among: Expected.allCases.map(\.rawValue))
  }
}

/// Which orders are expected to be lost.
private enum Expected: String, CaseIterable {
  case nothing = "none"
  case something = "some"
}

/// `lostorder explore`: every placement of a few faults before every event of a journey.
struct ExploreCommand {
  let call: Call
  let input: Input
  let designs: [Design]
  let journeys: [Journey]
  let kinds: [FaultKind]
  let faults: Int

  var console: Console { call.console }
  var scenario: Scenario { input.scenario }
  var isQuiet: Bool { call.arguments.has(.quiet) }

  fileprivate func run(expecting expected: Expected?) throws(Refusal) -> ExitCode {
    try call.results.prepare(name: scenario.name, for: ["exploration.json"])
    var losing = 0
    var code = ExitCode.holds
    var explored: [ExplorationJSON.Explored] = []
    var cut: Cut?
    for design in designs where cut == nil {
      for journey in journeys where cut == nil {
        let found = explore(design, journey)
        let report = report(found, journey)
        if !found.losesNothing { losing += 1 }
        if !found.saysSomething { code = .undecided }
        cut = found.cut
        console.print(
          isQuiet
            ? "\(journey.rawValue): \(report.verdict)\n"
            : (explored.isEmpty ? "" : "\n") + report.text)
        explored.append((journey, found))
        if let trouble = report.trouble {
          console.complain(call.cannotTell(input, "\(design.name): \(trouble)"))
        }
      }
    }
    if !isQuiet { console.print("\n" + ExplorationReport.legend.joined(separator: "\n") + "\n") }
    let output = ExplorationJSON.output(
      explored, of: scenario.name, faults: faults, kinds: kinds,
      fault: { FaultCatalog.output($0, scenario.population.conditions.behavior) })
    try call.results.write(output.text, name: scenario.name, file: "exploration.json")
    if let cut { throw call.refusal(cut, of: input) }
    switch expected {
    case nil: return code
    case .something: return losing > 0 ? .holds : code == .holds ? .fails : code
    case .nothing: return losing > 0 ? .fails : code
    }
  }

  private func explore(_ design: Design, _ journey: Journey) -> Exploration {
    let explorer = Explorer(design, journey, in: scenario, kinds: kinds, stop: console.stop)
    BugReport.prepare(
      reproducedBy: input.command("explore", design.name) + " --faults \(faults) --workers 1")
    if faults > 1 { call.announce([explorer], faults: faults, design.name) }
    // Sizes grow so fast that the last one is nearly all the work.
    let progress = Progress("\(scenario.name): \(design.name)", console)
    defer { progress.end() }
    let prunes = !call.arguments.has(.unpruned)
    return explorer.explore(faults: faults, prunes: prunes, workers: call.workers) {
      [faults] size, share in if size == faults { progress.show(share) }
    }
  }

  private func report(_ found: Exploration, _ journey: Journey) -> ExplorationReport {
    let script = journey.script(in: scenario)
    let conditions = scenario.settled(script).population.conditions
    return ExplorationReport(
      found, of: scenario.name, journey, faults: faults, kinds: kinds.count,
      words: FaultCatalog.words
    ) { plan in
      var script = script
      script.plan = plan
      return input.command("trace", found.design) + " --plan "
        + script.planOutput(conditions).line.shellWord
    }
  }
}
