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

/// Runs that end before all users are done.
@Suite("Interrupted runs") struct InterruptionTests {
  /// A scenario with a known lost-order rate: an order is lost if the fault occurs, because the user
  /// does not return.
  static func scenario(_ probability: Double, users: Int, seed: UInt64) -> Scenario {
    SamplingTests.scenario((probability, 0.001), users: users, seed: seed)
  }

  /// The lost-order rate of that scenario.
  static func rate(_ probability: Double) -> Double { 1 - (1 - probability) * (1 - 0.001) }

  /// Runs until some chunks of users are done.
  static func run(_ scenario: Scenario, chunks: Int, workers: Int = 1) -> RunResults {
    let stop = CancellationToken()
    let left = Atomic(chunks)
    return Runner(scenario, stop: stop).run(workers: workers) { progress in
      guard progress.phase == .users else { return }
      if left.subtract(1, ordering: .relaxed).newValue <= 0 { stop.cancel() }
    }
  }

  /// How many of several runs, interrupted at different places, have a covering interval.
  static func coverage(
    _ sampling: Sampling, seeds: ClosedRange<UInt64>, users: Int
  ) throws -> (covered: Int, runs: Int, parts: Int) {
    var (covered, runs, fewest) = (0, 0, Int.max)
    for seed in seeds {
      var scenario = scenario(0.03, users: users, seed: seed)
      scenario.sampling = sampling
      let full = users / Chunks.size
      let results = run(scenario, chunks: 1 + Int(seed % UInt64(max(1, full))))
      guard results.interruption == .interrupted, results.users > 0 else { continue }
      let found = try #require(results.designCounters(0).all.rate(.lost))
      let exact = rate(0.03)
      runs += 1
      if found.interval.low <= exact, exact <= found.interval.high { covered += 1 }
      fewest = min(fewest, results.users)
    }
    return (covered, runs, fewest)
  }

  @Test("intervals of runs interrupted anywhere cover the true rate", arguments: Sampling.allCases)
  func coverage(sampling: Sampling) throws {
    let (covered, runs, fewest) = try Self.coverage(sampling, seeds: 1...60, users: 2_560)
    #expect(runs > 40 && fewest < 1_300)
    // Of 60 intervals at 95 % more than 8 miss once in two hundred times.
    #expect(runs - covered <= 8, "\(covered) of \(runs)")
  }

