import Experiments
import Reports
import Scenarios

/// `lostorder digest`: the key counts of every day of simulated time, as article 000 mails them.
struct DigestCommand {
  let console: Console
  let arguments: Arguments

  func run() -> ExitCode {
    let preparation = Preparation(console: console, arguments: arguments)
    guard let (path, scenario) = preparation.scenario() else { return .badScenario }
    if preparation.refusesUsers(of: scenario, path) { return .usage }
    var design: Int?
    if let name = arguments.text(.design) {
      design = preparation.design(name, of: scenario)
      if design == nil { return .usage }
    }
    let digest = preparation.play(scenario, path) {
      $0.runDaily(workers: preparation.workers, progress: $1)
    }
    if digest.users != 0 { console.print(DigestReport(digest).text(design: design)) }
    return digest.cut.map { preparation.tell($0, users: digest.users, of: scenario, path) }
      ?? .holds
  }
}
