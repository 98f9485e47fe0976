import EventEngine
import PurchaseWorld
package import Scenarios
import Statistics
import Synchronization

/// Lets every user of a scenario meet every design, on several cores, in constant memory.
///
/// Users are handed out in shards. A worker has its own stage, user, outcome and books; all of them
/// are used again for every user. Books are sums, so merging them gives the same counts for any
/// number of workers and any order of shards.
package struct Runner: Sendable {
  private let scenario: Scenario

  /// Prepares a scenario.
  package init(_ scenario: Scenario) {
    precondition(!scenario.designs.isEmpty, "a scenario has a design")
    precondition(scenario.users > 0, "a scenario has a user")
    self.scenario = scenario
  }

  /// Runs the scenario: look by look if it asks for a precision, else once.
  ///
  /// - Parameters:
  ///   - workers: how many threads take users, at least 1.
  ///   - progress: called after every shard, from any worker, with what is known so far.
  package func run(workers: Int, progress: (@Sendable (RunProgress) -> Void)? = nil) -> Results {
    if scenario.isCase { return runCase() }
    var prepared = scenario
    var plan = SamplePlan()
    var pilot: [LiveRates.Part] = []
    if scenario.effectiveSampling == .stratified {
      prepared.population.stratify()
      (plan, pilot) = Runner(prepared).planSample(workers: workers)
    }
    return Runner(prepared).run(plan, pilot: pilot, workers: workers, progress)
  }

  /// Runs the scenario with users drawn from all alike, and counts day by day of simulated time.
  ///
  /// - Parameters: as for ``run(workers:progress:)``.
  package func runDaily(workers: Int, progress: (@Sendable (RunProgress) -> Void)? = nil) -> Digest
  {
    guard scenario.isCase else {
      let shards = Shards([.everyone(scenario.users)])
      return Digest(keepBooks(shards, workers: workers, nil, progress)[0], of: scenario)
    }
    var worker = Worker<DailyBooks>(scenario)
    _ = worker.runScript()
    return Digest(worker.books, of: scenario)
  }

  /// Lets all users, drawn from all alike, meet all designs, and keeps what the books ask for.
  ///
  /// - Parameters: as for ``run(workers:progress:)``.
  package func keepBooks<Kept: Bookkeeping>(
    workers: Int, progress: (@Sendable (RunProgress) -> Void)?
  ) -> Kept {
    keepBooks(Shards([.everyone(scenario.users)]), workers: workers, nil, progress)[0]
  }

  /// Draws some users from every stratum and decides how many more are worth it.
  ///
  /// A first pilot goes everywhere; a second, three times as large, where the first saw orders get
  /// lost or cannot rule it out. Pilot users are counted nowhere else: were they, the number of users
  /// of a stratum would depend on what is estimated from them, and the estimate would be biased.
  private func planSample(workers: Int) -> (SamplePlan, pilot: [LiveRates.Part]) {
    guard let strata = scenario.population.strata?.all else {
      preconditionFailure("strata are found before a sample is planned")
    }
    let first = SamplePlan.pilot(strata, users: scenario.users / 40)
    var books: [Books] = keepBooks(
      Shards(first, from: UserNumber.pilot), workers: workers, nil, nil)
    let guess = SamplePlan(strata, NeymanAllocation(pilot: first, books, scenario))
    let both = zip(first, guess.parts(of: scenario.users * 3 / 40)).map { first, second in
      var both = first
      both.users += second.users
      return both
    }
    let added: [Books] = keepBooks(
      Shards(both, after: first, from: UserNumber.pilot), workers: workers, nil, nil)
    for index in books.indices { books[index] += added[index] }
    let allocation = NeymanAllocation(pilot: both, books, scenario)
    return (
      SamplePlan(strata, allocation),
      zip(both, books).map { LiveRates.Part(users: $0.users, lost: $1.lost) }
    )
  }

  private func run(
    _ plan: SamplePlan, pilot: [LiveRates.Part], workers: Int,
    _ progress: (@Sendable (RunProgress) -> Void)?
  ) -> Results {
    var parts = plan.parts(of: scenario.users)
    let certainty = Certainty(confidence: .standard, method: .wilson)
    let live = LiveRates(scenario.users, certainty, parts, pilot: pilot)
    var books: [Books] = keepBooks(Shards(parts), workers: workers, live, progress)
    var results = Results(
      scenario, users: scenario.users, pilot: pilot.reduce(0) { $0 + $1.users }, parts, books)
    while let users = results.nextLook {
      let more = plan.parts(of: users)
      let added: [Books] = keepBooks(
        Shards(more, after: parts), workers: workers, live, progress)
      for index in books.indices { books[index] += added[index] }
      parts = more
      results = Results(after: results, users: users, parts, books)
    }
    // So many users were asked for that no more are allowed: the only look.
    results.look = max(1, results.look)
    return results
  }

  /// The books of every part of a sample.
  private func keepBooks<Kept: Bookkeeping>(
    _ shards: Shards, workers: Int, _ live: LiveRates? = nil,
    _ progress: (@Sendable (RunProgress) -> Void)?
  ) -> [Kept] {
    precondition(workers > 0, "a run has a worker")
    let work = SharedWork<Kept>(shards)
    Threads.run(max(1, min(workers, shards.count))) { [scenario] in
      let scenario = scenario.unshared()
      var worker = Worker<Kept>(scenario)
      var part = 0
      var told: [RatioMoments] = []
      while let shard = work.take(near: part) {
        if shard.part != part {
          work.merge(worker.books, into: part)
          worker.books = Kept(scenario)
          part = shard.part
          told = []
        }
        worker.run(shard.users)
        let done = work.finish(shard.users.count)
        guard let progress else { continue }
        if let live {
          let lost = worker.books.lost
          live.add(
            told.isEmpty ? lost : zip(lost, told).map { $0 - $1 }, users: shard.users.count,
            to: part)
          told = lost
        }
        progress(RunProgress(done: done) { live?.rates ?? [] })
      }
      work.merge(worker.books, into: part)
    }
    return work.books { Kept(scenario) }
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
  private let shards: Shards
  private let next = Atomic(0)
  private let done = Atomic(0)
  private let merged: Mutex<[Kept?]>

  init(_ shards: Shards) {
    self.shards = shards
    merged = Mutex(Array(repeating: nil, count: shards.parts))
  }

  /// The next shard; nil when all are taken.
  ///
  /// - Parameter part: the part of the shard that the thread took before.
  func take(near part: Int) -> Shards.Shard? {
    let number = next.add(1, ordering: .relaxed).oldValue
    return number < shards.count ? shards.shard(number, near: part) : nil
  }

  /// Notes that users are done; returns how many are.
  func finish(_ users: Int) -> Int { done.add(users, ordering: .relaxed).newValue }

  /// Adds what a thread counted of a part.
  func merge(_ books: Kept, into part: Int) {
    merged.withLock { all in
      if all[part] == nil { all[part] = books } else { all[part]? += books }
    }
  }

  /// The books of all parts; of parts without users, empty ones.
  func books(_ empty: () -> Kept) -> [Kept] { merged.withLock { $0.map { $0 ?? empty() } } }
}

/// What one thread needs to run users.
private struct Worker<Kept: Bookkeeping>: ~Copyable {
  private let scenario: Scenario
  private var stage: Stage
  private var user: VirtualUser
  var books: Kept

  init(_ scenario: Scenario) {
    self.scenario = scenario
    stage = Stage(
      conditions: scenario.population.conditions, designs: scenario.designs,
      logsByDay: Kept.isDaily)
    user = VirtualUser(number: 0, draws: Draws(seed: scenario.seed, user: 0))
    books = Kept(scenario)
  }

  mutating func run(_ numbers: Range<UInt64>) {
    // In a place of its own: an outcome that lies beside the books is copied to be lent to them.
    var outcome = Outcome()
    for number in numbers {
      scenario.population.draw(number, seed: scenario.seed, into: &user)
      stage.receive(user)
      for design in scenario.designs.indices {
        stage.playOut(design, into: &outcome)
        books.add(outcome, design: design, of: user.number)
      }
      books.endUser()
    }
  }

  mutating func runScript() -> [Outcome] {
    scenario.population.draw(0, seed: scenario.seed, into: &user)
    stage.receive(user)
    let endings = scenario.designs.indices.map { design in
      var outcome = Outcome()
      stage.playOut(design, into: &outcome)
      books.add(outcome, design: design, of: user.number)
      return outcome
    }
    books.endUser()
    return endings
  }
}
