import EventEngine
import Experiments
import PurchaseWorld
import Scenarios

/// Simulates the users of a scenario under its designs, and checks each user and their totals.
struct Inspection {
  /// The names of observed events.
  struct Sights {
    private var names: Set<String> = []

    mutating func add(_ outcome: Outcome, of user: VirtualUser) {
      for charge in outcome.charges {
        names.insert(ExpectedCharge(of: charge.fate).outcome.rawValue)
        if case .lost(let kind, _) = charge.fate { names.insert(kind.rawValue) }
      }
      for planned in user.plan where outcome.struck >> UInt64(planned.declaration) & 1 == 1 {
        names.insert(planned.fault.kind.rawValue)
      }
    }

    mutating func formUnion(_ other: Sights) { names.formUnion(other.names) }

    /// The classes, kinds and faults that have not been seen.
    var missing: [String] {
      let classes = ["delivered", "recovered", "rescued", "lost", "refunded"]
      let all = classes + LossKind.allCases.map(\.rawValue) + FaultKind.allCases.map(\.rawValue)
      return all.filter { !names.contains($0) }
    }
  }

  private let scenario: Scenario
  private let life: LifeInvariants
  private var ledgers: [LedgerInvariants]
  private var pairs = PairInvariants()
  private var books: RunAccumulator
  /// The invariants broken by the first failing user, otherwise those broken by the ledgers.
  private(set) var breaches: [String] = []
  private(set) var sights = Sights()

  /// Inspects a scenario.
  ///
  /// - Parameter throughRunner: whether the ledgers come from a run instead of this simulation.
  init(_ scenario: Scenario, throughRunner: Bool) throws {
    var scenario = scenario
    scenario.sampling = .plain
    scenario.precision = nil
    self.scenario = scenario
    life = LifeInvariants(scenario)
    ledgers = Array(repeating: LedgerInvariants(), count: scenario.designs.count)
    books = RunAccumulator(scenario)
    try playUsers()
    if !breaches.isEmpty { return }
    if throughRunner { books = Runner(scenario).run(workers: 1).books[0] }
    let catalog = scenario.population.conditions.catalog
    for (index, design) in scenario.designs.enumerated() {
      let found = ledgers[index].breaches(of: books.ledgers[index], in: catalog)
      breaches += found.map { "\(design.name): \($0)" }
    }
    breaches += pairs.breaches(of: books)
  }

  private mutating func playUsers() throws {
    let (population, seed) = (scenario.population, scenario.seed)
    let conditions = population.conditions
    var stage = Simulator(conditions: conditions)
    var user = VirtualUser(number: 0, draws: KeyedDraws(seed: 0, user: 0))
    var outcome = Outcome()
    for number in 0..<UInt64(scenario.users) where breaches.isEmpty {
      population.draw(number, seed: seed, into: &user)
      for (index, design) in scenario.designs.enumerated() {
        try stage.simulate(design, of: user, into: &outcome)
        var found = check(outcome, design, user)
        // Traces are slow, so only some are read.
        if number % 16 == 0 {
          var again = Outcome()
          let trace = stage.trace(design, of: user, into: &again)
          if again != outcome { found.append("a life that is traced is another") }
          found += TraceInvariants(trace, outcome, design, in: conditions).breaches
        }
        breaches += found.map { "\(design.name), user \(number): \($0)" }
        sights.add(outcome, of: user)
        ledgers[index].add(outcome, of: number)
        pairs.add(outcome, design: index)
        books.add(outcome, design: index, of: number)
      }
      books.endUser()
    }
  }

  private func check(_ outcome: Outcome, _ design: Design, _ user: VirtualUser) -> [String] {
    var life = life
    life.check(outcome, design, user)
    let hasCrossed = outcome.charges.contains { $0.isLost(.crossed) }
    guard design.name == ScenarioInvariantTests.neverCrossed, hasCrossed,
      !user.plan.contains(where: { $0.fault.kind == .newDevice })
    else { return life.breaches }
    return life.breaches + ["crossed, on the device of the records"]
  }
}
