import Methods
import EventEngine
package import Experiments
import JSONText
import PurchaseWorld
package import Reports
import Scenarios

extension Call {
  func trace() throws(Refusal) -> ExitCode {
    let form: TraceForm = arguments.choice(.format) ?? .text
    if arguments.has(.against), !TraceForm.comparing.contains(form) {
      let names = TraceForm.comparing.map(\.rawValue)
      throw Refusal(
        "--against: '\(form.rawValue)' shows one design; expected a --format of \(.names(names))")
    }
    if arguments.has(.records), form != .json {
      throw Refusal("--records: '\(form.rawValue)' has no records; expected --format json")
    }
    try refusePlanOfUser()
    let input = try input(shared: true)
    try checkUsers(of: input)
    let scenario = input.scenario
    let replication = try replication(of: scenario)
    var designs = [try oneDesign(of: scenario)]
    let number = try user(of: scenario)
    if let other = try design(.against, of: scenario) {
      designs.append(scenario.designs[other])
      if designs[0] == designs[1] {
        throw Refusal(
          "--against: \(designs[1].name.quoted) is the design of --design; expected another one")
      }
    }
    if let order = try interleaving(of: designs) {
      designs = designs.map { $0.interleaved(as: order) }
    }
    let subject = Subject(
      scenario: try planned(scenario), number: number, isPlanned: arguments.has(.plan),
      replication: replication)
    let language = TraceForm.readable.contains(form) ? language : .en
    let stories = designs.map { subject.story(under: $0, language) }
    console.show(text(of: stories, form), isForPrograms: form != .text)
    let lives = zip(designs, stories).compactMap { design, story in
      story.isEndless
        ? subject.endless(under: design).map(Cut.endless) : subject.misdeed(of: design)
    }
    for cut in lives {
      let names = scenario.designs.map(\.name)
      let words = CutText.line(cut, users: nil, designs: names, self.language)
      console.complain("lostorder: \(words)\n")
    }
    return lives.isEmpty ? .holds : .undecided
  }

  private func refusePlanOfUser() throws(Refusal) {
    if arguments.has(.plan), arguments.has(.user) {
      throw Refusal("--plan: a plan has one user; expected no --user beside it")
    }
  }

  /// The order of the ready tasks that was asked for; nil where none was.
  private func interleaving(of designs: [Design]) throws(Refusal) -> Int? {
    guard let order = arguments.number(.interleaving) else { return nil }
    if designs.contains(where: { $0.client != nil }) { return order }
    throw Refusal(
      "option '\(Option.interleaving.name)' orders a client's tasks, and no design here has a client"
    )
  }

  private func planned(_ scenario: Scenario) throws(Refusal) -> Scenario {
    guard let plan = arguments.text(.plan) else { return scenario }
    do throws(Problems) {
      if plan.unicodeScalars.first(where: { !$0.properties.isWhitespace }) == "[" {
        return try PlanFile.read(Array(plan.utf8), file: Option.plan.name, for: scenario)
      }
      let bytes = try ScenarioFile.bytes(of: plan, as: "a file with a plan, or a plan")
      return try PlanFile.read(bytes, file: plan, for: scenario)
    } catch { throw Refusal(problems: error.list) }
  }

