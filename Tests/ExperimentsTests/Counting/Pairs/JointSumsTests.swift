import EventEngine
import Experiments
import PurchaseWorld
import Scenarios
import Statistics
import TestSupport
import Testing

/// The sums of every two designs, which add most users once for all pairs, against full sums.
@Suite("Joint sums") struct JointSumsTests {
  private static func scenario(refundsItself: Bool) -> Scenario {
    var scenario = HandMade.scenario(designs: ["a", "b", "c"])
    if refundsItself { scenario.designs[2].store = .playBilling }
    return scenario
  }

  /// The outcomes of users: often equal under all designs.
  private static func runs(_ seed: UInt64, users: Int) -> [[UserOutcome]] {
    var random = TestRandom(seed: seed)
    return (0..<users).map { _ in
      let common = random.next(2) == 0 ? random.run(0).outcome : HandMade.plain
      return (0..<3).map { _ in random.next(3) == 0 ? random.run(0).outcome : common }
    }
  }

  /// The contribution of a user to an objective, counted from the outcome.
  private static func note(
    _ outcome: UserOutcome, _ objective: Objective, _ counterLayout: CounterLayout
  ) -> (Int, Int) {
    var count = UserCounters(counterLayout)
    count.replace(with: outcome, product: nil, counterLayout: counterLayout)
    return switch objective.metric {
    case .share(let share): (count.rows[share.rawValue], count.total(share.denominator))
    default: (count.badDebtAmount, 1)
    }
  }

  @Test(
    "the sums of every objective equal sums over all users one by one", arguments: 1...3,
    [true, false])
  func moments(seed: UInt64, refundsItself: Bool) {
    let scenario = Self.scenario(refundsItself: refundsItself)
    let runs = Self.runs(seed, users: 400)
    let (totals, counterLayout) = (HandMade.totals(scenario, runs[...]), CounterLayout(scenario))
    expectEqual(scenario.objectives.count, (refundsItself ? 5 : 4))
    for (index, objective) in scenario.objectives.enumerated() {
      for pair in [DesignPair(0, 1), DesignPair(1, 0), DesignPair(0, 2), DesignPair(2, 1)] {
        var moments = PairMoments()
        for run in runs {
          let (first, second) = (
            Self.note(run[pair.first], objective, counterLayout),
            Self.note(run[pair.second], objective, counterLayout)
          )
          moments.add(first.0, of: first.1, and: second.0, of: second.1)
        }
        expectEqual(
          totals.jointSums.moments(index, of: pair, totals.countersByDesign), moments,
          "\(objective)")
      }
    }
  }

  @Test("partial sums merge into the sums of all users, in any order")
  func merge() {
    let scenario = Self.scenario(refundsItself: true)
    let runs = Self.runs(4, users: 300)
    let parts = [runs[..<100], runs[100..<101], runs[101...]].map { HandMade.totals(scenario, $0) }
    for order in [[0, 1, 2], [2, 0, 1]] {
      var merged = RunAccumulator(scenario)
      for part in order { merged += parts[part] }
      expectEqual(merged.jointSums, HandMade.totals(scenario, runs[...]).jointSums)
    }
  }

  @Test("with more than forty designs, only compared pairs have joint sums")
  func many() {
    var scenario = HandMade.scenario(designs: (0...JointSums.maxDesigns).map { "d\($0)" })
    scenario.declaredPairs = [DesignPair(3, 1)]
    let totals = RunAccumulator(scenario)
    #expect(totals.jointSums.moments(0, of: DesignPair(1, 3), totals.countersByDesign) != nil)
    #expect(totals.jointSums.moments(0, of: DesignPair(0, 1), totals.countersByDesign) == nil)
  }
}
