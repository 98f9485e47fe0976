import Methods
import CLibrary
import Experiments
import JSONText
import PurchaseWorld
import Reports
import Scenarios
import Statistics

private typealias Played = (record: any ReportedRun, input: Input)

extension Call {
  private var service: Annotations.Service? { arguments.choice(.annotate) }

  func run() throws(Refusal) -> ExitCode {
    let read = ScenarioFiles(arguments.operands, setting: arguments.settings)
    if !read.problems.isEmpty { throw try refusal(read.problems) }
    try checkForm(files: read.files.count)
    for input in read.files { try checkUsers(of: input) }
    let tolerance = try tolerance()
    if arguments.has(.tolerance), !arguments.has(.baseline) {
      throw Refusal("option '--tolerance' needs '--baseline'")
    }
    let baseline = try baseline()
    read.remarks.forEach(complain)
    let quality = service == .gitlab ? ["codequality.json"] : []
    try results.prepare(for: ["junit.xml", "report.md"] + quality)
    var code = ExitCode.holds
    var runs = try runAll(read.files, &code)
    var gaps: [Note] = []
    if let cut = console.stop.cut {
      for input in read.files.dropFirst(runs.count) {
        console.complain(cannotTell(input, CutText.line(cut, users: 0, designs: [], language)))
        gaps.append(Note(of: input.path, cannotTell: CutText.line(cut, users: 0, designs: [])))
      }
    }
    if let baseline { compare(&runs, baseline, tolerance) }
    let changes = runs.compactMap(\.record.changes)
    if baseline != nil, changes.isEmpty, let first = runs.first {
      gaps.append(Note(of: first.input.path, cannotTell: "the baseline has nothing to compare"))
    }
    if !runs.isEmpty { try writeForAll(runs) }
    try annotate(runs.flatMap(\.record.notes) + gaps)
    if runs.count > 1 { tell(total(runs.map(\.record.verdict))) }
    guard let baseline else { return code }
    let names = runs.map(\.record.name)
    let added = names.filter { name in !baseline.contains { $0.name == name } }
    return code.worse(tell(BaselineReport(changes, added: added, tolerance: tolerance, language)))
  }

  /// Runs files one after the other until the work is cut short.
  /// - Parameter code: gets as bad as the worst of them.
  private func runAll(_ files: [Input], _ code: inout ExitCode) throws(Refusal) -> [Played] {
    var runs: [Played] = []
    for (index, file) in files.enumerated() {
      if index > 0 && !arguments.has(.quiet) { tell("\n") }
      let input = prepared(file)
      let record: any ReportedRun =
        input.scenario.isShared
        ? try carryOut(try SharedRunMethod(call: self, input: input))
        : try carryOut(RunMethod(call: self, input: input))
      for cut in record.cuts { code = code.worse(ExitCode(cut)) }
      // What was cut short before anything was known takes the place of nothing.
      if record.isEmpty { break }
      runs.append((record, input))
      code = code.worse(ExitCode(record.verdict))
      if console.stop.cut != nil { break }
    }
    return runs
  }

  /// The refusal of files, which the service that asked for annotations shows, too.
  private func refusal(_ problems: [Problem]) throws(Refusal) -> Refusal {
    if service == .gitlab { try results.prepare(for: ["codequality.json"]) }
    try annotate(problems.map { Note($0) })
    return Refusal(problems: problems)
  }

  /// Tells the service that asked for annotations what does not hold.
  private func annotate(_ notes: [Note]) throws(Refusal) {
    guard let service else { return }
    let text = Annotations.text(notes, for: service)
    if service == .gitlab { return try results.write(text, file: "codequality.json") }
    console.show(text, isForPrograms: true)
  }

  /// Says what a program should not expect to be there, so that people read it beside the results.
  private func tell(_ report: BaselineReport) -> ExitCode {
    form == .text ? console.print(report.text) : console.complain(report.text)
    return ExitCode(report)
  }

  /// Refuses what would print two things at once, of which a program expects one.
  private func checkForm(files: Int) throws(Refusal) {
    if form == .text { return }
    if [.csv, .losses].contains(form), files > 1 {
      throw Refusal("--format \(form.rawValue): \(files) files; expected one, or --format json")
    }
    if let service, service != .gitlab {
      throw Refusal(
        "--annotate \(service.rawValue) prints lines of its own; expected no --format beside it")
    }
  }

