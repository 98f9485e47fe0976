import Experiments
import Reports
import Scenarios

/// `lostorder funnel`: what the clients of every design logged, and the ladder of their retries.
struct FunnelCommand {
  let console: Console
  let arguments: Arguments

  func run() -> ExitCode {
    let preparation = Preparation(console: console, arguments: arguments)
    guard let (path, scenario) = preparation.scenario() else { return .badScenario }
    if preparation.refusesUsers(of: scenario, path) { return .usage }
    let results = preparation.play(scenario, path) {
      $0.run(workers: preparation.workers, progress: $1)
    }
    console.print(FunnelReport(Findings(results)).text)
    return .holds
  }
}
