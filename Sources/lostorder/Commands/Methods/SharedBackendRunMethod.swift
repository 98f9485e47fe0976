import Experiments
import JSONText
import Methods
import Reports
import Scenarios

/// `lostorder run`: users who share a backend (B11), in every replication.
struct SharedBackendRunMethod: Method {
  static let files = FolderOperations.sharedFiles

  let call: CommandContext, input: ScenarioInput

  /// Rejects options that apply only to independent users.
  init(call: CommandContext, input: ScenarioInput) throws(CommandError) {
    (self.call, self.input) = (call, input)
    let file = input.path.quoted
    if call.arguments.has(.exact) {
      throw CommandError(
        "\(Option.exact.name): users of \(file) share a backend, so intervals come from replications"
      )
    }
    if call.form == .losses {
      throw CommandError(
        "--format losses: users of \(file) share a backend; expected text, json or csv")
    }
  }

  func find() -> SharedBackendRecord {
    BugReport.prepare(reproducedBy: input.reproductionCommand())
    let found = Result { () throws(Interruption) in try call.simulateShared(scenario) }
    if case .failure(let interruption) = found, case .runaway = interruption {
      console.printError(call.refusal(interruption, of: input).text(in: language))
    }
    return SharedBackendRecord(scenario, found, path: input.path, replay: input.tracing)
  }

  func interruption(of record: SharedBackendRecord) -> Interruption? { record.interruptions.first }

  func isUnknown(_ record: SharedBackendRecord) -> Bool { record.results == nil }

  func text(of record: SharedBackendRecord, isShort: Bool) -> String {
    guard let found = record.results else { return "" }
    let report = SharedBackendReport(found, hasColor: console.hasColor, language)
    return isShort ? report.shortText : report.text
  }

  func warnings(of record: SharedBackendRecord) -> [String] {
    record.results.map { SharedBackendReport($0, language).warnings } ?? []
  }

  func contents(of record: SharedBackendRecord) -> [String] {
    guard let found = record.results else { return [] }
    let command = language.command(input.simulationCommand("run"))
    return [
      SharedBackendJSON.output(found).text,
      SharedBackendPage(found, language).text(source: input.source, command: command),
      DesignsCSV.text(found),
    ] + SharedBackendTables.fileContents(for: found)
  }

  func exitCode(of record: SharedBackendRecord) -> ExitCode { ExitCode(record.verdict) }
}

extension CommandContext {
  /// Simulates users who share a backend.
  func simulateShared(_ scenario: Scenario) throws(Interruption) -> SharedBackendResults {
    try Progress(scenario.name, console, language).end { progress throws(Interruption) in
      let runner = SharedBackendRunner(
        scenario, stop: console.cancellation, in: division?.section(named: scenario.name))
      return try runner.run(workers: workers) { progress.show($0) }
    }
  }
}
