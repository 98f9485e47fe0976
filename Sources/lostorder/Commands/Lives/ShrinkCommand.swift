package import Experiments
import JSONText
import PurchaseWorld
import Reports
import Scenarios

extension Subcommand {
  package static let shrink = Subcommand(
    "shrink", "make a small case of a lost order, from which nothing can be removed", takes: .file,
    options: [
      .design, .user.meaning("take the order of this user (default: the first who loses one)"),
      .seed, .users, .workers, .timeLimit, .name, .out.meaning("write the case into this folder"),
      .quiet,
    ],
    notes: [
      "Takes the first lost order of a user of FILE, or of the user of a case, and prints a case that",
      "loses one with the same kind: without any of its faults and taps it does not, its times and",
      "parameters are simple, and its world is that of a case by default where that will do. Then its",
      "story. The case pins how it ends: 'lostorder run' passes it. With --out it is written to",
      "FOLDER/NAME.json; with --quiet the case alone is printed. Ends with 2 if no case is found, or",
      "if none of the users loses an order for good.",
    ]
  ) { ShrinkCommand(console: $0, arguments: $1).run() }
}

extension Option {
  fileprivate static let name = Option(
    "--name", "NAME", .text(.none),
    "call the case so (default: after the scenario, the design and the user)")
}

/// `lostorder shrink`: makes a small case of a lost order, and tells its story.
package struct ShrinkCommand: Playing {
  let console: Console
  let arguments: Arguments

  func run() -> ExitCode {
    guard let (path, scenario) = preparation.scenario() else { return .badScenario }
    guard let design = preparation.oneDesign(of: scenario),
      let asked = preparation.user(of: scenario)
    else { return .usage }
    if !arguments.has(.user), preparation.refusesUsers(of: scenario, path) { return .usage }
    let first: (user: UInt64?, cut: Cut?) =
      arguments.has(.user) ? (asked, nil) : firstLoser(of: scenario, path, design)
    if let cut = first.cut { return preparation.tell(cut, of: scenario, path) }
    guard let user = first.user else {
      console.complain(
        "lostorder: \(path.escapingControls): none of \(scenario.users) users lost an order under"
          + " \(design.name.quoted) for good; expected more users, another seed or a design\n")
      return .undecided
    }
    let subject = Subject(scenario: scenario, number: user)
    let name = arguments.text(.name) ?? ShrinkCommand.name(subject, design)
    guard Scenario.canBeCalled(name) else {
      return console.refuse(
        "--name: \(name.quoted) cannot be a name; expected \(ValueKind.name.words)")
    }
    BugReport.prepare(
      reproducedBy: "lostorder shrink \(path.shellWord)"
        + " --design \(design.name.shellWord) --user \(UserNumber.text(user))"
        + " --seed \(scenario.seed)")
    let story = subject.story(under: design)
    switch Shrinker(scenario, design, stop: console.stop).shrink(user: user, name: name) {
    case .cut(let cut): return preparation.tell(cut, of: scenario, path)
    case .nothingLost:
      let ended = story.endings.joined(separator: "\n")
      return console.refuse("\(story.title.escapingControls) lost no order:\n\(ended)")
    case .unsettled(let loss):
      console.complain("lostorder: \(ShrinkCommand.unsettled(story.title, loss))\n")
      return .undecided
    case .shrunk(let minimal):
      let shrunk = Subject(scenario: minimal.scenario, number: 0).story(under: design)
      let text = ShrinkCommand.text(of: minimal, story.title, shrunk)
      console.print(arguments.has(.quiet) ? minimal.scenario.caseText : text)
      return write(minimal)
    }
  }

  /// The lowest known user who loses an order for good under a design; nil if none is found. A case has
  /// one user.
  private func firstLoser(
    of scenario: Scenario, _ path: String, _ design: Design
  ) -> (user: UInt64?, cut: Cut?) {
    if scenario.isCase { return (0, nil) }
    var alone = scenario
    alone.designs = [design]
    alone.comparedPairs = []
    alone.expectations = []
    alone.precision = nil
    let results = preparation.play(alone, path) { runner, progress in
      runner.run(workers: preparation.workers, progress: progress)
    }
    let ledger = results.ledger(0)
    return (DropTable.ways.flatMap { ledger.firstUsers($0.kind, $0.point) }.min(), results.cut)
  }

  /// What is said of a loss for which there is no case.
  ///
  /// - Parameter title: whose order was lost.
  package static func unsettled(_ title: String, _ loss: Loss) -> String {
    "\(title.escapingControls): \(loss.words): no case was found that loses an order in this way"
  }

  /// What was found: the loss, the case, and its story.
  ///
  /// - Parameters:
  ///   - title: whose order was lost.
  ///   - story: what happens in the case.
  static func text(of minimal: MinimalCase, _ title: String, _ story: Story) -> String {
    let likeness =
      minimal.loss == minimal.original
      ? "in the same way"
      : "with the same kind at another drop point, \(minimal.loss.dropPoint.rawValue)"
    let way = minimal.settlement.words.map { ", " + $0 } ?? ""
    return """
      \(title.escapingControls): \(minimal.original.words)

      a case loses an order \(likeness): \(count(minimal.taps, "tap")), \
      \(count(minimal.faults, "fault")) (of \(minimal.faultsBefore))
      found in \(minimal.plays) lives\(way)

      \(minimal.scenario.caseText)
      \(Timeline.text(story))
      """
  }

  private static func count(_ number: Int, _ what: String) -> String {
    "\(number) \(what)\(number == 1 ? "" : "s")"
  }

  /// Writes the case into the folder that was asked for, if one was.
  private func write(_ minimal: MinimalCase) -> ExitCode {
    guard let path = arguments.text(.out) else { return .holds }
    let file = minimal.scenario.name + ".json"
    do {
      try ResultsFolder(path: path).write(minimal.scenario.caseText, file: file)
    } catch {
      console.complain("lostorder: \(error.message)\n")
      return .cannotWrite
    }
    if arguments.has(.quiet) { return .holds }
    let word = (path + "/" + file).shellWord
    console.print("\nwritten; to run it:\n  lostorder run \(word)\n")
    return .holds
  }

  /// The name of a case that nobody has named.
  private static func name(_ subject: Subject, _ design: Design) -> String {
    var parts = [subject.scenario.name, design.name]
    if !subject.scenario.isCase { parts.append(UserNumber.text(subject.number)) }
    let name = parts.joined(separator: "-").map { character in
      Scenario.canBeCalled("a\(character)") ? character : "-"
    }
    return String(name.prefix(100))
  }
}

extension Loss {
  /// The loss as traces tell it.
  fileprivate var words: String { "lost, \(kind.rawValue), drop point \(dropPoint.rawValue)" }
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
