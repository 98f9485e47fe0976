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
    let (user, _) = drawn
    return EndlessUser(ifEndless: design, user, in: scenario)
  }

  /// The user, and where such users come from.
  private var drawn: (VirtualUser, Population) {
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
    let plan = population.script.map { $0.planOutput(conditions) }
    let faults = user.plan.map { FaultCatalog.output($0, conditions.behavior) }
    return Story(
      heading, plan: plan ?? .array(faults), of: user, in: conditions, trace, outcome,
      language: language, parameters: { FaultCatalog.parameters(of: $0, isRounded: true) })
  }
}

/// The user and the design of a command that plays one life.
extension Preparation {
  /// The user who was asked for; nil when there is none, which is shown.
  func user(of scenario: Scenario) -> UInt64? {
    guard let text = arguments.text(.user) else { return 0 }
    guard let number = UserNumber.parse(text) else {
      console.refuse(
        "\(text.quoted) is not a value of '--user';"
          + " expected a number from 0 to 1099511627775, or STRATUM:NUMBER")
      return nil
    }
    if scenario.isCase, number != 0 {
      console.refuse("--user: a case has one user, with the number 0")
      return nil
    }
    guard let stratum = UserNumber.stratum(number) else { return number }
    let strata = Strata(scenario.population).all.count
    if stratum < strata { return number }
    console.refuse(
      "--user: the scenario has no stratum \(stratum); expected a stratum from 0 to"
        + " \(strata - 1)")
    return nil
  }

  /// The design that was asked for; without a name, the only one of the scenario.
  func oneDesign(of scenario: Scenario) -> Design? {
    let names = scenario.designs.map(\.name)
    guard let name = arguments.text(.design) else {
      if names.count == 1 { return scenario.designs[0] }
      console.refuse(
        "the scenario has \(names.count) designs; expected --design with one of "
          + names.joined(separator: ", ").escapingControls)
      return nil
    }
    return design(name, of: scenario).map { scenario.designs[$0] }
  }
}
