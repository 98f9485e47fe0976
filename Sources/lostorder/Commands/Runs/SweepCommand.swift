import Experiments
import JSONText
import Reports
import Scenarios

extension Subcommand {
  package static let sweep = Subcommand(
    "sweep", "vary one value of a scenario, and find where designs change places", takes: .file,
    options: [.seed, .users, .workers, .timeLimit, .out, .quiet],
    notes: [
      "Plays FILE at every value of its 'sweep', each time with the same users, and writes",
      "FOLDER/<name of the scenario>/sweep.json. Expectations are not judged. A break-even is the",
      "value above which another design loses fewer orders than below.",
    ]
  ) { SweepCommand(console: $0, arguments: $1).run() }
}

/// `lostorder sweep`: plays a scenario at every value of its sweep, and finds the break-evens.
struct SweepCommand: Playing {
  let console: Console
  let arguments: Arguments

  func run() -> ExitCode {
    guard let (path, scenario) = preparation.scenario() else { return .badScenario }
    preparation.noteSample(of: scenario, path)
    guard let plan = SweepPlan(scenario) else {
      return console.refuse("\(path.quoted) has no sweep; expected a scenario with 'sweep'")
    }
    if plan.sweep.points.contains(where: { preparation.refusesUsers(of: $0.scenario, path) }) {
      return .usage
    }
    return preparation.writing { folder throws(ResultsFolder.Failure) in try run(plan, path, folder)
    }
  }

  private func run(
    _ plan: SweepPlan, _ path: String, _ folder: ResultsFolder
  ) throws(ResultsFolder.Failure) -> ExitCode {
    let name = plan.scenario.name
    try folder.prepare(name: name, for: ["sweep.json"])
    let (points, cut) = play(plan, path)
    if let cut, points.isEmpty { return preparation.tell(cut, users: 0, of: plan.scenario, path) }
    let findings = SweepFindings(plan, points, cut: cut)
    let report = SweepReport(findings)
    console.print(arguments.has(.quiet) ? report.shortText : report.text)
    for trouble in report.troubles {
      console.complain("\(path.escapingControls): cannot tell: \(trouble.escapingControls)\n")
    }
    try folder.write(SweepJSON.output(findings).text, name: name, file: "sweep.json")
    if let cut {
      preparation.replay(cut, plan.scenario, path)
      return ExitCode(cut)
    }
    return findings.troubles.isEmpty ? .holds : .undecided
  }

  /// Plays every value, one after the other; those only that were played whole, if the sweep is cut
  /// short.
  private func play(_ plan: SweepPlan, _ path: String) -> (points: [SweepFindings.Point], cut: Cut?)
  {
    let count = plan.sweep.points.count
    var points: [SweepFindings.Point] = []
    for (index, point) in plan.sweep.points.enumerated() {
      let scenario = plan.scenario(at: index)
      BugReport.prepare(reproducedBy: RunCommand.reproducing(path, scenario, by: .sweep))
      let progress = Progress("\(scenario.name) (\(index + 1) of \(count))", console)
      defer { progress.end() }
      let results = Runner(scenario, stop: console.stop).run(workers: preparation.workers) {
        progress.show($0)
      }
      if let cut = results.cut { return (points, cut) }
      points.append(SweepFindings.Point(results, at: point))
    }
    return (points, nil)
  }
}
