import PurchaseWorld
package import Scenarios
import Statistics

/// Lets every user of a scenario meet every design, on several cores, in constant memory.
///
/// Users are handed out in shards. A worker has its own stage, user, outcome and books; all of them
/// are used again for every user. Books are sums, so merging them gives the same counts for any
/// number of workers and any order of shards.
package struct Runner: Sendable {
  /// What was kept of the users of a run.
  package struct Kept<Books: Sendable>: Sendable {
    package var books: Books
    /// How many users have met every design.
    package var users: Int
    /// Why these are not all; nil: they are.
    package var cut: Cut?
  }

  private let scenario: Scenario, stop: StopSign
  /// What came of a rehearsal with the clients; nil: there was none yet.
  private let rehearsal: ClientRehearsal?

  /// Prepares a scenario.
  /// - Parameter stop: asks for the end before all users are done. Users who have begun meet every
  ///   design, so who is counted does not depend on what becomes of them.
  /// - Parameter rehearsal: with the teams' own clients of the scenario, if there was one; else there is one before
  ///   anything is counted.
  package init(
    _ scenario: Scenario, stop: StopSign = StopSign(), rehearsal: ClientRehearsal? = nil
  ) {
    precondition(!scenario.designs.isEmpty, "a scenario has a design")
    precondition(scenario.users > 0, "a scenario has a user")
    (self.scenario, self.stop, self.rehearsal) = (scenario, stop, rehearsal)
  }

  /// Why no life with the clients can be counted; nil: nothing was found.
  private var misdeed: Cut? { (rehearsal ?? ClientRehearsal(scenario)).cut }

  /// Runs the scenario: look by look if it asks for a precision, else once.
  /// - Parameter workers: how many threads take users, at least 1.
  /// - Parameter progress: called after every shard, from any worker, with what is known so far.
  package func run(workers: Int, progress: RunProgress.Listener? = nil) -> Results {
    if let cut = misdeed { return Results(nothingOf: scenario, cut) }
    if scenario.isCase { return runCase() }
    var prepared = scenario
    guard scenario.effectiveSampling == .stratified else {
      return run(SamplePlan(), pilot: [], workers: workers, progress)
    }
    prepared.population.stratify()
    if prepared.isWorthProof { prepared.population.proveSafety(under: prepared.designs) }
    return Runner(prepared, stop: stop, rehearsal: rehearsal).runStratified(
      workers: workers, progress)
  }

  /// Runs the scenario with users drawn from all alike, and counts day by day of simulated time.
  package func runDaily(workers: Int, progress: RunProgress.Listener? = nil) -> Digest {
    guard scenario.isCase else {
      return Digest(keepBooks(workers: workers, progress: progress), of: scenario)
    }
    if let cut = misdeed {
      return Digest(Kept(books: DailyBooks(scenario), users: 0, cut: cut), of: scenario)
    }
    var worker = Worker<DailyBooks>(scenario)
    do {
      _ = try worker.runScript()
      return Digest(Kept(books: worker.books, users: 1), of: scenario)
    } catch {
      return Digest(Kept(books: DailyBooks(scenario), users: 0, cut: cut(by: error)), of: scenario)
    }
  }

  /// Lets all users, drawn from all alike, meet all designs, and keeps what the books ask for.
  package func keepBooks<Books: Bookkeeping>(
    workers: Int, progress: RunProgress.Listener?
  ) -> Kept<Books> {
    if let cut = misdeed { return Kept(books: Books(scenario), users: 0, cut: cut) }
    let kept: Kept<[Books]> = keepBooks(
      Shards([.everyone(scenario.users)]), workers: workers,
      PhaseProgress(phase: .users, users: scenario.users, progress: progress))
    return Kept(books: kept.books[0], users: kept.users, cut: kept.cut)
  }

  /// Draws some users from every stratum, decides how many more are worth it, and draws those.
  ///
  /// A first pilot goes everywhere; a second, three times as large, where the first saw orders get
  /// lost or cannot rule it out. Pilot users are counted nowhere else: were they, the number of users
  /// of a stratum would depend on what is estimated from them, and the estimate would be biased.
  private func runStratified(workers: Int, _ progress: RunProgress.Listener?) -> Results {
    guard let strata = scenario.population.strata?.all else {
      preconditionFailure("strata are found before a sample is planned")
    }
    let sources = SamplePlan.sources(strata, scenario.population.safeLuck)
    let first = SamplePlan.pilot(sources, users: scenario.plannedUsers / 40)
    let plan = { (pilot: [SampledStratum], books: [Books]) in
      let allocation = NeymanAllocation(pilot: pilot, books, scenario)
      return SamplePlan(sources: sources, allocation: allocation)
    }
    let kept = keepPilot(first, after: nil, workers: workers, progress)
    if let cut = kept.cut { return Results(ofPilot: scenario, first, kept.books, cut) }
    let second = plan(first.counted(kept.books), kept.books)
    var both = zip(first, second.parts(of: scenario.plannedUsers * 3 / 40)).map { first, second in
      var both = first
      both.users += second.users
      both.numbers += second.numbers
      return both
    }
    let added = keepPilot(both, after: first, workers: workers, progress)
    // The first pilot alone: who is in the second depends on what the first has seen.
    if let cut = added.cut { return Results(ofPilot: scenario, first, kept.books, cut) }
    var books = kept.books
    for index in books.indices { books[index] += added.books[index] }
    both = both.counted(books)
    let pilot = zip(both, books).map { LiveRates.Part(users: $0.users, lost: $1.lost) }
    return run(plan(both, books), pilot: pilot, workers: workers, progress)
  }

  private func keepPilot(
    _ parts: [SampledStratum], after earlier: [SampledStratum]?, workers: Int,
    _ progress: RunProgress.Listener?
  ) -> Kept<[Books]> {
    keepBooks(
      Shards(parts, after: earlier, from: UserNumber.pilot), workers: workers,
      PhaseProgress(
        phase: earlier == nil ? .pilot : .secondPilot, users: parts.users(after: earlier),
        progress: progress))
  }

  private func run(
    _ plan: SamplePlan, pilot: [LiveRates.Part], workers: Int, _ progress: RunProgress.Listener?
  ) -> Results {
    let users = scenario.firstUsers
    var parts = plan.parts(of: users)
    let live = LiveRates(users, .standard, parts, pilot: pilot)
    let tell = { (phase: RunProgress.Phase, users: Int) in
      PhaseProgress(phase: phase, users: users, progress: progress, live: live)
    }
    var kept: Kept<[Books]> = keepBooks(
      Shards(parts), workers: workers, tell(.users, parts.users(after: nil)))
    var results = Results(
      scenario: scenario, users: users, strata: parts.counted(kept.books), books: kept.books,
      pilot: pilot.reduce(0) { $0 + $1.users })
    while kept.cut == nil, let users = results.nextLook {
      let more = plan.parts(of: users)
      kept = keepBooks(
        Shards(more, after: parts), workers: workers, tell(.more, more.users(after: parts)))
      for index in more.indices { results.books[index] += kept.books[index] }
      (results.users, results.strata) = (users, more.counted(results.books))
      results.look += 1
      parts = more
    }
    // So many users were asked for that no more are allowed: the only look.
    results.look = max(1, results.look)
    if let cut = kept.cut { results.shorten(cut) }
    return results
  }

  /// The books of every part of a sample; after an endless life empty ones.
  private func keepBooks<Books: Bookkeeping>(
    _ shards: Shards, workers: Int, _ progress: PhaseProgress
  ) -> Kept<[Books]> {
    precondition(workers > 0, "a run has a worker")
    let work = SharedWork<Books>(shards)
    Threads.run(max(1, min(workers, shards.count))) { [scenario, stop] in
      let scenario = scenario.unshared()
      var worker = Worker<Books>(scenario)
      var (part, turn, told) = (0, 0, [RatioMoments]())
      while stop.cut == nil, let (number, shard) = work.take(from: &turn) {
        if shard.part != part {
          work.merge(worker.books, into: part)
          worker.books = Books(scenario)
          (part, told) = (shard.part, [])
        }
        let played: Worker<Books>.Played
        do throws(OverlongLife) { played = try worker.run(shard.users, shard.luck, stop) } catch {
          work.leave(at: number, error)
          break
        }
        let done = work.finish(played)
        guard progress.isShown else { continue }
        let lost = worker.books.lost
        progress.tell(
          done, told.isEmpty ? lost : zip(lost, told).map { $0 - $1 }, users: played.users, part)
        told = lost
      }
      work.merge(worker.books, into: part)
    }
    let books = work.books { Books(scenario) }
    if let life = work.endless {
      return Kept(books: books.map { _ in Books(scenario) }, users: 0, cut: cut(by: life))
    }
    return Kept(books: books, users: work.users, cut: work.isDone ? nil : stop.cut)
  }

  private func cut(by life: OverlongLife) -> Cut {
    let user = scenario.population.user(life.user, seed: scenario.seed)
    return .endless(
      EndlessUser(scenario.designs[life.design], user, in: scenario, misdeed: life.misdeed))
  }

  private func runCase() -> Results {
    var worker = Worker<Books>(scenario)
    do {
      let endings = try worker.runScript()
      return Results(scenario: scenario, books: worker.books, endings: endings)
    } catch { return Results(nothingOf: scenario, cut(by: error)) }
  }
}

