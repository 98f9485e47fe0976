import EventEngine
package import PurchaseWorld

extension Scenario {
  /// A case in the world of this scenario: one user with a script, and no randomness.
  ///
  /// The declared faults, the expectations and the sampling are omitted.
  package func deterministicCase(_ script: Population.Script) -> Scenario {
    var population = Population(conditions: population.conditions.deterministic)
    population.script = script
    return bare(population, users: 1)
  }

  /// This scenario with finitely many different users and fault placements, which can be
  /// enumerated.
  ///
  /// The world is that of a case. Random are only the user (never returns, is a guest), the intents
  /// (items, cancels, reconsiders) and the declared faults, whose delays are divided into cells.
  /// - Parameter cells: the number of equally likely cells of a random delay, at least 1.
  /// - Parameter kinds: the kinds of declared faults to keep.
  package func discretized(cells: Int, kinds: [FaultKind]) -> Scenario {
    let drawn = population.conditions.behavior
    var population = Population(conditions: population.conditions.deterministic)
    population.conditions.behavior.between = drawn.between.map { .constant($0.median) }
    for probability in [
      \Behavior.cancelProbability, \.retapProbability, \.neverReturningShare, \.guestShare,
    ] { population.conditions.behavior[keyPath: probability] = drawn[keyPath: probability] }
    population.conditions.catalog = self.population.conditions.catalog
    population.purchasesPerUser = self.population.purchasesPerUser
    population.faults = self.population.faults.filter { kinds.contains($0.kind) }.map { rate in
      with(rate) { $0.cellCount = cells }
    }
    return bare(population, users: userCount)
  }

  /// The same designs for another population, without expectations.
  private func bare(_ population: Population, users: Int) -> Scenario {
    Scenario(
      name: name, currency: currency, title: title, seed: seed, userCount: users,
      population: population, designs: designs)
  }
}

extension Conditions {
  /// The default conditions of a case with a catalog.
  package static func ofCase(selling catalog: Catalog) -> Conditions {
    var draft = ScenarioDraft(isCase: true)
    draft.conditions.catalog = catalog
    return draft.conditions
  }

  /// These conditions without randomness, as in a case.
  ///
  /// Random delays become their medians. Events that affect only some users affect no user, except
  /// that an app in the background is evicted if that is possible. Users do not react to missing
  /// goods unless one reaction has the share 1.
  package var deterministic: Conditions {
    var deterministic = self
    for field in ConditionFields.device { field.settle(&deterministic.device) }
    for field in ConditionFields.store { field.settle(&deterministic.store) }
    for field in ConditionFields.backend { field.settle(&deterministic.backend) }
    for field in ConditionFields.behavior { field.settle(&deterministic.behavior) }
    for index in calls.indices {
      for field in NamedCall.fields { field.settle(&deterministic.calls[index]) }
    }
    deterministic.backend.capacity = nil
    deterministic.behavior.between = nil
    deterministic.behavior.cancelProbability = .never
    deterministic.behavior.retapProbability = .never
    deterministic.catalog = catalog.unweighted
    deterministic.jitterLevel = 0.5
    deterministic.behavior.evictionProbability =
      behavior.evictionProbability == .never ? .never : .always
    if !behavior.reactions.shares.contains(1) { deterministic.behavior.reactions = Reactions() }
    // Only the expectations of scenarios have deadlines.
    deterministic.deadlines = []
    return deterministic
  }
}
