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
      if prepared.isWorthProof {
        prepared.population.proveSafety(under: prepared.designs)
      }
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
    let sources = SamplePlan.sources(strata, scenario.population.safeLuck)
    let first = SamplePlan.pilot(sources, users: scenario.firstUsers / 40)
    var books: [Books] = keepBooks(
      Shards(first, from: UserNumber.pilot), workers: workers, nil, nil)
    let guess = SamplePlan(
      sources, NeymanAllocation(pilot: first.counted(books), books, scenario))
    var both = zip(first, guess.parts(of: scenario.firstUsers * 3 / 40)).map { first, second in
      var both = first
      both.users += second.users
      both.numbers += second.numbers
      return both
    }
    let added: [Books] = keepBooks(
      Shards(both, after: first, from: UserNumber.pilot), workers: workers, nil, nil)
    for index in books.indices { books[index] += added[index] }
    both = both.counted(books)
    let allocation = NeymanAllocation(pilot: both, books, scenario)
    return (
      SamplePlan(sources, allocation),
      zip(both, books).map { LiveRates.Part(users: $0.users, lost: $1.lost) }
    )
  }

  private func run(
    _ plan: SamplePlan, pilot: [LiveRates.Part], workers: Int,
    _ progress: (@Sendable (RunProgress) -> Void)?
  ) -> Results {
    let users = scenario.firstUsers
    var parts = plan.parts(of: users)
    let certainty = Certainty(confidence: .standard, method: .wilson)
    let live = LiveRates(users, certainty, parts, pilot: pilot)
    var books: [Books] = keepBooks(Shards(parts), workers: workers, live, progress)
    var results = Results(
      scenario, users: users, pilot: pilot.reduce(0) { $0 + $1.users },
      parts.counted(books), books)
    while let users = results.nextLook {
      let more = plan.parts(of: users)
      let added: [Books] = keepBooks(
        Shards(more, after: parts), workers: workers, live, progress)
      for index in books.indices { books[index] += added[index] }
      parts = more
      results = Results(after: results, users: users, parts.counted(books), books)
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
        let users = worker.run(shard.users, shard.luck)
        let done = work.finish(users)
        guard let progress else { continue }
        if let live {
          let lost = worker.books.lost
          live.add(
            told.isEmpty ? lost : zip(lost, told).map { $0 - $1 }, users: users, to: part)
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

extension Scenario {
  /// How many users a run draws before it looks at anything.
  ///
  /// With a precision they only set the first look, and a third tells enough if they are drawn from
  /// strata; at least a hundred for each.
  fileprivate var firstUsers: Int {
    guard precision != nil, let strata = population.strata?.all.count else { return users }
    return min(users, max(users / 3, 100 * strata))
  }

  /// Whether a run gains by a proof of which users lose nothing: if it ends when lost rates are
  /// precise, and not too many designs have to agree.
  fileprivate var isWorthProof: Bool {
    switch precision?.goal {
    case .halfWidth, .relativeHalfWidth: designs.count <= 3
    case .decided, nil: false
    }
  }
}

extension [SampledStratum] {
  /// The same with as many users as were found among the numbers.
  fileprivate func counted(_ books: [Books]) -> [SampledStratum] {
    zip(self, books).map { part, books in
      var part = part
      part.users = books.ledgers[0].users
      return part
    }
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

  /// Plays the users with such luck among some; returns how many they are.
  mutating func run(_ numbers: Range<UInt64>, _ luck: SampledStratum.Luck) -> Int {
    // In a place of its own: an outcome that lies beside the books is copied to be lent to them.
    var outcome = Outcome()
    var users = 0
    for number in numbers {
      if luck != .any, isSafe(number) != (luck == .safe) { continue }
      users += 1
      scenario.population.draw(number, seed: scenario.seed, into: &user)
      stage.receive(user)
      for design in scenario.designs.indices {
        stage.playOut(design, into: &outcome)
        books.add(outcome, design: design, of: user.number)
      }
      books.endUser()
    }
    return users
  }

  /// Whether a user is known to lose no order.
  private func isSafe(_ number: UInt64) -> Bool {
    scenario.population.safeLuck?.holds(number, seed: scenario.seed) ?? false
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
