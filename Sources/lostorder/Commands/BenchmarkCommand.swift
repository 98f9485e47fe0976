import Methods
import CLibrary
import Experiments
import JSONText
import PurchaseWorld
import Reports
import Scenarios

/// `lostorder benchmark`: how fast this machine runs a scenario, and in how much memory.
///
/// It looks at a clock, as progress and time limits do; nothing of that goes into results. The machine
/// may be busy with other things, so the best of several turns counts.
extension Call {
  /// Many short turns: a machine that is shared has some quiet tenth of a second, rarely many seconds.
  private static let turns = 30

  func benchmark() throws(Refusal) -> ExitCode {
    let micro = [Option.journey, .hold].filter(arguments.has).map(\.name)
    if micro.count > 1 {
      throw Refusal("'\(micro[0])' and '\(micro[1])' are two benchmarks; expected one of them")
    }
    if let one = micro.first, let file = arguments.operands.first {
      throw Refusal("'\(one)' plays no scenario; expected no file, but \(file.quoted) is given")
    }
    if arguments.has(.hold), arguments.has(.users) {
      throw Refusal("'\(Option.hold.name)' has no users; expected no '\(Option.users.name)'")
    }
    let seed = UInt64(arguments.number(.seed) ?? 1)
    let rows =
      try arguments.has(.journey)
      ? measureJourney(seed) : arguments.has(.hold) ? measureHoldModel(seed) : measureScenario()
    return console.show(Help.table(rows) + "\n")
  }

  private func measureScenario() throws(Refusal) -> [(String, String)] {
    let path = arguments.operands.first ?? "scenarios/field.json"
    var scenario = try input(path).scenario
    if scenario.isCase {
      throw Refusal("a case has one user and cannot be measured: \(path.quoted)")
    }
    let precision = measurePrecision(scenario)
    // Strata prefer the eventful users; plain ones say how fast a life is.
    (scenario.sampling, scenario.precision) = (.plain, nil)
    scenario.users = arguments.number(.users) ?? 20_000
    var (one, two, events) = (Double.infinity, Double.infinity, 0)
    // By turns, so that a busy moment of the machine does not fall on one of them alone.
    for _ in 0..<Call.turns {
      let (single, results) = measure { Runner(scenario).run(workers: 1) }
      let (double, _) = measure { Runner(scenario).run(workers: 2) }
      (one, two) = (min(one, single), min(two, double))
      events = results.books[0].ledgers.reduce(0) { $0 + $1.events }
    }
    let (users, designs) = (scenario.users, scenario.designs.count)
    let runs = Double(users * designs)
    let engine = Numerals.fixed(loopRatio(), digits: 2)
    let what = language(
      "{0}, {1} users, {2} designs, best of {3} turns", scenario.name, "\(users)", "\(designs)",
      "\(Call.turns)")
    return [
      (language("scenario"), what), (language("runs a second, one worker"), millions(runs / one)),
      (language("events a second, one worker"), millions(Double(events) / one)),
      (language("runs a second, two workers"), millions(runs / two)),
      (
        language("two workers against one"),
        language("{0} times", Numerals.fixed(one / two, digits: 2))
      ),
      (
        language("engine's loop against a hand-written one"), language("{0} times the time", engine)
      ),
    ] + precision + [(language("peak memory"), "\(peakMemory >> 20) MB")]
  }

  /// How many times as long the engine's loop takes as one written by hand; the best of 60 turns.
  ///
  /// Turns are short, a millisecond or two, so that a busy machine leaves some of them alone.
  private func loopRatio() -> Double {
    var (engine, byHand) = (Double.infinity, Double.infinity)
    for _ in 0..<60 {
      let first = measure { HoldModel.run(events: 50_000, seed: 1) }
      let second = measure { HoldModel.runByHand(events: 50_000, seed: 1) }
      precondition(first.found == second.found, "both loops handle the same events")
      (engine, byHand) = (min(engine, first.seconds), min(byHand, second.seconds))
    }
    return engine / byHand
  }

