import Experiments
import PurchaseWorld
import Scenarios

/// How long one worker needs to know the lost-order rate of a scenario's best design well enough.
struct PrecisionBenchmark {
  /// Half the width of the interval that is wanted: 0.01 ‰.
  static let halfWidth = 1e-5

  /// What one way of drawing users needed.
  struct Cost {
    var seconds: Double
    var users: Int
    /// Whether the half-width was reached.
    var isReached: Bool
  }

  /// The design that loses the fewest orders.
  let design: String
  let stratified: Cost
  let plain: Cost

  /// How many times less time the strata need.
  var gain: Double { plain.seconds / stratified.seconds }

  /// Measures a scenario; nil when faults are not rare in it, or when no design charges anyone.
  init?(_ scenario: Scenario) {
    var scenario = scenario
    scenario.expectations = []
    scenario.precision = nil
    scenario.sampling = nil
    guard scenario.effectiveSampling == .stratified else { return nil }
    let results = Runner(scenario).run(workers: 1)
    let rates = scenario.designs.indices.compactMap { index in
      results.ledger(index).all.rate(.lost).map { (index, $0.value) }
    }
    guard let best = rates.min(by: { $0.1 < $1.1 })?.0 else { return nil }
    scenario.designs = [scenario.designs[best]]
    design = scenario.designs[0].name
    var precision = Precision(.halfWidth(PrecisionBenchmark.halfWidth))
    precision.atMost = min(1_000_000_000, scenario.mostUsers)
    scenario.precision = precision
    let turns = (0..<PrecisionBenchmark.turns).map { [scenario] _ in
      PrecisionBenchmark.cost(scenario, .stratified)
    }
    // All turns are the same run; other work of the machine shows in so short a time.
    stratified = turns.sorted { $0.seconds < $1.seconds }[PrecisionBenchmark.turns / 2]
    plain = PrecisionBenchmark.cost(scenario, .plain)
  }

  /// How often the strata are timed; the middle counts.
  private static let turns = 9

  private static func cost(_ scenario: Scenario, _ sampling: Sampling) -> Cost {
    var scenario = scenario
    scenario.sampling = sampling
    let start = ContinuousClock.now
    let results = Runner(scenario).run(workers: 1)
    return Cost(
      seconds: lostorder.seconds(ContinuousClock.now - start), users: results.users + results.pilot,
      isReached: results.isPrecise)
  }
}
