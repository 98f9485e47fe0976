import Experiments
import Reports
import Scenarios

extension Subcommand {
  /// What the clients of every design logged, and the ladder of their retries.
  static let funnel = Subcommand(
    "funnel", "count what clients logged, and show the ladder of their retries", takes: .file,
    options: [.seed, .users, .workers, .timeLimit], notes: [asRun], run: Call.funnel)

  /// The key counts of every day of simulated time, as article 000 mails them.
  static let digest = Subcommand(
    "digest", "count what clients logged day by day, with the revenue recovered", takes: .file,
    options: [.design, .seed, .users, .workers, .timeLimit], notes: [asRun], run: Call.digest)

  private static let asRun =
    "Plays the scenario as 'run' does. Expectations are not judged, and nothing is written."
}

extension Call {
  fileprivate func funnel() throws(Refusal) -> ExitCode {
    let input = try input()
    try checkUsers(of: input)
    var played = input
    // What clients log is told as it was logged, not scaled.
    if !input.scenario.isCase { played.scenario.sampling = .plain }
    played.scenario.precision = nil
    let results = play(played)
    return try show(results.cut, users: results.users, of: input) {
      let findings = Findings(results)
      console.print(RunReport(findings).funnel)
      return findings.charges
    }
  }

  fileprivate func digest() throws(Refusal) -> ExitCode {
    let input = try input()
    try checkUsers(of: input)
    let design = try design(.design, of: input.scenario)
    let digest = play(input) { $0.runDaily(workers: workers, progress: $1) }
    return try show(digest.cut, users: digest.users, of: input) {
      console.print(DigestReport(digest).text(design: design))
      let shown = design.map { [digest.designs[$0]] } ?? digest.designs
      return shown.map { (design: $0.name, charges: $0.charges) }
    }
  }
}