  /// What it costs one worker to know the lost rate of the design that loses the fewest orders to
  /// ±0.01 ‰; nothing when faults are not rare in a scenario, or when no design charges anyone.
  private func measurePrecision(_ scenario: Scenario) -> [(String, String)] {
    var scenario = scenario
    (scenario.expectations, scenario.precision, scenario.sampling) = ([], nil, nil)
    guard scenario.effectiveSampling == .stratified else { return [] }
    let results = Runner(scenario).run(workers: 1)
    let rates = scenario.designs.indices.compactMap { index in
      results.ledger(index).all.rate(.lost).map { (index, $0.value) }
    }
    guard let best = rates.min(by: { $0.1 < $1.1 })?.0 else { return [] }
    scenario.designs = [scenario.designs[best]]
    var precision = Precision(.halfWidth(1e-5))
    precision.atMost = min(1_000_000_000, scenario.mostUsers)
    scenario.precision = precision
    let cost = { (sampling: Sampling) -> (seconds: Double, words: String) in
      scenario.sampling = sampling
      let (seconds, results) = measure { Runner(scenario).run(workers: 1) }
      let users = millions(Double(results.users + results.pilot))
      let time = language("{0} s", Numerals.fixed(seconds, digits: 2))
      let words = [
        language("{0} users", users), time, results.isPrecise ? nil : language("and not reached"),
      ]
      return (seconds, language.list(words.compactMap(\.self)))
    }
    // All turns are the same run; other work of the machine shows in so short a time, so the middle
    // of them counts.
    let turns = (0..<9).map { _ in cost(.stratified) }
    let stratified = turns.sorted { $0.seconds < $1.seconds }[turns.count / 2]
    let plain = cost(.plain)
    let gain = Numerals.fixed(plain.seconds / stratified.seconds, digits: 1)
    return [
      (language("lost rate of {0} to ±0.01 ‰, plain", scenario.designs[0].name), plain.words),
      (language("the same from strata"), stratified.words),
      (language("strata against plain"), language("{0} times less time", gain)),
    ]
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

  // The two benchmarks of the engine alone, without the world. Each runs once after a warm-up of a
  // tenth, as the programs do that they are compared with.
  private func measureJourney(_ seed: UInt64) -> [(String, String)] {
    let users = arguments.number(.users) ?? 5_000_000
    var warmUp = MicroJourney(seed: seed &+ 1)
    warmUp.play(users: users / 10)
    var journey = MicroJourney(seed: seed)
    let (time, _) = measure { journey.play(users: users) }
    let (tally, share) = (journey.tally, 1 / Double(users))
    let each = { (number: Int, digits: Int) in
      language("{0} a user", Numerals.fixed(Double(number) * share, digits: digits))
    }
    let wait = Numerals.fixed(tally.meanWait, digits: 3)
    return [
      (language("users"), "\(users)"), (language("delivered"), each(tally.delivered, 4)),
      (language("crashed"), each(tally.crashed, 4)), (language("retries"), each(tally.retries, 4)),
      (language("events"), each(tally.events, 3)),
      (
        language("from the tap to the goods"),
        language("{0} s in the mean, without a crash", wait)
      ), (language("events a second"), millions(Double(tally.events) / time)),
    ]
  }

  private func measureHoldModel(_ seed: UInt64) -> [(String, String)] {
    let events = 10_000_000
    _ = HoldModel.run(events: events / 10, seed: seed &+ 1)
    let (time, ending) = measure { HoldModel.run(events: events, seed: seed) }
    let rate = Double(events) / ending.time / Double(HoldModel.pending)
    return [
      (language("events"), "\(events)"), (language("pending"), "\(HoldModel.pending)"),
      (
        language("rate"), language("{0} a second for each pending", Numerals.fixed(rate, digits: 4))
      ), (language("events a second"), millions(Double(events) / time)),
    ]
  }

  private func millions(_ number: Double) -> String {
    language("{0} million", Numerals.fixed(number / 1e6, digits: 2))
  }
}

/// How long some work takes, in seconds, and what comes of it.
func measure<Found>(_ work: () -> Found) -> (seconds: Double, found: Found) {
  let start = ContinuousClock.now
  let found = work()
  return ((ContinuousClock.now - start) / .seconds(1), found)
}
