import EventEngine
package import PurchaseWorld
package import Scenarios
package import Statistics

/// Accumulator of a run's users: sums, which merge exactly and in any order.
package protocol Accumulator: Archivable, Sendable {
  /// Whether the logs of clients are counted by day of simulated time.
  static var isDaily: Bool { get }

  /// Creates an accumulator without users.
  init(_ scenario: Scenario)

  /// The lost orders of each design among its charges; empty if the accumulator does not count
  /// them.
  var lostMomentsByDesign: [RatioMoments] { get }

  /// Adds the outcome of the current user under one design.
  /// - Throws: if the accumulator simulates the user again and that simulation does not end.
  mutating func add(_ outcome: UserOutcome, design: Int, of user: UInt64) throws(AbortedSimulation)

  /// Completes the current user after the outcomes under every design.
  mutating func completeUser()

  static func += (left: inout Self, right: Self)
}

extension Accumulator {
  package static var isDaily: Bool { false }
  package var lostMomentsByDesign: [RatioMoments] { [] }
  package mutating func completeUser() {}
}

/// State of one thread that simulates users.
struct Worker<Accumulated: Accumulator>: ~Copyable {
  struct SimulatedUserCount {
    /// The number of tested user numbers, and of simulated users among them.
    var numbers = 0, users = 0
  }

  private let scenario: Scenario
  /// Stored here because every read through the scenario would copy the population.
  private let population: Population, lossFreeDraws: LossFreeUsers?
  private var simulator: Simulator, user: VirtualUser
  /// Created on demand for designs with a team's own client.
  private var others: [OtherUsers?]
  var totals: Accumulated

  init(_ scenario: Scenario) {
    self.scenario = scenario
    population = scenario.population
    lossFreeDraws = population.lossFreeUsers
    simulator = Simulator(
      conditions: population.conditions, designs: scenario.designs, logsByDay: Accumulated.isDaily)
    user = VirtualUser(number: 0, draws: KeyedDraws(seed: scenario.seed, user: 0))
    others = scenario.designs.map { _ in nil }
    totals = Accumulated(scenario)
  }

  /// Simulates the users with the given draws among a range of numbers, until it is cancelled. A
  /// user who has begun is counted: omitting users with long simulations would bias the sample.
  mutating func run(
    _ numbers: Range<UInt64>, _ drawRestriction: SampledStratum.DrawRestriction,
    _ stop: CancellationToken
  ) throws(OverlongSimulation) -> SimulatedUserCount {
    // Separate storage: an outcome stored beside the accumulator would be copied at every call.
    var outcome = UserOutcome()
    var simulated = SimulatedUserCount()
    for number in numbers {
      if stop.interruption != nil { break }
      simulated.numbers += 1
      if drawRestriction != .any, isSafe(number) != (drawRestriction == .safe) { continue }
      simulated.users += 1
      population.draw(number, seed: scenario.seed, into: &user)
      simulator.setUser(user)
      for design in scenario.designs.indices { try simulate(design, &outcome) }
      totals.completeUser()
    }
    return simulated
  }

  /// Simulates the current user under a design.
  @inline(__always)
  private mutating func simulate(_ design: Int, _ outcome: inout UserOutcome)
    throws(OverlongSimulation)
  {
    do {
      try simulator.simulate(designAt: design, into: &outcome)
      if scenario.designs[design].client != nil { try simulateAgain(design, outcome) }
      try totals.add(outcome, design: design, of: user.number)
    } catch {
      throw OverlongSimulation(user: user.number, design: design, violation: error.violation)
    }
  }

  /// Repeats some users with a team's own client; the outcome must be the same.
  private mutating func simulateAgain(_ design: Int, _ outcome: UserOutcome)
    throws(AbortedSimulation)
  {
    guard user.number % repetitionInterval == 0 else { return }
    var again = UserOutcome()
    try simulator.simulate(designAt: design, into: &again)
    if again != outcome { throw AbortedSimulation(by: .diverges) }
    if others[design] == nil {
      others[design] = OtherUsers(scenario.designs[design], in: population.conditions)
    }
    let kinds = OtherUsers.Kind.allCases
    let kind = kinds[Int(user.number / repetitionInterval % UInt64(kinds.count))]
    simulator.varyIrrelevantEnvironment { [others, user] in
      others[design]?.simulate(kind, for: user)
    }
    defer { simulator.varyIrrelevantEnvironment(runningBetweenEvents: nil) }
    try simulator.simulate(designAt: design, into: &again)
    if again != outcome { throw AbortedSimulation(by: .keepsGlobalState) }
  }

  /// Whether a user is proven to lose no order.
  private func isSafe(_ number: UInt64) -> Bool {
    lossFreeDraws?.contains(number, seed: scenario.seed) ?? false
  }

  /// Simulates the single user of a case and returns the outcome under each design.
  mutating func runScript() throws(OverlongSimulation) -> [UserOutcome] {
    population.draw(0, seed: scenario.seed, into: &user)
    simulator.setUser(user)
    var endings: [UserOutcome] = []
    for design in scenario.designs.indices {
      endings.append(UserOutcome())
      try simulate(design, &endings[design])
    }
    totals.completeUser()
    return endings
  }
}

/// Every 64th user is simulated twice with a team's own client.
private let repetitionInterval: UInt64 = 64

/// A simulation that did not end, or a violation by a team's own client.
struct OverlongSimulation: Error { var user: UInt64, design: Int, violation: ClientViolation? }
