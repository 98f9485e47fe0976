import Methods
import CLibrary
import Experiments
import JSONText
import PurchaseWorld
import Reports
import Scenarios
import Statistics

private typealias FinishedRun = (record: any ReportedRun, input: ScenarioInput)

extension CommandContext {
  private var service: Annotations.Service? { arguments.choice(.annotate) }

  func run() throws(CommandError) -> ExitCode {
    let read = ScenarioInputs(arguments.operands, setting: arguments.settings)
    if !read.problems.isEmpty { throw try refusal(read.problems) }
    try checkForm(files: read.files.count)
    for input in read.files { try checkUsers(of: input) }
    let tolerance = try tolerance()
    if arguments.has(.tolerance), !arguments.has(.baseline) {
      throw CommandError("option '--tolerance' needs '--baseline'")
    }
    let baseline = try baseline()
    read.remarks.forEach(printError)
    let quality = service == .gitlab ? ["codequality.json"] : []
    try results.prepare(for: ["junit.xml", "report.md"] + quality)
    var code = ExitCode.holds
    var runs = try runAll(read.files, &code)
    var gaps: [Annotation] = []
    if let interruption = console.cancellation.interruption {
      let words = { InterruptionText.line(interruption, users: 0, designs: [], $0) }
      for input in read.files.dropFirst(runs.count) {
        console.printError(inconclusiveMessage(input, words(language)))
        gaps.append(Annotation(of: input.path, inconclusiveMessage: words(.en)))
      }
    }
    if let baseline { compare(&runs, baseline, tolerance) }
    let changes = runs.compactMap(\.record.baselineComparison)
    if baseline != nil, changes.isEmpty, let first = runs.first {
      let message = "the baseline has nothing to compare"
      gaps.append(Annotation(of: first.input.path, inconclusiveMessage: message))
    }
    if !runs.isEmpty {
      try results.write(JUnitXML.text(runs.map(\.record)), file: "junit.xml")
      let report = MarkdownReport.text(runs.map { ($0.record, examples($0)) }, language)
      try results.write(report, file: "report.md")
    }
    try annotate(runs.flatMap(\.record.annotations) + gaps)
    if runs.count > 1 {
      let counts = Verdict.counts(runs.map(\.record.verdict), language)
      printText(language("{0} files: {1}", "\(runs.count)", counts) + "\n")
    }
    guard let baseline else { return code }
    let names = runs.map(\.record.name)
    let added = names.filter { name in !baseline.contains { $0.name == name } }
    let report = BaselineReport(changes, added: added, tolerance: tolerance, language)
    // On standard error if standard output is for programs.
    form == .text ? console.print(report.text) : console.printError(report.text)
    return code.worse(ExitCode(report))
  }

  /// Runs files one after the other until an interruption.
  /// - Parameter code: becomes the worst code of the files.
  private func runAll(_ files: [ScenarioInput], _ code: inout ExitCode) throws(CommandError)
    -> [FinishedRun]
  {
    var runs: [FinishedRun] = []
    for (index, file) in files.enumerated() {
      if index > 0 && !arguments.has(.quiet) { printText("\n") }
      let input = prepared(file)
      let record: any ReportedRun =
        input.scenario.hasSharedBackend
        ? try execute(try SharedBackendRunMethod(call: self, input: input))
        : try execute(RunMethod(call: self, input: input))
      for interruption in record.interruptions { code = code.worse(ExitCode(interruption)) }
      // An empty result of an interrupted run is not kept.
      if record.isEmpty { break }
      runs.append((record, input))
      code = code.worse(ExitCode(record.verdict))
      if console.cancellation.interruption != nil { break }
    }
    return runs
  }

  /// The error for files that cannot be read, also written as annotations if requested.
  private func refusal(_ problems: [Problem]) throws(CommandError) -> CommandError {
    if service == .gitlab { try results.prepare(for: ["codequality.json"]) }
    try annotate(problems.map { Annotation($0) })
    return CommandError(problems: problems)
  }

  /// Writes the failures as annotations for the requested service.
  private func annotate(_ notes: [Annotation]) throws(CommandError) {
    guard let service else { return }
    let text = Annotations.text(notes, for: service)
    if service == .gitlab { return try results.write(text, file: "codequality.json") }
    console.show(text, isForPrograms: true)
  }

