import EventEngine
import Experiments
import Methods
import PurchaseWorld
import Scenarios
import Statistics
import TestSupport
import Testing

/// The sums of pairs, which skip users with the same result under all designs, against sums over
/// all users.
@Suite("Pair accumulator") struct PairAccumulatorTests {
  private static var scenario: Scenario {
    var scenario = HandMade.scenario(
      designs: ["a", "b", "c"],
      expect: Self.metrics.map { .below($0, of: "a", below: "c", by: .difference(0)) },
      deadlines: [.seconds(10)])
    scenario.declaredPairs = [DesignPair(0, 1), DesignPair(2, 1), DesignPair(2, 0)]
    return scenario
  }

  private static let metrics: [Metric] = [
    .lostRate, .share(.recovered), .lateRate(within: .seconds(10)), .failedRetryRate(retry: 1),
    .share(.hung), .share(.lostSale), .lostRevenue, .recoveredRevenue, .badDebt,
  ]

  /// The outcomes of users: plain, charged twice, never charged, cancelled or random; often equal.
  private static func runs(_ seed: UInt64, users: Int) -> [[UserOutcome]] {
    var random = TestRandom(seed: seed)
    return (0..<users).map { _ in
      let common = random.next(4)
      return (0..<3).map { _ in
        switch random.next(2) == 0 ? random.next(7) : common {
        case 0: random.next(4) == 0 ? expensive : HandMade.plain
        case 1: HandMade.outcome([HandMade.charge(.delivered), HandMade.charge(.delivered)])
        case 2: HandMade.outcome([])
        case 3: cancelled
        default: random.run(0).outcome
        }
      }
    }
  }

  /// A plain user with goods that are listed for more than the store takes.
  private static var expensive: UserOutcome {
    var outcome = HandMade.plain
    outcome.charges[0].bookedAmount = outcome.charges[0].price + 200
    return outcome
  }

  private static var cancelled: UserOutcome {
    var outcome = HandMade.outcome([])
    outcome.intents[0].wantsToPay = false
    return outcome
  }

  private static func totals(_ runs: ArraySlice<[UserOutcome]>) -> RunAccumulator {
    HandMade.totals(scenario, runs)
  }

  /// The lost orders and the charges of a user.
  private static func lost(_ outcome: UserOutcome) -> (count: Int, of: Int) {
    let charges = outcome.charges.filter { $0.status != .refunded }
    return (charges.count { $0.status.countsAsLost }, charges.count)
  }

  @Test("the sums of a pair equal sums over all users one by one", arguments: 1...3)
  func moments(seed: UInt64) {
    let runs = Self.runs(seed, users: 500)
    let totals = Self.totals(runs[...])
    for counts in totals.discordantUsersByPair.counts {
      var moments = PairMoments()
      var users = [0, 0, 0, 0]
      for run in runs {
        let first = Self.lost(run[counts.pair.first])
        let second = Self.lost(run[counts.pair.second])
        moments.add(first.count, of: first.of, and: second.count, of: second.of)
        users[(first.count > 0 ? 2 : 0) + (second.count > 0 ? 1 : 0)] += 1
      }
      expectEqual(totals.jointSums.moments(0, of: counts.pair, totals.countersByDesign), moments)
      expectEqual([counts.onlySecond, counts.onlyFirst, counts.both], Array(users[1...]))
      #expect(users.allSatisfy { $0 > 0 })
    }
  }

  @Test("the sums of claims equal sums over all users one by one", arguments: 1...3)
  func claims(seed: UInt64) {
    let runs = Self.runs(seed, users: 500)
    let scenario = Self.scenario
    let counterLayout = CounterLayout(scenario)
    let totals = Self.totals(runs[...])
    expectEqual(totals.claimPairSums.map(\.metric), Self.metrics)
    for pair in totals.claimPairSums {
      var moments = PairMoments()
      for run in runs {
        let (first, second) = (
          note(run[0], pair.metric, counterLayout), note(run[2], pair.metric, counterLayout)
        )
        moments.add(first.0, of: first.1, and: second.0, of: second.1)
      }
      expectEqual(pair.moments, moments)
    }
  }

