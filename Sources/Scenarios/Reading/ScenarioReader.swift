import EventEngine
package import JSONText
import PurchaseWorld

/// Reads scenarios and cases: either everything is right, or every problem of the file is listed.
package enum ScenarioReader {
  /// Reads a scenario from the bytes of a file.
  ///
  /// - Parameter file: the name under which problems show the file.
  package static func read(_ bytes: [UInt8], file: String) throws(Problems) -> Scenario {
    try read(try parse(bytes, file: file), file: file)
  }

  /// Reads the bytes of a file as JSON.
  package static func parse(_ bytes: [UInt8], file: String) throws(Problems) -> JSONValue {
    do { return try JSONValue.parse(bytes) } catch {
      let problem = Problem(
        file: file, position: error.position, error.what, expected: error.expected)
      throw Problems([problem])
    }
  }

  /// Reads a scenario from JSON.
  ///
  /// - Parameter file: the name under which problems show the file.
  static func read(_ json: JSONValue, file: String) throws(Problems) -> Scenario {
    let log = ProblemLog(file: file)
    let value = FileValue(json: json, path: "", log: log)
    guard case .object(let members) = json.content else {
      value.report("\(value.words) is not a scenario", expected: "an object")
      try log.refuseIfAny()
      preconditionFailure("a problem was just added")
    }
    log.isCase = members.contains { $0.key == "plan" }
    var draft = ScenarioDraft()
    if log.isCase { draft.settleForCase() }
    value.read(ScenarioDraft.fields, into: &draft)
    var scenario = scenario(from: draft)
    if scenario.users > scenario.mostUsers {
      let users = members.first { $0.key == "users" }.map { value.child($0.value, "users") }
      (users ?? value).report(
        meaning: "\(scenario.users) users could pay more than can be counted",
        expected: "at most \(scenario.mostUsers) users at these prices")
    }
    let sweep = draft.sweep.flatMap { SweepReading($0, in: json) }
    // Lengths and the scenarios of a sweep follow from other values, so they say nothing while those are
    // wrong.
    try log.refuseIfAny()
    checkLength(of: scenario, value)
    checkSample(of: scenario, draft)
    try log.refuseIfAny()
    scenario.sweep = sweep?.sweep(over: scenario.designs.map(\.name))
    try log.refuseIfAny()
    scenario.remarks = log.remarks
    return scenario
  }

  /// Refuses lives that could be charged more often, or visit more often, than a run can take.
  static func checkLength(of scenario: Scenario, _ value: FileValue) {
    let population = scenario.population
    if population.mostCharges > Population.chargeLimit {
      value.report(
        meaning:
          "one user could be charged \(population.mostCharges) times, with every retap, double tap"
          + " and interruption", expected: "at most \(Population.chargeLimit) charges a user")
    }
    if population.visits > Population.visitLimit {
      value.report(
        meaning: "a user would visit the app about \(population.visits) times before the horizon",
        expected: "at most \(Population.visitLimit) visits: a nearer 'horizon' or a longer"
          + " 'behavior.gap'")
    }
  }

  /// Refuses samples with too few users for their strata, or with more than can be counted.
  private static func checkSample(of scenario: Scenario, _ draft: ScenarioDraft) {
    if let precision = scenario.precision, precision.atMost > scenario.mostUsers {
      draft.precision?.report(
        meaning: "\(precision.atMost) users could pay more than can be counted",
        expected: "'atMost' of at most \(scenario.mostUsers) users at these prices")
    }
    if let precision = scenario.precision, precision.atMost < scenario.users {
      draft.precision?.report(
        meaning: "\(scenario.users) users before the first look, and at most \(precision.atMost)",
        expected: "'atMost' of at least 'users'")
    }
    guard let value = draft.sampling?.value, let fewest = scenario.fewestUsers else { return }
    if scenario.users < fewest {
      value.report(
        meaning: "\(scenario.users) users in \(fewest / Scenario.usersPerStratum) strata",
        expected: "'users' of at least \(fewest), or 'plain'")
    }
  }

  /// Reads what could not be read before the rest was known.
  private static func scenario(from draft: ScenarioDraft) -> Scenario {
    var conditions = draft.conditions
    conditions.outages = draft.outages?.allOutages() ?? []
    var designs = DesignReading(extending: BuiltInDesign.all.map(\.design))
    if let value = draft.designs { designs.read(value) }
    var pairs = PairReading(designs: designs)
    if let value = draft.reference { pairs.readReference(value) }
    if let value = draft.pairs { pairs.readPairs(value) }
    var expectations = ExpectationReading(
      designs: designs, catalog: draft.isCatalogKnown ? conditions.catalog : nil,
      horizon: conditions.horizon)
    if let value = draft.expectations { expectations.read(value) }
    conditions.deadlines = expectations.deadlines

    var population = Population(conditions: conditions)
    population.faults = draft.faults?.faultRates(conditions.behavior) ?? []
    population.purchasesPerUser = draft.purchasesPerUser
    population.script = draft.plan?.plan(
      draft.isCatalogKnown ? conditions.catalog : nil, conditions)
    var scenario = Scenario(name: draft.name, population: population)
    scenario.title = draft.title
    scenario.seed = UInt64(draft.seed)
    scenario.users = draft.users
    scenario.designs = designs.designs
    scenario.comparedPairs = pairs.pairs
    scenario.publishedLadder = draft.publishedLadder
    scenario.expectations = expectations.expectations
    scenario.sampling = draft.sampling?.kind
    scenario.precision = draft.precision.flatMap {
      PrecisionDraft.read($0, designs: designs.designs.map(\.name))
    }
    return scenario
  }
}
