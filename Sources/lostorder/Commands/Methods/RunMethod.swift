import Experiments
import JSONText
import Methods
import Reports
import Scenarios
import Statistics

/// `lostorder run`: independent users of one scenario, under every design.
struct RunMethod: Method {
  static let files = FolderOperations.ownFiles

  let call: CommandContext, input: ScenarioInput
  /// Returns the other sections of the page.
  var others: (RunFindings) throws(CommandError) -> [HTMLPage.Section] = { _ in [] }

  func find() -> RunRecord {
    var results = call.simulate(input)
    if call.arguments.has(.exact) { results.method = .clopperPearson }
    var findings = RunFindings(results)
    findings.parameterDrawFindings = draws(of: findings)
    findings.conclusion = conclusion(of: findings)
    return RunRecord(findings, path: input.path, replay: input.tracing)
  }

  func interruption(of record: RunRecord) -> Interruption? { record.interruptions.first }

  func isUnknown(_ record: RunRecord) -> Bool { record.isEmpty }

  func text(of record: RunRecord, isShort: Bool) -> String {
    let report = RunReport(record.findings, hasColor: console.hasColor, language)
    return isShort ? report.shortText : report.text + example(of: record)
  }

  func warnings(of record: RunRecord) -> [String] {
    RunReport(record.findings, language).warnings.map(\.escapingControls)
  }

  /// The command for a simulation without end, and the missing draws.
  func remarks(on record: RunRecord) -> [String] {
    let findings = record.findings
    let replay = findings.interruption.map { [call.replay($0, input)] } ?? []
    guard let draws = findings.parameterDrawFindings, let interruption = draws.interruption,
      let plan = ParameterDrawPlan(scenario),
      let missing = ParameterDrawText(draws, findings, language).missingDrawsReason
    else { return replay }
    return replay + [
      call.inconclusiveMessage(input, missing),
      call.replay(interruption, input.with(plan.scenario(of: draws.runawayDraw))),
    ]
  }

  func contents(of record: RunRecord) throws(CommandError) -> [String] {
    let findings = record.findings
    let page = page(of: findings, with: try others(findings))
    return [
      SummaryJSON.output(findings).text, page, DesignsCSV.text(findings),
      LossesCSV.text(record),
    ] + RunTables.fileContents(for: findings)
  }

  func exitCode(of record: RunRecord) -> ExitCode { ExitCode(record.verdict) }

  /// The command that shows why an expectation failed; if none failed, how an order was lost.
  private func example(of record: RunRecord) -> String {
    let words: String, user: LosingUser?
    if let failure = record.failure {
      words = language("where {0} fails, step by step:", failure.claim.expectation.path)
      user = failure.user
    } else {
      words =
        scenario.isCase
        ? language("one lost order, step by step (for others, change the name of the design):")
        : language("one lost order, step by step:")
      user = record.firstLosingUser
    }
    guard let user else { return "" }
    return "\n\(words)\n  \(language.command(record.replayCommand(user)))\n"
  }

  /// The conclusion of a run, with axis-by-axis variants of its leading design.
  private func conclusion(of findings: RunFindings) -> Conclusion? {
    guard let conclusion = Conclusion(findings) else { return nil }
    guard let ablation = AxisAblation(conclusion, of: findings) else { return conclusion }
    let division = call.division?.section(named: findings.name).section(named: "trials")
    let results = Runner(ablation.scenario, stop: console.cancellation, in: division).run(
      workers: call.workers)
    // A run does without these variants; a shard must report the reason why the others wait.
    if call.deferred != nil, let interruption = results.interruption, case .runaway = interruption {
      console.printError(call.refusal(interruption, of: input).text(in: language))
    }
    return Conclusion(findings, ablation: ablation.findings(results))
  }

  /// Simulates the draws of a scenario; nil if there are none, or if the run was interrupted.
  private func draws(of findings: RunFindings) -> ParameterDrawFindings? {
    guard findings.interruption == nil, let plan = ParameterDrawPlan(findings.scenario) else {
      return nil
    }
    let name = language("{0}, draws", findings.name)
    let division = call.division?.section(named: findings.name)
    let results = Progress(name, console, language).end { progress in
      plan.run(workers: call.workers, stop: console.cancellation, in: division) {
        progress.show($0)
      }
    }
    return ParameterDrawFindings(plan, results, findings)
  }
}
