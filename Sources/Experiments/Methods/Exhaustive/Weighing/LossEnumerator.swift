import EventEngine
package import Execution
package import PurchaseWorld
package import Scenarios

/// Enumerator of every user that a scenario can draw, with every plan of a few faults.
///
/// It checks one engine against another: it enumerates the runs that explorations simulate
/// (``StepwiseRun``), each with its probability; ``sample(faults:users:workers:)`` draws the same
/// users at random and runs them.
package struct LossEnumerator: Sendable {
  /// The largest number of enumerated users, and of enumerated runs.
  package static let maxUsers = 1e6, maximumRuns = 1e9

  private let design: Design, population: Population, seed: UInt64, stop: CancellationToken
  private let division: ShardedExecution?

  /// Creates the enumeration for a design.
  /// - Parameter scenario: a scenario with random users.
  /// - Parameter cells: the number of equally probable values of a random delay, at least 1.
  /// - Parameter kinds: the kinds of declared faults that can occur.
  package init(
    _ design: Design, in scenario: Scenario, cells: Int, kinds: [FaultKind],
    stop: CancellationToken = CancellationToken(), in division: ShardedExecution? = nil
  ) {
    (self.design, self.stop, self.division) = (design, stop, division)
    population = scenario.discretized(cells: cells, kinds: kinds).population
    seed = scenario.seed
  }

  package var userCount: Double { population.allUserCount }

  /// The number of runs to enumerate with up to `maxFaults` faults.
  package func runCount(maxFaults: Int) -> Double {
    // Coefficients of a polynomial in the number of faults, for one intent, then all purchases.
    func times(_ left: [Double], _ right: [Double]) -> [Double] {
      (0...maxFaults).map { size in (0...size).reduce(0) { $0 + left[$1] * right[size - $1] } }
    }
    let none = [1] + Array(repeating: 0.0, count: maxFaults)
    let rates = population.faults.filter { $0.probability != .never }
    let intent = rates.reduce(none) { sum, rate in
      let more = Double(rate.variants().count)
      return times(sum, Array(([1, more] + none.dropFirst()).prefix(maxFaults + 1)))
    }
    let (alone, double) = population.purchaseCounts
    let purchase = zip(intent, times(intent, intent)).map {
      Double(alone) * $0 + Double(double) * $1
    }
    let all = (0..<population.purchasesPerUser).reduce(none) { all, _ in times(all, purchase) }
    return Double(population.traitCombinationCount) * all.reduce(0, +)
  }

  /// - Parameter faults: the largest number of planned faults per user, from 0.
  /// - Parameter workers: the number of threads, at least 1; it has no effect on the result.
  /// - Parameter progress: called from any worker with the completed fraction.
  package func enumerate(
    faults: Int, workers: Int = 1, progress: (@Sendable (Double) -> Void)? = nil
  ) throws(Interruption) -> LossEnumeration {
    let users = population.allUsers(seed: seed)
    let alternatives = population.faults.map { $0.variants() }
    // A unit of work is a user with one first fault or none. Sums are built in chunks of a fixed
    // size, so rounding is equal for any number of workers.
    let starts = users.reduce(into: [0]) { starts, likely in
      let slots = faults > 0 ? likely.user.intents.count * alternatives.count : 0
      starts.append(starts[starts.count - 1] + slots + 1)
    }
    let (units, chunk) = (starts[users.count], max(1, starts[users.count] / 2_048))
    let found = try division.each(
      "weighed", of: (units + chunk - 1) / chunk, workers: workers,
      empty: { _ in WeighingAccumulator(faults: faults) },
      { [self] in WeightedPlacementSearch(design, population, alternatives, seed: seed, stop: stop)
      }, progress: progress
    ) { search, number throws(Interruption) -> WeighingAccumulator in
      var totals = WeighingAccumulator(faults: faults)
      let first = number * chunk
      var user = (starts.firstIndex { $0 > first } ?? users.count) - 1
      for unit in first..<min(units, first + chunk) {
        while starts[user + 1] <= unit { user += 1 }
        try search.search(users[user], user, first: unit - starts[user] - 1, into: &totals)
      }
      return totals
    }
    let totals = found.reduce(into: WeighingAccumulator(faults: faults)) { $0 += $1 }
    let parts = try totals.parts.map { part throws(Interruption) in
      try self.part(part, users, alternatives)
    }
    return LossEnumeration(
      design: design.name, comparedShare: .forComparison(of: [design]),
      resultsByFaultCount: totals.sizes, parts: parts)
  }

  /// A part with the example run that its accumulator identifies.
  private func part(
    _ found: WeighingAccumulator.Part, _ users: [WeightedUser], _ alternatives: [[FaultVariant]]
  ) throws(Interruption) -> LossEnumeration.Part {
    var part = LossEnumeration.Part(kinds: found.kinds, lost: found.lost)
    guard let run = found.example else { return part }
    // Only the partial result of another shard can contain an impossible example.
    guard users.indices.contains(run.user) else { throw .pendingShards }
    var user = users[run.user].user
    for fault in run.injectedFaults {
      let declaration = fault.slot % max(1, alternatives.count)
      guard fault.slot / max(1, alternatives.count) < user.intents.count,
        alternatives[declaration].indices.contains(fault.alternative)
      else { throw .pendingShards }
      let variant = alternatives[declaration][fault.alternative]
      user.plannedFaults.append(population.planned(variant, at: fault.slot, of: declaration))
    }
    part.example = Population.Script(
      intents: user.intents, taps: user.taps, plan: user.plannedFaults)
    return part
  }

  /// Draws the same users at random and simulates them as runs do.
  /// - Parameters: as for ``enumerate(faults:workers:progress:)``; more faults are counted together.
  package func sample(
    faults: Int, users: Int, workers: Int = 1, progress: (@Sendable (Double) -> Void)? = nil
  ) throws(Interruption) -> EnumerationSample {
    let size = 4_096
    let found = try division.each(
      "drawn", of: (users + size - 1) / size, workers: workers,
      empty: { _ in EnumerationSample(faults: faults) },
      { [self] in SimulatorSlot(population, [design], seed: seed) }, progress: progress
    ) { [self] slot, piece throws(Interruption) -> EnumerationSample in
      var sample = EnumerationSample(faults: faults)
      for number in piece * size..<min(users, (piece + 1) * size) {
        if let interruption = stop.interruption { throw interruption }
        population.draw(UInt64(number), seed: seed, into: &slot.user)
        slot.simulator.setUser(slot.user)
        do { try slot.simulator.simulate(designAt: 0, into: &slot.outcome) } catch {
          throw Interruption.runaway(AbortedUser(design, slot.user, population.conditions))
        }
        let known = slot.user.plannedFaults.count { $0.fault.kind.applies(to: design) }
        sample.add(slot.outcome.chargeCounts, faults: known)
      }
      return sample
    }
    return found.reduce(into: EnumerationSample(faults: faults)) { $0 += $1 }
  }
}

