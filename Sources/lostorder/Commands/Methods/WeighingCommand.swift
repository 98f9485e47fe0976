import ExhaustiveSearch
import Experiments
import JSONText
import PurchaseWorld
import Reports
import Scenarios

/// `lostorder explore --enumerate`: the exact share of orders lost to a few declared faults, and a
/// check against random users.
struct WeighingCommand {
  let call: CommandContext, input: ScenarioInput
  let designs: [Design], kinds: [FaultKind]
  let faults: Int

  private var console: Console { call.console }
  private var language: Language { call.language }
  private var scenario: Scenario { input.scenario }
  private var isQuiet: Bool { call.arguments.has(.quiet) }
  private var cells: Int { call.arguments.number(.cells) ?? 4 }

  func run() throws(CommandError) -> ExitCode {
    if let problem { throw CommandError("\(input.path.escapingControls + ": ")\(problem)") }
    try call.results.prepare(name: scenario.name, for: ["weighing.json"])
    try call.rehearse(designs, of: input)
    var found: [(LossEnumeration, EnumerationSample)] = []
    var interruption: Interruption?
    for design in designs where [nil, .pendingShards].contains(interruption) {
      do throws(Interruption) {
        found.append(try enumerate(design, isFirst: found.isEmpty))
      } catch { interruption = error }
    }
    if let interruption { throw call.refusal(interruption, of: input) }
    if !isQuiet { console.print("\n" + WeighingReport.legend(language) + "\n") }
    let output = WeighingJSON.output(
      found, of: scenario.name, seed: scenario.seed, faults: faults, cells: cells, plan: plan)
    try call.results.write(output.text, name: scenario.name, file: "weighing.json")
    let verdicts = found.map { $1.agrees(with: $0, among: designs.count) }
    return verdicts.contains(false) ? .fails : verdicts.contains(nil) ? .undecided : .holds
  }

  /// The reason why the scenario cannot be weighed; nil if it can.
  private var problem: Phrase? {
    if scenario.isCase { return "a case has no probabilities; expected a scenario" }
    let declared = FaultKind.allCases.filter { kind in
      scenario.population.faults.contains { $0.kind == kind }
    }
    if !declared.isEmpty, !declared.contains(where: kinds.contains) {
      return "declares none of these faults; expected one of \(.names(declared.map(\.rawValue)))"
    }
    let weigher = LossEnumerator(designs[0], in: scenario, cells: cells, kinds: kinds)
    let (users, runs) = (weigher.userCount, weigher.runCount(maxFaults: faults))
    if users <= LossEnumerator.maxUsers, runs <= LossEnumerator.maximumRuns { return nil }
    return "about \(users.words) different users and \(runs.words) simulations are needed;"
      + " expected at most 1e6 and 1e9: reduce --faults, --cells or --kinds"
  }

  private func enumerate(_ design: Design, isFirst: Bool) throws(Interruption) -> (
    LossEnumeration, EnumerationSample
  ) {
    let weigher = LossEnumerator(
      design, in: scenario, cells: cells, kinds: kinds, stop: console.cancellation,
      in: call.division?.section(named: design.name))
    let names = kinds.map(\.rawValue).joined(separator: ",")
    let options = " --weigh --design \(design.name.shellWord) --faults \(faults) --cells \(cells)"
    BugReport.prepare(
      reproducedBy: input.reproductionCommand("explore", options + " --kinds \(names)"))
    let name = "\(scenario.name): \(design.name)"
    let weighed = Result { () throws(Interruption) in
      try Progress(language("{0}, exact", name), console, language).end {
        progress throws(Interruption) in
        try weigher.enumerate(faults: faults, workers: call.workers) { progress.show($0) }
      }
    }
    // The sample is independent of the weighing, so it does not wait for other shards.
    if case .failure(let interruption) = weighed, interruption != .pendingShards {
      throw interruption
    }
    let sample = try Progress(language("{0}, at random", name), console, language).end {
      progress throws(Interruption) in
      try weigher.sample(faults: faults, users: scenario.userCount, workers: call.workers) {
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

  /// The plan in the form of a case, for the command that replays it.
  private func plan(_ script: Population.Script) -> JSONOutput {
    script.planOutput(scenario.deterministicCase(script).population.conditions)
  }
}

extension Double {
  /// Two decimals and the power of ten.
  var words: String {
    var (number, power) = (self, 0)
    while number >= 9.995 {
      number /= 10
      power += 1
    }
    return "\(NumberFormat.fixed(number, digits: 2))e\(power)"
  }
}
