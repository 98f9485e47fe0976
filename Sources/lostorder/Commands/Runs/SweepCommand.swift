import Experiments
import JSONText
import Reports
import Scenarios

extension Call {
  func sweep() throws(Refusal) -> ExitCode {
    let input = try input()
    noteSample(of: input)
    guard let plan = SweepPlan(input.scenario) else {
      throw Refusal("\(input.path.quoted) has no sweep; expected a scenario with 'sweep'")
    }
    for point in plan.sweep.points { try checkUsers(of: input.with(point.scenario)) }
    let name = input.scenario.name
    try results.prepare(name: name, for: ["sweep.json"])
    let (points, cut) = play(plan, input)
    if let cut, points.isEmpty { throw refusal(cut, users: 0, of: input) }
    let findings = SweepFindings(plan, points, cut: cut)
    let report = SweepReport(findings)
    console.print(arguments.has(.quiet) ? report.shortText : report.text)
    for trouble in report.troubles { console.complain(cannotTell(input, trouble.escapingControls)) }
    try results.write(SweepJSON.output(findings).text, name: name, file: "sweep.json")
    if let cut { throw Refusal(text: replay(cut, input), ExitCode(cut)) }
    return findings.troubles.isEmpty ? .holds : .undecided
  }

  /// Plays every value, one after the other; those only that were played whole, if the sweep is cut
  /// short.
  private func play(
    _ plan: SweepPlan, _ input: Input
  ) -> (points: [SweepFindings.Point], cut: Cut?) {
    var points: [SweepFindings.Point] = []
    for (index, point) in plan.sweep.points.enumerated() {
      let played = input.with(plan.scenario(at: index))
      BugReport.prepare(reproducedBy: played.reproducing("sweep"))
      let progress = Progress(
        "\(input.scenario.name) (\(index + 1) of \(plan.sweep.points.count))", console)
      defer { progress.end() }
      let results = Runner(played.scenario, stop: console.stop).run(workers: workers) {
        progress.show($0)
      }
      if let cut = results.cut { return (points, cut) }
      points.append(SweepFindings.Point(results, at: point))
    }
    return (points, nil)
  }
}
