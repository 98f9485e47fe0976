import EventEngine
import Experiments
package import PurchaseWorld
package import Scenarios

/// What the user of an exploration sets out to do.
package enum Journey: String, CaseIterable, Sendable {
  /// Buys one item: the last of the first product that has several, or of the first.
  case one
  /// Buys one item, and a minute later another of the product, or the same if it has only one.
  case two
  /// Buys one item, and a minute later taps another and cancels.
  case cancelled
  /// Does what the plan of a case says.
  case planned

  /// The journeys that a scenario allows.
  package static func all(of scenario: Scenario) -> [Journey] {
    scenario.isCase ? [.planned] : [.one, .two, .cancelled]
  }

  /// The taps in a scenario, without faults. The last items of a product are bought: a backend that
  /// guesses takes the first (B6).
  package func script(in scenario: Scenario) -> Population.Script {
    if self == .planned, let script = scenario.population.script {
      return Population.Script(intents: script.intents, taps: script.taps, plan: [])
    }
    // Of the products the first that stands for several items tells most.
    let products = scenario.population.conditions.catalog.products
    let product = products.first { $0.items.count > 1 } ?? products[0]
    let items = Array(product.items.suffix(2).reversed())
    var intents = [Intent(item: items[0], pays: true)]
    if self != .one { intents.append(Intent(item: items[items.count - 1], pays: self == .two)) }
    let taps = intents.enumerated().map { number, intent in
      PlannedTap(intent: number, visit: 0, after: .seconds(60 * Int64(number)), pays: intent.pays)
    }
    return Population.Script(intents: intents, taps: taps, plan: [])
  }
}

/// A journey as every design is explored in it, with nothing left to chance.
struct ExploredJourney: Sendable {
  let journey: Journey
  private let script: Population.Script, conditions: Conditions, user: VirtualUser
  private let kinds: [FaultKind], stop: StopSign

  init(_ journey: Journey, in scenario: Scenario, kinds: [FaultKind], _ stop: StopSign) {
    (self.journey, self.stop, self.kinds) = (journey, stop, kinds)
    script = journey.script(in: scenario)
    let population = scenario.settled(script).population
    conditions = population.conditions
    user = population.user(0, seed: scenario.seed)
  }

  /// The faults that are tried, position by position the same for every design; its store may not know some.
  /// - Parameter isLonger: whether what outlasts the retries lasts longer than it does.
  func choices(of design: Design, isLonger: Bool = false) -> [FaultChoice] {
    var values = FaultValues(design, conditions)
    if isLonger { values.long = Delay(microseconds: values.long.microseconds + 1) }
    return FaultChoice.all(of: kinds, values, script, conditions)
  }

  /// - Parameter excluded: the positions of the faults that do not strike.
  func explorer(of design: Design, without excluded: Set<Int> = []) -> Explorer {
    let choices = known(to: design).filter { !excluded.contains($0.offset) }
    return Explorer(design, of: user, conditions, choices.map(\.element), stop: stop)
  }

  /// The positions of the faults that lose an order under a design, each alone.
  func losingFaults(of design: Design) throws(Cut) -> Set<Int> {
    let known = known(to: design)
    return Set(try explorer(of: design).singleFaults().losing.map { known[$0].offset })
  }

  /// The faults that a design's store can do, each with its position among all.
  private func known(to design: Design) -> [(offset: Int, element: FaultChoice)] {
    choices(of: design).enumerated().filter { $0.element.fault.kind.isKnown(to: design) }
  }
}
