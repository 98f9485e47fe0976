import PurchaseWorld
package import Scenarios
import Statistics

/// Lets every user of a scenario meet every design, on several cores, in constant memory.
///
/// Users are handed out in chunks. A worker has its own stage, user, outcome and books; all of them
/// are used again for every user. Books are sums, so merging them gives the same counts for any
/// number of workers and any order of chunks.
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
  /// Of which a shard plays some; nil: all users are played here.
  private let division: Division?
  /// What came of a rehearsal with the clients; nil: there was none yet.
  private let rehearsal: ClientRehearsal?

  /// Prepares a scenario.
  /// - Parameter stop: asks for the end before all users are done. Users who have begun meet every
  ///   design, so who is counted does not depend on what becomes of them.
  /// - Parameter rehearsal: with the teams' own clients of the scenario, if there was one; else there is one before
  ///   anything is counted.
  /// - Parameter division: with other shards, if they play some of the users.
  package init(
    _ scenario: Scenario, stop: StopSign = StopSign(), rehearsal: ClientRehearsal? = nil,
    in division: Division? = nil
  ) {
    precondition(!scenario.designs.isEmpty, "a scenario has a design")
    precondition(scenario.users > 0, "a scenario has a user")
    (self.scenario, self.stop, self.rehearsal) = (scenario, stop, rehearsal)
    self.division = division
  }

  /// Why no life with the clients can be counted; nil: nothing was found.
  private var misdeed: Cut? { (rehearsal ?? ClientRehearsal(scenario)).cut }

  /// Runs the scenario: look by look if it asks for a precision, else once.
  /// - Parameter workers: how many threads take users, at least 1.
  /// - Parameter progress: called after every chunk, from any worker, with what is known so far.
  package func run(workers: Int, progress: RunProgress.Listener? = nil) -> Results {
    if let cut = misdeed { return Results(nothingOf: scenario, cut) }
    if scenario.isCase { return runCase() }
    var prepared = scenario
    guard scenario.effectiveSampling == .stratified else {
      return run(SamplePlan(), pilot: [], workers: workers, progress)
    }
    prepared.population.stratify()
    if prepared.isWorthProof { prepared.population.proveSafety(under: prepared.designs) }
    return Runner(prepared, stop: stop, rehearsal: rehearsal, in: division).runStratified(
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
      Chunks([.everyone(scenario.users)]), "users", in: division, workers: workers,
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
    let users = parts.users(after: earlier)
    let isShared = division?.isWorthDividing(users, of: scenario.users) ?? false
    return keepBooks(
      Chunks(parts, after: earlier, from: UserNumber.pilot),
      earlier == nil ? "pilot" : "second pilot", in: isShared ? division : nil, workers: workers,
      PhaseProgress(
        phase: earlier == nil ? .pilot : .secondPilot, users: users, progress: progress))
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
      Chunks(parts), "users", in: division, workers: workers, tell(.users, parts.users(after: nil)))
    var results = Results(
      scenario: scenario, users: users, strata: parts.counted(kept.books), books: kept.books,
      pilot: pilot.reduce(0) { $0 + $1.users })
    while kept.cut == nil, let users = results.nextLook {
      let more = plan.parts(of: users)
      kept = keepBooks(
        Chunks(more, after: parts), "look \(results.look + 1)", in: division, workers: workers,
        tell(.more, more.users(after: parts)))
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
  /// - Parameter name: of the batch that the chunks are where shards play some of them.
  private func keepBooks<Books: Bookkeeping>(
    _ chunks: Chunks, _ name: String, in division: Division?, workers: Int,
    _ progress: PhaseProgress
  ) -> Kept<[Books]> {
    precondition(workers > 0, "a run has a worker")
    let batch = division?.batch(name, of: chunks.count)
    let work = SharedWork<Books>(chunks, batch) { Books(scenario) }
    let progress = progress.of(work.share)
    batch?.store.play { work.played }
    Threads.run(min(workers, work.mostThreads)) { [scenario, stop] in
      // What began must be whole where others rely on it.
      let stopOfChunk = work.isDivided ? StopSign() : stop
      let scenario = scenario.unshared()
      var worker = Worker<Books>(scenario)
      var (part, turn, told) = (0, 0, [RatioMoments]())
      var (places, users, asked) = ([Int](), 0, work.turn)
      func handOver() {
        work.merge(worker.books, into: part, users: users, places)
        (places, users) = ([], 0)
      }
      while stop.cut == nil, let (number, chunk) = work.take(from: &turn) {
        if chunk.part != part || work.turn != asked {
          handOver()
          worker.books = Books(scenario)
          (part, told, asked) = (chunk.part, [], work.turn)
        }
        let played: Worker<Books>.Played
        do throws(OverlongLife) {
          played = try worker.run(chunk.users, chunk.luck, stopOfChunk)
        } catch {
          work.leave(at: number, error)
          break
        }
        users += played.users
        if work.isDivided { places.append(number) }
        let done = work.finish(played, whole: played.numbers == chunk.users.count)
        guard progress.isShown else { continue }
        let lost = worker.books.lost
        progress.tell(
          done, told.isEmpty ? lost : zip(lost, told).map { $0 - $1 }, users: played.users, part)
        told = lost
      }
      handOver()
    }
    if let life = work.endless {
      batch?.store.fail()
      let books = work.books { Books(scenario) }
      return Kept(books: books.map { _ in Books(scenario) }, users: 0, cut: cut(by: life))
    }
    guard let batch else {
      return Kept(
        books: work.books { Books(scenario) }, users: work.users, cut: work.isDone ? nil : stop.cut)
    }
    return together(work, batch, parts: chunks.parts)
  }

  /// The books of a batch of which shards have played some.
  private func together<Books: Bookkeeping>(
    _ work: SharedWork<Books>, _ batch: DividedBatch, parts: Int
  ) -> Kept<[Books]> {
    let played = work.played
    if let played, batch.isPlayedHere { batch.store.keep(played) } else { batch.store.play(nil) }
    var all = work.all
    var cut = work.isDone ? nil : stop.cut
    if cut == nil, !batch.isWhole(with: played) { cut = .elsewhere }
    if cut == nil {
      for (shard, found) in batch.others {
        guard
          let books = DividedBooks<Books>(
            found, of: shard, batch, parts: parts, { Books(scenario) })
        else {
          cut = .elsewhere
          break
        }
        all += books
      }
    }
    if cut == nil { batch.keepWhole(Packing.numbers(of: all)) }
    return Kept(books: all.books.map { $0 ?? Books(scenario) }, users: all.users, cut: cut)
  }

  private func cut(by life: OverlongLife) -> Cut {
    let user = scenario.population.user(life.user, seed: scenario.seed)
    let design = scenario.designs[life.design]
    var found = EndlessUser(design, user, in: scenario, misdeed: life.misdeed)
    // What differs is seen where nobody else plays.
    if [.diverges, .keepsGlobalState].contains(life.misdeed),
      case .endless(let rehearsed)? = ClientRehearsal(design, user, in: scenario).cut
    {
      found.divergence = rehearsed.divergence
    }
    return .endless(found)
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
