import EventEngine
import Experiments
import JSONText
import PurchaseWorld
import Reports
import Scenarios

/// Whose life is played, and in which world.
struct Subject {
  var scenario: Scenario
  var number: UInt64
  /// Whether the life was written on the command line instead of in the file.
  var isPlanned = false

  /// What makes the life endless under a design; nil if it has an end.
  func endless(under design: Design) -> EndlessUser? {
    EndlessUser(ifEndless: design, drawn.user, in: scenario)
  }

  /// The user, and where such users come from.
  private var drawn: (user: VirtualUser, from: Population) {
    var population = scenario.population
    if UserNumber.stratum(number) != nil, population.strata == nil { population.stratify() }
    var user = VirtualUser(number: number, draws: Draws(seed: scenario.seed, user: number))
    population.draw(number, seed: scenario.seed, into: &user)
    return (user, population)
  }

  /// Plays the life under a design and tells it.
  func story(under design: Design, _ language: Language = .en) -> Story {
    let (user, population) = drawn
    let conditions = population.conditions
    var stage = Stage(conditions: conditions)
    var outcome = Outcome()
    let trace = stage.trace(design, of: user, into: &outcome)
    let heading = Story.Heading(
      scenario: scenario.name, design: design.name,
      user: scenario.isCase ? nil : UserNumber.text(number), seed: scenario.seed,
      isPlanned: isPlanned)
    let plan =
      population.script?.planOutput(conditions)
      ?? .array(user.plan.map { FaultCatalog.output($0, conditions.behavior) })
    return Story(
      heading, plan: plan, of: user, in: conditions, trace, outcome, language: language,
      parameters: { FaultCatalog.parameters(of: $0, isRounded: true) })
  }
}

/// The user and the design of a command that plays one life.
extension Call {
  /// The user who was asked for.
  func user(of scenario: Scenario) throws(Refusal) -> UInt64 {
    guard let text = arguments.text(.user) else { return 0 }
    guard let number = UserNumber.parse(text) else {
      throw Refusal(
        "\(text.quoted) is not a value of '--user';"
          + " expected a number from 0 to 1099511627775, or STRATUM:NUMBER")
    }
    if scenario.isCase, number != 0 {
      throw Refusal("--user: a case has one user, with the number 0")
    }
    guard let stratum = UserNumber.stratum(number) else { return number }
    let strata = Strata(scenario.population).all.count
    if stratum < strata { return number }
    throw Refusal(
      "--user: the scenario has no stratum \(stratum); expected a stratum from 0 to \(strata - 1)")
  }

  /// The design that was asked for; without a name, the only one of the scenario.
  func oneDesign(of scenario: Scenario) throws(Refusal) -> Design {
    if let index = try design(.design, of: scenario) { return scenario.designs[index] }
    if scenario.designs.count == 1 { return scenario.designs[0] }
    throw Refusal(
      "the scenario has \(scenario.designs.count) designs; expected --design with one of "
        + scenario.designs.map(\.name).joined(separator: ", ").escapingControls)
  }
}
