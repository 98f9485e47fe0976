package import JSONText
import PurchaseWorld

/// Reads scenarios and cases; throws all problems of an invalid file.
package enum ScenarioReader {
  /// Reads a scenario from the bytes of a file.
  /// - Parameter file: the name of the file in problems.
  /// - Parameter settings: values to set in the file before reading.
  package static func read(
    _ bytes: [UInt8], file: String, setting settings: [Setting] = []
  ) throws(Problems) -> Scenario {
    let json = try parse(bytes, file: file)
    if settings.isEmpty || json.members == nil { return try read(json, file: file) }
    do throws(Problems) {
      var scenario = try read(Setting.put(settings, into: json, file: file), file: file)
      scenario.settings = settings
      for index in scenario.sweep?.points.indices ?? 0..<0 {
        scenario.sweep?.points[index].scenario.settings = settings
      }
      // The values of a draw follow the settings of the file.
      for index in scenario.draws?.draws.indices ?? 0..<0 {
        scenario.draws?.draws[index].scenario.settings.insert(contentsOf: settings, at: 0)
      }
      return scenario
    } catch { throw Problems(error.list.map { Setting.placed($0, settings) }) }
  }

  package static func parse(_ bytes: [UInt8], file: String) throws(Problems) -> JSONValue {
    do { return try JSONValue.parse(bytes) } catch { throw Problems(error, file: file) }
  }

  static func read(_ json: JSONValue, file: String) throws(Problems) -> Scenario {
    let isCase = json.members?.contains { $0.key == "plan" } ?? false
    let log = ProblemLog(file: file, isCase: isCase)
    let value = FileValue(json, log)
    if json.members == nil {
      value.report("\(value.words) is not a scenario", expected: "an object")
      try log.throwIfAny()
    }
    var draft = ScenarioDraft(isCase: isCase)
    value.read(ScenarioDraft.fields, into: &draft)
    var scenario = scenario(from: draft)
    if scenario.userCount > scenario.maxUsersForMoney {
      let users = json.members?.first { $0.key == "users" }.map(value.child)
      (users ?? value).reportSemanticProblem(
        "the payments of \(scenario.userCount) users could exceed the countable amount",
        expected: "at most \(scenario.maxUsersForMoney) users at these prices")
    }
    let sweep = draft.sweep.flatMap { SweepReading($0, in: json) }
    let fit = draft.fit.flatMap { FitReading($0, in: json) }
    let draws = draft.draws.flatMap { ParameterDrawReading($0, in: json) }
    // Lengths, sweeps and draws depend on other values, so they are checked only if those are
    // valid.
    try log.throwIfAny()
    checkLength(of: scenario, value)
    checkSample(of: scenario, draft)
    checkShared(scenario, value)
    try log.throwIfAny()
    scenario.sweep = sweep?.sweep(over: scenario.designs.map(\.name))
    scenario.fit = fit?.fit(of: scenario.designs.map(\.name))
    scenario.draws = draws?.draws(over: scenario.designs.map(\.name))
    try log.throwIfAny()
    scenario.remarks = log.remarks
    return scenario
  }

  /// Reports users with more possible charges or visits than a run supports.
  static func checkLength(of scenario: Scenario, _ value: FileValue) {
    let population = scenario.population
    if population.maxCharges > Population.receiptCapacity {
      value.reportSemanticProblem(
        "one user could be charged \(population.maxCharges) times, including retaps, double"
          + " taps and interruptions",
        expected: "at most \(Population.receiptCapacity) charges per user")
    }
    if population.visits > Population.visitLimit {
      value.reportSemanticProblem(
        "a user would visit the app about \(population.visits) times before the horizon",
        expected: "at most \(Population.visitLimit) visits; use a shorter 'horizon' or a longer"
          + " 'behavior.gap'")
    }
  }

  /// Reports samples with too few users for their strata, or with too many users to count.
  private static func checkSample(of scenario: Scenario, _ draft: ScenarioDraft) {
    if let precision = scenario.precision, let value = draft.precision {
      if precision.maxUsers > scenario.maxUsersForMoney {
        value.reportSemanticProblem(
          "the payments of \(precision.maxUsers) users could exceed the countable amount",
          expected: "'atMost' of at most \(scenario.maxUsersForMoney) users at these prices")
      }
      if precision.maxUsers < scenario.userCount {
        value.reportSemanticProblem(
          "the first look needs \(scenario.userCount) users, but the maximum is \(precision.maxUsers)",
          expected: "'atMost' of at least 'users'")
      }
      if precision.goal.decision?.decidesExpectationsOnly == true, scenario.expectations.isEmpty {
        value.remark(
          "remark: the run must decide the expectations, but there are none",
          expected: "an expectation")
      }
    }
    if let fewest = scenario.minUsers, scenario.userCount < fewest {
      draft.sampling?.place?.reportSemanticProblem(
        "\(scenario.userCount) users are too few for \(fewest / Scenario.minUsersPerStratum) strata",
        expected: "'users' of at least \(fewest), or 'plain'")
    }
  }

  /// Reads the values that depend on other values of the file.
  private static func scenario(from draft: ScenarioDraft) -> Scenario {
    var scenario = draft.scenario
    // Prices depend on the currency, which can be after them in the file.
    let catalog =
      draft.catalog.map { $0.catalog(in: scenario.currency) }
      ?? scenario.population.conditions.catalog
    if let catalog { scenario.population.conditions.catalog = catalog }
    var designs = DesignReading(extending: BuiltInDesign.all.map(\.design))
    if let value = draft.designs { designs.read(value) }
    var pairs = PairReading(designs: designs)
    if let value = draft.reference { pairs.readReference(value) }
    if let value = draft.pairs { pairs.readPairs(value) }
    var expectations = ExpectationReading(
      designs: designs, catalog: catalog, horizon: draft.conditions.horizon,
      currency: scenario.currency)
    if let value = draft.expectations { expectations.read(value) }
    for list in [draft.faults, draft.plan] { list?.checkStores(of: designs.designs) }
    scenario.population.conditions.deadlines = expectations.deadlines
    scenario.population.faults = draft.faults?.faultRates(draft.conditions.behavior) ?? []
    scenario.population.script = draft.plan?.plan(catalog, scenario.population.conditions)
    (scenario.designs, scenario.declaredPairs) = (designs.designs, pairs.pairs)
    (scenario.expectations, scenario.sampling) = (expectations.expectations, draft.sampling?.value)
    scenario.precision = draft.precision.flatMap { PrecisionDraft.read($0, designs: designs) }
    return scenario
  }
}
