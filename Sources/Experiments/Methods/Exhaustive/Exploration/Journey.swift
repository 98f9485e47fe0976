import EventEngine
package import Execution
package import PurchaseWorld
package import Scenarios

/// Purchases of the user in an exploration.
package enum Journey: String, CaseIterable, Sendable {
  /// Buys one item: the last item of the first product with several items, or of the first product.
  case one
  /// Buys one item, and a minute later another item of the product, or the same if it has only one.
  case two
  /// Buys one item, and a minute later taps another item and cancels.
  case cancelled
  /// Follows the plan of a case.
  case planned

  /// The journeys that a scenario allows.
  package static func all(of scenario: Scenario) -> [Journey] {
    scenario.isCase ? [.planned] : [.one, .two, .cancelled]
  }

  /// The taps in a scenario, without faults. A guessing backend takes the first item of a product
  /// (B6), so they buy the last items.
  package func script(in scenario: Scenario) -> Population.Script {
    if self == .planned, let script = scenario.population.script {
      return Population.Script(intents: script.intents, taps: script.taps, plan: [])
    }
    // The first product with several items reveals the most losses.
    let products = scenario.population.conditions.catalog.products
    let product = products.first { $0.itemIndices.count > 1 } ?? products[0]
    let items = Array(product.itemIndices.suffix(2).reversed())
    var intents = [Intent(item: items[0], pays: true)]
    if self != .one { intents.append(Intent(item: items[items.count - 1], pays: self == .two)) }
    let taps = intents.enumerated().map { number, intent in
      PlannedTap(intent: number, visit: 0, after: .seconds(60 * Int64(number)), pays: intent.pays)
    }
    return Population.Script(intents: intents, taps: taps, plan: [])
  }
}

/// A journey under the conditions of all explored designs, without random draws.
package struct ExploredJourney: Sendable {
  package let journey: Journey
  private let script: Population.Script, conditions: Conditions, user: VirtualUser
  private let kinds: [FaultKind], stop: CancellationToken

  package init(
    _ journey: Journey, in scenario: Scenario, kinds: [FaultKind], _ stop: CancellationToken
  ) {
    (self.journey, self.stop, self.kinds) = (journey, stop, kinds)
    script = journey.script(in: scenario)
    let population = scenario.deterministicCase(script).population
    conditions = population.conditions
    user = population.user(0, seed: scenario.seed)
  }

  /// The placed faults, at the same positions for every design; its store may not support some of
  /// them.
  /// - Parameter isLonger: whether faults that outlast the retries last 1 µs longer.
  package func exploredFaults(of design: Design, withLongerDurations: Bool = false)
    -> [ExploredFault]
  {
    var values = ExploredFaultValues(design, conditions)
    if withLongerDurations { values.long = Delay(microseconds: values.long.microseconds + 1) }
    return ExploredFault.all(of: kinds, values, script, conditions)
  }

  /// The explorer of the journey under a design.
  /// - Parameter excluded: the positions of faults that are not placed.
  package func explorer(of design: Design, without excluded: Set<Int> = []) -> Explorer {
    let choices = known(to: design).filter { !excluded.contains($0.offset) }
    return Explorer(design, of: user, conditions, choices.map(\.element), stop: stop)
  }

  /// The positions of the faults that lose an order under a design on their own.
  package func losingFaults(of design: Design) throws(Interruption) -> Set<Int> {
    let known = known(to: design)
    return Set(try explorer(of: design).exploreSingleFaults().losingFaults.map { known[$0].offset })
  }

  /// The faults that the design's store supports, with their positions among all faults.
  private func known(to design: Design) -> [(offset: Int, element: ExploredFault)] {
    exploredFaults(of: design).enumerated().filter { $0.element.fault.kind.applies(to: design) }
  }
}
