import PurchaseWorld
package import Scenarios
import Statistics

/// Runner that simulates every user under every design, on several cores, in constant memory.
///
/// Users are divided into chunks. A worker reuses one simulator, user, outcome and accumulator for
/// every user. Accumulators are sums, so merging gives the same counts for any number of workers
/// and any order of chunks.
package struct Runner: Sendable {
  /// Accumulated values of the users of a run.
  package struct RetainedResults<RunAccumulator: Sendable>: Sendable {
    package var books: RunAccumulator
    /// The number of users who were simulated under every design.
    package var users: Int
    /// The reason of missing users; nil if all were simulated.
    package var cut: Interruption?
  }

  private let scenario: Scenario, stop: CancellationToken
  /// The division among shards; nil if this process simulates all users.
  private let division: Division?
  /// The result of an earlier check of the clients; nil if there was none.
  private let rehearsal: ClientCheck?

  /// - Parameter stop: ends the run early. A user who has begun is simulated under every design, so
  ///   the selection of users does not depend on their outcomes.
  /// - Parameter rehearsal: an earlier check of the own clients; nil to begin the run with a check.
  /// - Parameter division: the division among shards that simulate some of the users each.
  /// - Precondition: there is at least one design and one user.
  package init(
    _ scenario: Scenario, stop: CancellationToken = CancellationToken(),
    rehearsal: ClientCheck? = nil,
    in division: Division? = nil
  ) {
    precondition(!scenario.designs.isEmpty, "a scenario has at least one design")
    precondition(scenario.users > 0, "a scenario has at least one user")
    (self.scenario, self.stop, self.rehearsal) = (scenario, stop, rehearsal)
    self.division = division
  }

  /// The reason not to count runs with the clients; nil if the check found nothing.
  private var misdeed: Interruption? { (rehearsal ?? ClientCheck(scenario)).cut }

  /// Runs the scenario: look by look if it has a precision, else once.
  /// - Parameter workers: the number of threads, at least 1.
  /// - Parameter progress: called after every chunk, from any worker, with the results so far.
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

  /// Runs the scenario with a plain sample and counts by day of simulated time.
  package func runDaily(workers: Int, progress: RunProgress.Listener? = nil) -> Digest {
    guard scenario.isCase else {
      return Digest(keepBooks(workers: workers, progress: progress), of: scenario)
    }
    if let cut = misdeed {
      return Digest(
        RetainedResults(books: DailyAccumulator(scenario), users: 0, cut: cut), of: scenario)
    }
    var worker = Worker<DailyAccumulator>(scenario)
    do {
      _ = try worker.runScript()
      return Digest(RetainedResults(books: worker.books, users: 1), of: scenario)
    } catch {
      return Digest(
        RetainedResults(books: DailyAccumulator(scenario), users: 0, cut: cut(by: error)),
        of: scenario)
    }
  }

  /// Simulates all users of a plain sample under all designs; `RunAccumulator` decides what is counted.
  package func keepBooks<RunAccumulator: Accumulator>(
    workers: Int, progress: RunProgress.Listener?
  ) -> RetainedResults<RunAccumulator> {
    if let cut = misdeed {
      return RetainedResults(books: RunAccumulator(scenario), users: 0, cut: cut)
    }
    let kept: RetainedResults<[RunAccumulator]> = keepBooks(
      Chunks([.everyone(scenario.users)]), "users", in: division, workers: workers,
      PhaseProgress(phase: .users, users: scenario.users, progress: progress))
    return RetainedResults(books: kept.books[0], users: kept.users, cut: kept.cut)
  }

  /// Simulates a pilot, plans the number of users per stratum, and simulates them.
  ///
  /// The first pilot covers all strata. The second, three times as large, covers strata in which
  /// the first found lost orders or cannot exclude them. Pilot users are not counted: the size of a
  /// stratum would depend on its estimate, which would be biased.
  private func runStratified(workers: Int, _ progress: RunProgress.Listener?) -> Results {
    guard let strata = scenario.population.strata?.all else {
      preconditionFailure("strata are known before a sample is planned")
    }
    let sources = SamplePlan.sources(strata, scenario.population.safeLuck)
    let first = SamplePlan.pilot(sources, users: scenario.plannedUsers / 40)
    let plan = { (pilot: [SampledStratum], books: [RunAccumulator]) in
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
    // Only the first pilot: the users of the second depend on the results of the first.
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
  ) -> RetainedResults<[RunAccumulator]> {
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
    var kept: RetainedResults<[RunAccumulator]> = keepBooks(
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
    // The first look already had the maximum number of users: it is the only look.
    results.look = max(1, results.look)
    if let cut = kept.cut { results.shorten(cut) }
    return results
  }

  /// The accumulator of every part of a sample; empty accumulators after a runaway simulation.
  /// - Parameter name: the name of the batch that shards share.
  private func keepBooks<RunAccumulator: Accumulator>(
    _ chunks: Chunks, _ name: String, in division: Division?, workers: Int,
    _ progress: PhaseProgress
  ) -> RetainedResults<[RunAccumulator]> {
    precondition(workers > 0, "a run has at least one worker")
    let batch = division?.batch(name, of: chunks.count)
    let work = SharedWork<RunAccumulator>(chunks, batch) { RunAccumulator(scenario) }
    let progress = progress.of(work.share)
    batch?.store.play { work.played }
    Threads.run(min(workers, work.mostThreads)) { [scenario, stop] in
      // Shards need complete chunks, so an interruption waits for the end of a chunk.
      let stopOfChunk = work.isDivided ? CancellationToken() : stop
      let scenario = scenario.unshared()
      var worker = Worker<RunAccumulator>(scenario)
      var (part, turn, told) = (0, 0, [RatioMoments]())
      var (places, users, asked) = ([Int](), 0, work.turn)
      func handOver() {
        work.merge(worker.books, into: part, users: users, places)
        (places, users) = ([], 0)
      }
      while stop.cut == nil, let (number, chunk) = work.take(from: &turn) {
        if chunk.part != part || work.turn != asked {
          handOver()
          worker.books = RunAccumulator(scenario)
          (part, told, asked) = (chunk.part, [], work.turn)
        }
        let played: Worker<RunAccumulator>.SimulatedUser
        do throws(OverlongSimulation) {
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
      let books = work.books { RunAccumulator(scenario) }
      return RetainedResults(
        books: books.map { _ in RunAccumulator(scenario) }, users: 0, cut: cut(by: life))
    }
    guard let batch else {
      return RetainedResults(
        books: work.books { RunAccumulator(scenario) }, users: work.users,
        cut: work.isDone ? nil : stop.cut)
    }
    return together(work, batch, parts: chunks.parts)
  }

  /// The accumulators of a batch after adding the results of the other shards.
  private func together<RunAccumulator: Accumulator>(
    _ work: SharedWork<RunAccumulator>, _ batch: DividedBatch, parts: Int
  ) -> RetainedResults<[RunAccumulator]> {
    let played = work.played
    if let played, batch.isPlayedHere { batch.store.keep(played) } else { batch.store.play(nil) }
    var all = work.all
    var cut = work.isDone ? nil : stop.cut
    if cut == nil, !batch.isWhole(with: played) { cut = .pendingShards }
    if cut == nil {
      for (shard, found) in batch.others {
        guard
          let books = DividedAccumulators<RunAccumulator>(
            found, of: shard, batch, parts: parts, { RunAccumulator(scenario) })
        else {
          cut = .pendingShards
          break
        }
        all += books
      }
    }
    if cut == nil { batch.keepWhole(Packing.numbers(of: all)) }
    return RetainedResults(
      books: all.books.map { $0 ?? RunAccumulator(scenario) }, users: all.users, cut: cut)
  }

  private func cut(by life: OverlongSimulation) -> Interruption {
    let user = scenario.population.user(life.user, seed: scenario.seed)
    let design = scenario.designs[life.design]
    var found = RunawayUser(design, user, in: scenario, misdeed: life.misdeed)
    // The difference is visible only in a simulation without other threads.
    if [.diverges, .keepsGlobalState].contains(life.misdeed),
      case .endless(let rehearsed)? = ClientCheck(design, user, in: scenario).cut
    {
      found.divergence = rehearsed.divergence
    }
    return .endless(found)
  }

  private func runCase() -> Results {
    var worker = Worker<RunAccumulator>(scenario)
    do {
      let endings = try worker.runScript()
      return Results(scenario: scenario, books: worker.books, endings: endings)
    } catch { return Results(nothingOf: scenario, cut(by: error)) }
  }
}

extension Scenario {
  /// The number of users before the first look. With a precision they only set the first look, so a
  /// third of the users is enough, with 100 users per stratum.
  fileprivate var firstUsers: Int {
    guard precision != nil, let strata = population.strata?.all.count else { return users }
    return min(users, max(users / 3, 100 * strata))
  }

  /// The number of users for the size of the pilots; larger pilots would gain nothing.
  fileprivate var plannedUsers: Int { min(firstUsers, 4_000_000) }

  /// Whether a run gains from a proof that users lose nothing: it ends when lost rates are precise,
  /// and few designs have to agree.
  fileprivate var isWorthProof: Bool {
    // The axes of a team's own client do not determine its behavior.
    if designs.contains(where: { $0.client != nil }) { return false }
    return switch precision?.goal {
    case .halfWidth, .relativeHalfWidth: designs.count <= 3
    case .until, nil: false
    }
  }
}

extension [SampledStratum] {
  /// The same parts with the number of users that were found among the user numbers.
  func counted(_ books: [RunAccumulator]) -> [SampledStratum] {
    zip(self, books).map { $0.with(users: $1.ledgers[0].users) }
  }

  fileprivate func users(after earlier: [SampledStratum]?) -> Int {
    reduce(0) { $0 + $1.users } - (earlier ?? []).reduce(0) { $0 + $1.users }
  }
}
