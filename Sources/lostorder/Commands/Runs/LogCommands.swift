import Experiments
import Reports
import Scenarios

extension Call {
  func funnel() throws(Refusal) -> ExitCode {
    let input = try input()
    try checkUsers(of: input)
    var played = input
    // What clients log is told as it was logged, not scaled.
    if !input.scenario.isCase { played.scenario.sampling = .plain }
    played.scenario.precision = nil
    let results = play(played)
    return try show(results.cut, users: results.users, of: input) {
      let findings = Findings(results)
      console.print(FunnelReport(findings).text)
      return findings.charges
    }
  }

  func digest() throws(Refusal) -> ExitCode {
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
