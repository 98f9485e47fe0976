import EventEngine
package import PurchaseWorld
package import Scenarios
import Synchronization

/// Plays a scenario whose users meet one backend: every design in every replication.
///
/// Users depend on each other there, so one replication tells no more than one number; the intervals come from several,
/// each with luck of its own and the same for all designs. A piece of work is one design in one replication, and workers
/// take piece after piece: what comes out is the same on any number of them.
package struct SharedRunner: Sendable {
  private let scenario: Scenario, stop: StopSign, division: Division?

  /// - Precondition: the scenario's backend has a capacity (B11), and no client is a team's own.
  /// - Parameter division: shards that play some of the replications.
  package init(_ scenario: Scenario, stop: StopSign = StopSign(), in division: Division? = nil) {
    precondition(scenario.isShared, "a backend that is shared has a capacity")
    (self.scenario, self.stop, self.division) = (scenario, stop, division)
  }

  /// - Parameter progress: called after every piece, from any thread, with the share done.
  package func run(
    workers: Int, progress: (@Sendable (Double) -> Void)? = nil
  ) throws(Cut) -> SharedResults {
    let designs = scenario.designs.count
    let done = Atomic(0), pieces = designs * scenario.replications
    let all = try division.each(
      "replications", of: pieces, workers: workers,
      empty: { SharedCount(scenario, design: $0 % designs, replication: $0 / designs + 1) }, { 0 }
    ) { [scenario, stop] (_: inout Int, piece: Int) throws(Cut) -> SharedCount in
      let own = scenario.unshared()
      let count = try SharedCount(
        own, design: piece % designs, replication: piece / designs + 1, stop)
      let now = done.add(1, ordering: .relaxed).newValue
      progress?(Double(now) / Double(pieces))
      return count
    }
    return SharedResults(
      scenario: scenario,
      counts: (0..<designs).map { design in
        (0..<scenario.replications).map { all[$0 * designs + design] }
      })
  }
}

extension Scenario {
  /// Whether all users meet one backend (B11).
  package var isShared: Bool { population.conditions.backend.capacity != nil }

  /// The seed of a replication, counted from 1; the first has the scenario's own.
  package func seed(ofReplication number: Int) -> UInt64 {
    number == 1 ? seed : Draws.mix(seed &+ UInt64(number - 1) &* 0x9E37_79B9_7F4A_7C15)
  }

  /// The same for one design alone, and nothing expected.
  func alone(_ design: Int, replication: Int) -> Scenario {
    var alone = self
    (alone.designs, alone.expectations, alone.comparedPairs) = ([designs[design]], [], nil)
    alone.seed = seed(ofReplication: replication)
    return alone
  }
}

/// What was counted of one design in one replication.
package struct SharedCount: Sendable {
  /// The books of the design, which is alone in them.
  package private(set) var books: Books
  /// What the backend has met.
  package private(set) var load: BackendLoad
  /// The lost orders and the lost sales of wishes that met the backend's overload (B11, B12).
  private(set) var overloadLost = 0, overloadLostSales = 0

  /// Nothing was counted yet.
  init(_ scenario: Scenario, design: Int, replication: Int) {
    books = Books(scenario.alone(design, replication: replication))
    load = BackendLoad(scenario.population.conditions)
  }

  /// Plays a replication.
  init(_ scenario: Scenario, design: Int, replication: Int, _ stop: StopSign) throws(Cut) {
    let alone = scenario.alone(design, replication: replication)
    let played = alone.designs[0]
    var books = Books(alone), lost = 0, lostSales = 0
    let stage = SharedStage(alone.population, design: played, seed: alone.seed)
    let found: BackendLoad?
    do throws(EndlessSharedLife) {
      found = try stage.play(alone.users, isCut: { stop.cut != nil }) {
        user, outcome throws(EndlessLife) in
        books.add(outcome, design: 0, of: user)
        books.endUser()
        guard outcome.intents.contains(where: { $0.flags.contains(.metOverload) }) else { return }
        for charge in outcome.charges
        where charge.fate.countsAsLost && outcome.metOverload(charge.intent) { lost += 1 }
        lostSales += outcome.intents.count { $0.flags.contains(.metOverload) && $0.isLostSale }
      }
    } catch {
      let user = alone.population.user(error.user, seed: alone.seed)
      throw .endless(
        EndlessUser(ifEndless: played, user, in: alone)
          ?? EndlessUser(design: played.name, user: error.user, cause: .retries))
    }
    guard let found else { throw stop.cut ?? .interrupted }
    (self.books, load, overloadLost, overloadLostSales) = (books, found, lost, lostSales)
  }

  var ledger: Ledger { books.ledgers[0] }
}

extension Outcome {
  /// Whether a request for an intent was refused, or answered too late because of the queue.
  /// - Parameter place: of the intent among those that arose.
  func metOverload(_ place: Int) -> Bool { intents[place].flags.contains(.metOverload) }
}

extension SharedCount: Packable {
  package mutating func pack(_ packing: inout Packing) throws(PackingProblem) {
    try books.pack(&packing)
    try load.pack(&packing)
    try packing.count(&overloadLost)
    try packing.count(&overloadLostSales)
  }
}
