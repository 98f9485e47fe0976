import Experiments
import JSONText
import PurchaseWorld
import Reports
import Scenarios
import Statistics

/// `lostorder run`: runs scenarios and cases, prints their reports and writes their summaries.
struct RunCommand {
  let console: Console
  let arguments: Arguments

  private var preparation: Preparation {
    Preparation(console: console, arguments: arguments)
  }

  private var folder: ResultsFolder {
    ResultsFolder(path: arguments.text(.out) ?? "results")
  }

  func run() -> ExitCode {
    let read = ScenarioFiles(arguments.operands)
    if !read.problems.isEmpty {
      for problem in read.problems { console.complain(problem + "\n") }
      return .badScenario
    }
    if read.files.contains(where: { preparation.refusesUsers(of: $0.scenario, $0.path) }) {
      return .usage
    }
    var code = ExitCode.holds
    var counts: [Verdict: Int] = [:]
    for (index, file) in read.files.enumerated() {
      if index > 0 && !arguments.has(.quiet) { console.print("\n") }
      do {
        let verdict = try run(file)
        counts[verdict, default: 0] += 1
        code = code.worse(ExitCode(verdict))
      } catch {
        console.complain("lostorder: \(error.message)\n")
        return code.worse(.cannotWrite)
      }
    }
    if read.files.count > 1 { console.print(total(counts)) }
    return code
  }

  /// Runs one file; the results can fail to be written, before or after the run.
  private func run(_ file: ScenarioFiles.File) throws(ResultsFolder.Failure) -> Verdict {
    let scenario = preparation.prepared(file.scenario)
    try folder.prepare(name: scenario.name)
    var results = preparation.play(scenario, file.path) {
      $0.run(workers: preparation.workers, progress: $1)
    }
    if arguments.has(.exact) { results.method = .clopperPearson }
    let findings = Findings(results)
    let report = RunReport(findings, Palette(hasColor: console.hasColor))
    console.print(arguments.has(.quiet) ? report.shortText : report.text)
    if !arguments.has(.quiet), let user = firstLost(findings) {
      let others = scenario.isCase ? " (others by the names of their designs)" : ""
      console.print(
        "\none lost order, step by step\(others):\n"
          + "  \(RunCommand.tracing(user, file.path, scenario))\n")
    }
    for trouble in report.troubles {
      console.complain("\(file.path.escapingControls): cannot tell: \(trouble)\n")
    }
    let summary = SummaryJSON.output(findings).text
    try folder.write(summary, name: scenario.name, file: "summary.json")
    let page = ReportPage(findings, scenario, path: file.path, source: file.source)
    try folder.write(page.text, name: scenario.name, file: "report.html")
    return findings.verdict
  }

  /// The lowest user of whom the first design that loses anything lost an order.
  private func firstLost(_ findings: Findings) -> (design: String, user: UInt64)? {
    for design in findings.designs {
      if let ending = design.ending {
        if ending.fates.contains(where: \.countsAsLost) { return (design.name, 0) }
        continue
      }
      var users: [UInt64] = []
      for kind in LossKind.allCases {
        for point in DropPoint.allCases { users += design.ledger.firstUsers(kind, point) }
      }
      if let user = users.min() { return (design.name, user) }
    }
    return nil
  }

  /// The command that plays a user again under a design.
  static func tracing(
    _ lost: (design: String, user: UInt64), _ path: String, _ scenario: Scenario
  ) -> String {
    let command = "lostorder trace \(shellWord(path)) --design \(shellWord(lost.design))"
    // A case has one user, and no luck.
    if scenario.isCase { return command }
    return command + " --user \(UserNumber.text(lost.user)) --seed \(scenario.seed)"
  }

  /// The command that does the same on one thread.
  static func reproducing(
    _ path: String, _ scenario: Scenario, by command: Subcommand = .run
  ) -> String {
    let users = scenario.isCase ? "" : " --users \(scenario.users)"
    return "lostorder \(command.rawValue) \(shellWord(path)) --seed \(scenario.seed)\(users)"
      + " --workers 1"
  }

  /// A word as a shell reads it: in quotes unless it is plain.
  static func shellWord(_ word: String) -> String {
    let isPlain = word.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        true
      default: "/._-".utf8.contains(byte)
      }
    }
    if isPlain && !word.isEmpty { return word }
    let quoted = word.split(separator: "'", omittingEmptySubsequences: false)
      .joined(separator: "'\\''").escapingControls
    return "'" + quoted + "'"
  }

  /// How many files came to which verdict.
  private func total(_ counts: [Verdict: Int]) -> String {
    let parts = Verdict.allCases.compactMap { verdict in
      counts[verdict].map { "\($0) \(verdict.rawValue)" }
    }
    return "\(counts.values.reduce(0, +)) files: \(parts.joined(separator: ", "))\n"
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