  /// The contribution of a user to a claim.
  private func note(_ outcome: UserOutcome, _ metric: Metric, _ counterLayout: CounterLayout) -> (
    Int, Int
  ) {
    var count = UserCounters(counterLayout)
    count.replace(with: outcome, product: nil, counterLayout: counterLayout)
    switch metric {
    case .failedRetryRate(let retry):
      return (Int(outcome.log.failedTries[retry]), Int(outcome.log.failedTries[0]))
    case .lostRevenue: return (count.lostAmount, 1)
    case .recoveredRevenue: return (count.recoveredAmount, 1)
    case .badDebt: return (count.badDebtAmount, 1)
    case .lateRate: return (count.rows[ShareMetric.allCases.count], count.denominators.charges)
    case .deliveryP50, .deliveryP95, .deliveryP99, .backend: return (0, 0)
    case .share(let share): return (count.rows[share.rawValue], count.total(share.denominator))
    }
  }

  @Test("partial accumulators merge into the accumulator of all users, in any order")
  func merge() {
    let runs = Self.runs(4, users: 600)
    let whole = Self.totals(runs[...])
    let parts = [runs[..<100], runs[100..<101], runs[101...]].map(Self.totals)
    for order in [[0, 1, 2], [2, 0, 1], [1, 2, 0]] {
      var merged = RunAccumulator(Self.scenario)
      for part in order { merged += parts[part] }
      expectEqual(merged.discordantUsersByPair, whole.discordantUsersByPair)
      expectEqual(merged.claimPairSums, whole.claimPairSums)
    }
    #expect(
      whole.discordantUsersByPair.counts.allSatisfy {
        $0.losersUnderFirstOnly.values.count == DiscordantUsers.maximum
      })
  }

  @Test("1, 2 and 7 workers give the same comparison, byte by byte")
  func workers() throws {
    var scenario = try RunnerTests.ordering(users: 3_000)
    scenario.declaredPairs = [DesignPair(1, 0), DesignPair(0, 2)]
    let one = Runner(scenario).run(workers: 1)
    #expect(
      one.totals[0].discordantUsersByPair.counts.contains { $0.onlyFirst > DiscordantUsers.maximum }
    )
    for workers in [2, 7] {
      let many = Runner(scenario).run(workers: workers)
      expectEqual(many.totals[0].discordantUsersByPair, one.totals[0].discordantUsersByPair)
      expectEqual(RunFindings(many).comparisons, RunFindings(one).comparisons)
    }
  }

  @Test("a replayed discordant user loses an order under one of the two designs only")
  func replay() throws {
    let scenario = try RunnerTests.ordering(users: 3_000)
    var simulator = Simulator(conditions: scenario.population.conditions)
    var user = VirtualUser(number: 0, draws: KeyedDraws(seed: 0, user: 0))
    var outcome = UserOutcome()
    var replayed = 0
    for counts in Runner(scenario).run(workers: 2).totals[0].discordantUsersByPair.counts {
      let (first, second) = (counts.pair.first, counts.pair.second)
      for (discordantUsers, loser, saver) in [
        (counts.losersUnderFirstOnly, first, second), (counts.losersUnderSecondOnly, second, first),
      ] {
        for discordant in discordantUsers.values {
          scenario.population.draw(discordant.user, seed: scenario.seed, into: &user)
          try simulator.simulate(scenario.designs[loser], of: user, into: &outcome)
          expectEqual(outcome.charges.first { $0.status.countsAsLost }?.status, discordant.status)
          try simulator.simulate(scenario.designs[saver], of: user, into: &outcome)
          #expect(!outcome.charges.contains { $0.status.countsAsLost })
          replayed += 1
        }
      }
    }
    #expect(replayed > DiscordantUsers.maximum)
  }
}
