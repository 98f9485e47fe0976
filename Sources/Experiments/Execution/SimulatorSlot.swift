import EventEngine
package import PurchaseWorld
package import Scenarios

/// A simulator with its current user and outcome, in reused storage.
package struct SimulatorSlot: ~Copyable {
  private let population: Population
  package var simulator: Simulator, user: VirtualUser
  package var outcome = UserOutcome()

  package init(_ population: Population, _ designs: [Design] = [], seed: UInt64) {
    self.population = population
    simulator = Simulator(conditions: population.conditions, designs: designs)
    user = VirtualUser(number: 0, draws: KeyedDraws(seed: seed, user: 0))
  }

  /// Draws the user with a number.
  package mutating func draw(_ number: UInt64, seed: UInt64) {
    population.draw(number, seed: seed, into: &user)
  }
}

extension Scenario {
  /// A copy with its own storage. Swift counts references whenever it passes an array, and threads
  /// with shared arrays would move the cache lines of the counts between processors.
  package func copyWithOwnStorage() -> Scenario {
    var copy = self
    copy.designs = designs.map { $0.unshared() }
    copy.population.faults = population.faults.map { $0 }
    var conditions = population.conditions
    conditions.catalog = Catalog(
      products: conditions.catalog.products.map { product in
        var copy = product
        copy.itemIndices = product.itemIndices.map { $0 }
        return copy
      }, items: conditions.catalog.items.map { $0 })
    conditions.outages = conditions.outages.map { $0 }
    conditions.deadlines = conditions.deadlines.map { $0 }
    conditions.behavior.reactions.shares = conditions.behavior.reactions.shares.map { $0 }
    copy.population.conditions = conditions
    return copy
  }
}

extension Design {
  fileprivate func unshared() -> Design {
    var copy = self
    copy.binding.itemSources = binding.itemSources.map { $0 }
    copy.binding.accountSources = binding.accountSources.map { $0 }
    copy.retry.delays = retry.delays.map { $0 }
    return copy
  }
}

extension Population {
  /// The user with a number.
  package func user(_ number: UInt64, seed: UInt64) -> VirtualUser {
    var user = VirtualUser(number: number, draws: KeyedDraws(seed: seed, user: number))
    draw(number, seed: seed, into: &user)
    return user
  }
}
