import Methods
import CLibrary
import Experiments
import JSONText
import PurchaseWorld
import Reports
import Scenarios

/// `lostorder benchmark`: the speed and the memory use of a scenario on this machine.
///
/// It reads a clock, as progress and time limits do; results never depend on it. The machine may be
/// busy, so the best of several turns counts.
extension CommandContext {
  /// Many short turns: a shared machine is sometimes quiet for a tenth of a second, rarely for many
  /// seconds.
  private static let turns = 30

  func benchmark() throws(CommandError) -> ExitCode {
    let micro = [Option.journey, .hold].filter(arguments.has).map(\.name)
    if micro.count > 1 {
      throw CommandError("'\(micro[0])' and '\(micro[1])' are two benchmarks; expected one of them")
    }
    if let one = micro.first, let file = arguments.operands.first {
      throw CommandError("'\(one)' runs no scenario; expected no file, but \(file.quoted) is given")
    }
    if arguments.has(.hold), arguments.has(.users) {
      throw CommandError("'\(Option.hold.name)' has no users; expected no '\(Option.users.name)'")
    }
    let seed = UInt64(arguments.number(.seed) ?? 1)
    let rows =
      try arguments.has(.journey)
      ? measureJourney(seed) : arguments.has(.hold) ? measureHoldModel(seed) : measureScenario()
    return console.show(Help.table(rows) + "\n")
  }

  private func measureScenario() throws(CommandError) -> [(String, String)] {
    let path = arguments.operands.first ?? "scenarios/field.json"
    var scenario = try input(path).scenario
    if scenario.isCase {
      throw CommandError("\(path.quoted) is a case with one user and cannot be measured")
    }
    let precision = measurePrecision(scenario)
    // Strata prefer eventful users; plain sampling gives the mean speed per user.
    (scenario.sampling, scenario.precision) = (.plain, nil)
    scenario.userCount = arguments.number(.users) ?? 20_000
    var (one, two, events) = (Double.infinity, Double.infinity, 0)
    // Alternating turns, so that a busy moment of the machine affects both measurements.
    for _ in 0..<CommandContext.turns {
      let (single, results) = measure { Runner(scenario).run(workers: 1) }
      let (double, _) = measure { Runner(scenario).run(workers: 2) }
      (one, two) = (min(one, single), min(two, double))
      events = results.totals[0].countersByDesign.reduce(0) { $0 + $1.events }
    }
    let (users, designs) = (scenario.userCount, scenario.designs.count)
    let runs = Double(users * designs)
    let engine = NumberFormat.fixed(loopRatio(), digits: 2)
    let speedUp = NumberFormat.fixed(one / two, digits: 2)
    let message = language(
      "{0}, {1} users, {2} designs, best of {3} turns", scenario.name, "\(users)", "\(designs)",
      "\(CommandContext.turns)")
    return [
      (language("scenario"), message),
      (language("runs per second, one worker"), millions(runs / one)),
      (language("events per second, one worker"), millions(Double(events) / one)),
      (language("runs per second, two workers"), millions(runs / two)),
      (language("speed-up with two workers"), language("{0} times", speedUp)),
      (
        language("engine loop compared with a hand-written loop"),
        language("{0} times the time", engine)
      ),
    ] + precision + [(language("peak memory"), "\(peakMemory >> 20) MB")]
  }

  /// The time of the engine's loop divided by the time of a hand-written loop; the best of 60
  /// turns.
  ///
  /// Turns take a millisecond or two, so that a busy machine leaves some of them undisturbed.
  private func loopRatio() -> Double {
    var (engine, byHand) = (Double.infinity, Double.infinity)
    for _ in 0..<60 {
      let first = measure { HoldModel.run(events: 50_000, seed: 1) }
      let second = measure { HoldModel.runReference(events: 50_000, seed: 1) }
      precondition(first.found == second.found, "both loops handle the same events")
      (engine, byHand) = (min(engine, first.seconds), min(byHand, second.seconds))
    }
    return engine / byHand
  }

