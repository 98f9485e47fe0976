import EventEngine
package import PurchaseWorld
package import Scenarios
import Synchronization

/// Runner of a scenario whose users share one backend: simulates every design in every replication.
///
/// Users depend on each other, so one replication is one observation. Intervals need several
/// replications, each with its own random draws, which are the same for all designs. A piece of
/// work is one design in one replication; the result does not depend on the number of workers.
package struct SharedBackendRunner: Sendable {
  private let scenario: Scenario, stop: CancellationToken, division: ShardedExecution?

  /// - Precondition: the scenario's backend has a capacity (B11), and no client is a team's own.
  /// - Parameter division: the division among shards that simulate some of the replications each.
  package init(
    _ scenario: Scenario, stop: CancellationToken = CancellationToken(),
    in division: ShardedExecution? = nil
  ) {
    precondition(scenario.hasSharedBackend, "a shared backend has a capacity")
    (self.scenario, self.stop, self.division) = (scenario, stop, division)
  }

  /// Simulates all replications; throws if interrupted or if work is left to other shards.
  /// - Parameter progress: called after every piece, from any thread, with the completed fraction.
  package func run(
    workers: Int, progress: (@Sendable (Double) -> Void)? = nil
  ) throws(Interruption) -> SharedBackendResults {
    let designs = scenario.designs.count
    let done = Atomic(0), pieces = designs * scenario.replicationCount
    let all = try division.each(
      "replications", of: pieces, workers: workers,
      empty: { ReplicationCounters(scenario, design: $0 % designs, replication: $0 / designs + 1) },
      { 0 }
    ) { [scenario, stop] (_: inout Int, piece: Int) throws(Interruption) -> ReplicationCounters in
      let copy = scenario.copyWithOwnStorage()
      let count = try ReplicationCounters(
        copy, design: piece % designs, replication: piece / designs + 1, stop)
      let now = done.add(1, ordering: .relaxed).newValue
      progress?(Double(now) / Double(pieces))
      return count
    }
    return SharedBackendResults(
      scenario: scenario,
      counts: (0..<designs).map { design in
        (0..<scenario.replicationCount).map { all[$0 * designs + design] }
      })
  }
}

extension Scenario {
  /// Whether all users share one backend (B11).
  package var hasSharedBackend: Bool { population.conditions.backend.capacity != nil }

  /// The seed of a replication, from 1; the first replication has the scenario's seed.
  package func seed(ofReplication number: Int) -> UInt64 {
    number == 1 ? seed : KeyedDraws.mix(seed &+ UInt64(number - 1) &* 0x9E37_79B9_7F4A_7C15)
  }

  /// The same scenario with one design and without expectations.
  func alone(_ design: Int, replication: Int) -> Scenario {
    var alone = self
    (alone.designs, alone.expectations, alone.declaredPairs) = ([designs[design]], [], nil)
    alone.seed = seed(ofReplication: replication)
    return alone
  }
}

/// Counts of one design in one replication.
package struct ReplicationCounters: Sendable {
  /// The accumulator of the design, which is its only design.
  package private(set) var totals: RunAccumulator
  /// The load of the backend.
  package private(set) var load: BackendLoad
  /// The lost orders and lost sales of intents affected by the backend's overload (B11, B12).
  private(set) var overloadLost = 0, overloadLostSales = 0

  /// Creates an empty count.
  init(_ scenario: Scenario, design: Int, replication: Int) {
    totals = RunAccumulator(scenario.alone(design, replication: replication))
    load = BackendLoad(scenario.population.conditions)
  }

  /// Simulates a replication; throws if interrupted or if a user's simulation does not end.
  init(_ scenario: Scenario, design: Int, replication: Int, _ stop: CancellationToken)
    throws(Interruption)
  {
    let alone = scenario.alone(design, replication: replication)
    let simulatedDesign = alone.designs[0]
    var totals = RunAccumulator(alone), lost = 0, lostSales = 0
    let simulator = SharedBackendSimulator(
      alone.population, design: simulatedDesign, seed: alone.seed)
    let found: BackendLoad?
    do throws(RunawaySharedBackendUser) {
      found = try simulator.simulate(alone.userCount, isCancelled: { stop.interruption != nil }) {
        user, outcome throws(AbortedSimulation) in
        totals.add(outcome, design: 0, of: user)
        totals.completeUser()
        guard outcome.intents.contains(where: { $0.flags.contains(.hitOverload) }) else { return }
        for charge in outcome.charges
        where charge.status.countsAsLost && outcome.hitOverload(charge.intentIndex) { lost += 1 }
        lostSales += outcome.intents.count { $0.flags.contains(.hitOverload) && $0.isLostSale }
      }
    } catch {
      let user = alone.population.user(error.user, seed: alone.seed)
      throw .runaway(
        AbortedUser(ifRunaway: simulatedDesign, user, in: alone)
          ?? AbortedUser(design: simulatedDesign.name, user: error.user, cause: .retries))
    }
    guard let found else { throw stop.interruption ?? .interrupted }
    (self.totals, load, overloadLost, overloadLostSales) = (totals, found, lost, lostSales)
  }

  var designCounters: DesignCounters { totals.countersByDesign[0] }
}

extension UserOutcome {
  /// Whether a request for an intent was refused, or answered too late because of the queue.
  /// - Parameter place: the index of the intent among the user's intents.
  func hitOverload(_ place: Int) -> Bool { intents[place].flags.contains(.hitOverload) }
}

extension ReplicationCounters: Archivable {
  package mutating func transcode(_ archive: inout Archive) throws(ArchiveError) {
    try totals.transcode(&archive)
    try load.transcode(&archive)
    try archive.counts(of: &self, \.overloadLost, \.overloadLostSales)
  }
}
