import Experiments
import JSONText
import PurchaseWorld
import Reports
import Scenarios

/// What is done with scenarios whose users share a backend (B11).
extension Call {
  /// Runs a scenario of users who share a backend.
  func runTogether(_ input: Input) throws(Refusal) -> SharedRecord {
    let scenario = input.scenario
    if arguments.has(.exact) {
      throw Refusal(
        "\(Option.exact.name): users of \(input.path.quoted) share a backend, and intervals come from replications"
      )
    }
    if form == .losses {
      throw Refusal(
        "--format losses: users of \(input.path.quoted) share a backend; expected text, json or csv"
      )
    }
    try results.prepare(name: scenario.name, for: Folder.sharedFiles)
    BugReport.prepare(reproducedBy: input.reproducing())
    let found: SharedResults
    do throws(Cut) { found = try playTogether(scenario) } catch {
      if case .endless = error { console.complain(refusal(error, of: input).text(in: language)) }
      return SharedRecord(scenario, .failure(error), path: input.path, replay: input.tracing)
    }
    let report = SharedReport(found, hasColor: console.hasColor, language)
    tell(arguments.has(.quiet) ? report.shortText : report.text)
    let json = SharedJSON.output(found).text
    let table = DesignsCSV.text(found)
    print(json: json, csv: table)
    for trouble in report.troubles { console.complain(cannotTell(input, trouble)) }
    let command = language.command(input.playing("run"))
    let page = SharedPage(found, language).text(source: input.source, command: command)
    try results.write(
      Array(zip(Folder.sharedFiles, [json, page, table])), name: scenario.name)
    return SharedRecord(scenario, .success(found), path: input.path, replay: input.tracing)
  }

  private func playTogether(_ scenario: Scenario) throws(Cut) -> SharedResults {
    try Progress(scenario.name, console, language).end { progress throws(Cut) in
      let runner = SharedRunner(scenario, stop: console.stop, in: division?.named(scenario.name))
      return try runner.run(workers: workers) { progress.show($0) }
    }
  }

  /// Compares designs whose users share a backend.
  /// - Parameter most: how many users are listed each way.
  func compareTogether(_ input: Input, most: Int) throws(Refusal) -> ExitCode {
    BugReport.prepare(reproducedBy: input.reproducing("compare"))
    let found: SharedResults
    do throws(Cut) { found = try playTogether(input.scenario) } catch {
      throw refusal(error, users: 0, of: input)
    }
    return try show(nil, users: found.users, of: input) {
      let report = SharedReport(found, language)
      tell(
        arguments.has(.quiet)
          ? report.shortPairs
          : report.pairs(most: most) { language.command(input.tracing($0)) })
      print(json: SharedJSON.output(found).text, csv: DesignsCSV.text(found))
      return input.scenario.designs.enumerated().map { index, design in
        (design.name, found.charges(of: index), found.tally(of: index).refunded)
      }
    }
  }

  /// The replication that was asked for; nil of users who share nothing.
  func replication(of scenario: Scenario) throws(Refusal) -> Int? {
    let number = arguments.number(.replication)
    guard scenario.isShared else {
      if number == nil { return nil }
      throw Refusal("--replication: users who share no backend have none")
    }
    if arguments.has(.plan) {
      throw Refusal("--plan: a user among others has no plan; expected --user")
    }
    if let number, number > scenario.replications {
      throw Refusal(
        "--replication: there is no replication \(number); expected one from 1 to \(scenario.replications)"
      )
    }
    return number ?? 1
  }

  /// Refuses users who share a backend, for a command that plays them one by one.
  func refuseShared(_ input: Input) throws(Refusal) {
    guard input.scenario.isShared else { return }
    throw Refusal(
      "users of \(input.path.quoted) share a backend ('backend.capacity'); 'run', 'compare', 'sweep', 'trace' and 'check' take them, other commands play users one by one"
    )
  }
}