/// Search that simulates users with every plan of a few faults.
struct WeightedPlacementSearch: ~Copyable {
  private let population: Population
  /// The alternatives of each declared fault, and the probability of each fault.
  private let alternatives: [[FaultVariant]], chances: [Double]
  private var run: StepwiseRun, user: VirtualUser, place = WeighingAccumulator.WeightedRun(user: 0)
  private let design: Design, stop: CancellationToken

  init(
    _ design: Design, _ population: Population, _ alternatives: [[FaultVariant]],
    seed: UInt64, stop: CancellationToken
  ) {
    (self.design, self.stop) = (design, stop)
    (self.population, self.alternatives) = (population, alternatives)
    // A fault that the store does not support never occurs.
    chances = population.faults.map { $0.kind.applies(to: design) ? $0.probability.probability : 0 }
    user = VirtualUser(number: 0, draws: KeyedDraws(seed: seed, user: 0))
    run = StepwiseRun(design, of: user, conditions: population.conditions)
  }

  /// Simulates a user with every plan with the same first fault.
  /// - Parameter number: the index of the user among all users.
  /// - Parameter slot: the slot of the first fault: the index of the intent times the number of
  ///   declared faults, plus the declaration; -1 for no fault.
  mutating func search(
    _ likely: WeightedUser, _ number: Int, first slot: Int, into totals: inout WeighingAccumulator
  ) throws(Interruption) {
    user = likely.user
    place = WeighingAccumulator.WeightedRun(user: number)
    if slot < 0 { return try simulate(likely.share * quiet(from: 0), &totals) }
    try injectFault(slot, likely.share * quiet(from: 0, to: slot), &totals)
  }

  /// Adds a fault in each of its alternatives and continues with later faults.
  private mutating func injectFault(
    _ slot: Int, _ weight: Double, _ totals: inout WeighingAccumulator
  ) throws(Interruption) {
    let declaration = slot % chances.count
    guard chances[declaration] > 0, weight > 0 else { return }
    for (number, alternative) in alternatives[declaration].enumerated() {
      user.plannedFaults.append(population.planned(alternative, at: slot, of: declaration))
      place.injectedFaults.append(.init(slot: slot, alternative: number))
      let weight = weight * chances[declaration] * alternative.share
      try simulate(weight * quiet(from: slot + 1), &totals)
      if user.plannedFaults.count < totals.faults {
        var weight = weight
        for next in slot + 1..<max(slot + 1, slots) {
          try injectFault(next, weight, &totals)
          weight *= 1 - chances[next % chances.count]
        }
      }
      user.plannedFaults.removeLast()
      place.injectedFaults.removeLast()
    }
  }

  /// The number of slots in which a fault can occur for the user.
  private var slots: Int { user.intents.count * chances.count }

  /// The probability that no fault occurs in a range of slots.
  private func quiet(from first: Int, to end: Int? = nil) -> Double {
    (first..<max(first, end ?? slots)).reduce(1) { $0 * (1 - chances[$1 % chances.count]) }
  }

  private mutating func simulate(_ weight: Double, _ totals: inout WeighingAccumulator)
    throws(Interruption)
  {
    guard weight > 0 else { return }
    if let interruption = stop.interruption { throw interruption }
    run.restart(with: user)
    do { totals.add(try run.countCharges(), of: user, place, weight) } catch {
      throw .runaway(AbortedUser(design, user, population.conditions))
    }
  }
}

extension Population {
  /// A declared fault in the form of a user's plan.
  /// - Parameter slot: index of the intent × number of declared faults + declaration.
  fileprivate func planned(
    _ alternative: FaultVariant, at slot: Int, of declaration: Int
  ) -> PlannedFault {
    PlannedFault(
      alternative.fault, intent: slot / faults.count, at: faults[declaration].anchor,
      after: alternative.after, declaration: declaration)
  }
}
