import EventEngine
import Experiments
import JSONText
import PurchaseWorld
import Reports
import Scenarios

/// `lostorder trace`: plays one user again under one design and tells what happened.
struct TraceCommand {
  let console: Console
  let arguments: Arguments

  func run() -> ExitCode {
    let read = ScenarioFiles(arguments.operands)
    guard let file = read.files.first else {
      for problem in read.problems { console.complain(problem + "\n") }
      return .badScenario
    }
    guard let design = design(of: file.scenario) else { return .usage }
    let seed = arguments.number(.seed).map { UInt64($0) } ?? file.scenario.seed
    guard let number = number(of: file.scenario) else { return .usage }
    var population = file.scenario.population
    if UserNumber.stratum(number) != nil { population.stratify() }
    var user = VirtualUser(number: number, draws: Draws(seed: seed, user: number))
    population.draw(number, seed: seed, into: &user)
    var stage = Stage(conditions: file.scenario.population.conditions)
    var outcome = Outcome()
    let trace = stage.trace(design, of: user, into: &outcome)
    let timeline = Timeline(
      trace, catalog: file.scenario.population.conditions.catalog, user: user)
    let who = file.scenario.isCase ? "" : ", user \(UserNumber.text(number)), seed \(seed)"
    console.print("\(file.scenario.name): \(design.name)\(who)".escapingControls + "\n\n")
    for line in timeline.lines() { console.print(line.escapingControls + "\n") }
    console.print("\n" + ending(of: outcome) + "\n")
    return .holds
  }

  /// The user who was asked for; nil when there is none, which is shown.
  private func number(of scenario: Scenario) -> UInt64? {
    guard let text = arguments.text(.user) else { return 0 }
    guard let number = UserNumber.parse(text) else {
      console.complain(
        "lostorder: \(text.quoted) is not a value of '--user';"
          + " expected a number from 0 to 1099511627775, or STRATUM:NUMBER\n")
      return nil
    }
    if scenario.isCase, number != 0 {
      console.complain("lostorder: --user: a case has one user, with the number 0\n")
      return nil
    }
    guard let stratum = UserNumber.stratum(number) else { return number }
    let strata = Strata(scenario.population).all.count
    if stratum < strata { return number }
    console.complain(
      "lostorder: --user: the scenario has no stratum \(stratum); expected a stratum from 0 to"
        + " \(strata - 1)\n")
    return nil
  }

  /// The design that was asked for; without a name, the only one of the scenario.
  private func design(of scenario: Scenario) -> Design? {
    let names = scenario.designs.map(\.name)
    guard let name = arguments.text(.design) else {
      if names.count == 1 { return scenario.designs[0] }
      console.complain(
        "lostorder: the scenario has \(names.count) designs; expected --design with one of "
          + names.joined(separator: ", ").escapingControls + "\n")
      return nil
    }
    let preparation = Preparation(console: console, arguments: arguments)
    return preparation.design(name, of: scenario).map { scenario.designs[$0] }
  }

  /// How every charge ended.
  private func ending(of outcome: Outcome) -> String {
    if outcome.charges.isEmpty { return "nothing was charged" }
    let charges = outcome.charges.enumerated().map { index, charge in
      var text = "charge \(index + 1): \(charge.fate.name)"
      if case .lost(let kind, let point) = charge.fate {
        text += ", \(kind.rawValue), drop point \(point.rawValue)"
      }
      return text
    }
    return charges.joined(separator: "\n")
  }
}
