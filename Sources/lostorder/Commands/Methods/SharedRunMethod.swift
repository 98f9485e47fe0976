import Experiments
import JSONText
import Methods
import Reports
import Scenarios

/// `lostorder run`: users who share a backend (B11), in every replication.
struct SharedRunMethod: Method {
  static let files = Folder.sharedFiles

  let call: CommandContext, input: ScenarioInput

  /// Rejects options that apply only to independent users.
  init(call: CommandContext, input: ScenarioInput) throws(CommandError) {
    (self.call, self.input) = (call, input)
    if call.arguments.has(.exact) {
      throw CommandError(
        "\(Option.exact.name): users of \(input.path.quoted) share a backend, so intervals come from replications"
      )
    }
    if call.form == .losses {
      throw CommandError(
        "--format losses: users of \(input.path.quoted) share a backend; expected text, json or csv"
      )
    }
  }

  func find() -> SharedRecord {
    BugReport.prepare(reproducedBy: input.reproductionCommand())
    let found = Result { () throws(Interruption) in try call.simulateShared(scenario) }
    if case .failure(let interruption) = found, case .runaway = interruption {
      console.printError(call.refusal(interruption, of: input).text(in: language))
    }
    return SharedRecord(scenario, found, path: input.path, replay: input.tracing)
  }

  func interruption(of record: SharedRecord) -> Interruption? { record.interruptions.first }

  func isUnknown(_ record: SharedRecord) -> Bool { record.results == nil }

  func text(of record: SharedRecord, isShort: Bool) -> String {
    guard let found = record.results else { return "" }
    let report = SharedReport(found, hasColor: console.hasColor, language)
    return isShort ? report.shortText : report.text
  }

  func warnings(of record: SharedRecord) -> [String] {
    record.results.map { SharedReport($0, language).warnings } ?? []
  }

  func contents(of record: SharedRecord) -> [String] {
    guard let found = record.results else { return [] }
    let command = language.command(input.simulationCommand("run"))
    return [
      SharedJSON.output(found).text,
      SharedPage(found, language).text(source: input.source, command: command),
      DesignsCSV.text(found),
    ] + SharedTables.contents(of: found)
  }

  func exitCode(of record: SharedRecord) -> ExitCode { ExitCode(record.verdict) }
}

extension CommandContext {
  /// Simulates users who share a backend.
  func simulateShared(_ scenario: Scenario) throws(Interruption) -> SharedResults {
    try Progress(scenario.name, console, language).end { progress throws(Interruption) in
      let runner = SharedRunner(scenario, stop: console.stop, in: division?.named(scenario.name))
      return try runner.run(workers: workers) { progress.show($0) }
    }
  }
}
