package import PurchaseWorld
package import Scenarios
package import Statistics

/// A result that belongs to a scenario.
package protocol ScenarioResult: Sendable { var scenario: Scenario { get } }

extension ScenarioResult {
  package var name: String { scenario.name }
  /// One sentence about what the scenario shows; may be empty.
  package var title: String { scenario.title }
  package var seed: UInt64 { scenario.seed }
  package var users: Int { scenario.userCount }
  /// The values that replaced values of the file before it was read.
  package var overrides: [Setting] { scenario.settings }
  /// Whether this is a case: one user with written taps and faults, and no randomness.
  package var isCase: Bool { scenario.isCase }
}

/// Raw result of a run: the counts, and for a case the outcomes of its user.
package struct RunResults: ScenarioResult {
  /// The simulated scenario, with its seed and the requested number of users.
  package var scenario: Scenario
  /// The requested number of users, or the simulated number if incomplete; rounded for strata.
  package var users: Int
  /// The parts of the sample, with their numbers of users.
  package var strata: [SampledStratum]
  /// All counts, part by part.
  package var totals: [RunAccumulator]
  /// The number of users who were simulated only to plan the sample; no count includes them.
  package var pilotUsers = 0
  /// For a case: the outcome of the user under each design, in their order; else empty.
  package var caseUserOutcomes: [UserOutcome] = []
  /// Whether the counts are those of a pilot, because the run ended before any other user.
  package var countsOnlyPilot = false
  /// The number of looks at the intervals so far, each of which could end the run.
  package var look = 0
  /// The reason of an incomplete run; nil if all users were simulated.
  package internal(set) var interruption: Interruption?
  /// The method for intervals of shares in a run with a single look.
  package var method = IntervalMethod.wilson
}

extension RunResults {
  /// Creates the result of a plain sample.
  package init(scenario: Scenario, totals: RunAccumulator, endings: [UserOutcome]) {
    let users = totals.countersByDesign[0].users
    self.init(scenario: scenario, users: users, strata: [.plainSample(users)], totals: [totals])
    self.caseUserOutcomes = endings
  }

  /// Creates the empty result of a run that ended before any result.
  init(nothingOf scenario: Scenario, _ interruption: Interruption) {
    self.init(scenario: scenario, totals: RunAccumulator(scenario), endings: [])
    self.interruption = interruption
  }

  /// Creates the result of a run that ended during the pilot.
  init(
    ofPilot scenario: Scenario, _ strata: [SampledStratum], _ totals: [RunAccumulator],
    _ interruption: Interruption
  ) {
    self.init(scenario: scenario, users: 0, strata: strata.counted(totals), totals: totals)
    countsOnlyPilot = true
    shorten(interruption)
  }

  /// Turns this into the result of an incomplete run with the users so far. The result is empty if
  /// one of the sample's parts has too few users.
  mutating func shorten(_ interruption: Interruption) {
    let isTooSmall = strata.contains {
      $0.index != nil && $0.users < min(RunResults.fewest, $0.testedUserNumberCount)
    }
    if isTooSmall { return self = RunResults(nothingOf: scenario, interruption) }
    users = strata.reduce(0) { $0 + $1.users }
    self.interruption = interruption
  }

  /// The smallest number of users per part, as in a pilot.
  private static let fewest = 16

  /// The settings of the intervals. At a look, their error is part of the requested error, so that
  /// all looks together keep the confidence.
  package var intervalSettings: IntervalSettings {
    guard let level = scenario.precision?.confidence else {
      return IntervalSettings(method: method)
    }
    let confidence = Confidence(level: level).atLook(max(1, look))
    return IntervalSettings(confidence: confidence, method: .clopperPearson)
  }

  /// A value of each part's accumulator, with the part.
  package func stratifiedCounts<Part>(_ part: (RunAccumulator) -> Part) -> StratifiedCounts<Part> {
    StratifiedCounts(users, intervalSettings, zip(strata, totals).map { ($0, part($1)) })
  }

  /// The counters of a design, by index.
  package func designCounters(_ design: Int) -> SampledDesignCounters {
    stratifiedCounts { $0.countersByDesign[design] }
  }

  /// Whether any charge was made under any design, including refunded charges.
  package var hasCharge: Bool {
    totals.contains { $0.countersByDesign.contains { $0.all.chargesIncludingRefunded > 0 } }
  }

  /// The declared faults that no user experienced under any design. Declarations from 63 on share
  /// one bit (see `UserOutcome.occurredFaults`), so they count as experienced together.
  package var faultsThatNeverOccurred: [(declaration: Int, kind: FaultKind)] {
    let occurredFaults = totals.reduce(0) {
      $1.countersByDesign.reduce($0) { $0 | $1.occurredFaults }
    }
    let declarations =
      scenario.population.script?.plannedFaults.map { ($0.declarationIndex, $0.fault.kind) }
      ?? scenario.population.faults.enumerated().map { ($0, $1.kind) }
    return declarations.filter { occurredFaults & (1 << UInt64(min($0.0, 63))) == 0 }
  }
}
