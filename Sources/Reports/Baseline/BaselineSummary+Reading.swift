import Experiments
import JSONText
import PurchaseWorld
package import Scenarios
import Statistics

/// A summary is input like any other: everything that is compared is read through fields, and every
/// problem of a file is listed. Members that are not compared are passed over, because some may be
/// added within a form; see <doc:SummaryFormat>.
extension BaselineSummary {
  /// Reads a summary that `lostorder run` has written.
  ///
  /// - Parameter file: the name under which problems show the file.
  package init(_ bytes: [UInt8], file: String) throws(Problems) {
    let log = ProblemLog(file: file)
    let value = FileValue(try ScenarioReader.parse(bytes, file: file), log)
    var form = 0
    value.read([SummaryDraft.form], into: &form, passesOver: true)
    // What another form means is not known.
    try log.refuseIfAny()
    var draft = SummaryDraft()
    value.read(SummaryDraft.fields, into: &draft, passesOver: true)
    let designs = draft.designs?.designs(of: draft.scenario, isCut: draft.isCut) ?? []
    try log.refuseIfAny()
    let scenario = draft.scenario
    self.init(
      name: scenario.name, seed: scenario.seed, users: scenario.users, designs: designs)
    isCase = scenario.isCase
    sample = scenario.sample ?? [:]
    parts = scenario.parts
    confidence = draft.confidence
    isCut = draft.isCut
  }
}

/// The most users of a part, and the most charges of all: more than any run has.
private let mostUsers = 1_000_000_000_000

/// A summary while it is read.
private struct SummaryDraft {
  var confidence = Confidence.standard.level
  var scenario = ScenarioPart()
  var designs: FileValue?
  var isCut = false

  static let form = Field<Int>.integer(
    "format", SummaryJSON.format...SummaryJSON.format, \.self, "the version of the form"
  ).required

  private static let trouble: [Field<String>] = [
    Field("trouble", .line, "its name") { if let name = $0.line() { $1 = name } }
  ]

  static let fields: [Field<SummaryDraft>] = [
    .number("confidence", 0.5...0.999_999_999, \.confidence, "of every interval").required,
    Field("scenario", .other("an object"), "what ran") { value, draft in
      value.read(ScenarioPart.fields, into: &draft.scenario, passesOver: true)
      draft.scenario.check(value)
    }.required,
    Field("designs", .other("a list of designs"), "what was found of each design") {
      $1.designs = $0
    }.required,
    Field("troubles", .other("a list of troubles"), "why it cannot tell") { value, draft in
      for trouble in value.list(.other("a list of troubles")) ?? [] {
        var name = ""
        trouble.read(SummaryDraft.trouble, into: &name, passesOver: true)
        if Cut.names.contains(name) { draft.isCut = true }
      }
    },
  ]
}

/// What a summary says of the scenario that ran.
private struct ScenarioPart {
  var name = ""
  var isCase = false
  var seed = 1
  var users = 1
  var isStratified = false
  var sample: [Int: Int]?
  var parts: [PairedUsers.Part] = []

  static let fields: [Field<ScenarioPart>] = [
    Field("name", .name, "the name of the scenario") { value, part in
      if let name = value.name() { part.name = name }
    }.required,
    .boolean("case", \.isCase, "whether it is a case").required,
    .integer("seed", 0...Int.max, \.seed, "the seed of all luck").required,
    .integer("users", 1...1_000_000_000, \.users, "who met every design").required,
    Field("sampling", .choice(Sampling.allCases.map(\.rawValue)), "how users were drawn") {
      $1.isStratified = $0.choice(of: Sampling.self) == .stratified
    },
    Field("sample", .other("a list of strata with their users"), "who was drawn") {
      $1.sample = $0.sample()
    },
    Field("parts", .other("a list of parts"), "of the population") { $1.parts = $0.parts() },
  ]

  /// Refuses a sample in strata that tells none of them: whom the run played could not be known.
  func check(_ value: FileValue) {
    if isStratified, sample == nil {
      value.report(meaning: "a stratified sample without 'sample'", expected: "its strata")
    }
  }

