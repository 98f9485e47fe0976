import Experiments
import Reports
import Scenarios

extension Subcommand {
  static let funnel = Subcommand(
    "funnel", "count what clients logged, and show the ladder of their retries", takes: .file,
    options: [.seed, .users, .workers, .timeLimit],
    notes: [
      "Plays the scenario as 'run' does. Expectations are not judged, and nothing is written."
    ]
  ) { FunnelCommand(console: $0, arguments: $1).run() }
}

/// `lostorder funnel`: what the clients of every design logged, and the ladder of their retries.
struct FunnelCommand: Playing {
  let console: Console
  let arguments: Arguments

  func run() -> ExitCode {
    guard let (path, prepared) = preparation.scenario() else { return .badScenario }
    var scenario = prepared
    if preparation.refusesUsers(of: scenario, path) { return .usage }
    // What clients log is told as it was logged, not scaled.
    if !scenario.isCase { scenario.sampling = .plain }
    scenario.precision = nil
    let results = preparation.play(scenario, path) {
      $0.run(workers: preparation.workers, progress: $1)
    }
    if let cut = results.cut, results.users == 0 {
      return preparation.tell(cut, users: 0, of: prepared, path)
    }
    let findings = Findings(results)
    console.print(FunnelReport(findings).text)
    let code = preparation.tellsSomething(path, charges: findings.charges)
    return results.cut.map { preparation.tell($0, users: results.users, of: prepared, path) }
      ?? code
  }
}
