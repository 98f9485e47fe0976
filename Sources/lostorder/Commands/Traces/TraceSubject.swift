import EventEngine
import Experiments
import JSONText
import OwnClients
import PurchaseWorld
import Reports
import Scenarios

/// The simulated user of a trace, and the scenario.
struct TraceSubject {
  var scenario: Scenario
  var number: UInt64
  /// Whether the plan is from the command line instead of the file.
  var isPlanned = false
  /// The replication in which the user shares a backend; nil: no shared backend.
  var replication: Int?

  /// The seed of the user's random draws.
  private var seed: UInt64 { replication.map(scenario.seed(ofReplication:)) ?? scenario.seed }

  /// The cause of a simulation without end under a design; nil if it ends.
  func runaway(under design: Design) -> AbortedUser? {
    AbortedUser(ifRunaway: design, drawn.user, in: scenario)
  }

  /// The error of a design's own client that makes the trace invalid; nil: none.
  func violation(of design: Design) -> Interruption? {
    ClientCheck(design, drawn.user, in: scenario).interruption
  }

  /// The user, and the population of the user.
  private var drawn: (user: VirtualUser, from: Population) {
    var population = scenario.population
    if UserNumber.stratum(of: number) != nil, population.strata == nil { population.stratify() }
    var user = VirtualUser(number: number, draws: KeyedDraws(seed: seed, user: number))
    population.draw(number, seed: seed, into: &user)
    return (user, population)
  }

  /// Simulates the user alone, or among all users of the replication. For an own client, which may
  /// end the process, the timeline is recorded as it happens.
  private func simulate(
    _ design: Design, _ user: VirtualUser, _ population: Population, _ language: Language
  ) -> (Trace, UserOutcome) {
    if replication != nil {
      let result = SharedBackendSimulator(population, design: design, seed: seed)
        .trace(number, of: scenario.userCount)
      return (result.trace, result.outcome)
    }
    var simulator = Simulator(conditions: population.conditions)
    var outcome = UserOutcome()
    if design.client == nil { return (simulator.trace(design, of: user, into: &outcome), outcome) }
    let eventText = Timeline.eventPrinter(
      of: user, in: population.conditions, store: design.store, language,
      parameters: { FaultCatalog.parameters(of: $0, in: design.store, isRounded: true) })
    let story = LiveTimeline()
    let trace = story.record {
      simulator.trace(design, of: user, into: &outcome) { story.add(eventText($0, $1)) }
    }
    return (trace, outcome)
  }

  /// Simulates the user under a design and returns the timeline.
  func story(under design: Design, _ language: Language = .en) -> AnnotatedTrace {
    let (user, population) = drawn
    let conditions = population.conditions
    let (trace, outcome) = simulate(design, user, population, language)
    let heading = AnnotatedTrace.Heading(
      scenario: scenario.name, design: design.name,
      user: scenario.isCase ? nil : UserNumber.text(number), seed: scenario.seed,
      replication: replication, isPlanned: isPlanned)
    let faults = user.plannedFaults.map { FaultCatalog.output($0, conditions.behavior) }
    let plan = population.script?.planOutput(conditions) ?? .array(faults)
    return AnnotatedTrace(
      heading, plan: plan, of: user, in: conditions, trace, outcome, store: design.store,
      next: design.update?.design, language: language,
      parameters: { FaultCatalog.parameters(of: $0, in: design.store, isRounded: true) })
  }
}
