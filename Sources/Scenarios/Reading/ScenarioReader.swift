import EventEngine
import JSONText
import PurchaseWorld

/// Reads scenarios and cases: either everything is right, or every problem of the file is listed.
package enum ScenarioReader {
  /// Reads a scenario from the bytes of a file.
  ///
  /// - Parameter file: the name under which problems show the file.
  package static func read(_ bytes: [UInt8], file: String) throws(Problems) -> Scenario {
    let json: JSONValue
    do {
      json = try JSONValue.parse(bytes)
    } catch {
      let problem = Problem(
        file: file, position: error.position, error.what, expected: error.expected)
      throw Problems([problem])
    }
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
    let scenario = scenario(from: draft)
    try log.refuseIfAny()
    return scenario
  }

  /// Reads what could not be read before the rest was known.
  private static func scenario(from draft: ScenarioDraft) -> Scenario {
    var conditions = draft.conditions
    conditions.outages = draft.outages?.allOutages() ?? []
    var designs = DesignReading(extending: BuiltInDesign.all.map(\.design))
    if let value = draft.designs { designs.read(value) }
    var expectations = ExpectationReading(
      designs: designs.designs.map(\.name), products: conditions.catalog.products.map(\.name),
      horizon: conditions.horizon)
    if let value = draft.expectations { expectations.read(value) }
    conditions.deadlines = expectations.deadlines

    var population = Population(conditions: conditions)
    population.faults = draft.faults?.faultRates(conditions.behavior) ?? []
    population.purchasesPerUser = draft.purchasesPerUser
    population.script = draft.plan?.plan(conditions.catalog, conditions)
    var scenario = Scenario(name: draft.name, population: population)
    scenario.title = draft.title
    scenario.seed = UInt64(draft.seed)
    scenario.users = draft.users
    scenario.designs = designs.designs
    scenario.expectations = expectations.expectations
    return scenario
  }
}
