import Experiments
import JSONText
import PurchaseWorld
import Reports
import Scenarios

extension Option {
  static let faults = Option(
    "--faults", "NUMBER", .number(0...4), "let up to so many faults strike (default: 1)")
  static let cells = Option(
    "--cells", "NUMBER", .number(1...64),
    "with --weigh: cut every drawn delay into so many parts (default: 4)")
}

/// `lostorder explore --weigh`: what plans of a few declared faults lose, and whether users who are
/// drawn by chance agree.
struct WeighCommand: Playing {
  let console: Console
  let arguments: Arguments
  let path: String
  let scenario: Scenario
  let designs: [Design]
  let kinds: [FaultKind]

  /// The parts of a drawn delay when nothing else is asked for.
  static let defaultCells = 4

  private var faults: Int { arguments.number(.faults) ?? 1 }
  private var cells: Int { arguments.number(.cells) ?? WeighCommand.defaultCells }

  func run() -> ExitCode {
    guard !scenario.isCase else {
      return refuse("a case has no probabilities that could be weighed; expected a scenario")
    }
    let declared = FaultKind.allCases.filter { kind in
      scenario.population.faults.contains { $0.kind == kind }
    }
    if !declared.isEmpty, !declared.contains(where: { kinds.contains($0) }) {
      return refuse(
        "declares none of these faults; expected one of "
          + declared.map(\.rawValue).joined(separator: ", "))
    }
    if let problem = Weigher(designs[0], in: scenario, cells: cells, kinds: kinds).excess(faults) {
      return refuse(problem)
    }
    return preparation.writing { folder throws(ResultsFolder.Failure) in
      try folder.prepare(name: scenario.name, for: ["weighing.json"])
      var found: [(Weighing, WeighedSample)] = []
      do throws(Cut) {
        for design in designs { found.append(try weigh(design, isFirst: found.isEmpty)) }
      } catch { return preparation.tell(error, of: scenario, path) }
      if !arguments.has(.quiet) {
        console.print("\n" + WeighingReport.legend.joined(separator: "\n") + "\n")
      }
      let output = WeighingJSON.output(
        found, of: scenario.name, seed: scenario.seed, faults: faults, cells: cells, plan: plan)
      try folder.write(output.text, name: scenario.name, file: "weighing.json")
      let verdicts = found.map { $1.holds($0, among: designs.count) }
      return verdicts.contains(false) ? .fails : verdicts.contains(nil) ? .undecided : .holds
    }
  }

  private func weigh(_ design: Design, isFirst: Bool) throws(Cut) -> (Weighing, WeighedSample) {
    let weigher = Weigher(design, in: scenario, cells: cells, kinds: kinds, stop: console.stop)
    let workers = preparation.workers
    let name = design.name.shellWord
    BugReport.prepare(
      reproducedBy: "lostorder explore \(path.shellWord) --weigh --design \(name)"
        + " --faults \(faults) --cells \(cells) --kinds \(kinds.map(\.rawValue).joined(separator: ","))"
        + " --seed \(scenario.seed) --users \(scenario.users) --workers 1")
    let weighing = try showing("weighed", design) { progress throws(Cut) in
      try weigher.weigh(faults: faults, workers: workers, progress: progress)
    }
    let sample = try showing("drawn", design) { progress throws(Cut) in
      try weigher.sample(
        faults: faults, users: scenario.users, workers: workers, progress: progress)
    }
    let report = WeighingReport(
      weighing, sample, of: scenario.name, cells: cells, among: designs.count
    ) { script in
      "lostorder trace \(path.shellWord) --design \(name) --plan "
        + plan(script).line.shellWord
    }
    console.print(
      arguments.has(.quiet)
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

  private func refuse(_ message: String) -> ExitCode {
    console.refuse("\(path.escapingControls): \(message)")
  }
}

extension Weigher {
  /// Why there is too much to go through; nil if there is not.
  fileprivate func excess(_ faults: Int) -> String? {
    let lives = lives(faults: faults)
    if users <= Weigher.mostUsers, lives <= Weigher.mostLives { return nil }
    return "there are about \(users.words) different users and \(lives.words) lives to go"
      + " through; expected at most 1e6 and 1e9: ask for fewer --faults, --cells or --kinds"
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
    let hundredths = Int((number * 100).rounded())
    return "\(hundredths / 100).\(hundredths / 10 % 10)\(hundredths % 10)e\(power)"
  }
}
