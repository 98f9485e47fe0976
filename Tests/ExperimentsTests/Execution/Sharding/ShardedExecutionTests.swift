import EventEngine
import ExhaustiveSearch
import Experiments
import Methods
import PurchaseWorld
import Scenarios
import Statistics
import Synchronization
import TestSupport
import Testing
@testable import DesignSearch

/// The merged result of all shards equals the result of one run.
@Suite("Work divided into shards") struct ShardedExecutionTests {
  private static func scenario(_ sampling: Sampling, users: Int = 6_000) -> Scenario {
    var scenario = SamplingTests.scenario((0.03, 0.01), users: users, seed: 5)
    scenario.designs += BuiltInDesign.all.map(\.design).filter { $0.name == "keep-1" }
    scenario.sampling = sampling
    return scenario
  }

  /// Compares all results from which findings are computed.
  private static func expectSame(_ found: RunResults, _ whole: RunResults) {
    for (one, other) in [
      ("\(found.users) \(found.look)", "\(whole.users) \(whole.look)"),
      ("\(found.pilotUsers) \(found.strata)", "\(whole.pilotUsers) \(whole.strata)"),
      (String(describing: found.interruption), String(describing: whole.interruption)),
    ] { expectEqual(one, other) }
    // Compared as values: their description is a megabyte.
    let hasSameCounts = [
      found.totals.map(\.countersByDesign) == whole.totals.map(\.countersByDesign),
      found.totals.map(\.discordantUsersByPair) == whole.totals.map(\.discordantUsersByPair),
      found.totals.map(\.jointSums) == whole.totals.map(\.jointSums),
      found.totals.map(\.claimPairSums) == whole.totals.map(\.claimPairSums),
    ]
    expectEqual(hasSameCounts, [true, true, true, true])
  }

  @Test(
    "a run in shards equals the whole run: plain, from strata, and until it is precise",
    arguments: [(Sampling.plain, false), (.stratified, false), (.stratified, true)], [1, 2, 5, 16])
  func runs(kind: (sampling: Sampling, isPrecise: Bool), shards: Int) throws {
    var scenario = Self.scenario(kind.sampling)
    if kind.isPrecise { scenario.precision = Precision(.halfWidth(0.004)) }
    let whole = Runner(scenario).run(workers: 2)
    let shared = try Divided.together(shards: shards) {
      Runner(scenario, in: $0.section(named: "it")).run(workers: 2)
    }
    Self.expectSame(shared.found, whole)
    // Shards exchange results after each divided pilot, and after each look.
    let pilots = kind.sampling == .plain ? 0 : shards > 4 ? 2 : 1
    let rounds = shards == 1 ? 1 : kind.isPrecise ? max(1, whole.look) : pilots + 1
    #expect(kind.isPrecise ? shared.rounds >= rounds : shared.rounds == rounds)
  }

  @Test("shards interrupted repeatedly continue where they stopped", arguments: [2, 3, 5, 7, 11])
  func cutShort(shards: Int) throws {
    let scenario = Self.scenario(.stratified)
    let whole = Runner(scenario).run(workers: 1)
    let shared = try Divided.together(shards: shards) {
      Runner(scenario, in: $0).run(workers: 2)
    } simulate: { number, round, store in
      // Some shards end after a few chunks; the others continue.
      let stop = CancellationToken()
      let left = Atomic((number * 7 + round * 3) % 5)
      _ = Runner(scenario, stop: stop, in: ShardedExecution(store)).run(workers: 2) { progress in
        // A pilot that every shard simulates alone starts again.
        if progress.phase == .users, left.subtract(1, ordering: .relaxed).newValue <= 0 {
          stop.cancel()
        }
      }
    }
    #expect(shared.rounds > (shards < 6 ? 2 : 1))
    Self.expectSame(shared.found, whole)
  }

  @Test("partial results written during the work are consistent, and nothing is counted twice")
  func consistentParts() throws {
    let scenario = Self.scenario(.plain, users: 20_000)
    let store = PartialResultStore(.runs(.whole))
    let snapshots = Mutex<[PartialResult]>([])
    let whole = Runner(scenario, in: ShardedExecution(store)).run(workers: 2) { _ in
      store.requestHandover()
      let part = store.partialResult
      snapshots.withLock { if $0.count < 30 { $0.append(part) } }
    }
    let all = snapshots.withLock { $0 }
    #expect(Set(all.map { $0.batches.first?.processedPieces.count ?? 0 }).count > 3)
    for part in all {
      let found = Runner(scenario, in: ShardedExecution(PartialResultStore(.runs(.whole), [part])))
        .run(workers: 2)
      Self.expectSame(found, whole)
    }
  }

