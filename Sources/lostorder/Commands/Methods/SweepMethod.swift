import Experiments
import JSONText
import Methods
import Reports
import Scenarios

extension CommandContext {
  func sweep() throws(CommandError) -> ExitCode {
    let input = try input(shared: true)
    noteSample(of: input)
    guard let method = SweepMethod(call: self, input: input) else {
      throw CommandError(
        "\(input.path.quoted) has no key 'sweep'; expected one that says what to vary")
    }
    try method.checkUsers()
    return try perform(method)
  }
}

/// `lostorder sweep`: a scenario at every value of its sweep.
struct SweepMethod: Method {
  static let files = FolderOperations.sweepFiles

  let call: CommandContext, input: ScenarioInput
  private let plan: SweepPlan

  /// Nil if the scenario has no sweep.
  init?(call: CommandContext, input: ScenarioInput) {
    guard let plan = SweepPlan(input.scenario) else { return nil }
    (self.call, self.input, self.plan) = (call, input, plan)
  }

  /// Rejects a number of users that one of the points cannot have.
  func checkUsers() throws(CommandError) {
    for point in plan.sweep.points { try call.checkUsers(of: input.with(point.scenario)) }
  }

  func find() throws(CommandError) -> SweepFindings {
    let (points, interruption) = simulate()
    if let interruption, points.isEmpty { throw nothing(interruption) }
    return SweepFindings(plan, points, interruption: interruption)
  }

  func interruption(of found: SweepFindings) -> Interruption? { found.interruption }

  func text(of found: SweepFindings, isShort: Bool) -> String {
    let report = SweepReport(found, language)
    return isShort ? report.shortText : report.text
  }

  func warnings(of found: SweepFindings) -> [String] {
    SweepReport(found, language).warnings.map(\.escapingControls)
  }

  func contents(of found: SweepFindings) -> [String] {
    let command = Program.inFile { language.command(input.simulationCommand("sweep")) }
    return [
      SweepJSON.output(found).text, SweepCSV.text(found), SweepDrawing.svg(found, language),
      SweepSections(found, language).page(source: input.source, command: command).text,
    ]
  }

  func sections(of found: SweepFindings, order: [String]?) -> [HTMLPage.Section] {
    SweepSections(found, language).sections
  }

  func refusal(_ interruption: Interruption, of found: SweepFindings) -> CommandError {
    CommandError(text: call.replay(interruption, input), ExitCode(interruption))
  }

  func exitCode(of found: SweepFindings) -> ExitCode {
    found.warnings.isEmpty ? .holds : .undecided
  }

  /// Simulates every point, one after the other; if interrupted, returns only the complete points.
  private func simulate() -> ([SweepFindings.Point], Interruption?) {
    var points: [SweepFindings.Point] = []
    var isWhole = true
    for (index, point) in plan.sweep.points.enumerated() {
      let pointInput = input.with(plan.scenario(at: index))
      BugReport.prepare(reproducedBy: pointInput.reproductionCommand("sweep"))
      let name = language(
        "{0} ({1} of {2})", input.scenario.name, "\(index + 1)", "\(plan.sweep.points.count)")
      let division = call.division?.section(named: "point \(index + 1)")
      do throws(Interruption) {
        let found = try Progress(name, console, language).end { progress throws(Interruption) in
          try simulate(point, pointInput.scenario, division, progress)
        }
        points.append(found)
      } catch .pendingShards { isWhole = false } catch { return (points, error) }
    }
    return (points, isWhole ? nil : .pendingShards)
  }

  /// Simulates one point.
  private func simulate(
    _ point: Sweep.Point, _ scenario: Scenario, _ division: ShardedExecution?, _ progress: Progress
  ) throws(Interruption) -> SweepFindings.Point {
    if scenario.hasSharedBackend {
      let runner = SharedBackendRunner(scenario, stop: console.cancellation, in: division)
      let results = try runner.run(workers: call.workers) { progress.show($0) }
      return SweepFindings.Point(results, at: point)
    }
    let runner = Runner(scenario, stop: console.cancellation, in: division)
    let results = runner.run(workers: call.workers) { progress.show($0) }
    if let interruption = results.interruption { throw interruption }
    return SweepFindings.Point(results, at: point)
  }
}