  /// Rejects options that would print two things at once to a program.
  private func checkForm(files: Int) throws(CommandError) {
    if form == .text { return }
    if [.csv, .losses].contains(form), files > 1 {
      throw CommandError(
        "--format \(form.rawValue): there are \(files) files; expected one, or --format json")
    }
    if let service, service != .gitlab {
      throw CommandError(
        "--annotate \(service.rawValue) and --format both print to standard output; expected one of them"
      )
    }
  }

  private func baseline() throws(CommandError) -> [BaselineSummary]? {
    guard let path = arguments.text(.baseline) else { return nil }
    if SummaryFiles.isSame(path, results.path) {
      throw CommandError(
        "--baseline: results are also written to \(path.quoted); expected another --out")
    }
    var problems: [Problem] = []
    let baseline = SummaryFiles.read(path, &problems)
    guard problems.isEmpty else { throw try refusal(problems) }
    return baseline
  }

  /// Compares all runs with the baseline, in one set of tests; an interrupted run shows no change.
  private func compare(
    _ runs: inout [FinishedRun], _ baseline: [BaselineSummary], _ tolerance: Double
  ) {
    let pairs = runs.map { run -> (old: BaselineSummary, new: BaselineSummary)? in
      let old = baseline.first { $0.name == run.record.name }
      guard let summary = run.record.summaryJSON, let old else { return nil }
      guard let new = try? BaselineSummary(Array(summary.utf8), file: run.input.path) else {
        preconditionFailure("a summary that was just written can be read")
      }
      return (old, new)
    }
    let tests = JointTests(pairs.compactMap { $0 }, tolerance: tolerance)
    for case (let index, let (old, new)?) in pairs.enumerated() {
      runs[index].record.baselineComparison = BaselineComparison(
        old, new, tolerance: tolerance, tests: tests
      ) { [record = runs[index].record] in record.replayCommand(LosingUser(design: $0, user: $1)) }
    }
  }

  /// The timeline that a pull request shows.
  private func examples(_ run: FinishedRun) -> [MarkdownReport.Example] {
    let scenario = run.input.scenario
    guard let lost = run.record.mostInformativeLosingUser,
      let design = scenario.designs.first(where: { $0.name == lost.design })
    else { return [] }
    let subject = TraceSubject(scenario: scenario, number: lost.user, replication: lost.replication)
    let story = subject.story(under: design)
    let failed = run.record.failure.flatMap { $0.user == lost ? $0.claim.expectation.path : nil }
    let title =
      "\(failed.map { "where \($0) fails" } ?? "one lost order"): \(run.record.replayCommand(lost))"
    return [MarkdownReport.Example(title: title, text: Timeline.text(story))]
  }

  /// The changes between two runs, from their summaries.
  func compareRuns(_ old: String, _ new: String) throws(CommandError) -> ExitCode {
    let tolerance = try tolerance()
    var problems: [Problem] = []
    let before = SummaryFiles.read(old, &problems)
    let after = SummaryFiles.read(new, &problems)
    guard problems.isEmpty else { throw CommandError(problems: problems) }
    let runs = after.compactMap { summary in
      before.first { $0.name == summary.name }.map { (old: $0, new: summary) }
    }
    let tests = JointTests(runs, tolerance: tolerance)
    let comparisons = runs.map { old, new in
      let seed = new.isCase ? nil : UInt64(clamping: new.seed)
      // Summaries do not contain the file name of the scenario; the reader must insert it.
      return BaselineComparison(old, new, tolerance: tolerance, tests: tests) {
        ScenarioInput.tracing($0, $1, "FILE", seed: seed)
      }
    }
    let (oldNames, newNames) = (before.map(\.name), after.map(\.name))
    let report = BaselineReport(
      comparisons, added: newNames.filter { !oldNames.contains($0) },
      missing: oldNames.filter { !newNames.contains($0) }, tolerance: tolerance, language)
    console.print(arguments.has(.quiet) ? report.shortText : report.text)
    return ExitCode(report)
  }

  /// The requested tolerance, as a share from 0 to 1.
  func tolerance() throws(CommandError) -> Double {
    guard let text = arguments.text(.tolerance) else { return 0 }
    if let number = Double(text), number >= 0, number <= 1_000 { return number / 1_000 }
    throw CommandError(
      "\(text.quoted) is not a value of '--tolerance';"
        + " expected a number from 0 to 1000 (per mille)")
  }
}
