import EventEngine
package import PurchaseWorld

/// Reads a plan that stands by itself: a list of taps and faults, as `plan` in a case.
package enum PlanFile {
  /// A case in the world of a scenario or case: its one user lives by the plan, without luck.
  ///
  /// A plan without a tap takes those of a case; in a scenario it is one tap for the first item.
  /// - Parameter bytes: JSON.
  /// - Parameter file: the name under which problems show the plan.
  /// - Parameter scenario: the world, and the designs.
  package static func read(
    _ bytes: [UInt8], file: String, for scenario: Scenario
  ) throws(Problems) -> Scenario {
    let log = ProblemLog(file: file, isCase: true)
    let value = FileValue(try ScenarioReader.parse(bytes, file: file), log)
    let conditions = scenario.population.conditions.settled
    value.checkStores(of: scenario.designs)
    let script = value.plan(
      conditions.catalog, conditions, without: scenario.population.script ?? oneTap)
    try log.refuseIfAny()
    guard let script else { preconditionFailure("a plan without a problem is a script") }
    let planned = scenario.settled(script)
    ScenarioReader.checkLength(of: planned, value)
    try log.refuseIfAny()
    return planned
  }

  /// A user who wants the first item and pays.
  private static let oneTap = Population.Script(
    intents: [Intent(item: 0, pays: true)],
    taps: [PlannedTap(intent: 0, visit: 0, after: .zero, pays: true)], plan: [])
}

extension Population {
  /// The most visits of one life, so that a life ends in reasonable time.
  static let visitLimit: Int64 = 1_000_000

  /// About how often a user would visit the app before the horizon.
  var visits: Int64 {
    let gap = max(conditions.behavior.gap.median, .seconds(1))
    return conditions.horizon.microseconds / gap.microseconds
  }

  /// Whether lives are no longer than a file may ask for, in charges and in visits.
  package var isWithinLimits: Bool {
    mostCharges <= Population.chargeLimit && visits <= Population.visitLimit
  }
}
