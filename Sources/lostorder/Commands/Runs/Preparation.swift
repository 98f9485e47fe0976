import CLibrary
import Experiments
import JSONText
import PurchaseWorld
import Reports
import Scenarios

/// A command that plays scenarios.
protocol Playing {
  var console: Console { get }
  var arguments: Arguments { get }
}

extension Playing {
  var preparation: Preparation { Preparation(console: console, arguments: arguments) }
}

/// What commands that play one file have in common: its scenario, the options, the threads.
struct Preparation {
  let console: Console
  let arguments: Arguments

  /// The language of what people read.
  var language: Language { arguments.text(.language).flatMap(Language.init) ?? .en }

  /// The scenario of the file that is named first, with the seed and the users that were asked for;
  /// nil when it cannot be read, in which case every problem has been shown.
  ///
  /// - Parameter wanted: what the file should be, as problems say it.
  func scenario(as wanted: String = "a scenario file") -> (path: String, scenario: Scenario)? {
    let read = ScenarioFiles(Array(arguments.operands.prefix(1)), as: wanted)
    guard let file = read.files.first, read.problems.isEmpty else {
      for problem in read.problems { console.complain(problem + "\n") }
      return nil
    }
    return (file.path, prepared(file.scenario))
  }

  /// Plays a scenario with its progress shown, and a report of the command if it should trap.
  ///
  /// - Parameter command: the command that does the same on one thread; by default the run.
  func play<Found>(
    _ scenario: Scenario, _ path: String, reproducedBy command: String? = nil,
    _ run: (Runner, _ progress: (@Sendable (RunProgress) -> Void)?) -> Found
  ) -> Found {
    BugReport.prepare(reproducedBy: command ?? RunCommand.reproducing(path, scenario))
    let runner = Runner(scenario, stop: console.stop)
    guard console.showsProgress else { return run(runner, nil) }
    let progress = Progress(scenario.name, designs: scenario.designs.map(\.name), console, language)
    defer { progress.end() }
    return run(runner) { progress.show($0) }
  }

  /// Says that work was cut short, and how to see an endless life; the code with which to end.
  ///
  /// - Parameters:
  ///   - users: how many were played until then; nil where none are.
  ///   - scenario: that of the file.
  func tell(_ cut: Cut, users: Int? = nil, of scenario: Scenario, _ path: String) -> ExitCode {
    let words = CutText.line(cut, users: users, designs: scenario.designs.map(\.name), language)
    console.complain(language("{0}: cannot tell: {1}", path.escapingControls, words) + "\n")
    replay(cut, scenario, path)
    return ExitCode(cut)
  }

  /// Shows the command that tells an endless life.
  func replay(_ cut: Cut, _ scenario: Scenario, _ path: String) {
    guard case .endless(let life) = cut,
      scenario.designs.contains(where: { $0.name == life.design })
    else { return }
    guard let user = life.user else {
      if !scenario.isCase { return }
      let command = RunCommand.tracing((life.design, 0), path, scenario)
      return console.complain("  " + command + "\n")
    }
    console.complain("  " + RunCommand.tracing((life.design, user), path, scenario) + "\n")
  }

  /// Does what writes into the folder of results, or shows why that cannot be written.
  func writing(_ work: (ResultsFolder) throws(ResultsFolder.Failure) -> ExitCode) -> ExitCode {
    do throws(ResultsFolder.Failure) {
      return try work(ResultsFolder(path: arguments.text(.out) ?? "results"))
    } catch {
      console.complain("lostorder: \(error.message)\n")
      return .cannotWrite
    }
  }

  /// A scenario with the seed and the users that were asked for.
  func prepared(_ scenario: Scenario) -> Scenario {
    var scenario = scenario
    if let seed = arguments.number(.seed) { scenario.seed = UInt64(seed) }
    if let users = arguments.number(.users), !scenario.isCase { scenario.users = users }
    return scenario
  }

  /// Says so when a command draws users plainly although the scenario asks for something else.
  func noteSample(of scenario: Scenario, _ path: String) {
    guard scenario.sampling == .stratified || scenario.precision != nil else { return }
    console.complain(
      "\(path.escapingControls): users are drawn plainly; 'sampling' and 'precision' are for 'run'"
        + " and 'compare'\n")
  }

  /// Shows what was found of work that may have been cut short: nothing if nobody was played. Where a
  /// design never charged anybody it shows nothing about lost orders, and says so.
  ///
  /// - Parameters:
  ///   - users: how many were played; nil for the one user of a case.
  ///   - show: shows it; how many charges each design made.
  func show<Failure: Error>(
    _ cut: Cut?, users: Int?, of scenario: Scenario, _ path: String,
    _ show: () throws(Failure) -> [(design: String, charges: Int)]
  ) throws(Failure) -> ExitCode {
    if let cut, users == 0 { return tell(cut, users: 0, of: scenario, path) }
    let silent = try show().filter { $0.charges == 0 }
    for (design, _) in silent {
      console.complain(
        language(
          "{0}: cannot tell: {1}", path.escapingControls,
          language("nobody was charged under design {0}", design.escapingControls)) + "\n")
    }
    if let cut { return tell(cut, users: users, of: scenario, path) }
    return silent.isEmpty ? .holds : .undecided
  }

  /// Says so when more users were asked for than a scenario's money can be counted for.
  func refusesUsers(of scenario: Scenario, _ path: String) -> Bool {
    if let users = arguments.number(.users), let fewest = scenario.fewestUsers, users < fewest {
      console.complain(
        "lostorder: --users: \(users) users are too few for the strata of"
          + " '\(path.escapingControls)'; expected at least \(fewest)\n")
      return true
    }
    guard let users = arguments.number(.users), !scenario.isCase, users > scenario.mostUsers else {
      return false
    }
    console.complain(
      "lostorder: --users: \(users) users of '\(path.escapingControls)' could pay more than"
        + " can be counted; expected at most \(scenario.mostUsers) at these prices\n")
    return true
  }

  /// The index of the design that was asked for by name; nil when there is none, which is shown.
  func design(_ name: String, of scenario: Scenario) -> Int? {
    let names = scenario.designs.map(\.name)
    if let index = names.firstIndex(of: name) { return index }
    let nearest = NearestName.question(name, among: names)
    console.complain(
      "lostorder: the scenario has no design \(name.quoted)\(nearest.escapingControls)\n")
    return nil
  }

  /// As many threads as the machine has cores, unless told otherwise.
  var workers: Int {
    arguments.number(.workers) ?? max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
  }
}

extension Findings {
  /// How many charges each design made.
  var charges: [(design: String, charges: Int)] {
    designs.map { design in
      let charges = design.ending.map(\.fates.count) ?? design.ledger.all.total(.charges)
      return (design.name, charges)
    }
  }
}
