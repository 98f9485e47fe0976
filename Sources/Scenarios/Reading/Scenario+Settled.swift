import EventEngine
package import PurchaseWorld

extension Scenario {
  /// A case in the world of this scenario: one user with a written life, and no luck.
  ///
  /// The declared faults, the expectations and what belongs to samples are left out.
  package func settled(_ script: Population.Script) -> Scenario {
    var population = Population(conditions: population.conditions.settled)
    population.script = script
    return bare(population, users: 1)
  }

  /// This scenario with no more luck than can be gone through: every user that it can draw, and every
  /// way in which a fault can strike, are one of finitely many.
  ///
  /// The world is that of a case. Left to luck are who a user is (never returns, is a guest), what they wish
  /// (which items, cancels, thinks again), and the declared faults, whose drawn delays are cut into parts.
  /// - Parameter cells: how many equally likely parts a drawn delay has, at least 1.
  /// - Parameter kinds: those of the declared faults that are kept.
  package func finite(cells: Int, kinds: [FaultKind]) -> Scenario {
    let drawn = population.conditions.behavior
    var population = Population(conditions: population.conditions.settled)
    population.conditions.behavior.between = drawn.between.map { .constant($0.median) }
    for luck in [\Behavior.cancels, \.reconsiders, \.neverReturns, \.guests] {
      population.conditions.behavior[keyPath: luck] = drawn[keyPath: luck]
    }
    population.conditions.catalog = self.population.conditions.catalog
    population.purchasesPerUser = self.population.purchasesPerUser
    population.faults = self.population.faults.filter { kinds.contains($0.kind) }.map { rate in
      with(rate) { $0.cells = cells }
    }
    return bare(population, users: users)
  }

  /// The same designs for another population, with nothing expected.
  private func bare(_ population: Population, users: Int) -> Scenario {
    var bare = Scenario(
      name: name, title: title, seed: seed, users: users, population: population, designs: designs)
    bare.currency = currency
    return bare
  }
}

extension Conditions {
  /// The conditions that a case has when it says nothing of them but what is for sale.
  package static func ofCase(selling catalog: Catalog) -> Conditions {
    var draft = ScenarioDraft(isCase: true)
    draft.conditions.catalog = catalog
    return draft.conditions
  }

  /// These conditions without luck, as a case has them.
  ///
  /// Drawn delays become their medians. What happens to some users only happens to none, but an app
  /// in the background is evicted if it may be; who may react to missing goods does nothing.
  package var settled: Conditions {
    var settled = self
    for field in ConditionFields.device { field.settle(&settled.device) }
    for field in ConditionFields.store { field.settle(&settled.store) }
    for field in ConditionFields.backend { field.settle(&settled.backend) }
    for field in ConditionFields.behavior { field.settle(&settled.behavior) }
    for index in calls.indices {
      for field in NamedCall.fields { field.settle(&settled.calls[index]) }
    }
    settled.backend.capacity = nil
    settled.behavior.between = nil
    (settled.behavior.cancels, settled.behavior.reconsiders) = (.never, .never)
    settled.catalog = catalog.unweighted
    settled.jitter = 0.5
    settled.behavior.evicted = behavior.evicted == .never ? .never : .always
    if !behavior.reacts.shares.contains(1) { settled.behavior.reacts = Reactions() }
    // Only the expectations of scenarios have deadlines.
    settled.deadlines = []
    return settled
  }
}
