import EventEngine
import Experiments
import JSONText
import PurchaseWorld
import Reports
import Scenarios

/// `lostorder trace`: plays one user again under one design, or two, and tells what happened.
struct TraceCommand {
  let console: Console
  let arguments: Arguments

  /// What a trace can be written as.
  enum Form: String, CaseIterable {
    case text
    case json
    case csv
    case mermaid
    case svg
    case perfetto

    /// Those that set two designs side by side.
    static let comparing: [Form] = [.text, .json, .svg]
  }

  /// Whose life is played, and in which world.
  private struct Subject {
    var scenario: Scenario
    var number: UInt64
  }

  func run() -> ExitCode {
    let form = arguments.text(.format).flatMap { Form(rawValue: $0) } ?? .text
    if arguments.has(.against), !Form.comparing.contains(form) {
      let names = Form.comparing.map(\.rawValue).joined(separator: ", ")
      return refuse(
        "--against: '\(form.rawValue)' shows one design; expected a --format of \(names)")
    }
    if arguments.has(.plan), arguments.has(.user) {
      return refuse("--plan: a plan has one user; expected no --user beside it")
    }
    let read = ScenarioFiles(arguments.operands)
    guard let file = read.files.first else {
      for problem in read.problems { console.complain(problem + "\n") }
      return .badScenario
    }
    guard let first = design(of: file.scenario), let number = number(of: file.scenario) else {
      return .usage
    }
    var second: Design?
    if let name = arguments.text(.against) {
      guard let other = preparation.design(name, of: file.scenario) else { return .usage }
      second = file.scenario.designs[other]
      if second == first {
        return refuse("--against: \(name.quoted) is the design of --design; expected another one")
      }
    }
    do {
      var scenario = preparation.prepared(file.scenario)
      if let plan = try plan(for: scenario) { scenario = plan }
      console.print(text(form, Subject(scenario: scenario, number: number), first, second))
    } catch {
      for problem in error.list { console.complain(problem.description + "\n") }
      return .badScenario
    }
    return .holds
  }

  private var preparation: Preparation {
    Preparation(console: console, arguments: arguments)
  }

  private func refuse(_ message: String) -> ExitCode {
    console.complain("lostorder: \(message)\n")
    return .usage
  }

  /// The scenario with the plan that was given; nil without one.
  private func plan(for scenario: Scenario) throws(Problems) -> Scenario? {
    guard let plan = arguments.text(.plan) else { return nil }
    if plan.drop(while: \.isWhitespace).hasPrefix("[") {
      return try PlanFile.read(Array(plan.utf8), file: Option.plan.name, for: scenario)
    }
    let bytes = try ScenarioFile.bytes(of: plan, as: "a file with a plan, or a plan")
    return try PlanFile.read(bytes, file: plan, for: scenario)
  }

  /// The user who was asked for; nil when there is none, which is shown.
  private func number(of scenario: Scenario) -> UInt64? {
    guard let text = arguments.text(.user) else { return 0 }
    guard let number = UserNumber.parse(text) else {
      _ = refuse(
        "\(text.quoted) is not a value of '--user';"
          + " expected a number from 0 to 1099511627775, or STRATUM:NUMBER")
      return nil
    }
    if scenario.isCase, number != 0 {
      _ = refuse("--user: a case has one user, with the number 0")
      return nil
    }
    guard let stratum = UserNumber.stratum(number) else { return number }
    let strata = Strata(scenario.population).all.count
    if stratum < strata { return number }
    _ = refuse(
      "--user: the scenario has no stratum \(stratum); expected a stratum from 0 to"
        + " \(strata - 1)")
    return nil
  }

  /// The design that was asked for; without a name, the only one of the scenario.
  private func design(of scenario: Scenario) -> Design? {
    let names = scenario.designs.map(\.name)
    guard let name = arguments.text(.design) else {
      if names.count == 1 { return scenario.designs[0] }
      _ = refuse(
        "the scenario has \(names.count) designs; expected --design with one of "
          + names.joined(separator: ", ").escapingControls)
      return nil
    }
    return preparation.design(name, of: scenario).map { scenario.designs[$0] }
  }

  /// The trace of one design, or of two, in a form.
  private func text(
    _ form: Form, _ subject: Subject, _ first: Design, _ second: Design?
  ) -> String {
    let story = story(of: subject, first)
    if let second {
      let comparison = StoryComparison(story, self.story(of: subject, second))
      switch form {
      case .json: return TraceJSON.output(comparison).text
      case .svg: return SequenceDrawing.svg(comparison)
      default: return Timeline.text(comparison)
      }
    }
    switch form {
    case .text: return Timeline.text(story)
    case .json: return TraceJSON.output(story).text
    case .csv: return TraceCSV.text(story)
    case .mermaid: return TraceMermaid.text(story)
    case .svg: return SequenceDrawing.svg(story)
    case .perfetto: return TracePerfetto.output(story).text
    }
  }

  /// Plays the user under a design.
  private func story(of subject: Subject, _ design: Design) -> Story {
    let scenario = subject.scenario
    var population = scenario.population
    if UserNumber.stratum(subject.number) != nil { population.stratify() }
    var user = VirtualUser(
      number: subject.number, draws: Draws(seed: scenario.seed, user: subject.number))
    population.draw(subject.number, seed: scenario.seed, into: &user)
    let conditions = population.conditions
    var stage = Stage(conditions: conditions)
    var outcome = Outcome()
    let trace = stage.trace(design, of: user, into: &outcome)
    let heading = Story.Heading(
      scenario: scenario.name, design: design.name,
      user: scenario.isCase ? nil : UserNumber.text(subject.number), seed: scenario.seed,
      isPlanned: arguments.has(.plan))
    let plan = scenario.population.script.map { $0.planOutput(conditions) }
    let faults = user.plan.map { FaultCatalog.output($0, conditions.behavior) }
    return Story(
      heading, plan: plan ?? .array(faults), of: user, in: conditions, trace, outcome,
      words: FaultCatalog.words)
  }
}
