import JSONText
import PurchaseWorld
package import Methods
package import Scenarios

/// A summary is input like any other: everything that is compared is read through fields, and every
/// problem of a file is listed. Members that are not compared are passed over, because some may be
/// added within a form; see <doc:SummaryFormat>.
extension BaselineSummary {
  /// Reads a `summary.json` or a `together.json` that `lostorder run` has written.
  /// - Parameter file: the name under which problems show the file.
  package init(_ bytes: [UInt8], file: String) throws(Problems) {
    let log = ProblemLog(file: file)
    let value = FileValue(try ScenarioReader.parse(bytes, file: file), log)
    var draft = SummaryDraft()
    value.read([SummaryJSON.formMember], into: &draft)
    // What another form means is not known.
    try log.refuseIfAny()
    if value.isOfReplications {
      value.read(SharedJSON.members, into: &draft)
    } else {
      value.read(SummaryJSON.members, into: &draft)
    }
    draft.summary.designs = draft.designs?.designs(of: draft.summary) ?? []
    try log.refuseIfAny()
    self = draft.summary
  }
}

extension FileValue {
  /// Whether this is the `together.json` of users who share a backend.
  fileprivate var isOfReplications: Bool {
    let scenario = json.members?.first { $0.key == "scenario" }?.value
    return scenario?.members?.contains { $0.key == "replications" } == true
  }

  /// Reads the designs of a summary. The users of an interrupted run are unknown.
  fileprivate func designs(of summary: BaselineSummary) -> [BaselineSummary.Design] {
    guard let list = list(.other("a list of designs")) else { return [] }
    if list.isEmpty { report(meaning: "no design ran", expected: "at least one") }
    let members =
      summary.replications > 0
      ? nil : SummaryJSON.named + (summary.isCase ? SummaryJSON.ofCase : SummaryJSON.ofScenario)
    var designs: [BaselineSummary.Design] = []
    for element in list {
      var design = BaselineSummary.Design(name: "")
      let isRight =
        members.map { element.read($0, into: &design) }
        ?? element.read(SharedJSON.design, into: &design)
      guard isRight else { continue }
      for (name, values) in design.replicated where values.count != summary.replications {
        element.report(
          meaning: "\(values.count) values of \(name.quoted)",
          expected: "\(summary.replications), one of each replication")
      }
      if designs.contains(where: { $0.name == design.name }) {
        element.report(
          meaning: "design \(design.name.quoted) is there twice", expected: "each design once")
      }
      if design.charges > summary.users * max(1, summary.replications) * Population.chargeLimit {
        element.report(
          meaning: "\(design.charges) charges of \(summary.users) users",
          expected: "at most \(Population.chargeLimit) a user")
      }
      if !summary.isCut, let user = design.losers.first(where: { !summary.hasUser($0) }) {
        element.report(
          meaning: "user \(UserNumber.text(user)) lost an order and was not among the users",
          expected: "users of this run")
      }
      designs.append(design)
    }
    return designs
  }
}
