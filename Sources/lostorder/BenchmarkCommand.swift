import Experiments
import JSONText
import Scenarios

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// `lostorder benchmark`: how fast this machine runs a scenario, and in how much memory.
///
/// The only part of the product that looks at a clock; nothing of it goes into results. The machine may
/// be busy with other things, so the best of several turns counts.
struct BenchmarkCommand {
  let console: Console
  let arguments: Arguments

  private static let turns = 3

  func run() -> ExitCode {
    let path = arguments.operands.first ?? "scenarios/ordering.json"
    let read = ScenarioFiles([path])
    guard var scenario = read.files.first?.scenario else {
      for problem in read.problems { console.complain(problem + "\n") }
      return .badScenario
    }
    scenario.users = arguments.number(.users) ?? 50_000
    if let seed = arguments.number(.seed) { scenario.seed = UInt64(seed) }
    if scenario.isCase {
      console.complain("lostorder: a case has one user and cannot be measured: \(path.quoted)\n")
      return .usage
    }
    let (one, events) = best(scenario, workers: 1)
    let (two, _) = best(scenario, workers: 2)
    let memory = peakMemory
    let runs = Double(scenario.users * scenario.designs.count)
    let engine = HoldModel.ratio()
    console.print(
      Help.table([
        (
          "scenario", "\(scenario.name), \(scenario.users) users, \(scenario.designs.count) designs"
        ),
        ("runs a second, one worker", millions(runs / one)),
        ("events a second, one worker", millions(Double(events) / one)),
        ("runs a second, two workers", millions(runs / two)),
        ("two workers against one", "\(hundredths(one / two)) times"),
        ("peak memory", "\(memory >> 20) MB"),
        ("engine's loop against a hand-written one", "\(hundredths(engine)) times the time"),
      ]) + "\n")
    return .holds
  }

  /// The shortest time in seconds of several runs, and the number of events of one.
  private func best(_ scenario: Scenario, workers: Int) -> (seconds: Double, events: Int) {
    var best = Double.infinity
    var events = 0
    for _ in 0..<BenchmarkCommand.turns {
      let start = ContinuousClock.now
      let results = Runner(scenario).run(workers: workers)
      best = min(best, seconds(ContinuousClock.now - start))
      events = results.books.ledgers.reduce(0) { $0 + $1.events }
    }
    return (best, events)
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

  private func millions(_ number: Double) -> String { hundredths(number / 1e6) + " million" }

  private func hundredths(_ number: Double) -> String {
    let scaled = Int((number * 100).rounded())
    let part = String(scaled % 100)
    return "\(scaled / 100)." + (part.count < 2 ? "0" : "") + part
  }
}

/// A length of time in seconds.
func seconds(_ duration: Duration) -> Double {
  let parts = duration.components
  return Double(parts.seconds) + Double(parts.attoseconds) * 1e-18
}
