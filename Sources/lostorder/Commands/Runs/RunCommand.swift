import Experiments
import JSONText
import PurchaseWorld
import Reports
package import Scenarios
import Statistics

extension Subcommand {
  package static let run = Subcommand(
    "run", "run scenarios and cases, and judge their expectations", takes: .files,
    options: [
      .seed, .users, .workers, .timeLimit, .exact, .baseline, .tolerance, .annotate, .out,
      .language, .quiet,
    ],
    notes: [
      "Prints a table for each file, judges its expectations, and writes",
      "FOLDER/<name of the scenario>/summary.json, beside it report.html, losses.csv and designs.csv,",
      "and for all files FOLDER/junit.xml and FOLDER/report.md. All files are read before any runs.",
      "The four files of a scenario come together; others in its folder stay. Ctrl-C and --time-limit",
      "end the run with what was played by then; a second Ctrl-C ends it at once, with nothing.",
      "Colours and progress are shown on a terminal only; NO_COLOR turns colours off.",
      "With --language zh people read Chinese: what is printed, and report.html. Files for programs,",
      "report.md and messages about mistakes stay English.",
    ]
  ) { RunCommand(console: $0, arguments: $1).run() }
}

extension Option {
  fileprivate static let exact = Option(
    "--exact", "make Clopper–Pearson intervals instead of Wilson's")
  fileprivate static let baseline = Option(
    "--baseline", "FOLDER", .text(.files),
    "compare with the summaries in this folder; 1 if anything got worse")
  fileprivate static let annotate = Option(
    "--annotate", "SERVICE", .choice(Annotations.Service.allCases.map(\.rawValue)),
    "print what does not hold as github, azure or gcc show it; gitlab: codequality.json")
}

