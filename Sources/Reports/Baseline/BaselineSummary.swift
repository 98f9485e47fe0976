package import Experiments
import JSONText
import PurchaseWorld
package import Scenarios
import Statistics

/// A summary of an earlier run, as far as runs are compared by it.
package struct BaselineSummary: Sendable {
  package struct Design: Sendable {
    package var name: String
    /// The axes away from the defaults, with their values as the format writes them; of a built-in
    /// design none.
    package var axes: [String: String] = [:]
    package var charges = 0
    /// The rates of `Share.Compared`, by name; of a case none.
    package var rates: [String: Estimate] = [:]
    /// Of users who share a backend: what runs are compared by, by name, in each replication.
    var replicated: [String: [Double]] = [:]
    /// Users who lost an order, by hash; see `LossList`.
    package var losers: [UInt64] = []
    /// Whether these are all who lost an order.
    package var hasAllLosers = true
    package var ending = Ending()
  }

  package var name = ""
  package var isCase = false
  package var seed = 1, users = 1
  /// Of users who share a backend; 0: they share nothing.
  package var replications = 0
  var isStratified = false
  /// How many users were drawn from each stratum, by its index; a plain sample has none.
  package var sample: [Int: Int] = [:]
  /// Whether it was told how many were drawn, be it none.
  var isSampled = false
  /// The parts of a stratified sample's population, in the order of the run.
  var parts: [PairedUsers.Part] = []
  package var confidence = Confidence.standard.level
  /// Whether the run was cut short, so that it is not known which users it played.
  package var isCut = false
  package var designs: [Design] = []

  /// Whether a user, by number, met the designs of this run.
  func didPlay(_ user: UInt64) -> Bool { !isCut && hasUser(user) }

  /// Whether a user, by number, is one of those whom a run that was not cut short plays.
  func hasUser(_ user: UInt64) -> Bool {
    guard let stratum = UserNumber.stratum(user) else {
      return !isSampled && sample.isEmpty && user < UInt64(users)
    }
    return UserNumber.index(user) < UInt64(sample[stratum] ?? 0)
  }
}

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

  /// The most users of a part, and the most charges of all: more than any run has.
  static let mostUsers = 1_000_000_000_000
}

struct SummaryDraft {
  var form = 0
  var summary = BaselineSummary()
  var designs: FileValue?
}

extension FileValue {
  /// Whether this is the `together.json` of users who share a backend.
  fileprivate var isOfReplications: Bool {
    let scenario = json.members?.first { $0.key == "scenario" }?.value
    return scenario?.members?.contains { $0.key == "replications" } == true
  }

  /// Reads the values of a metric, of which some may never come.
  func values() -> [Double]? {
    let kind = ValueKind.other("null, or a list of numbers")
    guard let list = list(kind) else { return nil }
    let values = list.compactMap { element -> Double? in
      if case .string("never") = element.json.content { return .infinity }
      return element.number(0...Double.greatestFiniteMagnitude)
    }
    return values.count == list.count ? values : nil
  }

  func parts() -> [PairedUsers.Part] {
    // A stratum has at most a part that is known to be safe beside the rest.
    let list = list(.other("a list of parts"), most: 2 * UserNumber.mostStrata) ?? []
    return list.compactMap { element in
      var part = PairedUsers.Part(stratum: 0, weight: 0, users: 0, canLose: true)
      return element.read(SummaryJSON.part, into: &part) ? part : nil
    }
  }

  /// Reads the designs of a summary; of a run that was cut short it is not known which users it played.
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

  func sample() -> [Int: Int]? {
    let kind = ValueKind.other("a list of strata with their users")
    guard let list = list(kind, most: UserNumber.mostStrata) else { return nil }
    var sample: [Int: Int] = [:]
    for element in list {
      guard let pair = element.list(.other("a stratum and its users")) else { continue }
      guard pair.count == 2 else {
        element.report("\(pair.count) numbers", expected: "a stratum and its users")
        continue
      }
      let stratum = pair[0].integer(0...UserNumber.mostStrata - 1)
      let users = pair[1].integer(0...BaselineSummary.mostUsers)
      guard let stratum, let users else { continue }
      if sample.updateValue(users, forKey: stratum) != nil {
        element.report(meaning: "stratum \(stratum) is there twice", expected: "each stratum once")
      }
    }
    return sample
  }

  func rate() -> Estimate? {
    let kind = ValueKind.other("null, or a share with both limits")
    guard let numbers = list(kind) else { return nil }
    guard numbers.count == 3 else {
      return report("\(numbers.count) numbers", expected: "a share with both limits")
    }
    let shares = numbers.compactMap { $0.number(0...1) }
    guard shares.count == 3 else { return nil }
    let (value, low, high) = (shares[0], shares[1], shares[2])
    guard low <= value, value <= high else {
      let words = numbers.map(\.words)
      return report(
        meaning: "\(words[0]) does not lie between \(words[1]) and \(words[2])",
        expected: "a share, its lower limit and its upper limit")
    }
    return Estimate(value, Interval(low: low, high: high), .share)
  }

  /// Reads a user: a number, or a text with a stratum.
  func user() -> UInt64? {
    switch json.content {
    case .number(let number):
      if let integer = number.integer, integer >= 0, let user = UserNumber.parse(String(integer)) {
        return user
      }
    case .string(let text): if let user = UserNumber.parse(text) { return user }
    default: break
    }
    return refuse(.other("the number of a user"))
  }
}