  @Test("progress counts only the users that the shard simulates")
  func progress() {
    let scenario = Self.scenario(.plain, users: 10_240)
    func last(_ store: PartialResultStore) -> [Int] {
      let reported = Mutex((done: 0, users: 0))
      _ = Runner(scenario, in: ShardedExecution(store)).run(workers: 2) { progress in
        reported.withLock { $0 = (max($0.done, progress.done), progress.users) }
      }
      return reported.withLock { [$0.done, $0.users] }
    }
    let store = PartialResultStore(.runs(Shard(2, of: 4)))
    expectEqual(last(store), [2_560, 2_560])
    // Users with a result are not simulated again.
    expectEqual(last(PartialResultStore(.runs(Shard(2, of: 4)), [store.partialResult])), [0, 0])
    expectEqual(last(PartialResultStore(.runs(.whole))), [10_240, 10_240])
  }

  @Test("accumulators that shards share contain all users", arguments: [nil, 1, 3])
  func users(shards: Int?) throws {
    let scenario = Self.scenario(.plain)
    let keep = {
      (division: ShardedExecution?) -> Runner.AccumulationResult<ParameterDrawAccumulator> in
      Runner(scenario, in: division).accumulate(workers: 2, progress: { _ in })
    }
    let kept = try shards.map { try Divided.together(shards: $0) { keep($0) }.found } ?? keep(nil)
    #expect(kept.users == scenario.userCount && kept.interruption == nil)
    // Threads report their results often, and no user is counted twice.
    let store = PartialResultStore(.runs(.whole))
    let handed: Runner.AccumulationResult<ParameterDrawAccumulator> = Runner(
      scenario, in: ShardedExecution(store)
    ).accumulate(workers: 2, progress: { _ in store.requestHandover() })
    #expect(handed.users == scenario.userCount && handed.interruption == nil)
  }