  /// Whether the run can have played a user, by number.
  func hasUser(_ user: UInt64) -> Bool {
    guard let stratum = UserNumber.stratum(user) else {
      return sample == nil && user < UInt64(users)
    }
    return UserNumber.index(user) < UInt64(sample?[stratum] ?? 0)
  }
}

extension BaselineSummary.Design {
  /// What is read of every design.
  fileprivate static let named: [Field<BaselineSummary.Design>] = [
    Field("name", .line, "the name of the design") { value, design in
      if let name = value.line() { design.name = name }
    }.required,
    Field("axes", .other("an object"), "the axes away from the defaults") { value, design in
      guard case .object(let members) = value.json.content else {
        return value.refuse(.other("an object"))
      }
      for member in value.unique(members) { design.axes[member.key] = member.value.words }
    },
  ]

  /// What is read of a design that one user of a case met.
  fileprivate static let ofCase: [Field<BaselineSummary.Design>] = [
    Field("ending", .other("an object"), "how its charges ended") { value, design in
      value.read(BaselineSummary.CaseEnding.fields, into: &design.ending, passesOver: true)
      design.lostOrders = design.ending.charges.count { ["lost", "rescued"].contains($0.first) }
    }.required
  ]

  /// What is read of a design that the users of a scenario met.
  fileprivate static let ofScenario: [Field<BaselineSummary.Design>] = [
    Field("charges", .other("an object"), "how its charges ended") { value, design in
      value.read(
        [.integer("total", 0...mostUsers, \.self, "all charges").required], into: &design.charges,
        passesOver: true)
    }.required,
    Field("rates", .other("an object"), "shares with their intervals") { value, design in
      value.read(
        BaselineSummary.metrics.map { BaselineSummary.rate($0) }, into: &design.rates,
        passesOver: true)
    }.required,
    Field("losers", .other("an object"), "users who lost an order") { value, design in
      value.read(losers, into: &design, passesOver: true)
    }.required,
  ]

  private static let losers: [Field<BaselineSummary.Design>] = [
    .boolean("all", \.hasAllLosers, "whether these are all").required,
    Field("users", .other("a list of users"), "users by hash") { value, design in
      design.losers = value.list(.other("a list of users"))?.compactMap { $0.user() } ?? []
    }.required,
  ]
}

extension BaselineSummary {
  /// A rate under its name: null, or its value with both limits.
  fileprivate static func rate(_ name: String) -> Field<[String: Rate]> {
    Field(name, .other("null, or a share with both limits"), "a share") { value, rates in
      if case .null = value.json.content { return }
      rates[name] = value.rate()
    }.required
  }
}

extension BaselineSummary.CaseEnding {
  fileprivate static let fields: [Field<BaselineSummary.CaseEnding>] = [
    Field("charges", .other("a list of charges"), "the charges in their order") { value, ending in
      ending.charges = value.list(.other("a list of charges"))?.map { $0.fate() } ?? []
    }.required,
    Field("flags", .other("a list of flags"), "what else came about") { value, ending in
      ending.flags =
        value.list(.other("a list of flags"))?.compactMap { $0.choice(of: CaseFlag.self)?.rawValue }
        ?? []
    }.required,
  ]

  /// What is read of a charge: its class, and of a lost one the kind and the drop point.
  fileprivate static let fate: [Field<[String: String]>] = [
    word("outcome", ExpectedCharge.Class.self).required, word("kind", LossKind.self),
    word("dropPoint", DropPoint.self),
  ]

  private static func word<Word: RawRepresentable<String> & CaseIterable & SendableMetatype>(
    _ name: String, _ type: Word.Type
  ) -> Field<[String: String]> {
    Field(name, .choice(type.allCases.map(\.rawValue)), "how the charge ended") { value, words in
      words[name] = value.choice(of: type)?.rawValue
    }
  }
}

extension PairedUsers.Part {
  fileprivate static let fields: [Field<PairedUsers.Part>] = [
    .integer("stratum", 0...UserNumber.mostStrata - 1, \.stratum, "the index of its stratum")
      .required,
    .number("weight", 0...1, \.weight, "the share of all users who are of this part").required,
    .integer("users", 0...mostUsers, \.users, "who were drawn from it").required,
    .boolean("canLose", \.canLose, "whether any of them could lose an order").required,
  ]
}

