/// Where virtual users come from: drawn from rates, or written in a case.
package struct Population: Sendable {
  package var conditions: Conditions
  /// The declared faults of a scenario.
  package var faults: [FaultRate] = []
  /// How many purchases each user makes.
  package var purchasesPerUser = 1
  /// The one user of a case, instead of drawn ones.
  package var script: Script?

  package init(conditions: Conditions) { self.conditions = conditions }

  /// The written life of the one user of a case.
  package struct Script: Hashable, Sendable {
    package var intents: [Intent]
    package var taps: [PlannedTap]
    package var plan: [PlannedFault]

    package init(intents: [Intent], taps: [PlannedTap], plan: [PlannedFault]) {
      self.intents = intents
      self.taps = taps
      self.plan = plan
    }
  }
}
