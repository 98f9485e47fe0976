import Experiments
import JSONText
import Methods
import Reports
import Scenarios

/// `lostorder funnel`: what clients log at each step of a purchase.
struct FunnelMethod: Method {
  static let files = ["funnel.json", "funnel.csv"]
  static let keepsFiles = false

  let call: CommandContext, input: ScenarioInput

  func find() throws(CommandError) -> RunFindings { try call.findings(input, of: input) }

  func interruption(of found: RunFindings) -> Interruption? { found.interruption }

  func text(of found: RunFindings, isShort: Bool) -> String { RunReport(found, language).funnel }

  /// Refunds do not matter for what clients log.
  func warnings(of found: RunFindings) -> [String] {
    found.charges.compactMap { silence(($0.design, $0.charges + $0.refunded, 0)) }
  }

  func contents(of found: RunFindings) -> [String] {
    [FunnelJSON.output(found).text, FunnelCSV.text(found)]
  }

  func users(of found: RunFindings) -> Int? { found.users }
}

/// `lostorder funnel --by day`: what clients log per day.
struct DaysMethod: Method {
  static let files = ["days.json", "days.csv"]
  static let keepsFiles = false

  let call: CommandContext, input: ScenarioInput
  /// The only design that is shown; nil: all.
  let design: Int?

  func find() throws(CommandError) -> DailyDigest {
    let found = call.simulate(input) { $0.runDaily(workers: call.workers, progress: $1) }
    if let interruption = found.interruption, users(of: found) == 0 { throw nothing(interruption) }
    return found
  }

  func interruption(of found: DailyDigest) -> Interruption? { found.interruption }

  func text(of found: DailyDigest, isShort: Bool) -> String {
    DailyDigestReport(found, language).text(design: design)
  }

  func warnings(of found: DailyDigest) -> [String] {
    found.designs(design).compactMap { silence(($0.name, $0.charges, 0)) }
  }

  func contents(of found: DailyDigest) -> [String] {
    [
      DailyDigestOutput.json(found, design: design).text,
      DailyDigestOutput.csv(found, design: design),
    ]
  }

  func users(of found: DailyDigest) -> Int? { found.users }
}
