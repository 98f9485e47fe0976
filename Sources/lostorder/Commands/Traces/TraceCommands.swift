import Methods
import EventEngine
package import Experiments
import JSONText
import PurchaseWorld
package import Reports
import Scenarios

extension CommandContext {
  func trace() throws(CommandError) -> ExitCode {
    let form: TraceFormat = arguments.choice(.format) ?? .text
    if arguments.has(.against), !TraceFormat.comparing.contains(form) {
      let names = Phrase.names(TraceFormat.comparing.map(\.rawValue))
      throw CommandError(
        "--against: '\(form.rawValue)' shows only one design; expected --format with one of \(names)"
      )
    }
    if arguments.has(.records), form != .json {
      throw CommandError("--records: '\(form.rawValue)' has no records; expected --format json")
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
        throw CommandError(
          "--against: \(designs[1].name.quoted) is also the design of --design; expected another design"
        )
      }
    }
    if let order = try interleaving(of: designs) {
      designs = designs.map { $0.interleaved(as: order) }
    }
    let subject = TraceSubject(
      scenario: try planned(scenario), number: number, isPlanned: arguments.has(.plan),
      replication: replication)
    let language = TraceFormat.readable.contains(form) ? language : .en
    let stories = designs.map { subject.story(under: $0, language) }
    console.show(text(of: stories, form), isForPrograms: form != .text)
    let interruptions = zip(designs, stories).compactMap { design, story in
      story.isRunaway
        ? subject.runaway(under: design).map(Interruption.runaway) : subject.violation(of: design)
    }
    for interruption in interruptions {
      let names = scenario.designs.map(\.name)
      let words = InterruptionText.line(interruption, users: nil, designs: names, self.language)
      console.printError("lostorder: \(words)\n")
    }
    return interruptions.isEmpty ? .holds : .undecided
  }

  /// The requested replication; nil if users share no backend (B11).
  private func replication(of scenario: Scenario) throws(CommandError) -> Int? {
    let number = arguments.number(.replication)
    guard scenario.hasSharedBackend else {
      if number == nil { return nil }
      throw CommandError("--replication applies only to users who share a backend")
    }
    if arguments.has(.plan) {
      throw CommandError("--plan does not apply to users who share a backend; expected --user")
    }
    if let number, number > scenario.replicationCount {
      throw CommandError(
        "--replication: there is no replication \(number); expected a number from 1 to \(scenario.replicationCount)"
      )
    }
    return number ?? 1
  }

  private func refusePlanOfUser() throws(CommandError) {
    if arguments.has(.plan), arguments.has(.user) {
      throw CommandError("--plan and --user cannot be used together; expected one of them")
    }
  }

  /// The requested interleaving of a client's tasks; nil if none was requested.
  private func interleaving(of designs: [Design]) throws(CommandError) -> Int? {
    guard let order = arguments.number(.interleaving) else { return nil }
    if designs.contains(where: { $0.client != nil }) { return order }
    throw CommandError("option '\(Option.interleaving.name)' needs a design with a client")
  }

  private func planned(_ scenario: Scenario) throws(CommandError) -> Scenario {
    guard let plan = arguments.text(.plan) else { return scenario }
    do throws(Problems) {
      if plan.unicodeScalars.first(where: { !$0.properties.isWhitespace }) == "[" {
        return try PlanFile.read(Array(plan.utf8), file: Option.plan.name, for: scenario)
      }
      let bytes = try ScenarioFileReader.bytes(of: plan, as: "a file with a plan, or a plan")
      return try PlanFile.read(bytes, file: plan, for: scenario)
    } catch { throw CommandError(problems: error.list) }
  }

  /// The trace of one design, or of two side by side.
  private func text(of stories: [AnnotatedTrace], _ form: TraceFormat) -> String {
    let (story, records) = (stories[0], arguments.has(.records))
    let pair = stories.count > 1 ? TraceComparison(story, stories[1]) : nil
    return switch form {
    case .text: pair.map { Timeline.text($0) } ?? Timeline.text(story)
    case .json:
      (pair.map { TraceJSON.output($0, withRecords: records) }
        ?? TraceJSON.output(story, withRecords: records)).text
    case .svg: pair.map { SequenceDrawing.svg($0) } ?? SequenceDrawing.svg(story)
    case .csv: TraceCSV.text(story)
    case .mermaid: TraceMermaid.text(story)
    case .perfetto: TracePerfetto.output(story).text
    }
  }

  func user(of scenario: Scenario) throws(CommandError) -> UInt64 {
    guard let text = arguments.text(.user) else { return 0 }
    guard let number = UserNumber.parse(text) else {
      throw CommandError(
        "\(text.quoted) is not a value of '--user';"
          + " expected a number from 0 to 1099511627775, or STRATUM:NUMBER")
    }
    if scenario.isCase, number != 0 { throw CommandError("--user: a case has only user 0") }
    let users = scenario.maxSimulatedUsers
    // Users who share a backend are not stratified, and their number is not adapted.
    guard let stratum = UserNumber.stratum(of: number), !scenario.hasSharedBackend else {
      let isPilot = number >= UserNumber.firstPilotIndex && !scenario.hasSharedBackend
      if number < users || isPilot { return number }
      throw CommandError(
        "--user: there is no user \(UserNumber.text(number)) among \(users);"
          + " expected a number from 0 to \(users - 1), or the --users of the run")
    }
    let strata = Strata(scenario.population).all.count
    if stratum < strata {
      // A stratum has at most as many users as the run.
      let place = UserNumber.index(of: number)
      if place < users || place >= UserNumber.firstPilotIndex { return number }
      throw CommandError(
        "--user: there is no user \(place) in stratum \(stratum); expected a number from 0 to"
          + " \(users - 1) at most, or the --users of the run")
    }
    throw CommandError(
      "--user: the scenario has no stratum \(stratum); expected a stratum from 0 to \(strata - 1)")
  }

  /// The requested design; without a name, the only design of the scenario.
  func oneDesign(of scenario: Scenario) throws(CommandError) -> Design {
    if let index = try design(.design, of: scenario) { return scenario.designs[index] }
    if scenario.designs.count == 1 { return scenario.designs[0] }
    let names = scenario.designs.map(\.name.escapingControls)
    throw CommandError(
      "the scenario has \(scenario.designs.count) designs;"
        + " expected --design with one of \(.names(names))")
  }

  func shrink() throws(CommandError) -> ExitCode {
    try refusePlanOfUser()
    var input = try input()
    try checkUsers(of: input)
    var design = try oneDesign(of: input.scenario)
    try checkExport(of: design, in: input.scenario)
    if let order = try interleaving(of: [design]) { design = design.interleaved(as: order) }
    input = input.with(try planned(input.scenario))
    let scenario = input.scenario
    if arguments.has(.user) { return try shrink(try user(of: scenario), design, input) }
    return try CaseCandidates.firstMinimalCase(
      try losingUsers(of: input, design), stop: console.cancellation, language, console.printError
    ) { number throws(CommandError) in try shrink(number, design, input) }
  }

  private func shrink(
    _ number: UInt64, _ design: Design, _ input: ScenarioInput
  ) throws(CommandError) -> ExitCode {
    let scenario = input.scenario
    let subject = TraceSubject(scenario: scenario, number: number)
    let name = arguments.text(.name) ?? name(of: subject, design)
    guard Scenario.isValidName(name) else {
      throw CommandError(
        "--name: \(name.quoted) is not a valid name", expected: ValueKind.name.phrase)
    }
    let userOptions =
      arguments.text(.plan).map { " --plan " + $0.shellWord }
      ?? " --user \(UserNumber.text(number)) --seed \(scenario.seed)"
    let order = design.interleaving.map { " --interleaving \($0)" } ?? ""
    BugReport.prepare(
      reproducedBy: input.command("shrink", design.name) + order + userOptions,
      clients: input.clientReplays(of: [design]))
    let story = subject.story(under: design, language)
    switch Shrinker(scenario, design, stop: console.cancellation).shrink(user: number, name: name) {
    case .interruption(let interruption): throw refusal(interruption, of: input)
    case .nothingLost:
      let ended = story.endings.joined(separator: "\n")
      throw CommandError("\(story.title.escapingControls) lost no order:\n\(ended)")
    case .conversionFailed(let loss):
      throw CommandError(
        .verbatim(loss.conversionFailureMessage(story.title, language)), .undecided)
    case .shrunk(let minimal):
      let shrunk = TraceSubject(scenario: minimal.scenario, number: 0).story(
        under: design, language)
      let fullText = minimal.text(story.title, language) + Timeline.text(shrunk)
      guard let form: ExportFormat = arguments.choice(.export) else {
        console.print(arguments.has(.quiet) ? minimal.scenario.caseText : fullText)
        try write(minimal)
        return .holds
      }
      let text = export(minimal.scenario, design, of: scenario.designs, shrunk, as: form)
      guard let path = arguments.text(.out) else {
        return console.show(text, isForPrograms: form == .swift)
      }
      if !arguments.has(.quiet) { console.print(fullText) }
      try write(
        export: text, as: form, of: design.client?.name ?? design.name, name: minimal.scenario.name,
        in: path)
      return .holds
    }
  }

  /// The lowest known users who lose an order for good under a design. A case has one user.
  private func losingUsers(of input: ScenarioInput, _ design: Design) throws(CommandError)
    -> [UInt64]
  {
    if input.scenario.isCase { return [0] }
    var alone = input.scenario
    (alone.designs, alone.declaredPairs, alone.expectations) = ([design], [], [])
    alone.precision = nil
    let results = simulate(input.with(alone))
    if let interruption = results.interruption { throw refusal(interruption, of: input) }
    let counters = results.designCounters(0)
    var users = Set(LossTable.lossOutcomes.flatMap { counters.firstUsers($0.kind, $0.point) })
    // The others of the list were rescued.
    users.formUnion(counters.lossSample.values.filter { Loss($0.status) != nil }.map(\.user))
    if !users.isEmpty { return Array(users.sorted().prefix(CaseCandidates.maximum)) }
    throw CommandError(
      "\(input.path.escapingControls): none of \(input.scenario.userCount) users lost an order"
        + " under \(design.name.quoted) for good; expected more users, another seed or another design",
      .undecided)
  }

  private func write(_ minimal: MinimalCase) throws(CommandError) {
    guard let path = arguments.text(.out) else { return }
    let file = minimal.scenario.name + ".json"
    try ResultsFolder(path: path).write(minimal.scenario.caseText, file: file)
    if arguments.has(.quiet) { return }
    let command = language.command("lostorder run \((path + "/" + file).shellWord)")
    console.print("\n\(language("written; to run it:"))\n  \(command)\n")
  }

  private func name(of subject: TraceSubject, _ design: Design) -> String {
    var parts = [subject.scenario.name, design.name]
    if !subject.scenario.isCase { parts.append(UserNumber.text(subject.number)) }
    let name = parts.joined(separator: "-").map { Scenario.isValidName("a\($0)") ? $0 : "-" }
    return String(name.prefix(100))
  }
}

