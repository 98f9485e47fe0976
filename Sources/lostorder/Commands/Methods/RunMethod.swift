import Experiments
import JSONText
import Methods
import Reports
import Scenarios
import Statistics

/// `lostorder run`: the users of one scenario, each by itself, under every design.
struct RunMethod: Method {
  static let files = Folder.ownFiles

  let call: Call, input: Input
  /// Finds what else is to stand on the page of the scenario.
  var others: (Findings) throws(Refusal) -> [HTMLPage.Section] = { _ throws(Refusal) in [] }

  func find() -> RunRecord {
    var played = call.play(input)
    if call.arguments.has(.exact) { played.method = .clopperPearson }
    var findings = Findings(played)
    findings.draws = draws(of: findings)
    findings.conclusion = conclusion(of: findings)
    return RunRecord(findings, path: input.path, replay: input.tracing)
  }

  func cut(of record: RunRecord) -> Cut? { record.cuts.first }

  func isUnknown(_ record: RunRecord) -> Bool { record.isEmpty }

  func text(of record: RunRecord, isShort: Bool) -> String {
    let report = RunReport(record.findings, hasColor: console.hasColor, language)
    return isShort ? report.shortText : report.text + example(of: record)
  }

  func troubles(of record: RunRecord) -> [String] {
    RunReport(record.findings, language).troubles.map(\.escapingControls)
  }

  /// How to see an endless life, and which draws are missing.
  func remarks(on record: RunRecord) -> [String] {
    let findings = record.findings
    let replay = findings.cut.map { [call.replay($0, input)] } ?? []
    guard let draws = findings.draws, let cut = draws.cut, let plan = DrawsPlan(scenario),
      let missing = DrawsText(draws, findings, language).missing
    else { return replay }
    return replay + [
      call.cannotTell(input, missing),
      call.replay(cut, input.with(plan.scenario(of: draws.endlessDraw))),
    ]
  }

  func contents(of record: RunRecord) throws(Refusal) -> [String] {
    let findings = record.findings
    let page = ReportPage(
      findings: findings, input: input, language: language, methods: try others(findings))
    return [
      SummaryJSON.output(findings).text, page.text, DesignsCSV.text(findings),
      LossesCSV.text(record),
    ] + RunSheets.contents(of: findings)
  }

  func exitCode(of record: RunRecord) -> ExitCode { ExitCode(record.verdict) }

  /// The command that shows why a claim failed; where none failed, how an order was lost.
  private func example(of record: RunRecord) -> String {
    let words: String, user: LosingUser?
    if let failure = record.failure {
      words = language("where {0} fails, step by step:", failure.claim.expectation.path)
      user = failure.user
    } else {
      words =
        scenario.isCase
        ? language("one lost order, step by step (others by the names of their designs):")
        : language("one lost order, step by step:")
      user = record.firstLost
    }
    guard let user else { return "" }
    return "\n\(words)\n  \(language.command(record.replay(user)))\n"
  }

  /// What a run decides, with its leading design changed axis by axis.
  private func conclusion(of findings: Findings) -> Conclusion? {
    guard let conclusion = Conclusion(findings) else { return nil }
    guard let trials = AxisTrials(conclusion, of: findings) else { return conclusion }
    let division = call.division?.named(findings.name).named("trials")
    let played = Runner(trials.scenario, stop: console.stop, in: division).run(
      workers: call.workers)
    // A run does without; of shards the one that knows has to say why the others wait.
    if call.deferred != nil, let cut = played.cut, case .endless = cut {
      console.complain(call.refusal(cut, of: input).text(in: language))
    }
    return Conclusion(findings, trials: trials.findings(played))
  }

  /// Plays the draws of a scenario; nil where it has none, and where the run itself was cut short.
  private func draws(of findings: Findings) -> DrawsFindings? {
    guard findings.cut == nil, let plan = DrawsPlan(findings.scenario) else { return nil }
    let name = language("{0}, what the data leave open", findings.name)
    let division = call.division?.named(findings.name)
    let played = Progress(name, console, language).end { progress in
      plan.run(workers: call.workers, stop: console.stop, in: division) { progress.show($0) }
    }
    return DrawsFindings(plan, played, findings)
  }
}
