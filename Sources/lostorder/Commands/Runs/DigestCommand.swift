import Experiments
import Reports
import Scenarios

extension Subcommand {
  /// `lostorder digest`: the key counts of every day of simulated time, as article 000 mails them.
  static let digest = Subcommand(
    "digest", "count what clients logged day by day, with the revenue recovered", takes: .file,
    options: [.design, .seed, .users, .workers, .timeLimit],
    notes: [
      "Plays the scenario as 'run' does. Expectations are not judged, and nothing is written."
    ]
  ) { console, arguments in
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
    return preparation.show(digest.cut, users: digest.users, of: scenario, path) {
      console.print(DigestReport(digest).text(design: design))
      let shown = design.map { [digest.designs[$0]] } ?? digest.designs
      return shown.map { (design: $0.name, charges: $0.charges) }
    }
  }
}