/// The users whose lost orders are tried as cases.
package enum CaseCandidates {
  /// The maximum number of users to try.
  static let maximum = 10

  /// Tries one user after the other until a case is found, and reports each failure. A failure may
  /// be due to the random draws of that user alone.
  /// - Parameter users: at least one.
  package static func firstMinimalCase(
    _ users: [UInt64], stop: CancellationToken, _ language: Language,
    _ printError: (String) -> Void, _ work: (UInt64) throws(CommandError) -> ExitCode
  ) throws(CommandError) -> ExitCode {
    for (user, next) in zip(users, users.dropFirst()) {
      do throws(CommandError) { return try work(user) } catch {
        if error.code != .undecided || stop.interruption != nil { throw error }
        let text = language("trying the next user who loses an order: {0}", UserNumber.text(next))
        printError(error.text(in: language) + text + "\n")
      }
    }
    return try work(users[users.count - 1])
  }
}

extension MinimalCase {
  /// The loss and the case, without its timeline.
  /// - Parameter title: the user whose order was lost.
  func text(_ title: String, _ language: Language) -> String {
    let taps = tapCount == 1 ? language("1 tap") : language("{0} taps", "\(tapCount)")
    let faults = language(
      "{0} (the user had {1})",
      faultCount == 1 ? language("1 fault") : language("{0} faults", "\(faultCount)"),
      "\(plannedFaultCount)")
    let size = language.list([taps, faults])
    let likeness =
      loss == originalLoss
      ? language("the case loses an order in the same way: {0}", size)
      : language(
        "the case loses an order of the same kind at another drop point, {0}: {1}",
        language.named(loss.dropPoint.rawValue), size)
    let found = [
      language("found after {0} simulations", "\(simulationCount)"), conversion.words(language),
    ]
    return """
      \(language("{0}: {1}", title.escapingControls, originalLoss.words(language)))

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

  /// The message for a loss without a case.
  /// - Parameter title: the user whose order was lost.
  package func conversionFailureMessage(_ title: String, _ language: Language = .en) -> String {
    language(
      "{0}: {1}: no case was found that loses an order in this way", title.escapingControls,
      words(language))
  }
}

extension CaseConversion {
  /// The way in which the plan of the case was found; nil if the plan was written in the file.
  fileprivate func words(_ language: Language) -> String? {
    switch self {
    case .written: nil
    case .medians: language("with every delay at its median")
    case .drawnDelays: language("with the delays that the user drew")
    case .deaths: language("with process deaths that no fault caused, written as faults")
    case .moved: language("with taps or faults at other times than for the user")
    case .oneMoreFault: language("with one more fault than the user had")
    }
  }
}
