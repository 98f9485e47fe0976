package import Experiments
import JSONText
import PurchaseWorld
import Reports
import Scenarios

extension Call {
  func shrink() throws(Refusal) -> ExitCode {
    let input = try input()
    let scenario = input.scenario
    let design = try oneDesign(of: scenario)
    var number = try user(of: scenario)
    if !arguments.has(.user) {
      try checkUsers(of: input)
      number = try firstLoser(of: input, design)
    }
    let subject = Subject(scenario: scenario, number: number)
    let name = arguments.text(.name) ?? name(of: subject, design)
    guard Scenario.canBeCalled(name) else {
      throw Refusal("--name: \(name.quoted) cannot be a name; expected \(ValueKind.name.words)")
    }
    BugReport.prepare(
      reproducedBy: input.command("shrink", design.name)
        + " --user \(UserNumber.text(number)) --seed \(scenario.seed)")
    let story = subject.story(under: design)
    switch Shrinker(scenario, design, stop: console.stop).shrink(user: number, name: name) {
    case .cut(let cut): throw refusal(cut, of: input)
    case .nothingLost:
      let ended = story.endings.joined(separator: "\n")
      throw Refusal("\(story.title.escapingControls) lost no order:\n\(ended)")
    case .unsettled(let loss): throw Refusal(loss.unsettled(story.title), .undecided)
    case .shrunk(let minimal):
      let shrunk = Subject(scenario: minimal.scenario, number: 0).story(under: design)
      console.print(
        arguments.has(.quiet)
          ? minimal.scenario.caseText : minimal.text(story.title) + Timeline.text(shrunk))
      try write(minimal)
      return .holds
    }
  }

  /// The lowest known user who loses an order for good under a design. A case has one user.
  private func firstLoser(of input: Input, _ design: Design) throws(Refusal) -> UInt64 {
    if input.scenario.isCase { return 0 }
    var alone = input
    alone.scenario.designs = [design]
    alone.scenario.comparedPairs = []
    alone.scenario.expectations = []
    alone.scenario.precision = nil
    let results = play(alone)
    if let cut = results.cut { throw refusal(cut, of: input) }
    let ledger = results.ledger(0)
    let losers = DropTable.ways.flatMap { ledger.firstUsers($0.kind, $0.point) }
    if let first = losers.min() { return first }
    throw Refusal(
      "\(input.path.escapingControls): none of \(input.scenario.users) users lost an order under"
        + " \(design.name.quoted) for good; expected more users, another seed or a design",
      .undecided)
  }

  private func write(_ minimal: MinimalCase) throws(Refusal) {
    guard let path = arguments.text(.out) else { return }
    let file = minimal.scenario.name + ".json"
    try ResultsFolder(path: path).write(minimal.scenario.caseText, file: file)
    if arguments.has(.quiet) { return }
    console.print("\nwritten; to run it:\n  lostorder run \((path + "/" + file).shellWord)\n")
  }

  private func name(of subject: Subject, _ design: Design) -> String {
    var parts = [subject.scenario.name, design.name]
    if !subject.scenario.isCase { parts.append(UserNumber.text(subject.number)) }
    let name = parts.joined(separator: "-").map { character in
      Scenario.canBeCalled("a\(character)") ? character : "-"
    }
    return String(name.prefix(100))
  }
}

extension MinimalCase {
  /// The loss and the case, before its story.
  ///
  /// - Parameter title: whose order was lost.
  func text(_ title: String) -> String {
    let likeness =
      loss == original
      ? "in the same way" : "with the same kind at another drop point, \(loss.dropPoint.rawValue)"
    return """
      \(title.escapingControls): \(original.words)

      a case loses an order \(likeness): \(MinimalCase.count(taps, "tap")), \
      \(MinimalCase.count(faults, "fault")) (of \(faultsBefore))
      found in \(plays) lives\(settlement.words.map { ", " + $0 } ?? "")

      \(scenario.caseText)

      """
  }

  private static func count(_ number: Int, _ what: String) -> String {
    "\(number) \(what)\(number == 1 ? "" : "s")"
  }
}

extension Loss {
  fileprivate var words: String { "lost, \(kind.rawValue), drop point \(dropPoint.rawValue)" }

  /// What is said of a loss for which there is no case.
  ///
  /// - Parameter title: whose order was lost.
  package func unsettled(_ title: String) -> String {
    "\(title.escapingControls): \(words): no case was found that loses an order in this way"
  }
}

extension Settlement {
  /// How the life was written down, in a few words; nil if it was written from the start.
  fileprivate var words: String? {
    switch self {
    case .written: nil
    case .medians: "with every delay at its median"
    case .drawnDelays: "with delays as the user drew them"
    case .deaths: "with deaths of the process, which no fault brought, as faults"
    case .moved: "with taps or faults at other times than the user's"
    case .oneMoreFault: "with one more fault than the user met"
    }
  }
}
