import EventEngine
import Experiments
import PurchaseWorld
import Scenarios

/// Simulates the users of a scenario under its designs, and checks each user and their totals.
struct Inspection {
  /// The names of observed events.
  struct Observed {
    private var names: Set<String> = []

    mutating func add(_ outcome: UserOutcome, of user: VirtualUser) {
      for charge in outcome.charges {
        names.insert(CaseChargeResult(of: charge.status).outcome.rawValue)
        if case .lost(let kind, _) = charge.status { names.insert(kind.rawValue) }
      }
      for planned in user.plannedFaults
      where outcome.occurredFaults >> UInt64(planned.declarationIndex) & 1 == 1 {
        names.insert(planned.fault.kind.rawValue)
      }
    }

    mutating func formUnion(_ other: Observed) { names.formUnion(other.names) }

    /// The classes, kinds and faults that have not been seen.
    var missing: [String] {
      let classes = ["delivered", "recovered", "rescued", "lost", "refunded"]
      let all = classes + LossKind.allCases.map(\.rawValue) + FaultKind.allCases.map(\.rawValue)
      return all.filter { !names.contains($0) }
    }
  }

  private let scenario: Scenario
  private let invariants: UserInvariants
  private var countersByDesign: [CounterInvariants]
  private var pairs = PairInvariants()
  private var totals: RunAccumulator
  /// The invariants broken by the first failing user, otherwise those broken by the counters.
  private(set) var breaches: [String] = []
  private(set) var observed = Observed()

  /// Inspects a scenario.
  ///
  /// - Parameter throughRunner: whether the counters come from a run instead of this simulation.
  init(_ scenario: Scenario, throughRunner: Bool) throws {
    var scenario = scenario
    scenario.sampling = .plain
    scenario.precision = nil
    self.scenario = scenario
    invariants = UserInvariants(scenario)
    countersByDesign = Array(repeating: CounterInvariants(), count: scenario.designs.count)
    totals = RunAccumulator(scenario)
    try simulateUsers()
    if !breaches.isEmpty { return }
    if throughRunner { totals = Runner(scenario).run(workers: 1).totals[0] }
    let catalog = scenario.population.conditions.catalog
    for (index, design) in scenario.designs.enumerated() {
      let found = countersByDesign[index].breaches(of: totals.countersByDesign[index], in: catalog)
      breaches += found.map { "\(design.name): \($0)" }
    }
    breaches += pairs.breaches(of: totals)
  }

  private mutating func simulateUsers() throws {
    let (population, seed) = (scenario.population, scenario.seed)
    let conditions = population.conditions
    var simulator = Simulator(conditions: conditions)
    var user = VirtualUser(number: 0, draws: KeyedDraws(seed: 0, user: 0))
    var outcome = UserOutcome()
    for number in 0..<UInt64(scenario.userCount) where breaches.isEmpty {
      population.draw(number, seed: seed, into: &user)
      for (index, design) in scenario.designs.enumerated() {
        try simulator.simulate(design, of: user, into: &outcome)
        var found = check(outcome, design, user)
        // Traces are slow, so only some users are traced.
        if number % 16 == 0 {
          var again = UserOutcome()
          let trace = simulator.trace(design, of: user, into: &again)
          if again != outcome { found.append("a traced run has another outcome") }
          found += TraceInvariants(trace, outcome, design, in: conditions).breaches
        }
        breaches += found.map { "\(design.name), user \(number): \($0)" }
        observed.add(outcome, of: user)
        countersByDesign[index].add(outcome, of: number)
        pairs.add(outcome, design: index)
        totals.add(outcome, design: index, of: number)
      }
      totals.completeUser()
    }
  }

  private func check(_ outcome: UserOutcome, _ design: Design, _ user: VirtualUser) -> [String] {
    var invariants = invariants
    invariants.check(outcome, design, user)
    let hasCrossed = outcome.charges.contains { $0.isLost(.crossed) }
    guard design.name == ScenarioInvariantTests.neverCrossed, hasCrossed,
      !user.plannedFaults.contains(where: { $0.fault.kind == .newDevice })
    else { return invariants.breaches }
    return invariants.breaches + ["crossed, on the device of the records"]
  }
}