/// `lostorder run`: runs scenarios and cases, prints their reports and writes their summaries.
package struct RunCommand: Playing {
  let console: Console
  let arguments: Arguments

  private var folder: ResultsFolder { ResultsFolder(path: arguments.text(.out) ?? "results") }

  private var language: Language { preparation.language }

  /// The service for which what does not hold is written.
  private var annotates: Annotations.Service? {
    arguments.text(.annotate).flatMap(Annotations.Service.init)
  }

  func run() -> ExitCode {
    let read = ScenarioFiles(arguments.operands)
    if !read.problems.isEmpty { return console.refuse(problems: read.problems) }
    if read.files.contains(where: { preparation.refusesUsers(of: $0.scenario, $0.path) }) {
      return .usage
    }
    guard let tolerance = BaselineCommand.tolerance(arguments, console) else { return .usage }
    if arguments.has(.tolerance), !arguments.has(.baseline) {
      return console.refuse("option '--tolerance' needs '--baseline'")
    }
    if let path = arguments.text(.baseline), SummaryFiles.isSame(path, folder.path) {
      return console.refuse(
        "--baseline: results are written into \(path.quoted) too; expected another --out")
    }
    var problems: [String] = []
    let baseline = arguments.text(.baseline).map { SummaryFiles($0, &problems).summaries }
    guard problems.isEmpty else { return console.refuse(problems: problems) }
    for remark in read.remarks { console.complain(remark + "\n") }
    var code = ExitCode.holds
    var records: [(RunRecord, Scenario)] = []
    do throws(ResultsFolder.Failure) {
      try folder.prepare(
        for: ["junit.xml", "report.md"] + (annotates == .gitlab ? ["codequality.json"] : []))
      for (index, file) in read.files.enumerated() {
        if index > 0 && !arguments.has(.quiet) { console.print("\n") }
        let scenario = preparation.prepared(file.scenario)
        let record = try run(scenario, file)
        if let cut = record.findings.cut { code = code.worse(ExitCode(cut)) }
        // What was cut short before anything was known takes the place of nothing.
        if record.isEmpty { break }
        records.append((record, scenario))
        code = code.worse(ExitCode(record.findings.verdict))
        if console.stop.cut != nil { break }
      }
      tellOfRest(read.files.dropFirst(records.count).map(\.path))
      if let baseline { compare(&records, baseline, tolerance) }
      if !records.isEmpty { try writeForAll(records.map { ($0, examples(of: $0, $1)) }) }
    } catch {
      console.complain("lostorder: \(error.message)\n")
      return code.worse(.cannotWrite)
    }
    if records.count > 1 { console.print(total(records.map(\.0.findings.verdict))) }
    if let baseline { code = code.worse(tell(records.map(\.0), baseline, tolerance)) }
    return code
  }

  /// Names the files that were not run any more.
  private func tellOfRest(_ paths: [String]) {
    guard let cut = console.stop.cut else { return }
    for path in paths {
      let words = CutText.line(cut, users: 0, designs: [], language)
      console.complain(language("{0}: cannot tell: {1}", path.escapingControls, words) + "\n")
    }
  }

  /// Compares the runs with those before, all together; one that was cut short tells of no change.
  private func compare(
    _ records: inout [(RunRecord, Scenario)], _ baseline: [BaselineSummary], _ tolerance: Double
  ) {
    let runs = records.map { record, _ -> (old: BaselineSummary, new: BaselineSummary)? in
      guard record.findings.cut == nil else { return nil }
      return baseline.first { $0.name == record.findings.name }.map { old in
        let summary = SummaryJSON.output(record.findings).text
        guard let new = try? BaselineSummary(Array(summary.utf8), file: record.path) else {
          preconditionFailure("a summary of our own can be read")
        }
        return (old, new)
      }
    }
    let tests = JointTests(runs.compactMap { $0 }, tolerance: tolerance)
    for (index, run) in runs.enumerated() {
      guard let run else { continue }
      records[index].0.changes = BaselineComparison(
        run.old, run.new, tolerance: tolerance, tests: tests, replay: records[index].0.replay)
    }
  }

  /// Tells what changed since the baseline.
  private func tell(
    _ records: [RunRecord], _ baseline: [BaselineSummary], _ tolerance: Double
  ) -> ExitCode {
    let added = records.map(\.findings.name).filter { name in
      !baseline.contains { $0.name == name }
    }
    let report = BaselineReport(
      records.compactMap(\.changes), added: added, tolerance: tolerance, language)
    console.print(report.text)
    return ExitCode(report)
  }

  /// Writes what tells of all files together.
  private func writeForAll(
    _ records: [(RunRecord, [MarkdownReport.Example])]
  ) throws(ResultsFolder.Failure) {
    let runs = records.map(\.0)
    try folder.write(JUnitXML.text(runs), file: "junit.xml")
    try folder.write(MarkdownReport.text(records), file: "report.md")
    guard let service = annotates else { return }
    let notes = Annotations.text(runs, for: service)
    if service == .gitlab {
      try folder.write(notes, file: "codequality.json")
    } else {
      console.printAsIs(notes)
    }
  }

  /// Runs one file; the results can fail to be written, before or after the run.
  private func run(
    _ scenario: Scenario, _ file: ScenarioFiles.File
  ) throws(ResultsFolder.Failure) -> RunRecord {
    try folder.prepare(name: scenario.name, for: Folder.ownFiles)
    var results = preparation.play(scenario, file.path) {
      $0.run(workers: preparation.workers, progress: $1)
    }
    if arguments.has(.exact) { results.method = .clopperPearson }
    let findings = Findings(results)
    let (path, seed) = (file.path, scenario.isCase ? nil : scenario.seed)
    let record = RunRecord(findings, path: path) { design, user in
      RunCommand.tracing((design, user), path, seed: seed)
    }
    if record.isEmpty { return record }
    let report = RunReport(findings, Palette(hasColor: console.hasColor), language)
    console.print(arguments.has(.quiet) ? report.shortText : report.text)
    if !arguments.has(.quiet), let lost = record.firstLost {
      let words =
        scenario.isCase
        ? language("one lost order, step by step (others by the names of their designs):")
        : language("one lost order, step by step:")
      let command = language.command(record.replay(lost.design, lost.user))
      console.print("\n\(words)\n  \(command)\n")
    }
    for trouble in report.troubles {
      console.complain(
        language("{0}: cannot tell: {1}", file.path.escapingControls, trouble.escapingControls)
          + "\n")
    }
    if let cut = findings.cut { preparation.replay(cut, scenario, path) }
    try write(record, scenario, file.source)
    return record
  }

  /// The life that a pull request shows.
  private func examples(of record: RunRecord, _ scenario: Scenario) -> [MarkdownReport.Example] {
    guard let lost = record.tellingLost,
      let design = scenario.designs.first(where: { $0.name == lost.design })
    else { return [] }
    let story = Subject(scenario: scenario, number: lost.user).story(under: design)
    let title = "one lost order: \(record.replay(lost.design, lost.user))"
    return [(title, Timeline.text(story))]
  }

  /// Writes what belongs to one scenario.
  private func write(
    _ record: RunRecord, _ scenario: Scenario, _ source: String
  ) throws(ResultsFolder.Failure) {
    let findings = record.findings
    let page = ReportPage(findings, scenario, path: record.path, source: source, language)
    try folder.write(
      [
        ("summary.json", SummaryJSON.output(findings).text), ("report.html", page.text),
        ("losses.csv", LossesCSV.text(record)), ("designs.csv", DesignsCSV.text(findings)),
      ], name: scenario.name)
  }

  /// The command that plays a user again under a design.
  static func tracing(
    _ lost: (design: String, user: UInt64), _ path: String, _ scenario: Scenario
  ) -> String {
    tracing(lost, path, seed: scenario.isCase ? nil : scenario.seed)
  }

  /// The command that plays a user again under a design.
  ///
  /// - Parameter seed: nil for a case, which has one user and no luck.
  static func tracing(
    _ lost: (design: String, user: UInt64), _ path: String, seed: UInt64?
  ) -> String {
    let command = "lostorder trace \(path.shellWord) --design \(lost.design.shellWord)"
    return seed.map { command + " --user \(UserNumber.text(lost.user)) --seed \($0)" } ?? command
  }

  /// The command that does the same on one thread.
  package static func reproducing(
    _ path: String, _ scenario: Scenario, by command: Subcommand = .run
  ) -> String {
    let users = scenario.isCase ? "" : " --users \(scenario.users)"
    return "lostorder \(command.name) \(path.shellWord) --seed \(scenario.seed)\(users)"
      + " --workers 1"
  }

  /// How many files came to which verdict.
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
}

extension ExitCode {
  /// The code of a run with a verdict.
  init(_ verdict: Verdict) {
    switch verdict {
    case .pass: self = .holds
    case .inconclusive: self = .undecided
    case .fail: self = .fails
    }
  }
}

extension RunRecord {
  /// Whether the run was cut short before anything was known. An endless life is something to know.
  fileprivate var isEmpty: Bool {
    switch findings.cut {
    case .interrupted, .timeUp: findings.users == 0
    case .endless, nil: false
    }
  }
}
