import Experiments
import JSONText
import PurchaseWorld
import Reports
import Scenarios

/// What a trace can be written as.
enum TraceForm: String, CaseIterable {
  case text, json, csv, mermaid, svg, perfetto

  /// Those that set two designs side by side.
  static let comparing: [TraceForm] = [.text, .json, .svg]

  /// Those that people read; the others are for programs, and always English.
  static let readable: [TraceForm] = [.text, .mermaid, .svg]
}

extension Call {
  func trace() throws(Refusal) -> ExitCode {
    let form: TraceForm = arguments.choice(.format) ?? .text
    if arguments.has(.against), !TraceForm.comparing.contains(form) {
      let names = TraceForm.comparing.map(\.rawValue).joined(separator: ", ")
      throw Refusal(
        "--against: '\(form.rawValue)' shows one design; expected a --format of \(names)")
    }
    if arguments.has(.plan), arguments.has(.user) {
      throw Refusal("--plan: a plan has one user; expected no --user beside it")
    }
    let scenario = try input().scenario
    var designs = [try oneDesign(of: scenario)]
    let number = try user(of: scenario)
    if let other = try design(.against, of: scenario) {
      designs.append(scenario.designs[other])
      if designs[0] == designs[1] {
        throw Refusal(
          "--against: \(designs[1].name.quoted) is the design of --design; expected another one")
      }
    }
    let subject = Subject(
      scenario: try planned(scenario), number: number, isPlanned: arguments.has(.plan))
    let stories = designs.map { design in
      subject.story(under: design, TraceForm.readable.contains(form) ? language : .en)
    }
    let text =
      stories.count == 1
      ? text(of: stories[0], form) : text(of: StoryComparison(stories[0], stories[1]), form)
    console.show(text, isForPrograms: form != .text)
    guard stories.contains(where: \.isEndless) else { return .holds }
    for life in designs.compactMap(subject.endless) {
      let names = scenario.designs.map(\.name)
      let words = CutText.line(.endless(life), users: nil, designs: names, language)
      console.complain("lostorder: \(words)\n")
    }
    return .undecided
  }

  /// A scenario with the plan that was given, if one was.
  private func planned(_ scenario: Scenario) throws(Refusal) -> Scenario {
    guard let plan = arguments.text(.plan) else { return scenario }
    return try Refusal.reading { () throws(Problems) in
      if plan.unicodeScalars.first(where: { !$0.properties.isWhitespace }) == "[" {
        return try PlanFile.read(Array(plan.utf8), file: Option.plan.name, for: scenario)
      }
      let bytes = try ScenarioFile.bytes(of: plan, as: "a file with a plan, or a plan")
      return try PlanFile.read(bytes, file: plan, for: scenario)
    }
  }

  /// The trace of one design.
  private func text(of story: Story, _ form: TraceForm) -> String {
    switch form {
    case .text: Timeline.text(story)
    case .json: TraceJSON.output(story).text
    case .csv: TraceCSV.text(story)
    case .mermaid: TraceMermaid.text(story)
    case .svg: SequenceDrawing.svg(story)
    case .perfetto: TracePerfetto.output(story).text
    }
  }

  /// The traces of two designs.
  private func text(of comparison: StoryComparison, _ form: TraceForm) -> String {
    switch form {
    case .json: TraceJSON.output(comparison).text
    case .svg: SequenceDrawing.svg(comparison)
    case .text, .csv, .mermaid, .perfetto: Timeline.text(comparison)
    }
  }
}
