import Methods
import CLibrary
import Experiments
import JSONText
import PurchaseWorld
import Reports
import Scenarios

/// One call of the command: its arguments, and where its words go. Every subcommand is a method of it.
///
/// Here stands what several of them do: read one file, play it, and say what it does not tell.
struct Call: Sendable {
  let console: Console
  let arguments: Arguments
  /// With other shards, if they do some of the work.
  var division: Division?
  /// Where what is printed and written is kept until all of it is known; nil: nothing is kept.
  var deferred: Deferred?

  init(console: Console, arguments: Arguments) {
    (self.console, self.arguments) = (console, arguments)
  }

  /// The language of what people read.
  var language: Language { arguments.language }
  var results: ResultsFolder { ResultsFolder(path: arguments.text(.out) ?? "results", deferred) }

  /// In which form results are printed.
  var form: ResultForm { arguments.choice(.printed) ?? .text }

  /// Prints what people read; nothing where a program reads what is printed.
  func tell(_ text: @autoclosure () -> String) { if form == .text { console.print(text()) } }

  /// Says what is wrong with a file, or what it says in vain.
  func complain(_ problem: Problem) { console.complain(language.line(problem) + "\n") }

  /// As many threads as the machine has cores, unless told otherwise.
  var workers: Int {
    arguments.number(.workers) ?? max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
  }

  /// The scenario of a file, with the seed and the users that were asked for.
  /// - Parameter path: nil: the file that is named first.
  /// - Parameter what: what the file should be, as problems say it.
  /// - Parameter shared: whether its users may share a backend.
  func input(
    _ path: String? = nil, as what: Phrase = "a scenario file", shared: Bool = false
  ) throws(Refusal) -> Input {
    let path = path ?? arguments.operands[0]
    let read = ScenarioFiles([path], setting: arguments.settings, as: what)
    if let input = read.files.first {
      if !shared { try refuseShared(input) }
      return prepared(input)
    }
    throw Refusal(problems: read.problems)
  }

  /// A scenario with the seed and the users that were asked for.
  func prepared(_ input: Input) -> Input {
    var input = input
    if let seed = arguments.number(.seed) { input.scenario.seed = UInt64(seed) }
    if let users = arguments.number(.users), !input.scenario.isCase { input.scenario.users = users }
    return input
  }

  /// Refuses more users than a scenario's money can be counted for, and fewer than its strata need.
  func checkUsers(of input: Input) throws(Refusal) {
    guard let users = arguments.number(.users) else { return }
    let (file, scenario) = ("'\(input.path.escapingControls)'", input.scenario)
    if let fewest = scenario.fewestUsers, users < fewest {
      throw Refusal(
        "--users: \(users) users are too few for the strata of \(file); expected at least \(fewest)"
      )
    }
    let draws = scenario.draws?.draws.map(\.scenario.mostUsers) ?? []
    let most = draws.reduce(scenario.mostUsers, min)
    if !scenario.isCase, users > most {
      throw Refusal(
        "--users: \(users) users of \(file) could pay more than can be counted;"
          + " expected at most \(most) at these prices")
    }
  }

  /// Refuses designs with a client of a team's own, for a command that changes axes.
  func refuseClients(of input: Input, by command: String) throws(Refusal) {
    guard let own = input.scenario.designs.first(where: { $0.client != nil }) else { return }
    throw Refusal(
      "design \(own.name.quoted) of \(input.path.quoted) has a client of its own, which has no axes;"
        + " \(command.quoted) takes designs without; 'run', 'compare', 'trace', 'explore', 'attribute', 'shrink', 'sweep' and 'fit' take both"
    )
  }

  /// Says so when a command draws users plainly although the scenario asks for something else.
  func noteSample(of input: Input) {
    guard input.scenario.sampling == .stratified || input.scenario.precision != nil else { return }
    console.complain(
      language(
        "{0}: users are drawn plainly; 'sampling' and 'precision' are for 'run' and 'compare'",
        input.path.escapingControls) + "\n")
  }

  /// Plays a scenario with its progress shown, and a report of the command if it should trap.
  /// - Parameter command: the command that does the same on one thread; by default the run.
  func play<Found>(
    _ input: Input, reproducedBy command: String? = nil,
    _ run: (Runner, _ progress: (@Sendable (RunProgress) -> Void)?) -> Found
  ) -> Found {
    let scenario = input.scenario
    BugReport.prepare(
      reproducedBy: command ?? input.reproducing(), clients: input.lives(of: scenario.designs))
    let rehearsal = ClientRehearsal(scenario)
    for use in rehearsal.uses { console.complain(ClientWords.line(use, language) + "\n") }
    let runner = Runner(
      scenario, stop: console.stop, rehearsal: rehearsal, in: division?.named(scenario.name))
    guard console.showsProgress else { return run(runner, nil) }
    let progress = Progress(scenario.name, designs: scenario.designs.map(\.name), console, language)
    defer { progress.end() }
    return run(runner) { progress.show($0) }
  }

  func play(_ input: Input) -> Results { play(input) { $0.run(workers: workers, progress: $1) } }

  func cannotTell(_ input: Input, _ trouble: String) -> String {
    language("{0}: cannot tell: {1}", input.path.escapingControls, trouble) + "\n"
  }

  /// What is said of work that was cut short, and how to see an endless life.
  /// - Parameter users: how many were played until then; nil where none are.
  /// - Parameter input: the scenario of the file.
  func refusal(_ cut: Cut, users: Int? = nil, of input: Input) -> Refusal {
    let names = input.scenario.designs.map(\.name)
    let words = CutText.line(cut, users: users, designs: names, language)
    return Refusal(text: cannotTell(input, words) + replay(cut, input), ExitCode(cut))
  }

  /// The line with the command that tells an endless life; empty where there is none.
  func replay(_ cut: Cut, _ input: Input) -> String {
    guard case .endless(let life) = cut, let user = life.user ?? (input.scenario.isCase ? 0 : nil),
      input.scenario.designs.contains(where: { $0.name == life.design })
    else { return "" }
    return "  \(language.command(input.tracing(life.design, user)))\n"
  }

  func design(_ name: String, of scenario: Scenario) throws(Refusal) -> Int {
    let names = scenario.designs.map(\.name)
    if let index = names.firstIndex(of: name) { return index }
    throw Refusal(
      "the scenario has no design \(name.quoted)", suggestion: NearestName.of(name, among: names))
  }

  /// The index of the design that was asked for; nil where none was.
  func design(_ option: Option, of scenario: Scenario) throws(Refusal) -> Int? {
    guard let name = arguments.text(option) else { return nil }
    return try design(name, of: scenario)
  }
}
