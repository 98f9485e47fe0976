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
  package struct AccumulationResult<Accumulated: Sendable>: Sendable {
    /// The accumulator of all simulated users, or one accumulator per part of the sample.
    package var totals: Accumulated
    /// The number of users who were simulated under every design.
    package var users: Int
    /// The reason of missing users; nil if all were simulated.
    package var interruption: Interruption?
  }

  private let scenario: Scenario, stop: CancellationToken
  /// The division among shards; nil if this process simulates all users.
  private let division: ShardedExecution?
  /// The result of an earlier check of the clients; nil if there was none.
  private let clientCheck: ClientCheck?

  /// - Parameter stop: ends the run early. A user who has begun is simulated under every design, so
  ///   the selection of users does not depend on their outcomes.
  /// - Parameter clientCheck: an earlier check of the own clients; nil to begin the run with a check.
  /// - Parameter division: the division among shards that simulate some of the users each.
  /// - Precondition: there is at least one design and one user.
  package init(
    _ scenario: Scenario, stop: CancellationToken = CancellationToken(),
    clientCheck: ClientCheck? = nil, in division: ShardedExecution? = nil
  ) {
    precondition(!scenario.designs.isEmpty, "a scenario has at least one design")
    precondition(scenario.userCount > 0, "a scenario has at least one user")
    (self.scenario, self.stop, self.clientCheck) = (scenario, stop, clientCheck)
    self.division = division
  }

  /// The reason not to count runs with the clients; nil if the check found nothing.
  private var violation: Interruption? { (clientCheck ?? ClientCheck(scenario)).interruption }

  /// Runs the scenario: look by look if it has a precision, else once.
  /// - Parameter workers: the number of threads, at least 1.
  /// - Parameter progress: called after every chunk, from any worker, with the results so far.
  package func run(workers: Int, progress: RunProgress.Listener? = nil) -> RunResults {
    if let interruption = violation { return RunResults(nothingOf: scenario, interruption) }
    if scenario.isCase { return runCase() }
    var prepared = scenario
    guard scenario.effectiveSampling == .stratified else {
      return run(SamplePlan(), pilot: [], workers: workers, progress)
    }
    prepared.population.stratify()
    if prepared.isWorthProof { prepared.population.proveLossFreeUsers(under: prepared.designs) }
    return Runner(prepared, stop: stop, clientCheck: clientCheck, in: division).runStratified(
      workers: workers, progress)
  }

  /// Runs the scenario with a plain sample and counts by day of simulated time.
  package func runDaily(workers: Int, progress: RunProgress.Listener? = nil) -> DailyDigest {
    guard scenario.isCase else {
      return DailyDigest(accumulate(workers: workers, progress: progress), of: scenario)
    }
    var found = AccumulationResult(
      totals: DailyAccumulator(scenario), users: 0, interruption: violation)
    if found.interruption == nil {
      var worker = Worker<DailyAccumulator>(scenario)
      do {
        _ = try worker.runScript()
        (found.totals, found.users) = (worker.totals, 1)
      } catch { found.interruption = interruption(by: error) }
    }
    return DailyDigest(found, of: scenario)
  }

  /// Simulates all users of a plain sample under all designs; `Accumulated` decides what is
  /// counted.
  package func accumulate<Accumulated: Accumulator>(
    workers: Int, progress: RunProgress.Listener?
  ) -> AccumulationResult<Accumulated> {
    if let interruption = violation {
      return AccumulationResult(totals: Accumulated(scenario), users: 0, interruption: interruption)
    }
    let kept: AccumulationResult<[Accumulated]> = accumulate(
      Chunks([.plainSample(scenario.userCount)]), "users", in: division, workers: workers,
      PhaseProgress(phase: .users, users: scenario.userCount, progress: progress))
    return AccumulationResult(
      totals: kept.totals[0], users: kept.users, interruption: kept.interruption)
  }

  /// Simulates a pilot, plans the number of users per stratum, and simulates them.
  ///
  /// The first pilot covers all strata. The second, three times as large, covers strata in which
  /// the first found lost orders or cannot exclude them. Pilot users are not counted: the size of a
  /// stratum would depend on its estimate, which would be biased.
  private func runStratified(workers: Int, _ progress: RunProgress.Listener?) -> RunResults {
    guard let strata = scenario.population.strata?.all else {
      preconditionFailure("strata are known before a sample is planned")
    }
    let sources = SamplePlan.sources(strata, scenario.population.lossFreeUsers)
    let first = SamplePlan.pilot(sources, users: scenario.plannedUsers / 40)
    let plan = { (pilot: [SampledStratum], totals: [RunAccumulator]) in
      SamplePlan(sources: sources, allocation: NeymanAllocation(pilot: pilot, totals, scenario))
    }
    let kept = keepPilot(first, after: nil, workers: workers, progress)
    if let interruption = kept.interruption {
      return RunResults(ofPilot: scenario, first, kept.totals, interruption)
    }
    let second = plan(first.counted(kept.totals), kept.totals)
    var both = first
    for (index, part) in second.parts(of: scenario.plannedUsers * 3 / 40).enumerated() {
      both[index].users += part.users
      both[index].testedUserNumberCount += part.testedUserNumberCount
    }
    let added = keepPilot(both, after: first, workers: workers, progress)
    // Only the first pilot: the users of the second depend on the results of the first.
    if let interruption = added.interruption {
      return RunResults(ofPilot: scenario, first, kept.totals, interruption)
    }
    var totals = kept.totals
    for index in totals.indices { totals[index] += added.totals[index] }
    both = both.counted(totals)
    let pilot = zip(both, totals).map {
      LiveRates.Part(users: $0.users, lost: $1.lostMomentsByDesign)
    }
    return run(plan(both, totals), pilot: pilot, workers: workers, progress)
  }

  private func keepPilot(
    _ parts: [SampledStratum], after earlier: [SampledStratum]?, workers: Int,
    _ progress: RunProgress.Listener?
  ) -> AccumulationResult<[RunAccumulator]> {
    let users = parts.users(after: earlier)
    let isShared = division?.isWorthDividing(users, of: scenario.userCount) ?? false
    return accumulate(
      Chunks(parts, after: earlier, from: UserNumber.firstPilotIndex),
      earlier == nil ? "pilot" : "second pilot", in: isShared ? division : nil, workers: workers,
      PhaseProgress(
        phase: earlier == nil ? .pilot : .secondPilot, users: users, progress: progress))
  }

  private func run(
    _ plan: SamplePlan, pilot: [LiveRates.Part], workers: Int, _ progress: RunProgress.Listener?
  ) -> RunResults {
    let users = scenario.firstUsers
    var parts = plan.parts(of: users)
    let live = LiveRates(users, .standard, parts, pilot: pilot)
    let phaseProgress = { (phase: RunProgress.Phase, users: Int) in
      PhaseProgress(phase: phase, users: users, progress: progress, live: live)
    }
    var kept: AccumulationResult<[RunAccumulator]> = accumulate(
      Chunks(parts), "users", in: division, workers: workers,
      phaseProgress(.users, parts.users(after: nil)))
    var results = RunResults(
      scenario: scenario, users: users, strata: parts.counted(kept.totals), totals: kept.totals,
      pilotUsers: pilot.reduce(0) { $0 + $1.users })
    while kept.interruption == nil, let users = results.nextLook {
      let more = plan.parts(of: users)
      kept = accumulate(
        Chunks(more, after: parts), "look \(results.look + 1)", in: division, workers: workers,
        phaseProgress(.more, more.users(after: parts)))
      for index in more.indices { results.totals[index] += kept.totals[index] }
      (results.users, results.strata) = (users, more.counted(results.totals))
      results.look += 1
      parts = more
    }
    // The first look already had the maximum number of users: it is the only look.
    results.look = max(1, results.look)
    if let interruption = kept.interruption { results.shorten(interruption) }
    return results
  }

  /// The accumulator of every part of a sample; empty accumulators after a runaway simulation.
  /// - Parameter name: the name of the batch that shards share.
  private func accumulate<Accumulated: Accumulator>(
    _ chunks: Chunks, _ name: String, in division: ShardedExecution?, workers: Int,
    _ progress: PhaseProgress
  ) -> AccumulationResult<[Accumulated]> {
    precondition(workers > 0, "a run has at least one worker")
    let batch = division?.batch(name, of: chunks.count)
    let work = SharedWork<Accumulated>(chunks, batch) { Accumulated(scenario) }
    let progress = progress.of(work.share)
    batch?.store.setBatchInProgress { work.partialBatch }
    Threads.run(min(workers, work.maxThreads)) { [scenario, stop] in
      // Shards need complete chunks, so an interruption waits for the end of a chunk.
      let stopOfChunk = work.isDivided ? CancellationToken() : stop
      let scenario = scenario.copyWithOwnStorage()
      var worker = Worker<Accumulated>(scenario)
      var (part, turn, reported) = (0, 0, [RatioMoments]())
      var (places, users, lastTurn) = ([Int](), 0, work.turn)
      func handOver() {
        work.merge(worker.totals, into: part, users: users, places)
        (places, users) = ([], 0)
      }
      while stop.interruption == nil, let (number, chunk) = work.take(from: &turn) {
        if chunk.part != part || work.turn != lastTurn {
          handOver()
          worker.totals = Accumulated(scenario)
          (part, reported, lastTurn) = (chunk.part, [], work.turn)
        }
        let simulated: Worker<Accumulated>.SimulatedUserCount
        do throws(OverlongSimulation) {
          simulated = try worker.run(chunk.users, chunk.drawRestriction, stopOfChunk)
        } catch {
          work.leave(at: number, error)
          break
        }
        users += simulated.users
        if work.isDivided { places.append(number) }
        let done = work.finish(simulated, whole: simulated.numbers == chunk.users.count)
        guard progress.isShown else { continue }
        let lost = worker.totals.lostMomentsByDesign
        progress.report(
          done, reported.isEmpty ? lost : zip(lost, reported).map { $0 - $1 },
          users: simulated.users, part)
        reported = lost
      }
      handOver()
    }
    if let runaway = work.runaway {
      batch?.store.discardBatchInProgress()
      return AccumulationResult(
        totals: (0..<chunks.partCount).map { _ in Accumulated(scenario) }, users: 0,
        interruption: interruption(by: runaway))
    }
    let partialBatch = work.partialBatch
    if let partialBatch, let batch, batch.isProcessedHere {
      batch.store.keep(partialBatch)
    } else {
      batch?.store.setBatchInProgress(nil)
    }
    var all = work.all
    var interruption = work.isDone ? nil : stop.interruption
    if let batch, interruption == nil, !addOtherShards(to: &all, batch, partialBatch) {
      interruption = .pendingShards
    }
    return AccumulationResult(
      totals: all.totals.map { $0 ?? Accumulated(scenario) }, users: all.users,
      interruption: interruption)
  }

  /// Adds the results of the other shards.
  /// - Returns: false if results are missing.
  private func addOtherShards<Accumulated: Accumulator>(
    to all: inout DividedAccumulators<Accumulated>, _ batch: DividedBatch,
    _ own: PartialResult.BatchResult?
  ) -> Bool {
    guard batch.isComplete(with: own) else { return false }
    for (shard, found) in batch.others {
      guard
        let totals = DividedAccumulators<Accumulated>(
          found, of: shard, batch, parts: all.totals.count, { Accumulated(scenario) })
      else { return false }
      all += totals
    }
    batch.keepCompleteBatch(Archive.numbers(of: all))
    return true
  }

  private func interruption(by runaway: OverlongSimulation) -> Interruption {
    let user = scenario.population.user(runaway.user, seed: scenario.seed)
    let design = scenario.designs[runaway.design]
    var found = AbortedUser(design, user, in: scenario, violation: runaway.violation)
    // The difference is visible only in a simulation without other threads.
    if [.diverges, .keepsGlobalState].contains(runaway.violation),
      case .runaway(let rehearsed)? = ClientCheck(design, user, in: scenario).interruption
    {
      found.divergence = rehearsed.divergence
    }
    return .runaway(found)
  }

  private func runCase() -> RunResults {
    var worker = Worker<RunAccumulator>(scenario)
    do {
      let endings = try worker.runScript()
      return RunResults(scenario: scenario, totals: worker.totals, endings: endings)
    } catch { return RunResults(nothingOf: scenario, interruption(by: error)) }
  }
}

extension Scenario {
  /// The number of users before the first look. With a precision they only set the first look, so a
  /// third of the users is enough, with 100 users per stratum.
  fileprivate var firstUsers: Int {
    guard precision != nil, let strata = population.strata?.all.count else { return userCount }
    return min(userCount, max(userCount / 3, 100 * strata))
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
  func counted(_ totals: [RunAccumulator]) -> [SampledStratum] {
    zip(self, totals).map { $0.with(users: $1.countersByDesign[0].users) }
  }

  fileprivate func users(after earlier: [SampledStratum]?) -> Int {
    reduce(0) { $0 + $1.users } - (earlier ?? []).reduce(0) { $0 + $1.users }
  }
}
