import CLibrary
import Experiments
import JSONText
import Scenarios

extension Subcommand {
  package static let benchmark = Subcommand(
    "benchmark", "measure how fast this machine runs a scenario",
    takes: Operands("[FILE]", 0...1, .files), options: [.users, .seed, .journey, .hold],
    notes: [
      "Runs scenarios/field.json unless a FILE is given; a turn has 20,000 users unless --users says",
      "how many. Nothing is written.",
      "Of the micro-journey 5,000,000 users are played unless --users says how many.",
    ]
  ) { BenchmarkCommand(console: $0, arguments: $1).run() }
}

extension Option {
  fileprivate static let journey = Option(
    "--journey", "measure the engine alone: the micro-journey that engines are compared by")
  fileprivate static let hold = Option(
    "--hold", "measure the calendar alone: the hold model with 16 pending events")
}

/// `lostorder benchmark`: how fast this machine runs a scenario, and in how much memory.
///
/// The only part of the product that looks at a clock; nothing of it goes into results. The machine
/// may be busy with other things, so the best of several turns counts.
struct BenchmarkCommand {
  let console: Console
  let arguments: Arguments

  /// Many short turns: a machine that is shared has some quiet tenth of a second, rarely many seconds.
  private static let turns = 30
  /// The users of a turn.
  private static let users = 20_000

  func run() -> ExitCode {
    if let problem = misuse { return console.refuse(problem) }
    if arguments.has(.journey) { return runJourney() }
    if arguments.has(.hold) { return runHoldModel() }
    return runScenario()
  }

  /// What is wrong with the arguments, if anything.
  private var misuse: String? {
    let micro = [Option.journey, .hold].filter(arguments.has).map(\.name)
    guard let one = micro.first else { return nil }
    if micro.count > 1 {
      return "'\(micro[0])' and '\(micro[1])' are two benchmarks; expected one of them"
    }
    if let file = arguments.operands.first {
      return "'\(one)' plays no scenario; expected no file, but \(file.quoted) is given"
    }
    if one == Option.hold.name, arguments.has(.users) {
      return "'\(one)' has no users; expected no '\(Option.users.name)'"
    }
    return nil
  }

  private func runScenario() -> ExitCode {
    let path = arguments.operands.first ?? "scenarios/field.json"
    let read = ScenarioFiles([path])
    guard var scenario = read.files.first?.scenario else {
      return console.refuse(problems: read.problems)
    }
    if let seed = arguments.number(.seed) { scenario.seed = UInt64(seed) }
    if scenario.isCase {
      return console.refuse("a case has one user and cannot be measured: \(path.quoted)")
    }
    if let users = arguments.number(.users) { scenario.users = users }
    let precision = PrecisionBenchmark(scenario)
    scenario.users = arguments.number(.users) ?? BenchmarkCommand.users
    // Strata prefer the eventful users; plain ones say how fast a life is.
    scenario.sampling = .plain
    scenario.precision = nil
    var (one, two, events) = (Double.infinity, Double.infinity, 0)
    // By turns, so that a busy moment of the machine does not fall on one of them alone.
    for _ in 0..<BenchmarkCommand.turns {
      let (single, handled) = measure(scenario, workers: 1)
      let (double, _) = measure(scenario, workers: 2)
      (one, two, events) = (min(one, single), min(two, double), handled)
    }
    let runs = Double(scenario.users * scenario.designs.count)
    let engine = HoldModel.ratio()
    console.print(
      Help.table(
        [
          (
            "scenario",
            "\(scenario.name), \(scenario.users) users, \(scenario.designs.count) designs,"
              + " best of \(BenchmarkCommand.turns) turns"
          ), ("runs a second, one worker", millions(runs / one)),
          ("events a second, one worker", millions(Double(events) / one)),
          ("runs a second, two workers", millions(runs / two)),
          ("two workers against one", "\(fixed(one / two, 2)) times"),
          ("engine's loop against a hand-written one", "\(fixed(engine, 2)) times the time"),
        ] + lines(precision) + [("peak memory", "\(peakMemory >> 20) MB")]) + "\n")
    return .holds
  }

  /// What it costs to know the lost rate of the best design well.
  private func lines(_ precision: PrecisionBenchmark?) -> [(String, String)] {
    guard let precision else { return [] }
    let cost = { (cost: PrecisionBenchmark.Cost) in
      let users = "\(millions(Double(cost.users))) users, \(fixed(cost.seconds, 2)) s"
      return cost.isReached ? users : users + ", and not reached"
    }
    return [
      ("lost rate of \(precision.design) to ±0.01 ‰, plain", cost(precision.plain)),
      ("the same from strata", cost(precision.stratified)),
      ("strata against plain", "\(fixed(precision.gain, 1)) times less time"),
    ]
  }

  /// The time of one run in seconds, and the number of its events.
  private func measure(_ scenario: Scenario, workers: Int) -> (seconds: Double, events: Int) {
    let start = ContinuousClock.now
    let results = Runner(scenario).run(workers: workers)
    let time = seconds(ContinuousClock.now - start)
    return (time, results.books[0].ledgers.reduce(0) { $0 + $1.events })
  }

  /// The most memory that this process has held at once, in bytes.
  private var peakMemory: Int {
    var usage = rusage()
    #if canImport(Glibc)
      getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    #else
      getrusage(RUSAGE_SELF, &usage)
    #endif
    #if canImport(Darwin)
      return Int(usage.ru_maxrss)
    #else
      return Int(usage.ru_maxrss) << 10
    #endif
  }

  func millions(_ number: Double) -> String { fixed(number / 1e6, 2) + " million" }

  /// A number that is not negative, with so many decimals.
  func fixed(_ number: Double, _ decimals: Int) -> String {
    let unit = (0..<decimals).reduce(1) { unit, _ in unit * 10 }
    let scaled = Int((number * Double(unit)).rounded())
    let part = String(scaled % unit)
    return "\(scaled / unit)." + String(repeating: "0", count: decimals - part.count) + part
  }
}

/// A length of time in seconds.
func seconds(_ duration: Duration) -> Double {
  let parts = duration.components
  return Double(parts.seconds) + Double(parts.attoseconds) * 1e-18
}
