import Experiments
import JSONText
import PurchaseWorld
import Reports
import Scenarios

extension Subcommand {
  package static let trace = Subcommand(
    "trace", "play one user again and tell what happened", takes: .file,
    options: [.design, .against, .user, .plan, .seed, .format, .language],
    notes: [
      "Prints what happened from the first opening of the app to the horizon, with the rules that",
      "decide, faults and drop points marked, and how every charge ended. Formats: a timeline as",
      "text, JSON, CSV, a Mermaid or a drawn (SVG) sequence diagram, and trace events for Perfetto.",
      "A PLAN such as '[{ \"fault\": \"crash\", \"at\": \"charge\" }]' takes the place of FILE's plan or",
      "faults; without a tap in it, the case's taps are kept, and in a scenario one item is bought.",
      "--against sets two designs side by side as text, JSON or SVG. --language is that of text, Mermaid",
      "and SVG; what is for programs stays English.",
    ]
  ) { TraceCommand(console: $0, arguments: $1).run() }
}

extension Option {
  fileprivate static let plan = Option(
    "--plan", "PLAN", .text(.files),
    "play this life: taps and faults as in a case, or a file with them")
  fileprivate static let against = Option(
    "--against", "NAME", .text(.words { BuiltInDesign.all.map(\.design.name) }),
    "play this design too, and mark the first difference")
  fileprivate static let format = Option(
    "--format", "FORMAT", .choice(TraceCommand.Form.allCases.map(\.rawValue)),
    "print text (default), json, csv, mermaid, svg or perfetto")
}

/// `lostorder trace`: plays one user again under one design, or two, and tells what happened.
struct TraceCommand: Playing {
  let console: Console
  let arguments: Arguments

  /// What a trace can be written as.
  enum Form: String, CaseIterable {
    case text, json, csv, mermaid, svg, perfetto

    /// Those that set two designs side by side.
    static let comparing: [Form] = [.text, .json, .svg]

    /// Those that people read; the others are for programs, and always English.
    static let readable: [Form] = [.text, .mermaid, .svg]
  }

  func run() -> ExitCode {
    let form = arguments.text(.format).flatMap { Form(rawValue: $0) } ?? .text
    if arguments.has(.against), !Form.comparing.contains(form) {
      let names = Form.comparing.map(\.rawValue).joined(separator: ", ")
      return console.refuse(
        "--against: '\(form.rawValue)' shows one design; expected a --format of \(names)")
    }
    if arguments.has(.plan), arguments.has(.user) {
      return console.refuse("--plan: a plan has one user; expected no --user beside it")
    }
    let read = ScenarioFiles(arguments.operands)
    guard let file = read.files.first else { return console.refuse(problems: read.problems) }
    guard let first = preparation.oneDesign(of: file.scenario),
      let number = preparation.user(of: file.scenario)
    else { return .usage }
    var second: Design?
    if let name = arguments.text(.against) {
      guard let other = preparation.design(name, of: file.scenario) else { return .usage }
      second = file.scenario.designs[other]
      if second == first {
        return console.refuse(
          "--against: \(name.quoted) is the design of --design; expected another one")
      }
    }
    do {
      var scenario = preparation.prepared(file.scenario)
      if let plan = try plan(for: scenario) { scenario = plan }
      let subject = Subject(scenario: scenario, number: number, isPlanned: arguments.has(.plan))
      let (text, isEndless) = text(form, subject, first, second)
      if form == .text { console.print(text) } else { console.printAsIs(text) }
      if isEndless { return tellOfEndless(subject, [first] + (second.map { [$0] } ?? [])) }
    } catch { return console.refuse(problems: error.list.map(\.description)) }
    return .holds
  }

  /// The scenario with the plan that was given; nil without one.
  private func plan(for scenario: Scenario) throws(Problems) -> Scenario? {
    guard let plan = arguments.text(.plan) else { return nil }
    if plan.unicodeScalars.first(where: { !$0.properties.isWhitespace }) == "[" {
      return try PlanFile.read(Array(plan.utf8), file: Option.plan.name, for: scenario)
    }
    let bytes = try ScenarioFile.bytes(of: plan, as: "a file with a plan, or a plan")
    return try PlanFile.read(bytes, file: plan, for: scenario)
  }

  /// Says why the end of a life is not told.
  private func tellOfEndless(_ subject: Subject, _ designs: [Design]) -> ExitCode {
    for design in designs {
      guard let life = subject.endless(under: design) else { continue }
      let names = subject.scenario.designs.map(\.name)
      let words = CutText.line(.endless(life), users: nil, designs: names, preparation.language)
      console.complain("lostorder: \(words)\n")
    }
    return .undecided
  }

  /// The trace of one design, or of two, in a form, and whether one of them is endless.
  private func text(
    _ form: Form, _ subject: Subject, _ first: Design, _ second: Design?
  ) -> (String, isEndless: Bool) {
    let language = Form.readable.contains(form) ? preparation.language : .en
    let story = subject.story(under: first, language)
    if let second {
      let other = subject.story(under: second, language)
      let comparison = StoryComparison(story, other)
      let text =
        switch form {
        case .json: TraceJSON.output(comparison).text
        case .svg: SequenceDrawing.svg(comparison)
        case .text, .csv, .mermaid, .perfetto: Timeline.text(comparison)
        }
      return (text, story.isEndless || other.isEndless)
    }
    let text =
      switch form {
      case .text: Timeline.text(story)
      case .json: TraceJSON.output(story).text
      case .csv: TraceCSV.text(story)
      case .mermaid: TraceMermaid.text(story)
      case .svg: SequenceDrawing.svg(story)
      case .perfetto: TracePerfetto.output(story).text
      }
    return (text, story.isEndless)
  }
}
