package import Experiments
package import PurchaseWorld
package import Scenarios

/// Result of the search for a small case that loses an order like a user.
package enum ShrinkResult: Sendable {
  /// A case without removable faults and taps.
  case shrunk(MinimalCase)
  /// The user lost no order; with the user's outcome.
  case nothingLost(Outcome)
  /// The user lost an order in this way, and no candidate does.
  case unsettled(Loss)
  /// The search was interrupted, or the user's simulation does not end.
  case cut(Interruption)
}

/// Case with a lost order from which no fault and no tap can be removed.
package struct MinimalCase: Sendable {
  /// The case, with one design and an expectation of its exact outcome.
  package var scenario: Scenario
  /// The loss of the user's order, and of the case's order; the kind is the same.
  package var original, loss: Loss
  package var settlement: CaseConversion
  /// The number of faults planned for the user, including faults that never occurred.
  package var faultsBefore: Int
  package var plays: Int

  /// The number of faults and taps in the case.
  package var faults: Int { scenario.population.script?.plan.count ?? 0 }
  package var taps: Int { scenario.population.script?.taps.count ?? 0 }
}

/// Shrinker of lost orders to small cases, for a scenario or a case under one of its designs.
package struct Shrinker: Sendable {
  private let scenario: Scenario, design: Design, stop: CancellationToken

  /// - Parameter stop: cancels the search.
  package init(
    _ scenario: Scenario, _ design: Design, stop: CancellationToken = CancellationToken()
  ) {
    (self.scenario, self.design, self.stop) = (scenario, design, stop)
  }

  /// Shrinks the first lost order of a user.
  /// - Parameter number: the number of the user in the scenario (``UserNumber``).
  /// - Parameter name: the name of the case.
  package func shrink(user number: UInt64, name: String) -> ShrinkResult {
    var population = scenario.population
    if UserNumber.stratum(number) != nil { population.stratify() }
    // A fault that the store does not support never occurs, and a case may not name it.
    population.script?.plan.removeAll { !$0.fault.kind.isKnown(to: design) }
    var user = population.user(number, seed: scenario.seed)
    user.plan.removeAll { !$0.fault.kind.isKnown(to: design) }
    var stage = Simulator(conditions: population.conditions)
    var outcome = Outcome()
    let trace = stage.trace(design, of: user, into: &outcome)
    if trace.isEndless { return .cut(.endless(RunawayUser(design, user, in: scenario))) }
    guard let charge = outcome.charges.firstIndex(where: { Loss($0.fate) != nil }) else {
      return .nothingLost(outcome)
    }
    let wish = outcome.intents[outcome.charges[charge].intent].wish
    let settling =
      population.script.map { CaseConverter($0, in: population.conditions) }
      ?? CaseConverter(
        ReconstructedCase(trace, of: user, lost: charge, for: wish), of: user,
        in: population.conditions)
    let loss = outcome.losses[0]
    var rehearsal = CaseSimulator(design, in: settling.lives[0].life.conditions, stop: stop)
    let settled = settling.settle(loss, &rehearsal)
    if let cut = stop.cut { return .cut(cut) }
    guard let settled else { return .unsettled(loss) }
    var minimiser = Minimiser(settled.life, losing: settled.loss, rehearsal: rehearsal)
    minimiser.minimise()
    if let cut = stop.cut { return .cut(cut) }
    return .shrunk(
      MinimalCase(
        scenario: written(minimiser.life, minimiser.loss, name: name), original: loss,
        loss: minimiser.loss, settlement: settled.way, faultsBefore: user.plan.count,
        plays: minimiser.plays))
  }

  /// The case as a scenario, read from its text.
  private func written(_ life: WrittenCase, _ loss: Loss, name: String) -> Scenario {
    var rehearsal = CaseSimulator(design, in: life.conditions)
    var scenario = Scenario(name: name, population: life.population)
    let faults = life.faults.map(\.fault.kind.rawValue).joined(separator: " and ")
    scenario.title =
      "One order \(loss.isAutoRefunded ? "refunded by the store" : "lost") under \(design.name):"
      + " \(loss.kind.rawValue), \(loss.dropPoint.rawValue)"
      + (faults.isEmpty ? ", without a fault" : ", after \(faults)")
    (scenario.users, scenario.designs) = (1, design.withUpdate)
    scenario.expectations = [Expectation(pinning: rehearsal.outcome(of: life), under: design.name)]
    do { return try ScenarioReader.read(Array(scenario.caseText.utf8), file: name + ".json") } catch
    { preconditionFailure("a case that was written can be read: \(error)") }
  }
}

extension Expectation {
  /// Creates the expectation that a case ends exactly with this outcome.
  fileprivate init(pinning outcome: Outcome, under design: String) {
    let ending = CaseOutcome(outcome)
    self.init(
      .ending(design: design, charges: ending.charges, flags: Set(ending.flags)), product: nil,
      line: 1, column: 1, path: "expect[0]")
  }
}
