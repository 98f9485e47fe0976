package import Experiments
package import PurchaseWorld
package import Scenarios

/// What became of the search for a small case that loses an order like a user's.
package enum Shrinking: Sendable {
  /// A case loses it, from which no fault and no tap can be removed.
  case shrunk(MinimalCase)
  /// The user lost no order; what became of them.
  case nothingLost(Outcome)
  /// The user lost an order in this way, and no case that was tried does.
  case unsettled(Loss)
  /// The work ended before a case was small, or before the user's life did.
  case cut(Cut)
}

/// A case that loses an order, and from which no fault and no tap can be removed.
package struct MinimalCase: Sendable {
  /// The case, with the one design, and an expectation that pins how it ends.
  package var scenario: Scenario
  /// How the user's order was lost, and how that of the case is: with the same kind.
  package var original, loss: Loss
  package var settlement: Settlement
  /// How many faults were planned for the user, whether they struck or not.
  package var faultsBefore: Int
  package var plays: Int

  /// How many faults and taps the case has.
  package var faults: Int { scenario.population.script?.plan.count ?? 0 }
  package var taps: Int { scenario.population.script?.taps.count ?? 0 }
}

/// Makes small cases of orders lost in a scenario or a case, under one of its designs.
package struct Shrinker: Sendable {
  private let scenario: Scenario, design: Design, stop: StopSign

  /// - Parameter stop: asks for the end before a case is small.
  package init(_ scenario: Scenario, _ design: Design, stop: StopSign = StopSign()) {
    (self.scenario, self.design, self.stop) = (scenario, design, stop)
  }

  /// Shrinks the first lost order of a user.
  /// - Parameter number: which of the scenario's users (``UserNumber``).
  /// - Parameter name: what the case is called.
  package func shrink(user number: UInt64, name: String) -> Shrinking {
    var population = scenario.population
    if UserNumber.stratum(number) != nil { population.stratify() }
    // What the store does not know never strikes there, and no case of it can name it.
    population.script?.plan.removeAll { !$0.fault.kind.isKnown(to: design) }
    var user = population.user(number, seed: scenario.seed)
    user.plan.removeAll { !$0.fault.kind.isKnown(to: design) }
    var stage = Stage(conditions: population.conditions)
    var outcome = Outcome()
    let trace = stage.trace(design, of: user, into: &outcome)
    if trace.isEndless { return .cut(.endless(EndlessUser(design, user, in: scenario))) }
    guard let charge = outcome.charges.firstIndex(where: { Loss($0.fate) != nil }) else {
      return .nothingLost(outcome)
    }
    let wish = outcome.intents[outcome.charges[charge].intent].wish
    let settling =
      population.script.map { Settling($0, in: population.conditions) }
      ?? Settling(
        LivedLife(trace, of: user, lost: charge, for: wish), of: user, in: population.conditions)
    let loss = outcome.losses[0]
    var rehearsal = Rehearsal(design, in: settling.lives[0].life.conditions, stop: stop)
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

  /// The case of a life, read back from its text.
  private func written(_ life: WrittenLife, _ loss: Loss, name: String) -> Scenario {
    var rehearsal = Rehearsal(design, in: life.conditions)
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
  /// The expectation that a case ends exactly as it did.
  fileprivate init(pinning outcome: Outcome, under design: String) {
    let ending = Ending(outcome)
    self.init(
      .ending(design: design, charges: ending.charges, flags: Set(ending.flags)), product: nil,
      line: 1, column: 1, path: "expect[0]")
  }
}
