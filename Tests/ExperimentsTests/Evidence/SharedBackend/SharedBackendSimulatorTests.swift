import EventEngine
import Scenarios
import TestSupport
import Testing

@testable import Experiments
@testable import PurchaseWorld

@Suite("many users with one backend (B11)") struct SharedBackendSimulatorTests {
  /// A scenario of the project, with a capacity.
  static func scenario(_ name: String, _ change: (inout Scenario) -> Void = { _ in }) throws
    -> Scenario
  {
    let bytes = Array(try PackageFiles.text("scenarios/\(name).json").utf8)
    var scenario = try ScenarioReader.read(bytes, file: name)
    change(&scenario)
    return scenario
  }

  /// The outcomes of users without a shared backend.
  static func alone(_ scenario: Scenario, _ design: Int, _ users: Int) throws -> [UserOutcome] {
    var simulator = Simulator(conditions: scenario.population.conditions, designs: scenario.designs)
    var user = VirtualUser(number: 0, draws: KeyedDraws(seed: scenario.seed, user: 0))
    return try (0..<users).map { number in
      scenario.population.draw(UInt64(number), seed: scenario.seed, into: &user)
      simulator.setUser(user)
      var outcome = UserOutcome()
      try simulator.simulate(designAt: design, into: &outcome)
      return outcome
    }
  }

  static func together(_ scenario: Scenario, _ design: Int, _ users: Int) throws -> (
    [UserOutcome], BackendLoad
  ) {
    var outcomes = Array(repeating: UserOutcome(), count: users)
    let simulator = SharedBackendSimulator(
      scenario.population, design: scenario.designs[design], seed: scenario.seed)
    let load = try simulator.simulate(users) { number, outcome throws(AbortedSimulation) in
      outcomes[Int(number)] = outcome
    }
    return (outcomes, try #require(load))
  }

  @Test(
    "with ample capacity, every outcome equals the outcome without a shared backend",
    arguments: ["field", "outage", "stores", "libraries", "migration"])
  func ample(name: String) throws {
    let scenario = try Self.scenario(name) {
      $0.population.conditions.backend.capacity = Capacity()
      $0.population.conditions.backend.capacity?.workerCount = 10_000
    }
    let users = 2_000
    for design in scenario.designs.indices where scenario.designs[design].client == nil {
      let (outcomes, load) = try Self.together(scenario, design, users)
      #expect(try Self.alone(scenario, design, users) == outcomes)
      #expect(load.waits.sum == 0 && load.requests.refused == 0)
    }
  }

  @Test("the outcome of a single user equals the outcome without a shared backend")
  func one() throws {
    let scenario = try Self.scenario("field") {
      $0.population.conditions.backend.capacity = Capacity()
      $0.population.conditions.backend.capacity?.workerCount = 1
    }
    for seed in 1...200 {
      var one = scenario
      one.seed = UInt64(seed)
      let design = seed % one.designs.count
      guard one.designs[design].client == nil else { continue }
      #expect(try Self.alone(one, design, 1) == Self.together(one, design, 1).0)
    }
  }

  @Test("suspended simulations resume unchanged (B11)")
  func suspended() throws {
    // All users begin at once, so that users wait for each other, and no request for a worker.
    let scenario = try Self.scenario("field") {
      $0.population.conditions.behavior.startDelay = .constant(.zero)
      $0.population.conditions.backend.capacity = Capacity()
      $0.population.conditions.backend.capacity?.workerCount = 100_000
    }
    for design in scenario.designs.indices where scenario.designs[design].client == nil {
      let (outcomes, load) = try Self.together(scenario, design, 1_000)
      #expect(try Self.alone(scenario, design, 1_000) == outcomes)
      #expect(load.maxSimultaneousRuns > 150)
    }
  }
}