  /// The trace of one design, or of two side by side.
  private func text(of stories: [Story], _ form: TraceForm) -> String {
    let (story, isPair) = (stories[0], stories.count > 1)
    let pair = { StoryComparison(stories[0], stories[1]) }
    let records = arguments.has(.records)
    return switch form {
    case .text: isPair ? Timeline.text(pair()) : Timeline.text(story)
    case .json:
      (isPair
        ? TraceJSON.output(pair(), withRecords: records)
        : TraceJSON.output(story, withRecords: records)).text
    case .svg: isPair ? SequenceDrawing.svg(pair()) : SequenceDrawing.svg(story)
    case .csv: TraceCSV.text(story)
    case .mermaid: TraceMermaid.text(story)
    case .perfetto: TracePerfetto.output(story).text
    }
  }

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
    // Users who share a backend are in no strata, and nobody plans their sample.
    guard let stratum = UserNumber.stratum(number), !scenario.isShared else {
      let isPilot = number >= UserNumber.pilot && !scenario.isShared
      if number < scenario.mostPlayed || isPilot { return number }
      throw Refusal(
        "--user: there is no user \(UserNumber.text(number)) among \(scenario.mostPlayed);"
          + " expected one from 0 to \(scenario.mostPlayed - 1), or --users as the run had them")
    }
    let strata = Strata(scenario.population).all.count
    if stratum < strata {
      // No stratum has more users than the run.
      let place = UserNumber.index(number)
      if place < scenario.mostPlayed || place >= UserNumber.pilot { return number }
      throw Refusal(
        "--user: there is no user \(place) in stratum \(stratum); expected one from 0 to"
          + " \(scenario.mostPlayed - 1) at most, or --users as the run had them")
    }
    throw Refusal(
      "--user: the scenario has no stratum \(stratum); expected a stratum from 0 to \(strata - 1)")
  }

  /// The design that was asked for; without a name, the only one of the scenario.
  func oneDesign(of scenario: Scenario) throws(Refusal) -> Design {
    if let index = try design(.design, of: scenario) { return scenario.designs[index] }
    if scenario.designs.count == 1 { return scenario.designs[0] }
    let names = scenario.designs.map(\.name.escapingControls)
    throw Refusal(
      "the scenario has \(scenario.designs.count) designs;"
        + " expected --design with one of \(.names(names))")
  }

  func shrink() throws(Refusal) -> ExitCode {
    try refusePlanOfUser()
    var input = try input()
    try checkUsers(of: input)
    var design = try oneDesign(of: input.scenario)
    try checkExport(of: design, in: input.scenario)
    if let order = try interleaving(of: [design]) { design = design.interleaved(as: order) }
    input = input.with(try planned(input.scenario))
    let scenario = input.scenario
    if arguments.has(.user) { return try shrink(try user(of: scenario), design, input) }
    return try Losers.untilOneYields(
      try losers(of: input, design), stop: console.stop, language, console.complain
    ) { number throws(Refusal) in try shrink(number, design, input) }
  }

  private func shrink(
    _ number: UInt64, _ design: Design, _ input: Input
  ) throws(Refusal) -> ExitCode {
    let scenario = input.scenario
    let subject = Subject(scenario: scenario, number: number)
    let name = arguments.text(.name) ?? name(of: subject, design)
    guard Scenario.canBeCalled(name) else {
      throw Refusal("--name: \(name.quoted) cannot be a name", expected: ValueKind.name.phrase)
    }
    let life =
      arguments.text(.plan).map { " --plan " + $0.shellWord }
      ?? " --user \(UserNumber.text(number)) --seed \(scenario.seed)"
    let order = design.interleaving.map { " --interleaving \($0)" } ?? ""
    BugReport.prepare(
      reproducedBy: input.command("shrink", design.name) + order + life,
      clients: input.lives(of: [design]))
    let story = subject.story(under: design, language)
    switch Shrinker(scenario, design, stop: console.stop).shrink(user: number, name: name) {
    case .cut(let cut): throw refusal(cut, of: input)
    case .nothingLost:
      let ended = story.endings.joined(separator: "\n")
      throw Refusal("\(story.title.escapingControls) lost no order:\n\(ended)")
    case .unsettled(let loss):
      throw Refusal(.verbatim(loss.unsettled(story.title, language)), .undecided)
    case .shrunk(let minimal):
      let shrunk = Subject(scenario: minimal.scenario, number: 0).story(under: design, language)
      let told = minimal.text(story.title, language) + Timeline.text(shrunk)
      guard let form: ExportForm = arguments.choice(.export) else {
        console.print(arguments.has(.quiet) ? minimal.scenario.caseText : told)
        try write(minimal)
        return .holds
      }
      let text = export(minimal.scenario, design, of: scenario.designs, shrunk, as: form)
      guard let path = arguments.text(.out) else {
        return console.show(text, isForPrograms: form == .swift)
      }
      if !arguments.has(.quiet) { console.print(told) }
      try write(
        export: text, as: form, of: design.client?.name ?? design.name, name: minimal.scenario.name,
        in: path)
      return .holds
    }
  }

  /// The lowest known users who lose an order for good under a design. A case has one user.
  private func losers(of input: Input, _ design: Design) throws(Refusal) -> [UInt64] {
    if input.scenario.isCase { return [0] }
    var alone = input.scenario
    (alone.designs, alone.comparedPairs, alone.expectations) = ([design], [], [])
    alone.precision = nil
    let results = play(input.with(alone))
    if let cut = results.cut { throw refusal(cut, of: input) }
    let ledger = results.ledger(0)
    var losers = Set(DropTable.ways.flatMap { ledger.firstUsers($0.kind, $0.point) })
    // The others of the list were rescued.
    losers.formUnion(ledger.losses.values.filter { Loss($0.fate) != nil }.map(\.user))
    if !losers.isEmpty { return Array(losers.sorted().prefix(Losers.most)) }
    throw Refusal(
      "\(input.path.escapingControls): none of \(input.scenario.users) users lost an order"
        + " under \(design.name.quoted) for good; expected more users, another seed or a design",
      .undecided)
  }

  private func write(_ minimal: MinimalCase) throws(Refusal) {
    guard let path = arguments.text(.out) else { return }
    let file = minimal.scenario.name + ".json"
    try ResultsFolder(path: path).write(minimal.scenario.caseText, file: file)
    if arguments.has(.quiet) { return }
    let command = language.command("lostorder run \((path + "/" + file).shellWord)")
    console.print("\n\(language("written; to run it:"))\n  \(command)\n")
  }

  private func name(of subject: Subject, _ design: Design) -> String {
    var parts = [subject.scenario.name, design.name]
    if !subject.scenario.isCase { parts.append(UserNumber.text(subject.number)) }
    let name = parts.joined(separator: "-").map { Scenario.canBeCalled("a\($0)") ? $0 : "-" }
    return String(name.prefix(100))
  }
}

