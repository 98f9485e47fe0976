import EventEngine
package import PurchaseWorld

/// Reads a plan from its own file: a list of taps and faults, as `plan` in a case.
package enum PlanFile {
  /// Creates a case from a plan and the world of a scenario or case, without randomness.
  ///
  /// A plan without a tap uses the taps of the case; for a scenario it uses one tap for the first
  /// item.
  /// - Parameter bytes: JSON.
  /// - Parameter file: the name of the file in problems.
  /// - Parameter scenario: the world and the designs.
  package static func read(
    _ bytes: [UInt8], file: String, for scenario: Scenario
  ) throws(Problems) -> Scenario {
    let log = ProblemLog(file: file, isCase: true)
    let value = FileValue(try ScenarioReader.parse(bytes, file: file), log)
    let conditions = scenario.population.conditions.deterministic
    value.checkStores(of: scenario.designs)
    let script = value.plan(
      conditions.catalog, conditions, without: scenario.population.script ?? oneTap)
    try log.throwIfAny()
    guard let script else { preconditionFailure("a plan without a problem is a script") }
    let planned = scenario.deterministicCase(script)
    ScenarioReader.checkLength(of: planned, value)
    try log.throwIfAny()
    return planned
  }

  /// A user who taps once, for the first item, and pays.
  private static let oneTap = Population.Script(
    intents: [Intent(item: 0, pays: true)],
    taps: [PlannedTap(intent: 0, visit: 0, after: .zero, pays: true)], plan: [])
}

extension Population {
  /// The maximum number of visits per user, so that a simulation ends in reasonable time.
  static let visitLimit: Int64 = 1_000_000

  /// The approximate number of visits of a user before the horizon.
  var visits: Int64 {
    let gap = max(conditions.behavior.visitInterval.median, .seconds(1))
    return conditions.horizon.microseconds / gap.microseconds
  }

  /// Whether the charges and the visits of a user are within the limits of a file.
  package var isWithinLimits: Bool {
    maxCharges <= Population.receiptCapacity && visits <= Population.visitLimit
  }
}
