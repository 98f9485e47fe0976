import EventEngine
import PurchaseWorld
package import Scenarios
import Synchronization

/// Lets every user of a scenario meet every design, on several cores, in constant memory.
///
/// Users are handed out in shards. A worker has its own stage, user, outcome and books; all of them
/// are used again for every user. Books are sums, so merging them gives the same counts for any
/// number of workers and any order of shards.
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
    if scenario.isCase { return runCase() }
    let books: Books = keepBooks(workers: workers, progress: progress)
    return Results(scenario: scenario, books: books, endings: [])
  }

  /// Runs the scenario and counts day by day of simulated time.
  ///
  /// - Parameters: as for ``run(workers:progress:)``.
  package func runDaily(workers: Int, progress: (@Sendable (Int) -> Void)? = nil) -> Digest {
    guard scenario.isCase else {
      return Digest(keepBooks(workers: workers, progress: progress), of: scenario)
    }
    var worker = Worker<DailyBooks>(scenario)
    _ = worker.runScript()
    return Digest(worker.books, of: scenario)
  }

  /// Lets all users meet all designs, and keeps what the books ask for.
  ///
  /// - Parameters: as for ``run(workers:progress:)``.
  package func keepBooks<Kept: Bookkeeping>(
    workers: Int, progress: (@Sendable (Int) -> Void)?
  ) -> Kept {
    precondition(workers > 0, "a run has a worker")
    let work = SharedWork<Kept>(users: scenario.users)
    Threads.run(min(workers, work.shards)) { [scenario] in
      var worker = Worker<Kept>(scenario.unshared())
      while let users = work.take() {
        worker.run(users)
        let done = work.finish(users)
        progress?(done)
      }
      work.merge(worker.books)
    }
    return work.books
  }

  /// Runs the one user of a case, and keeps what became of it under each design.
  private func runCase() -> Results {
    var worker = Worker<Books>(scenario)
    let endings = worker.runScript()
    return Results(scenario: scenario, books: worker.books, endings: endings)
  }
}

/// What all threads of a run share: the shards still to be taken, and the books of those who are
/// done.
private final class SharedWork<Kept: Bookkeeping>: Sendable {
  private let users: Int
  private let next = Atomic(0)
  private let done = Atomic(0)
  private let merged = Mutex<Kept?>(nil)

  init(users: Int) { self.users = users }

  /// The number of shards, the last of which may be short.
  var shards: Int { (users + Runner.shard - 1) / Runner.shard }

  /// The users of the next shard; nil when all are taken.
  func take() -> Range<Int>? {
    let first = next.add(Runner.shard, ordering: .relaxed).oldValue
    return first < users ? first..<min(first + Runner.shard, users) : nil
  }

  /// Notes that users are done; returns how many are.
  func finish(_ users: Range<Int>) -> Int {
    done.add(users.count, ordering: .relaxed).newValue
  }

  /// Adds the books of a thread that is done.
  func merge(_ books: Kept) {
    merged.withLock { all in
      if all == nil { all = books } else { all? += books }
    }
  }

  /// The books of all threads.
  var books: Kept {
    guard let books = merged.withLock({ $0 }) else { preconditionFailure("a run has books") }
    return books
  }
}

/// What one thread needs to run users.
private struct Worker<Kept: Bookkeeping>: ~Copyable {
  private let scenario: Scenario
  private var stage: Stage
  private var user: VirtualUser
  private var outcome = Outcome()
  var books: Kept

  init(_ scenario: Scenario) {
    self.scenario = scenario
    stage = Stage(conditions: scenario.population.conditions, logsByDay: Kept.isDaily)
    user = VirtualUser(number: 0, draws: Draws(seed: scenario.seed, user: 0))
    books = Kept(scenario)
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