/// The users whose lost orders may become a case.
package enum Losers {
  /// After how many of them the search for a case ends.
  static let most = 10

  /// Works on one user after the other until a case is found, and says of each who resists that the next
  /// is tried: what resists may do so by the luck of one life.
  /// - Parameter users: at least one.
  package static func untilOneYields(
    _ users: [UInt64], stop: StopSign, _ language: Language, _ complain: (String) -> Void,
    _ work: (UInt64) throws(Refusal) -> ExitCode
  ) throws(Refusal) -> ExitCode {
    for (user, next) in zip(users, users.dropFirst()) {
      do throws(Refusal) { return try work(user) } catch {
        if error.code != .undecided || stop.cut != nil { throw error }
        let text = language("the next who loses one is user {0}", UserNumber.text(next))
        complain(error.text(in: language) + text + "\n")
      }
    }
    return try work(users[users.count - 1])
  }
}

extension MinimalCase {
  /// The loss and the case, before its story.
  /// - Parameter title: whose order was lost.
  func text(_ title: String, _ language: Language) -> String {
    let taps = taps == 1 ? language("1 tap") : language("{0} taps", "\(taps)")
    let faults = language(
      "{0} (of {1})", faults == 1 ? language("1 fault") : language("{0} faults", "\(faults)"),
      "\(faultsBefore)")
    let size = language.list([taps, faults])
    let likeness =
      loss == original
      ? language("a case loses an order in the same way: {0}", size)
      : language(
        "a case loses an order with the same kind at another drop point, {0}: {1}",
        language.named(loss.dropPoint.rawValue), size)
    let found = [language("found in {0} lives", "\(plays)"), settlement.words(language)]
    return """
      \(language("{0}: {1}", title.escapingControls, original.words(language)))

      \(likeness)
      \(language.list(found.compactMap(\.self)))

      \(scenario.caseText)

      """
  }
}

extension Loss {
  fileprivate func words(_ language: Language) -> String {
    let (kind, point) = (language.named(kind.rawValue), language.named(dropPoint.rawValue))
    return isAutoRefunded
      ? language("refunded by the store, {0}, drop point {1}", kind, point)
      : language("lost, {0}, drop point {1}", kind, point)
  }

  /// What is said of a loss for which there is no case.
  /// - Parameter title: whose order was lost.
  package func unsettled(_ title: String, _ language: Language = .en) -> String {
    language(
      "{0}: {1}: no case was found that loses an order in this way", title.escapingControls,
      words(language))
  }
}

extension Settlement {
  /// How the life was written down, in a few words; nil if it was written from the start.
  fileprivate func words(_ language: Language) -> String? {
    switch self {
    case .written: nil
    case .medians: language("with every delay at its median")
    case .drawnDelays: language("with delays as the user drew them")
    case .deaths: language("with deaths of the process, which no fault brought, as faults")
    case .moved: language("with taps or faults at other times than the user's")
    case .oneMoreFault: language("with one more fault than the user met")
    }
  }
}
