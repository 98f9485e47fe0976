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

  func find() throws(CommandError) -> Findings { try call.findings(input, of: input) }

  func cut(of found: Findings) -> Interruption? { found.cut }

  func text(of found: Findings, isShort: Bool) -> String { RunReport(found, language).funnel }

  /// Refunds do not matter for what clients log.
  func troubles(of found: Findings) -> [String] {
    found.charges.compactMap { silence(($0.design, $0.charges + $0.refunded, 0)) }
  }

  func contents(of found: Findings) -> [String] {
    [FunnelJSON.output(found).text, FunnelCSV.text(found)]
  }

  func refusal(_ cut: Interruption, of found: Findings) -> CommandError {
    call.refusal(cut, users: found.users, of: input)
  }
}

/// `lostorder funnel --by day`: what clients log per day.
struct DaysMethod: Method {
  static let files = ["days.json", "days.csv"]
  static let keepsFiles = false

  let call: CommandContext, input: ScenarioInput
  /// The only design that is shown; nil: all.
  let design: Int?

  func find() throws(CommandError) -> Digest {
    let found = call.play(input) { $0.runDaily(workers: call.workers, progress: $1) }
    let users: Int? = found.users
    if let cut = found.cut, users == 0 { throw nothing(cut) }
    return found
  }

  func cut(of found: Digest) -> Interruption? { found.cut }

  func text(of found: Digest, isShort: Bool) -> String {
    DigestReport(found, language).text(design: design)
  }

  func troubles(of found: Digest) -> [String] {
    found.shown(design).compactMap { silence(($0.name, $0.charges, 0)) }
  }

  func contents(of found: Digest) -> [String] {
    [
      DigestFormats.json(found, design: design).text, DigestFormats.csv(found, design: design),
    ]
  }

  func refusal(_ cut: Interruption, of found: Digest) -> CommandError {
    call.refusal(cut, users: found.users, of: input)
  }
}
