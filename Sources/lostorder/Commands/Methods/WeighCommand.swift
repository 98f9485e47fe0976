import Experiments
import JSONText
import PurchaseWorld
import Reports
import Scenarios

/// `lostorder explore --weigh`: what plans of a few declared faults lose, and whether users who are
/// drawn by chance agree.
extension ExploreCommand {
  private var cells: Int { call.arguments.number(.cells) ?? 4 }

  func weigh() throws(Refusal) -> ExitCode {
    if let problem = problem { throw Refusal("\(input.path.escapingControls): \(problem)") }
    try call.results.prepare(name: scenario.name, for: ["weighing.json"])
    var found: [(Weighing, WeighedSample)] = []
    do throws(Cut) {
      for design in designs { found.append(try weigh(design, isFirst: found.isEmpty)) }
    } catch { throw call.refusal(error, of: input) }
    if !isQuiet { console.print("\n" + WeighingReport.legend.joined(separator: "\n") + "\n") }
    let output = WeighingJSON.output(
      found, of: scenario.name, seed: scenario.seed, faults: faults, cells: cells, plan: plan)
    try call.results.write(output.text, name: scenario.name, file: "weighing.json")
    let verdicts = found.map { $1.holds($0, among: designs.count) }
    return verdicts.contains(false) ? .fails : verdicts.contains(nil) ? .undecided : .holds
  }

  /// Why the scenario cannot be weighed; nil if it can.
  private var problem: String? {
    if scenario.isCase {
      return "a case has no probabilities that could be weighed; expected a scenario"
    }
    let declared = FaultKind.allCases.filter { kind in
      scenario.population.faults.contains { $0.kind == kind }
    }
    if !declared.isEmpty, !declared.contains(where: kinds.contains) {
      return "declares none of these faults; expected one of "
        + declared.map(\.rawValue).joined(separator: ", ")
    }
    let weigher = Weigher(designs[0], in: scenario, cells: cells, kinds: kinds)
    let (users, lives) = (weigher.users, weigher.lives(faults: faults))
    if users <= Weigher.mostUsers, lives <= Weigher.mostLives { return nil }
    return "there are about \(users.words) different users and \(lives.words) lives to go"
      + " through; expected at most 1e6 and 1e9: ask for fewer --faults, --cells or --kinds"
  }

  private func weigh(_ design: Design, isFirst: Bool) throws(Cut) -> (Weighing, WeighedSample) {
    let weigher = Weigher(design, in: scenario, cells: cells, kinds: kinds, stop: console.stop)
    BugReport.prepare(
      reproducedBy: input.reproducing(
        "explore",
        " --weigh --design \(design.name.shellWord) --faults \(faults) --cells \(cells) --kinds "
          + kinds.map(\.rawValue).joined(separator: ",")))
    let weighing = try showing("weighed", design) { progress throws(Cut) in
      try weigher.weigh(faults: faults, workers: call.workers, progress: progress)
    }
    let sample = try showing("drawn", design) { progress throws(Cut) in
      try weigher.sample(
        faults: faults, users: scenario.users, workers: call.workers, progress: progress)
    }
    let report = WeighingReport(
      weighing, sample, of: scenario.name, cells: cells, among: designs.count
    ) { script in input.command("trace", design.name) + " --plan " + plan(script).line.shellWord }
    console.print(
      isQuiet
        ? "\(design.name.escapingControls): \(report.verdict)\n"
        : (isFirst ? "" : "\n") + report.text)
    return (weighing, sample)
  }

  /// Does one part of the work and shows how far it is.
  private func showing<Found>(
    _ part: String, _ design: Design,
    _ work: (@escaping @Sendable (Double) -> Void) throws(Cut) -> Found
  ) throws(Cut) -> Found {
    let progress = Progress("\(scenario.name): \(design.name), \(part)", console)
    defer { progress.end() }
    return try work { progress.show($0) }
  }

  /// A life as a case writes it, for the command that plays it.
  private func plan(_ script: Population.Script) -> JSONOutput {
    script.planOutput(scenario.settled(script).population.conditions)
  }
}
