import Experiments
import JSONText
import Methods
import Reports
import Scenarios

/// `lostorder funnel`: what clients log of each step of a purchase.
struct FunnelMethod: Method {
  static let files = ["funnel.json", "funnel.csv"]
  static let keepsFiles = false

  let call: Call, input: Input

  func find() throws(Refusal) -> Findings { try call.findings(input, of: input) }

  func cut(of found: Findings) -> Cut? { found.cut }

  func text(of found: Findings, isShort: Bool) -> String { RunReport(found, language).funnel }

  /// What clients log does not ask for refunds.
  func troubles(of found: Findings) -> [String] {
    found.charges.compactMap { silence(($0.design, $0.charges + $0.refunded, 0)) }
  }

  func contents(of found: Findings) -> [String] {
    [FunnelJSON.output(found).text, FunnelCSV.text(found)]
  }

  func refusal(_ cut: Cut, of found: Findings) -> Refusal {
    call.refusal(cut, users: found.users, of: input)
  }
}

/// `lostorder funnel --by day`: what clients logged day by day.
struct DaysMethod: Method {
  static let files = ["days.json", "days.csv"]
  static let keepsFiles = false

  let call: Call, input: Input
  /// The design that is shown alone; nil: all are.
  let design: Int?

  func find() throws(Refusal) -> Digest {
    let found = call.play(input) { $0.runDaily(workers: call.workers, progress: $1) }
    let users: Int? = found.users
    if let cut = found.cut, users == 0 { throw nothing(cut) }
    return found
  }

  func cut(of found: Digest) -> Cut? { found.cut }

  func text(of found: Digest, isShort: Bool) -> String {
    DigestReport(found, language).text(design: design)
  }

  func troubles(of found: Digest) -> [String] {
    found.shown(design).compactMap { silence(($0.name, $0.charges, 0)) }
  }

  func contents(of found: Digest) -> [String] {
    [
      DigestForms.json(found, design: design).text, DigestForms.csv(found, design: design),
    ]
  }

  func refusal(_ cut: Cut, of found: Digest) -> Refusal {
    call.refusal(cut, users: found.users, of: input)
  }
}
