import EventEngine
import Experiments
import PurchaseWorld
import Scenarios
import Synchronization
import TestSupport
import Testing

@Suite("Runner") struct RunnerTests {
  /// The shipped scenario `ordering`, with few users.
  static func ordering(users: Int) throws -> Scenario {
    var scenario = try ScenarioFileReader.read(PackageFiles.path("scenarios/ordering.json"))
    scenario.userCount = users
    scenario.sampling = .plain
    return scenario
  }

  @Test("1, 2 and 7 workers and a second run give the same counts")
  func workers() throws {
    let runner = Runner(try Self.ordering(users: 2_000))
    let one = runner.run(workers: 1).totals[0]
    #expect(one.countersByDesign.allSatisfy { $0.users == 2_000 })
    #expect(one.countersByDesign[0].all.total(.charges) > 1_000)
    for workers in [1, 2, 7] {
      let totals = runner.run(workers: workers).totals[0]
      expectEqual(totals.countersByDesign, one.countersByDesign)
      expectEqual(totals.claimPairSums, one.claimPairSums)
    }
  }

  @Test("a run simulates every user from 0 on once, under every design")
  func allUsers() throws {
    let scenario = try Self.ordering(users: 700)
    var totals = RunAccumulator(scenario)
    var simulator = Simulator(conditions: scenario.population.conditions)
    var user = VirtualUser(number: 0, draws: KeyedDraws(seed: 0, user: 0))
    var outcome = UserOutcome()
    for number in (0..<700).reversed() {
      scenario.population.draw(UInt64(number), seed: scenario.seed, into: &user)
      for (index, design) in scenario.designs.enumerated() {
        try simulator.simulate(design, of: user, into: &outcome)
        totals.add(outcome, design: index, of: UInt64(number))
      }
      totals.completeUser()
    }
    expectEqual(
      Runner(scenario).run(workers: 2).totals[0].countersByDesign, totals.countersByDesign)
  }

  @Test("another seed gives other results")
  func seeds() throws {
    var scenario = try Self.ordering(users: 500)
    let one = Runner(scenario).run(workers: 1).totals[0].countersByDesign
    scenario.seed += 1
    #expect(Runner(scenario).run(workers: 1).totals[0].countersByDesign != one)
  }

  @Test("the first users of a larger run are the users of a smaller run")
  func prefix() throws {
    let few = Runner(try Self.ordering(users: 300)).run(workers: 1).totals[0]
    let many = Runner(try Self.ordering(users: 301)).run(workers: 1).totals[0]
    expectEqual(many.countersByDesign[0].users, few.countersByDesign[0].users + 1)
    #expect(many.countersByDesign[0].events > few.countersByDesign[0].events)
  }

  @Test("progress ends with all users and never exceeds them")
  func progress() throws {
    let seen = Mutex<[Int]>([])
    _ = Runner(try Self.ordering(users: 1_000)).run(workers: 2) { run in
      seen.withLock { $0.append(run.done) }
    }
    let numbers = seen.withLock { $0 }
    expectEqual(numbers.max(), 1_000)
    expectEqual(numbers.count, (1_000 + Chunks.size - 1) / Chunks.size)
  }

  @Test("a run with less than one chunk of users simulates all of them")
  func small() throws {
    let results = Runner(try Self.ordering(users: 1)).run(workers: 7)
    #expect(results.totals[0].countersByDesign.allSatisfy { $0.users == 1 })
  }
}
