import EventEngine
import JSONText
import PurchaseWorld

/// Reads a plan that stands by itself: a list of taps and faults, as `plan` in a case.
package enum PlanFile {
  /// A case in the world of a scenario or case: its one user lives by the plan, without luck.
  ///
  /// A plan without a tap takes those of a case; in a scenario it is one tap for the first item.
  ///
  /// - Parameters:
  ///   - bytes: JSON.
  ///   - file: the name under which problems show the plan.
  ///   - scenario: the world, and the designs.
  package static func read(
    _ bytes: [UInt8], file: String, for scenario: Scenario
  ) throws(Problems) -> Scenario {
    let log = ProblemLog(file: file)
    log.isCase = true
    let json = try ScenarioReader.parse(bytes, file: file)
    let value = FileValue(json: json, path: "", log: log)
    let conditions = scenario.population.conditions.settled
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
