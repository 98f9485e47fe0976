import PurchaseWorld
import Scenarios

extension Scenario {
  /// The same scenario in storage of its own.
  ///
  /// Threads that use the same arrays count references to them in the same place, and every count
  /// takes that place away from the other thread. Reading needs no such copy, but Swift counts when
  /// it passes arrays on.
  func unshared() -> Scenario {
    var own = self
    own.designs = designs.map { $0.unshared() }
    own.population.faults = population.faults.map { $0 }
    var conditions = population.conditions
    conditions.catalog = Catalog(
      products: conditions.catalog.products.map { product in
        var own = product
        own.items = product.items.map { $0 }
        return own
      }, items: conditions.catalog.items.map { $0 })
    conditions.outages = conditions.outages.map { $0 }
    conditions.deadlines = conditions.deadlines.map { $0 }
    conditions.behavior.reacts.shares = conditions.behavior.reacts.shares.map { $0 }
    own.population.conditions = conditions
    return own
  }
}

extension Design {
  /// The same design in storage of its own.
  fileprivate func unshared() -> Design {
    var own = self
    own.binding.item = binding.item.map { $0 }
    own.binding.account = binding.account.map { $0 }
    own.retry.delays = retry.delays.map { $0 }
    return own
  }
}
