import EventEngine
import Experiments
import JSONText
import OwnClients
import PurchaseWorld
import Reports
import Scenarios

/// Whose life is played, and in which world.
struct Subject {
  var scenario: Scenario
  var number: UInt64
  /// Whether the life was written on the command line instead of in the file.
  var isPlanned = false
  /// In which replication the user shares a backend with others; nil: with nobody.
  var replication: Int?

  /// The seed of the user's luck.
  private var seed: UInt64 { replication.map(scenario.seed(ofReplication:)) ?? scenario.seed }

  /// What makes the life endless under a design; nil if it has an end.
  func endless(under design: Design) -> EndlessUser? {
    EndlessUser(ifEndless: design, drawn.user, in: scenario)
  }

  /// What a team's own client of a design does so that the life cannot be told; nil: nothing.
  func misdeed(of design: Design) -> Cut? { ClientRehearsal(design, drawn.user, in: scenario).cut }

  /// The user, and where such users come from.
  private var drawn: (user: VirtualUser, from: Population) {
    var population = scenario.population
    if UserNumber.stratum(number) != nil, population.strata == nil { population.stratify() }
    var user = VirtualUser(number: number, draws: Draws(seed: seed, user: number))
    population.draw(number, seed: seed, into: &user)
    return (user, population)
  }

  /// Plays the life, alone or among all users of its replication until it ends. Of a team's own client, which can end
  /// the process, the story is ready as it happens.
  private func life(
    _ design: Design, _ user: VirtualUser, _ population: Population, _ language: Language
  ) -> (Trace, Outcome) {
    if replication != nil {
      let told = SharedStage(population, design: design, seed: seed)
        .trace(number, of: scenario.users)
      return (told.trace, told.outcome)
    }
    var stage = Stage(conditions: population.conditions)
    var outcome = Outcome()
    if design.client == nil { return (stage.trace(design, of: user, into: &outcome), outcome) }
    let tell = Timeline.teller(
      of: user, in: population.conditions, store: design.store, language,
      parameters: { FaultCatalog.parameters(of: $0, in: design.store, isRounded: true) })
    let story = LifeStory()
    let trace = story.whileTold {
      stage.trace(design, of: user, into: &outcome) { story.add(tell($0, $1)) }
    }
    return (trace, outcome)
  }

  /// Plays the life under a design and tells it.
  func story(under design: Design, _ language: Language = .en) -> Story {
    let (user, population) = drawn
    let conditions = population.conditions
    let (trace, outcome) = life(design, user, population, language)
    let heading = Story.Heading(
      scenario: scenario.name, design: design.name,
      user: scenario.isCase ? nil : UserNumber.text(number), seed: scenario.seed,
      replication: replication, isPlanned: isPlanned)
    let faults = user.plan.map { FaultCatalog.output($0, conditions.behavior) }
    let plan = population.script?.planOutput(conditions) ?? .array(faults)
    return Story(
      heading, plan: plan, of: user, in: conditions, trace, outcome, store: design.store,
      next: design.update?.design, language: language,
      parameters: { FaultCatalog.parameters(of: $0, in: design.store, isRounded: true) })
  }
}
