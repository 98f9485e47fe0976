import EventEngine

/// The two benchmarks of the engine alone, without the world.
///
/// Each runs once after a warm-up of a tenth, as the programs do that they are compared with.
extension BenchmarkCommand {
  /// Measures the micro-journey.
  func runJourney() -> ExitCode {
    let users = arguments.number(.users) ?? 5_000_000
    var warmUp = MicroJourney(seed: seed &+ 1)
    warmUp.play(users: users / 10)
    var journey = MicroJourney(seed: seed)
    let start = ContinuousClock.now
    journey.play(users: users)
    let time = seconds(ContinuousClock.now - start)
    let tally = journey.tally
    let each = 1 / Double(users)
    console.print(
      Help.table([
        ("users", "\(users)"), ("delivered", "\(fixed(Double(tally.delivered) * each, 4)) a user"),
        ("crashed", "\(fixed(Double(tally.crashed) * each, 4)) a user"),
        ("retries", "\(fixed(Double(tally.retries) * each, 4)) a user"),
        ("events", "\(fixed(Double(tally.events) * each, 3)) a user"),
        ("from the tap to the goods", "\(fixed(tally.meanWait, 3)) s in the mean, without a crash"),
        ("events a second", millions(Double(tally.events) / time)),
      ]) + "\n")
    return .holds
  }

  /// Measures the hold model.
  func runHoldModel() -> ExitCode {
    let events = 10_000_000
    _ = HoldModel.run(events: events / 10, seed: seed &+ 1)
    let start = ContinuousClock.now
    let ending = HoldModel.run(events: events, seed: seed)
    let time = seconds(ContinuousClock.now - start)
    let rate = Double(events) / ending.time / Double(HoldModel.pending)
    console.print(
      Help.table([
        ("events", "\(events)"), ("pending", "\(HoldModel.pending)"),
        ("rate", "\(fixed(rate, 4)) a second for each pending"),
        ("events a second", millions(Double(events) / time)),
      ]) + "\n")
    return .holds
  }

  private var seed: UInt64 { UInt64(arguments.number(.seed) ?? 1) }
}
