import JSONText
import PurchaseWorld
package import Methods
package import Scenarios

/// Summaries are untrusted input: every compared value is read through fields, and every problem of
/// a file is listed. Other members are ignored, because a form may gain members; see
/// <doc:SummaryFormat>.
extension BaselineSummary {
  /// Reads a `summary.json` or a `together.json` written by `lostorder run`.
  /// - Parameter file: the file's name in messages.
  package init(_ bytes: [UInt8], file: String) throws(Problems) {
    let log = ProblemLog(file: file)
    let value = FileValue(try ScenarioReader.parse(bytes, file: file), log)
    var draft = SummaryDraft()
    value.read([SummaryJSON.formMember], into: &draft)
    // The members of another form are unknown.
    try log.throwIfAny()
    if value.isOfReplications {
      value.read(SharedBackendJSON.members, into: &draft)
    } else {
      value.read(SummaryJSON.members, into: &draft)
    }
    draft.summary.designs = draft.designs?.designs(of: draft.summary) ?? []
    try log.throwIfAny()
    self = draft.summary
  }
}

extension FileValue {
  /// Whether this is the `together.json` of users with a shared backend.
  fileprivate var isOfReplications: Bool {
    let scenario = json.members?.first { $0.key == "scenario" }?.value
    return scenario?.members?.contains { $0.key == "replications" } == true
  }

  /// Reads the designs of a summary. The users of an incomplete run are unknown.
  fileprivate func designs(of summary: BaselineSummary) -> [BaselineSummary.Design] {
    guard let list = list(.other("a list of designs")) else { return [] }
    if list.isEmpty { reportSemanticProblem("no design ran", expected: "at least one") }
    let members = SummaryJSON.named + (summary.isCase ? SummaryJSON.ofCase : SummaryJSON.ofScenario)
    var designs: [BaselineSummary.Design] = []
    for element in list {
      var design = BaselineSummary.Design(name: "")
      let isRight =
        summary.replicationCount > 0
        ? element.read(SharedBackendJSON.design, into: &design)
        : element.read(members, into: &design)
      guard isRight else { continue }
      for (name, values) in design.replicationValues where values.count != summary.replicationCount
      {
        element.reportSemanticProblem(
          "\(values.count) values of \(name.quoted)",
          expected: "\(summary.replicationCount), one of each replication")
      }
      if designs.contains(where: { $0.name == design.name }) {
        element.reportSemanticProblem(
          "design \(design.name.quoted) appears twice", expected: "each design once")
      }
      if design.charges > summary.users * max(1, summary.replicationCount)
        * Population.receiptCapacity
      {
        element.reportSemanticProblem(
          "\(design.charges) charges of \(summary.users) users",
          expected: "at most \(Population.receiptCapacity) per user")
      }
      if !summary.isInterrupted,
        let user = design.losingUsers.first(where: { !summary.wouldSimulate($0) })
      {
        element.reportSemanticProblem(
          "user \(UserNumber.text(user)) lost an order but is not among the users",
          expected: "users of this run")
      }
      designs.append(design)
    }
    return designs
  }
}
