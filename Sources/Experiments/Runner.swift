import Dispatch
import EventEngine
import PurchaseWorld
package import Scenarios
import Synchronization

/// Lets every user of a scenario meet every design, on several cores, in constant memory.
///
/// Users are handed out in shards. A worker has its own stage, user, outcome and books; all of them are
/// used again for every user. Books are sums, so merging them gives the same counts for any number of
/// workers and any order of shards.
package struct Runner: Sendable {
  /// How many users a worker takes at once.
  package static let shard = 256

  private let scenario: Scenario

  /// Prepares a scenario.
  package init(_ scenario: Scenario) {
    precondition(!scenario.designs.isEmpty, "a scenario has a design")
    precondition(scenario.users > 0, "a scenario has a user")
    self.scenario = scenario
  }

  /// Runs the scenario.
  ///
  /// - Parameters:
  ///   - workers: how many threads take users, at least 1.
  ///   - progress: called after every shard, from any worker, with the number of users done so far.
  package func run(workers: Int, progress: (@Sendable (Int) -> Void)? = nil) -> Results {
    precondition(workers > 0, "a run has a worker")
    if scenario.isCase { return runCase() }
    let shards = (scenario.users + Runner.shard - 1) / Runner.shard
    let next = Atomic(0)
    let done = Atomic(0)
    let merged = Mutex<Books?>(nil)
    let threads = min(workers, shards)
    DispatchQueue.concurrentPerform(iterations: threads) { _ in
      var worker = Worker(scenario)
      while true {
        let shard = next.add(1, ordering: .relaxed).oldValue
        guard shard < shards else { break }
        let first = shard * Runner.shard
        let users = first..<min(first + Runner.shard, scenario.users)
        worker.run(users)
        let total = done.add(users.count, ordering: .relaxed).newValue
        progress?(total)
      }
      let books = worker.books
      merged.withLock { all in
        if all == nil { all = books } else { all? += books }
      }
    }
    guard let books = merged.withLock({ $0 }) else {
      preconditionFailure("a run has books")
    }
    return Results(scenario: scenario, books: books, endings: [])
  }

  /// Runs the one user of a case, and keeps what became of it under each design.
  private func runCase() -> Results {
    var worker = Worker(scenario)
    let endings = worker.runScript()
    return Results(scenario: scenario, books: worker.books, endings: endings)
  }
}

/// What one thread needs to run users.
private struct Worker: ~Copyable {
  private let scenario: Scenario
  private var stage: Stage
  private var user: VirtualUser
  private var outcome = Outcome()
  var books: Books

  init(_ scenario: Scenario) {
    self.scenario = scenario
    stage = Stage(conditions: scenario.population.conditions)
    user = VirtualUser(number: 0, draws: Draws(seed: scenario.seed, user: 0))
    books = Books(scenario)
  }

  mutating func run(_ numbers: Range<Int>) {
    for number in numbers {
      scenario.population.draw(UInt64(number), seed: scenario.seed, into: &user)
      meetDesigns { _ in }
    }
  }

  mutating func runScript() -> [Outcome] {
    var endings: [Outcome] = []
    scenario.population.draw(0, seed: scenario.seed, into: &user)
    meetDesigns { endings.append($0) }
    return endings
  }

  @inline(__always)
  private mutating func meetDesigns(_ keep: (Outcome) -> Void) {
    for design in scenario.designs.indices {
      stage.playOut(scenario.designs[design], of: user, into: &outcome)
      books.add(outcome, design: design, of: user.number)
      keep(outcome)
    }
    books.endUser()
  }
}
