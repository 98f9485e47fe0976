import Experiments
import JSONText
import Reports
import Scenarios
import Statistics

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// `lostorder run`: runs scenarios and cases, prints their reports and writes their summaries.
struct RunCommand {
  let console: Console
  let arguments: Arguments

  private var folder: ResultsFolder {
    ResultsFolder(path: arguments.text(.out) ?? "results")
  }

  func run() -> ExitCode {
    let read = ScenarioFiles(arguments.operands)
    if !read.problems.isEmpty {
      for problem in read.problems { console.complain(problem + "\n") }
      return .badScenario
    }
    if let users = arguments.number(.users),
      let file = read.files.first(where: { !$0.scenario.isCase && users > $0.scenario.mostUsers })
    {
      console.complain(
        "lostorder: --users: \(users) users of '\(file.path.escapingControls)' could pay more than"
          + " can be counted; expected at most \(file.scenario.mostUsers) at these prices\n")
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
    var scenario = file.scenario
    if let seed = arguments.number(.seed) { scenario.seed = UInt64(seed) }
    if let users = arguments.number(.users), !scenario.isCase { scenario.users = users }
    try folder.prepare(name: scenario.name)
    BugReport.prepare(reproducedBy: RunCommand.reproducing(file.path, scenario))
    let progress = Progress(scenario.name, users: scenario.users, console)
    let results = Runner(scenario).run(workers: workers) { progress.show($0) }
    progress.end()
    let findings = Findings(results)
    let report = RunReport(findings, Palette(hasColor: console.hasColor))
    console.print(arguments.has(.quiet) ? report.shortText : report.text)
    for trouble in report.troubles {
      console.complain("\(file.path.escapingControls): cannot tell: \(trouble)\n")
    }
    let summary = SummaryJSON.output(findings).text
    try folder.write(summary, name: scenario.name, file: "summary.json")
    return findings.verdict
  }

  /// As many threads as the machine has cores, unless told otherwise.
  private var workers: Int {
    arguments.number(.workers) ?? max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
  }

  /// The command that does the same on one thread.
  static func reproducing(_ path: String, _ scenario: Scenario) -> String {
    let isPlain = path.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        true
      default: "/._-".utf8.contains(byte)
      }
    }
    let quoted = path.split(separator: "'", omittingEmptySubsequences: false)
      .joined(separator: "'\\''").escapingControls
    let users = scenario.isCase ? "" : " --users \(scenario.users)"
    return "lostorder run \(isPlain ? path : "'" + quoted + "'") --seed \(scenario.seed)\(users)"
      + " --workers 1"
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