  @Test("an interrupted run reports its number of users and decides no expectation")
  func counts() throws {
    for sampling in Sampling.allCases {
      var scenario = Self.scenario(0.03, users: 6_000, seed: 4)
      scenario.sampling = sampling
      for workers in [1, 3] {
        let results = Self.run(scenario, chunks: 9, workers: workers)
        #expect(results.interruption == .interrupted && results.users < 6_000)
        let users = results.totals.reduce(0) { $0 + $1.countersByDesign[0].users }
        #expect(results.users == users && results.strata.reduce(0) { $0 + $1.users } == users)
        let findings = RunFindings(results)
        #expect(
          findings.verdict == .inconclusive && findings.warnings == [.interruption(.interrupted)])
      }
    }
  }

  @Test("a run interrupted before its start has no results")
  func nothing() throws {
    var scenario = Self.scenario(0.03, users: 6_000, seed: 4)
    scenario.sampling = .stratified
    let stop = CancellationToken()
    stop.cancelAtTimeLimit()
    let results = Runner(scenario, stop: stop).run(workers: 2)
    #expect(results.interruption == .timeUp && results.users == 0 && !results.hasCharge)
  }

  @Test("a run interrupted in a pilot reports the first pilot, and its intervals cover")
  func pilot() throws {
    let exact = Self.rate(0.03)
    var covered = 0
    for seed in 1...40 as ClosedRange<UInt64> {
      var scenario = Self.scenario(0.03, users: 60_000, seed: seed)
      scenario.sampling = .stratified
      let stop = CancellationToken()
      let left = Atomic(8)
      let results = Runner(scenario, stop: stop).run(workers: 1) { progress in
        #expect(progress.phase != .users)
        if left.subtract(1, ordering: .relaxed).newValue <= 0 { stop.cancelAtTimeLimit() }
      }
      #expect(results.interruption == .timeUp && results.countsOnlyPilot && results.pilotUsers == 0)
      #expect(results.users > 1_000 && results.users < 2_000)
      let found = try #require(results.designCounters(0).all.rate(.lost))
      if found.interval.low <= exact, exact <= found.interval.high { covered += 1 }
      for point in DropPoint.allCases {
        let named = results.totals.flatMap {
          $0.countersByDesign[0].firstUsers(.undelivered, point).values
        }
        #expect(named.allSatisfy { UserNumber.index(of: $0) >= UserNumber.firstPilotIndex })
      }
    }
    // Of 40 intervals at 95 % more than 6 miss once in two hundred times.
    #expect(covered >= 34, "\(covered) of 40")
  }

  @Test("a stop request after the last user, or none, leaves the results unchanged")
  func done() throws {
    for sampling in Sampling.allCases {
      var scenario = Self.scenario(0.03, users: 3_000, seed: 4)
      scenario.sampling = sampling
      let plain = Runner(scenario).run(workers: 2)
      let stop = CancellationToken()
      let raised = Runner(scenario, stop: stop).run(workers: 2) { run in
        if run.phase == .users, run.done >= run.users { stop.cancel() }
      }
      #expect(raised.interruption == nil && raised.users == plain.users)
      for (left, right) in zip(raised.totals, plain.totals) {
        expectEqual(left.countersByDesign, right.countersByDesign)
      }
    }
  }

  @Test("every part has users early: each round of chunks is as long as all rounds before")
  func rounds() {
    let parts = [40_000, 700, 2_560_000].enumerated().map {
      SampledStratum(index: $0.offset, weight: 0.1, users: $0.element, canCharge: true)
    }
    let chunks = Chunks(parts)
    var (turn, done) = (0, [0, 0, 0])
    for number in 0..<chunks.count {
      let chunk = chunks.chunk(number, searchingFrom: &turn)
      done[chunk.part] += chunk.users.count
      // Every part has its first round soon, and none is far ahead.
      guard number > 20 else { continue }
      let shares = zip(done, parts).map { Double($0) / Double($1.users) }
      #expect((shares.min() ?? 0) > 0)
      #expect((shares[2] + 0.01) * 2.1 >= shares[0] && (shares[0] + 0.01) * 2.1 >= shares[2])
    }
    expectEqual(done, parts.map(\.users))
  }

  @Test("the first reason of a stop request is kept")
  func sign() {
    let stop = CancellationToken()
    #expect(stop.interruption == nil)
    stop.cancelAtTimeLimit()
    stop.cancel()
    expectEqual(stop.interruption, .timeUp)
  }

  @Test("explorations, weighings, searches and shrinkings end at a stop request")
  func others() throws {
    let stop = CancellationToken()
    stop.cancel()
    var scenario = Self.scenario(0.03, users: 300, seed: 1)
    scenario.sampling = .plain
    let design = scenario.designs[0]
    let found = Explorer(design, .one, in: scenario, kinds: [.crash], stop: stop).explore(faults: 2)
    #expect(found.interruption == .interrupted && found.resultsByFaultCount.isEmpty)
    #expect(throws: Interruption.interrupted) {
      try LossEnumerator(design, in: scenario, cells: 1, kinds: [.crash], stop: stop).enumerate(
        faults: 1)
    }
    let search = Search(scenario, among: [design], [.one], kinds: [.crash])
    let searched = search.run(workers: 1, stop: stop) { _, _ in }
    #expect(
      searched.interruption == .interrupted && searched.candidateCountsByLosingFaultCount.isEmpty
        && searched.points.isEmpty)
    guard
      let losingUser = Runner(scenario).run(workers: 1).designCounters(0).lossSample.values.first?
        .user,
      case .interruption(.interrupted) = Shrinker(scenario, design, stop: stop).shrink(
        user: losingUser, name: "m")
    else { return #expect(Bool(false), "the shrinking went on") }
  }
}