  /// The cost for one worker of estimating the lost rate of the best design to ±0.01 ‰. Empty if
  /// faults are not rare in the scenario, or if no design charges a user.
  private func measurePrecision(_ scenario: Scenario) -> [(String, String)] {
    var scenario = scenario
    (scenario.expectations, scenario.precision, scenario.sampling) = ([], nil, nil)
    guard scenario.effectiveSampling == .stratified else { return [] }
    let results = Runner(scenario).run(workers: 1)
    let rates = scenario.designs.enumerated().compactMap { index, design in
      results.designCounters(index).all.rate(.lost).map { (design, $0.value) }
    }
    guard let best = rates.min(by: { $0.1 < $1.1 })?.0 else { return [] }
    scenario.designs = [best]
    var precision = Precision(.halfWidth(1e-5))
    precision.maxUsers = min(1_000_000_000, scenario.maxUsersForMoney)
    scenario.precision = precision
    let cost = { (sampling: Sampling) -> (seconds: Double, words: String) in
      scenario.sampling = sampling
      let (seconds, results) = measure { Runner(scenario).run(workers: 1) }
      let users = millions(Double(results.users + results.pilotUsers))
      let time = language("{0} s", NumberFormat.fixed(seconds, digits: 2))
      let remarks = results.isPrecise ? [] : [language("precision not reached")]
      return (seconds, language.list([language("{0} users", users), time] + remarks))
    }
    // All turns repeat the same run; other work of the machine disturbs such short runs, so the
    // median counts.
    let turns = (0..<9).map { _ in cost(.stratified) }
    let stratified = turns.sorted { $0.seconds < $1.seconds }[turns.count / 2]
    let plain = cost(.plain)
    let gain = NumberFormat.fixed(plain.seconds / stratified.seconds, digits: 1)
    return [
      (language("lost rate of {0} to ±0.01 ‰, plain", scenario.designs[0].name), plain.words),
      (language("the same with stratified sampling"), stratified.words),
      (language("stratified compared with plain"), language("{0} times less time", gain)),
    ]
  }

  /// The peak memory of this process, in bytes.
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

  // The two benchmarks of the engine alone, without the simulated world. Each runs once after a
  // warm-up of a tenth, like the programs of the comparison.
  private func measureJourney(_ seed: UInt64) -> [(String, String)] {
    let users = arguments.number(.users) ?? 5_000_000
    var warmUp = MicroJourney(seed: seed &+ 1)
    warmUp.simulate(users: users / 10)
    var journey = MicroJourney(seed: seed)
    let (time, _) = measure { journey.simulate(users: users) }
    let (counters, share) = (journey.counters, 1 / Double(users))
    let each = { (number: Int, digits: Int) in
      language("{0} per user", NumberFormat.fixed(Double(number) * share, digits: digits))
    }
    let wait = NumberFormat.fixed(counters.meanWait, digits: 3)
    return [
      (language("users"), "\(users)"), (language("delivered"), each(counters.delivered, 4)),
      (language("crashed"), each(counters.crashed, 4)),
      (language("retries"), each(counters.lostRequests, 4)),
      (language("events"), each(counters.events, 3)),
      (language("from tap to delivery"), language("{0} s on average, without a crash", wait)),
      (language("events per second"), millions(Double(counters.events) / time)),
    ]
  }

  private func measureHoldModel(_ seed: UInt64) -> [(String, String)] {
    let events = 10_000_000
    _ = HoldModel.run(events: events / 10, seed: seed &+ 1)
    let (time, ending) = measure { HoldModel.run(events: events, seed: seed) }
    let rate = Double(events) / ending.time / Double(HoldModel.pending)
    let perEvent = NumberFormat.fixed(rate, digits: 4)
    return [
      (language("events"), "\(events)"), (language("pending"), "\(HoldModel.pending)"),
      (language("rate"), language("{0} per second for each pending event", perEvent)),
      (language("events per second"), millions(Double(events) / time)),
    ]
  }

  private func millions(_ number: Double) -> String {
    language("{0} million", NumberFormat.fixed(number / 1e6, digits: 2))
  }
}

/// The duration of some work, in seconds, and its result.
func measure<Found>(_ work: () -> Found) -> (seconds: Double, found: Found) {
  let start = ContinuousClock.now
  let found = work()
  return ((ContinuousClock.now - start) / .seconds(1), found)
}
