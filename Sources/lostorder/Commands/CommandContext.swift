import Methods
import CLibrary
import Experiments
import JSONText
import PurchaseWorld
import Reports
import Scenarios

/// One invocation of the command: its arguments and its console. Every subcommand is a method of
/// it.
///
/// This file has the common steps: reading a file, simulating it, and reporting what is
/// inconclusive.
struct CommandContext: Sendable {
  let console: Console
  let arguments: Arguments
  /// The division of the work among shards; nil: no shards.
  var division: ShardedExecution?
  /// The buffer for output and writes until the work is complete; nil: nothing is buffered.
  var deferred: BufferedConsole?

  /// The language of text for people.
  var language: Language { arguments.language }
  var results: ResultsFolder { ResultsFolder(path: arguments.text(.out) ?? "results", deferred) }

  /// The output format of results.
  var form: ResultFormat { arguments.choice(.printed) ?? .text }

  /// Prints text for people; prints nothing if the output is for programs.
  func printText(_ text: @autoclosure () -> String) { if form == .text { console.print(text()) } }

  /// Prints a problem of a file, or a remark about it.
  func printError(_ problem: Problem) { printError(line: language.line(problem)) }

  func printError(line: String) { console.printError(line + "\n") }

  /// The number of worker threads; by default one per core.
  var workers: Int {
    arguments.number(.workers) ?? max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
  }

  /// The scenario of a file, with the requested seed and number of users.
  /// - Parameter path: the file; nil: the first operand.
  /// - Parameter shared: whether its users may share a backend.
  func input(_ path: String? = nil, shared: Bool = false) throws(CommandError) -> ScenarioInput {
    let read = ScenarioInputs([path ?? arguments.operands[0]], setting: arguments.settings)
    guard let input = read.files.first else { throw CommandError(problems: read.problems) }
    if !shared { try refuseShared(input) }
    return prepared(input)
  }

  /// The scenario with the requested seed and number of users.
  func prepared(_ input: ScenarioInput) -> ScenarioInput {
    var input = input
    if let seed = arguments.number(.seed) { input.scenario.seed = UInt64(seed) }
    if let users = arguments.number(.users), !input.scenario.isCase {
      input.scenario.userCount = users
    }
    return input
  }

  /// Rejects more users than the money counters can hold, and fewer than the strata need.
  func checkUsers(of input: ScenarioInput) throws(CommandError) {
    guard let users = arguments.number(.users) else { return }
    let (file, scenario) = ("'\(input.path.escapingControls)'", input.scenario)
    if let least = scenario.minUsers, users < least {
      throw CommandError(
        "--users: \(users) users are too few for the strata of \(file); expected at least \(least)")
    }
    let draws = scenario.draws?.draws.map(\.scenario.maxUsersForMoney) ?? []
    let maximum = draws.reduce(scenario.maxUsersForMoney, min)
    if !scenario.isCase, users > maximum {
      throw CommandError(
        "--users: \(users) users of \(file) could pay more than can be counted;"
          + " expected at most \(maximum) users at these prices")
    }
  }

  /// Rejects users who share a backend, for a command that simulates users one by one.
  func refuseShared(_ input: ScenarioInput) throws(CommandError) {
    guard input.scenario.hasSharedBackend else { return }
    throw CommandError(
      "users of \(input.path.quoted) share a backend ('backend.capacity'); only 'run', 'compare', 'sweep', 'trace' and 'check' support this"
    )
  }

  /// Rejects designs with their own client, for a command that changes axes.
  func refuseClients(of input: ScenarioInput, by command: String) throws(CommandError) {
    guard let design = input.scenario.designs.first(where: { $0.client != nil }) else { return }
    throw CommandError(
      "design \(design.name.quoted) of \(input.path.quoted) has its own client, which has no axes;"
        + " \(command.quoted) supports only designs without a client; 'run', 'compare', 'trace', 'explore', 'attribute', 'shrink', 'sweep' and 'fit' support both"
    )
  }

  /// Prints a note if the command uses plain sampling although the scenario asks for another.
  func noteSample(of input: ScenarioInput) {
    guard input.scenario.sampling == .stratified || input.scenario.precision != nil else { return }
    printError(
      line: language(
        "{0}: sampling is 'plain'; 'sampling' and 'precision' apply only to 'run' and 'compare'",
        input.path.escapingControls))
  }

  /// Simulates a scenario, shows progress, and prepares a bug report for a crash.
  /// - Parameter command: the equivalent command with one worker; by default the run.
  func simulate<Found>(
    _ input: ScenarioInput, reproducedBy command: String? = nil,
    _ run: (Runner, _ progress: (@Sendable (RunProgress) -> Void)?) -> Found
  ) -> Found {
    let scenario = input.scenario
    BugReport.prepare(
      reproducedBy: command ?? input.reproductionCommand(),
      clients: input.clientReplays(of: scenario.designs))
    let clientCheck = ClientCheck(scenario)
    for use in clientCheck.accesses { printError(line: ClientMessages.line(use, language)) }
    let runner = Runner(
      scenario, stop: console.cancellation, clientCheck: clientCheck,
      in: division?.section(named: scenario.name))
    guard console.showsProgress else { return run(runner, nil) }
    let progress = Progress(scenario.name, designs: scenario.designs.map(\.name), console, language)
    defer { progress.end() }
    return run(runner) { progress.show($0) }
  }

  func simulate(_ input: ScenarioInput) -> RunResults {
    simulate(input) { $0.run(workers: workers, progress: $1) }
  }

  func inconclusiveMessage(_ input: ScenarioInput, _ warning: String) -> String {
    language("{0}: inconclusive: {1}", input.path.escapingControls, warning) + "\n"
  }

  /// The error for interrupted work, with the command that shows a simulation without end.
  /// - Parameter users: the number of users simulated so far; nil if the command has none.
  /// - Parameter input: the scenario of the file.
  func refusal(_ interruption: Interruption, users: Int? = nil, of input: ScenarioInput)
    -> CommandError
  {
    let names = input.scenario.designs.map(\.name)
    let words = InterruptionText.line(interruption, users: users, designs: names, language)
    return CommandError(
      text: inconclusiveMessage(input, words) + replay(interruption, input), ExitCode(interruption))
  }

  /// The line with the command that replays a simulation without end; empty if there is none.
  func replay(_ interruption: Interruption, _ input: ScenarioInput) -> String {
    guard case .runaway(let runaway) = interruption,
      let user = runaway.user ?? (input.scenario.isCase ? 0 : nil),
      input.scenario.designs.contains(where: { $0.name == runaway.design })
    else { return "" }
    return "  \(language.command(input.tracing(runaway.design, user)))\n"
  }

  func design(_ name: String, of scenario: Scenario) throws(CommandError) -> Int {
    let names = scenario.designs.map(\.name)
    if let index = names.firstIndex(of: name) { return index }
    throw CommandError("the scenario has no design \(name.quoted)", name, among: names)
  }

  /// The index of the requested design; nil if none was requested.
  func design(_ option: Option, of scenario: Scenario) throws(CommandError) -> Int? {
    guard let name = arguments.text(option) else { return nil }
    return try design(name, of: scenario)
  }
}