extension Scenario {
  /// How many users a run draws before it looks at anything. With a precision they only set the
  /// first look: of strata a third, and a hundred each, will do.
  fileprivate var firstUsers: Int {
    guard precision != nil, let strata = population.strata?.all.count else { return users }
    return min(users, max(users / 3, 100 * strata))
  }

  /// For how many users pilots are made: more users are planned by pilots that tell enough.
  fileprivate var plannedUsers: Int { min(firstUsers, 4_000_000) }

  /// Whether a run gains by a proof of which users lose nothing: if it ends when lost rates are
  /// precise, and not too many designs have to agree.
  fileprivate var isWorthProof: Bool {
    // What a team's own client does with any luck nobody can tell from its axes.
    if designs.contains(where: { $0.client != nil }) { return false }
    return switch precision?.goal {
    case .halfWidth, .relativeHalfWidth: designs.count <= 3
    case .until, nil: false
    }
  }
}

extension [SampledStratum] {
  /// The same with as many users as were found among the numbers.
  func counted(_ books: [Books]) -> [SampledStratum] {
    zip(self, books).map { $0.with(users: $1.ledgers[0].users) }
  }

  fileprivate func users(after earlier: [SampledStratum]?) -> Int {
    reduce(0) { $0 + $1.users } - (earlier ?? []).reduce(0) { $0 + $1.users }
  }
}