  @Test("an exploration in shards equals the whole exploration", arguments: [1, 2, 3])
  func explorations(faults: Int) throws {
    let scenario = try Explored.read("keep")
    let kinds = [FaultKind.crash, .networkLoss]
    let explore = { (division: ShardedExecution?) in
      Explorer(scenario.designs[0], .one, in: scenario, kinds: kinds).explore(
        faults: faults, workers: 2, in: division)
    }
    let (whole, shared) = (explore(nil), try Divided.together(shards: 4) { explore($0) })
    #expect(shared.rounds == 1 && whole.interruption == nil && shared.found.interruption == nil)
    #expect(
      shared.found.resultsByFaultCount == whole.resultsByFaultCount
        && shared.found.groups == whole.groups)
    #expect(shared.found.lossesWithoutFaults == whole.lossesWithoutFaults && !whole.groups.isEmpty)
  }

  @Test("a search in shards equals the whole search")
  func searches() throws {
    var scenario = try Explored.read("ordering")
    scenario.userCount = 2_000
    var search = Search(
      scenario, among: scenario.designs, Journey.all(of: scenario),
      kinds: Search.declaredKinds(of: scenario))
    search.maxFaults = 2
    let find = { (division: ShardedExecution?) in search.run(workers: 2, in: division) { _, _ in } }
    let (whole, shared) = (find(nil), try Divided.together(shards: 3) { find($0) })
    #expect(
      shared.found.candidateCountsByLosingFaultCount == whole.candidateCountsByLosingFaultCount
        && shared.found.survivorCount == whole.survivorCount)
    #expect("\(shared.found.points)" == "\(whole.points)" && !whole.points.isEmpty)
    #expect(
      shared.found.faultsLosingAlways == whole.faultsLosingAlways
        && shared.found.rounds == whole.rounds)
  }

  @Test("a weighing in shards equals the whole weighing, to the last bit")
  func weighings() throws {
    let scenario = try Explored.read("ordering")
    let enumerate = { (division: ShardedExecution?) -> String in
      let weigher = LossEnumerator(
        scenario.designs[0], in: scenario, cells: 2, kinds: [.crash, .networkLoss], in: division)
      do throws(Interruption) {
        let weighing = try weigher.enumerate(faults: 2, workers: 2)
        let sample = try weigher.sample(faults: 2, users: 9_000, workers: 2)
        return "\(weighing) \(sample)"
      } catch { return "\(error)" }
    }
    let shared = try Divided.together(shards: 3) { division in
      let first = enumerate(division)
      return first
    }
    expectEqual(shared.found, enumerate(nil))
  }

  @Test("missing partial results are listed by batch and shard")
  func missing() throws {
    let scenario = Self.scenario(.plain)
    let store = PartialResultStore(.runs(Shard(2, of: 3)))
    _ = Runner(scenario, in: ShardedExecution(store).section(named: "it")).run(workers: 1)
    let merge = PartialResultStore(.merges(shardCount: 3), [store.partialResult])
    let found = Runner(scenario, in: ShardedExecution(merge).section(named: "it")).run(workers: 1)
    expectEqual(found.interruption, .pendingShards)
    expectEqual(merge.missing.map { "\($0.batchName) \($0.shards)" }, ["it/users [1, 3]"])
    let empty = PartialResultStore(.merges(shardCount: 3))
    _ = Runner(scenario, in: ShardedExecution(empty).section(named: "it")).run(workers: 1)
    expectEqual(empty.missing.map { "\($0.batchName) \($0.shards)" }, ["it/users [1, 2, 3]"])
  }

  @Test func `batch names stay different when the name of the work has a slash`() {
    let store = PartialResultStore(.runs(.whole))
    let whole = ShardedExecution(store)
    for division in [
      whole.section(named: "a/b"), whole.section(named: "a").section(named: "b"),
      whole.section(named: "a%2Fb"),
    ] { _ = Runner(Self.scenario(.plain), in: division).run(workers: 1) }
    expectEqual(
      store.partialResult.batches.map(\.name), ["a%2Fb/users", "a/b/users", "a%252Fb/users"])
  }

  @Test("partial results of other work are rejected: other batches, other pieces")
  func foreign() throws {
    let scenario = Self.scenario(.plain)
    let store = PartialResultStore(.runs(.whole))
    _ = Runner(scenario, in: ShardedExecution(store).section(named: "it")).run(workers: 1)
    func merge(_ part: PartialResult, _ scenario: Scenario, as name: String = "it")
      -> PartialResultStore
    {
      let merge = PartialResultStore(.merges(shardCount: 1), [part])
      _ = Runner(scenario, in: ShardedExecution(merge).section(named: name)).run(workers: 1)
      return merge
    }
    var other = scenario
    other.userCount = 9_000
    expectEqual(
      merge(store.partialResult, other).foreignBatches(isWorkFinished: true).map(\.batchName),
      ["it/users"])
    var more = store.partialResult
    more.batches.append(more.batches[0])
    more.batches[1].name = "it/more"
    expectEqual(
      merge(more, scenario).foreignBatches(isWorkFinished: true).map(\.batchName), ["it/more"])
    // Interrupted work, or work without a partial result, may still need this batch.
    #expect(merge(more, scenario).foreignBatches(isWorkFinished: false).isEmpty)
    let lacking = merge(store.partialResult, scenario, as: "another")
    #expect(lacking.foreignBatches(isWorkFinished: true).isEmpty)
    expectEqual(lacking.missing.map(\.batchName), ["another/users"])
    #expect(merge(store.partialResult, scenario).foreignBatches(isWorkFinished: true).isEmpty)
  }

  @Test("damaged numbers are rejected or harmless, and never crash the process")
  func damaged() throws {
    let scenario = Self.scenario(.stratified, users: 3_000)
    let shared = try Divided.together(shards: 2) { Runner(scenario, in: $0).run(workers: 1) }
    var draws = RandomStream(seed: 11)
    let values: [Int64] = [0, 1, -1, 2, 1 << 20, -(1 << 20), 1 << 40, .max, .min]
    var refused = 0
    for _ in 0..<400 {
      var parts = shared.parts
      let part = Int(draws.bits() % UInt64(parts.count))
      let batch = Int(draws.bits() % UInt64(parts[part].batches.count))
      var numbers = parts[part].batches[batch].numbers
      for _ in 0...draws.bits() % 3 {
        let place = Int(draws.bits() % UInt64(numbers.count))
        switch draws.bits() % 4 {
        case 0: numbers.remove(at: place)
        case 1: numbers.insert(values[Int(draws.bits() % 9)], at: place)
        default: numbers[place] = values[Int(draws.bits() % 9)]
        }
      }
      parts[part].batches[batch].numbers = numbers
      let store = PartialResultStore(.merges(shardCount: 2), parts)
      let found = Runner(scenario, in: ShardedExecution(store)).run(workers: 1)
      if store.foreignBatches(isWorkFinished: true).isEmpty, found.interruption == nil {
        _ = RunFindings(found).designs.map(\.totalCounters)
      } else {
        refused += 1
      }
    }
    #expect(refused > 200)
  }
}