extension FileValue {
  /// Reads the parts of a population.
  fileprivate func parts() -> [PairedUsers.Part] {
    // A stratum has at most a part that is known to be safe beside the rest.
    let list = list(.other("a list of parts"), most: 2 * UserNumber.mostStrata) ?? []
    return list.compactMap { element in
      var part = PairedUsers.Part(stratum: 0, weight: 0, users: 0, canLose: true)
      return element.read(PairedUsers.Part.fields, into: &part, passesOver: true) ? part : nil
    }
  }

  /// Reads the designs of a summary.
  ///
  /// - Parameter isCut: whether the run was cut short: it is not known which users it played.
  fileprivate func designs(
    of scenario: ScenarioPart, isCut: Bool
  ) -> [BaselineSummary.Design] {
    guard let list = list(.other("a list of designs")) else { return [] }
    if list.isEmpty { report(meaning: "no design ran", expected: "at least one") }
    typealias Design = BaselineSummary.Design
    let fields = Design.named + (scenario.isCase ? Design.ofCase : Design.ofScenario)
    var designs: [Design] = []
    for element in list {
      var design = Design(name: "")
      guard element.read(fields, into: &design, passesOver: true) else { continue }
      if designs.contains(where: { $0.name == design.name }) {
        element.report(
          meaning: "design \(design.name.quoted) is there twice", expected: "each design once")
      }
      if design.charges > scenario.users * Population.chargeLimit {
        element.report(
          meaning: "\(design.charges) charges of \(scenario.users) users",
          expected: "at most \(Population.chargeLimit) a user")
      }
      if !isCut, let user = design.losers.first(where: { !scenario.hasUser($0) }) {
        element.report(
          meaning: "user \(UserNumber.text(user)) lost an order and was not among the users",
          expected: "users of this run")
      }
      designs.append(design)
    }
    return designs
  }

  /// Reads how many users were drawn from each stratum.
  fileprivate func sample() -> [Int: Int]? {
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
      let users = pair[1].integer(0...mostUsers)
      guard let stratum, let users else { continue }
      if sample.updateValue(users, forKey: stratum) != nil {
        element.report(meaning: "stratum \(stratum) is there twice", expected: "each stratum once")
      }
    }
    return sample
  }

  /// Reads a share with both limits.
  fileprivate func rate() -> BaselineSummary.Rate? {
    let kind = ValueKind.other("null, or a share with both limits")
    guard let numbers = list(kind) else { return nil }
    guard numbers.count == 3 else {
      report("\(numbers.count) numbers", expected: "a share with both limits")
      return nil
    }
    let shares = numbers.compactMap { $0.number(0...1) }
    guard shares.count == 3 else { return nil }
    let (value, low, high) = (shares[0], shares[1], shares[2])
    guard low <= value, value <= high else {
      let words = numbers.map(\.words)
      report(
        meaning: "\(words[0]) does not lie between \(words[1]) and \(words[2])",
        expected: "a share, its lower limit and its upper limit")
      return nil
    }
    return BaselineSummary.Rate(value: value, interval: Interval(low: low, high: high))
  }

  /// Reads how a charge ended.
  fileprivate func fate() -> [String] {
    var words: [String: String] = [:]
    let fields = BaselineSummary.CaseEnding.fate
    read(fields, into: &words, passesOver: true)
    return fields.compactMap { words[$0.name] }
  }

  /// Reads a user: a number, or a text with a stratum.
  fileprivate func user() -> UInt64? {
    switch json.content {
    case .number(let number):
      if let integer = number.integer, integer >= 0,
        let user = UserNumber.parse(String(integer))
      {
        return user
      }
    case .string(let text):
      if let user = UserNumber.parse(text) { return user }
    default: break
    }
    refuse(.other("the number of a user"))
    return nil
  }
}

extension JSONValue {
  /// The value as text on one line.
  fileprivate var words: String { JSONOutput(self).line }
}