  private func baseline() throws(Refusal) -> [BaselineSummary]? {
    guard let path = arguments.text(.baseline) else { return nil }
    if SummaryFiles.isSame(path, results.path) {
      throw Refusal(
        "--baseline: results are written into \(path.quoted) too; expected another --out")
    }
    var problems: [Problem] = []
    let baseline = SummaryFiles.read(path, &problems)
    guard problems.isEmpty else { throw try refusal(problems) }
    return baseline
  }

  /// Compares the runs with those before, all together; one that was cut short tells of no change.
  private func compare(_ runs: inout [Played], _ baseline: [BaselineSummary], _ tolerance: Double) {
    let pairs = runs.map { run -> (old: BaselineSummary, new: BaselineSummary)? in
      let old = baseline.first { $0.name == run.record.name }
      guard let summary = run.record.summary, let old else { return nil }
      guard let new = try? BaselineSummary(Array(summary.utf8), file: run.input.path) else {
        preconditionFailure("a summary of our own can be read")
      }
      return (old, new)
    }
    let tests = JointTests(pairs.compactMap { $0 }, tolerance: tolerance)
    for case (let index, let (old, new)?) in pairs.enumerated() {
      runs[index].record.changes = BaselineComparison(
        old, new, tolerance: tolerance, tests: tests
      ) { [record = runs[index].record] in record.replay(LosingUser(design: $0, user: $1)) }
    }
  }

  private func writeForAll(_ runs: [Played]) throws(Refusal) {
    let records = runs.map(\.record)
    try results.write(JUnitXML.text(records), file: "junit.xml")
    try results.write(
      MarkdownReport.text(runs.map { ($0.record, lives($0)) }, language), file: "report.md")
  }

  /// The life that a pull request shows.
  private func lives(_ run: Played) -> [MarkdownReport.Example] {
    let scenario = run.input.scenario
    guard let lost = run.record.tellingLost,
      let design = scenario.designs.first(where: { $0.name == lost.design })
    else { return [] }
    let subject = Subject(scenario: scenario, number: lost.user, replication: lost.replication)
    let story = subject.story(under: design)
    let failed = run.record.failure.flatMap { $0.user == lost ? $0.claim.expectation.path : nil }
    let title =
      "\(failed.map { "where \($0) fails" } ?? "one lost order"): \(run.record.replay(lost))"
    return [MarkdownReport.Example(title: title, text: Timeline.text(story))]
  }

  private func total(_ verdicts: [Verdict]) -> String {
    let parts = Verdict.allCases.compactMap { verdict -> String? in
      let count = verdicts.count { $0 == verdict }
      if count == 0 { return nil }
      return switch verdict {
      case .pass: language("{0} pass", "\(count)")
      case .inconclusive: language("{0} inconclusive", "\(count)")
      case .fail: language("{0} fail", "\(count)")
      }
    }
    return language("{0} files: {1}", "\(verdicts.count)", language.list(parts)) + "\n"
  }

  /// What changed between two runs, by their summaries.
  func compareRuns(_ old: String, _ new: String) throws(Refusal) -> ExitCode {
    let tolerance = try tolerance()
    var problems: [Problem] = []
    let before = SummaryFiles.read(old, &problems)
    let after = SummaryFiles.read(new, &problems)
    guard problems.isEmpty else { throw Refusal(problems: problems) }
    let runs = after.compactMap { summary in
      before.first { $0.name == summary.name }.map { (old: $0, new: summary) }
    }
    let tests = JointTests(runs, tolerance: tolerance)
    let comparisons = runs.map { old, new in
      let seed = new.isCase ? nil : UInt64(clamping: new.seed)
      // Summaries do not tell the file of the scenario, which whoever replays an order has to name.
      return BaselineComparison(old, new, tolerance: tolerance, tests: tests) {
        Input.tracing($0, $1, "FILE", seed: seed)
      }
    }
    let (oldNames, newNames) = (before.map(\.name), after.map(\.name))
    let report = BaselineReport(
      comparisons, added: newNames.filter { !oldNames.contains($0) },
      missing: oldNames.filter { !newNames.contains($0) }, tolerance: tolerance, language)
    console.print(arguments.has(.quiet) ? report.shortText : report.text)
    return ExitCode(report)
  }

  /// What was asked for, as a share.
  func tolerance() throws(Refusal) -> Double {
    guard let text = arguments.text(.tolerance) else { return 0 }
    if let number = Double(text), number >= 0, number <= 1_000 { return number / 1_000 }
    throw Refusal(
      "\(text.quoted) is not a value of '--tolerance';"
        + " expected a number of per mille from 0 to 1000")
  }
}
