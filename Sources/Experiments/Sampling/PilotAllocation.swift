import PurchaseWorld
import Scenarios
import Statistics

extension NeymanAllocation {
  /// Divides a sample over the strata by what a pilot has shown of every design's lost orders.
  ///
  /// With a precision that names a design, that one alone counts.
  init(pilot parts: [SampledStratum], _ books: [Books], _ scenario: Scenario) {
    let designs = scenario.designs.indices.filter { index in
      guard let name = scenario.precision?.design else { return true }
      return scenario.designs[index].name == name
    }
    let pilot = Sampled(scenario.users, .standard, Array(zip(parts, books)))
    let moments = designs.map { design in
      pilot.map { $0.ledgers[design].moments(.lost) }.ofLosses.strata
    }
    // To draw a user costs about as much as to handle twenty events, to look at a number one.
    let costs = zip(parts, books).map { part, books in
      let users = Double(max(1, part.users))
      let looking = part.luck == .any ? 0 : Double(part.numbers) / users
      return 20 + looking + Double(books.ledgers.reduce(0) { $0 + $1.events }) / users
    }
    // Who asks for a precision of lost rates wants little else.
    self.init(designs: moments, costs: costs, defensive: scenario.precision == nil ? 0.1 : 0.02)
  }
}
