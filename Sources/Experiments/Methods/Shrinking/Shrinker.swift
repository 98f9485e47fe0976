package import Experiments
package import PurchaseWorld
package import Scenarios

/// Result of the search for a small case that loses an order like a user.
package enum ShrinkResult: Sendable {
  /// A case without removable faults and taps.
  case shrunk(MinimalCase)
  /// The user lost no order; with the user's outcome.
  case nothingLost(UserOutcome)
  /// The user lost an order in this way, and no candidate does.
  case conversionFailed(Loss)
  /// The search was interrupted, or the user's simulation does not end.
  case interruption(Interruption)
}

/// Case with a lost order from which no fault and no tap can be removed.
package struct MinimalCase: Sendable {
  /// The case, with one design and an expectation of its exact outcome.
  package var scenario: Scenario
  /// The loss of the user's order, and of the case's order; the kind is the same.
  package var originalLoss, loss: Loss
  package var conversion: CaseConversion
  /// The number of faults planned for the user, including faults that never occurred.
  package var plannedFaultCount: Int
  package var simulationCount: Int

  /// The number of faults in the case.
  package var faultCount: Int { scenario.population.script?.plannedFaults.count ?? 0 }
  package var tapCount: Int { scenario.population.script?.taps.count ?? 0 }
}

/// Shrinker of lost orders to small cases, for a scenario or a case under one of its designs.
package struct Shrinker: Sendable {
  private let scenario: Scenario, design: Design, stop: CancellationToken

  /// - Parameter stop: cancels the search.
  package init(
    _ scenario: Scenario, _ design: Design, stop: CancellationToken = CancellationToken()
  ) { (self.scenario, self.design, self.stop) = (scenario, design, stop) }

  /// Shrinks the first lost order of a user.
  /// - Parameter number: the number of the user in the scenario (``UserNumber``).
  /// - Parameter name: the name of the case.
  package func shrink(user number: UInt64, name: String) -> ShrinkResult {
    var population = scenario.population
    if UserNumber.stratum(of: number) != nil { population.stratify() }
    // A fault that the store does not support never occurs, and a case may not name it.
    population.script?.plannedFaults.removeAll { !$0.fault.kind.applies(to: design) }
    var user = population.user(number, seed: scenario.seed)
    user.plannedFaults.removeAll { !$0.fault.kind.applies(to: design) }
    var simulator = Simulator(conditions: population.conditions)
    var outcome = UserOutcome()
    let trace = simulator.trace(design, of: user, into: &outcome)
    if trace.isRunaway { return .interruption(.runaway(AbortedUser(design, user, in: scenario))) }
    guard let charge = outcome.charges.firstIndex(where: { Loss($0.status) != nil }) else {
      return .nothingLost(outcome)
    }
    let intentIndex = outcome.intents[outcome.charges[charge].intentIndex].intentIndex
    let converter =
      population.script.map { CaseConverter($0, in: population.conditions) }
      ?? CaseConverter(
        ReconstructedCase(trace, of: user, lost: charge, for: intentIndex), of: user,
        in: population.conditions)
    let loss = outcome.losses[0]
    var caseSimulator = CaseSimulator(
      design, in: converter.writtenCases[0].writtenCase.conditions, stop: stop)
    let deterministic = converter.convert(loss, &caseSimulator)
    if let interruption = stop.interruption { return .interruption(interruption) }
    guard let deterministic else { return .conversionFailed(loss) }
    var minimiser = Minimiser(
      deterministic.writtenCase, losing: deterministic.loss, caseSimulator: caseSimulator)
    minimiser.minimise()
    if let interruption = stop.interruption { return .interruption(interruption) }
    return .shrunk(
      MinimalCase(
        scenario: written(minimiser.writtenCase, minimiser.loss, name: name), originalLoss: loss,
        loss: minimiser.loss, conversion: deterministic.conversion,
        plannedFaultCount: user.plannedFaults.count, simulationCount: minimiser.simulations))
  }

  /// The case as a scenario, read from its text.
  private func written(_ writtenCase: WrittenCase, _ loss: Loss, name: String) -> Scenario {
    var caseSimulator = CaseSimulator(design, in: writtenCase.conditions)
    var scenario = Scenario(name: name, population: writtenCase.population)
    let faults = writtenCase.faults.map(\.fault.kind.rawValue).joined(separator: " and ")
    scenario.title =
      "One order \(loss.isAutoRefunded ? "refunded by the store" : "lost") under \(design.name):"
      + " \(loss.kind.rawValue), \(loss.dropPoint.rawValue)"
      + (faults.isEmpty ? ", without a fault" : ", after \(faults)")
    (scenario.userCount, scenario.designs) = (1, design.selfAndUpdateTarget)
    scenario.expectations = [
      Expectation(pinning: caseSimulator.outcome(of: writtenCase), under: design.name)
    ]
    do { return try ScenarioReader.read(Array(scenario.caseText.utf8), file: name + ".json") } catch
    { preconditionFailure("a case that was written can be read: \(error)") }
  }
}

extension Expectation {
  /// Creates the expectation that a case ends exactly with this outcome.
  fileprivate init(pinning outcome: UserOutcome, under design: String) {
    let ending = CaseOutcome(outcome)
    self.init(
      .ending(design: design, charges: ending.charges, flags: Set(ending.flags)), product: nil,
      line: 1, column: 1, path: "expect[0]")
  }
}
