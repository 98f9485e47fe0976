import Experiments
import Reports
import Scenarios

extension Subcommand {
  /// `lostorder funnel`: what the clients of every design logged, and the ladder of their retries.
  static let funnel = Subcommand(
    "funnel", "count what clients logged, and show the ladder of their retries", takes: .file,
    options: [.seed, .users, .workers, .timeLimit],
    notes: [
      "Plays the scenario as 'run' does. Expectations are not judged, and nothing is written."
    ]
  ) { console, arguments in
    let preparation = Preparation(console: console, arguments: arguments)
    guard let (path, prepared) = preparation.scenario() else { return .badScenario }
    var scenario = prepared
    if preparation.refusesUsers(of: scenario, path) { return .usage }
    // What clients log is told as it was logged, not scaled.
    if !scenario.isCase { scenario.sampling = .plain }
    scenario.precision = nil
    let results = preparation.play(scenario, path) {
      $0.run(workers: preparation.workers, progress: $1)
    }
    return preparation.show(results.cut, users: results.users, of: prepared, path) {
      let findings = Findings(results)
      console.print(FunnelReport(findings).text)
      return findings.charges
    }
  }
}
