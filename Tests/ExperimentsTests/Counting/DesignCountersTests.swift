import EventEngine
import Experiments
import PurchaseWorld
import Scenarios
import Statistics
import TestSupport
import Testing

@Suite("Design counters") struct DesignCountersTests {
  static let deadlines = [Delay.seconds(1), .seconds(60)]
  static let counterLayout = CounterLayout(HandMade.conditions(deadlines: deadlines))

  static func designCounters(_ runs: [(user: UInt64, outcome: UserOutcome)]) -> DesignCounters {
    var designCounters = DesignCounters(counterLayout)
    var count = UserCounters(counterLayout)
    for run in runs { designCounters.add(run.outcome, of: run.user, using: &count) }
    return designCounters
  }

  static func runs(_ count: Int, seed: UInt64) -> [(user: UInt64, outcome: UserOutcome)] {
    var random = TestRandom(seed: seed)
    return (0..<UInt64(count)).map { number -> (user: UInt64, outcome: UserOutcome) in
      if number % 3 == 0 { return (number, HandMade.plain) }
      return random.run(number)
    }
  }

  @Test("counters merge to the same counts in any order and any division", arguments: 1...5)
  func merging(seed: UInt64) {
    let runs = Self.runs(200, seed: seed)
    let whole = Self.designCounters(runs)
    var random = TestRandom(seed: seed + 100)
    var parts = Array(repeating: [(user: UInt64, outcome: UserOutcome)](), count: 7)
    for run in runs { parts[random.next(7)].append(run) }
    var forward = DesignCounters(Self.counterLayout)
    for part in parts { forward += Self.designCounters(part) }
    var backward = DesignCounters(Self.counterLayout)
    for part in parts.reversed() { backward += Self.designCounters(part.reversed()) }
    expectEqual(forward, whole)
    expectEqual(backward, whole)
  }

  @Test("the counts of all products add up to the total, except the squares of users")
  func products() {
    let designCounters = Self.designCounters(Self.runs(500, seed: 9))
    let (first, second) = (designCounters.products[0], designCounters.products[1])
    for base in Denominator.allCases {
      expectEqual(first.total(base) + second.total(base), designCounters.all.total(base))
    }
    for share in ShareMetric.allCases {
      expectEqual(first.count(share) + second.count(share), designCounters.all.count(share))
    }
    expectEqual(first.money.charged + second.money.charged, designCounters.all.money.charged)
    expectEqual(first.times.count + second.times.count, designCounters.all.times.count)
  }

  @Test("every charge ends in exactly one class, to the last minor unit")
  func classes() {
    let runs = Self.runs(500, seed: 4)
    let all = Self.designCounters(runs).all
    let charges = runs.flatMap(\.outcome.charges)
    expectEqual(all.total(.charges), charges.count)
    expectEqual(all.money.charged, charges.reduce(0) { $0 + $1.price })
    let lossOutcomes = LossTable.lossOutcomes.reduce(0) { $0 + all.count($1.kind, $1.point) }
    expectEqual(all.count(.lost) - all.count(.rescued), lossOutcomes)
    let kinds = all.count(.undelivered) + all.count(.crossed) + all.count(.misdelivered)
    expectEqual(kinds, lossOutcomes)
    expectEqual(all.deliveredAtOnce, charges.count { $0.status == .delivered })
    let recovered = charges.filter { $0.status == .recovered }
    expectEqual(all.count(.recovered), recovered.count)
    expectEqual(
      all.count(.recoveredAfterRelaunch), recovered.count(where: \.isDeliveredAfterRelaunch))
    expectEqual(all.count(.recoveredInProcess), recovered.count { !$0.isDeliveredAfterRelaunch })
    #expect(all.count(.recoveredInProcess) > 0 && all.count(.recoveredAfterRelaunch) > 0)
  }

  @Test("a user on the fast path is counted like any other user")
  func plain() {
    // The second user has a delivery that misses a deadline, so the general path counts it.
    let user: UInt64 = 0
    let slow = HandMade.outcome([HandMade.charge(.delivered, after: 2)])
    let quick = Self.designCounters([(user, HandMade.plain)])
    let counted = Self.designCounters([(user, slow)])
    for share in ShareMetric.allCases {
      expectEqual(quick.all.moments(share), counted.all.moments(share))
    }
    expectEqual(quick.all.money, counted.all.money)
    #expect(quick.events == 10 && quick.users == 1 && quick.all.deliveredAtOnce == 1)
    let row = ShareMetric.allCases.count
    expectEqual(quick.all.moments(row: row, of: .charges).numeratorSum, 0)
    expectEqual(counted.all.moments(row: row, of: .charges).numeratorSum, 1)
    expectEqual(counted.all.moments(row: row + 1, of: .charges).numeratorSum, 0)
  }

  @Test("an undelivered charge misses every deadline")
  func late() {
    let designCounters = Self.designCounters([(0, HandMade.lost())])
    let row = ShareMetric.allCases.count
    expectEqual(designCounters.all.moments(row: row, of: .charges).numeratorSum, 1)
    expectEqual(designCounters.all.moments(row: row + 1, of: .charges).numeratorSum, 1)
  }

  @Test("lost and rescued charges count as lost, and only intents to pay can be lost sales")
  func shares() {
    var refused = HandMade.outcome([])
    refused.intents[0].flags = [.refused, .noOrder, .blocked, .hung, .ticket]
    var cancelled = HandMade.outcome([])
    cancelled.intents[0].wantsToPay = false
    let twice = HandMade.outcome([
      HandMade.charge(.rescued, after: 9), HandMade.charge(.lost(.crossed, .wrongRecord)),
    ])
    let user: UInt64 = 0
    let all = Self.designCounters([(user, refused), (user, cancelled), (user, twice)]).all
    #expect(all.count(.lost) == 2 && all.count(.rescued) == 1 && all.count(.crossed) == 1)
    #expect(all.count(.doubleCharge) == 1 && all.count(.lostSale) == 1)
    #expect(all.total(.payingIntents) == 2 && all.total(.intents) == 3 && all.total(.charges) == 2)
    for share in [ShareMetric.refused, .noOrder, .blocked, .hung, .ticket] {
      expectEqual(all.count(share), 1)
    }
    #expect(all.count(.crossed, .wrongRecord) == 1 && all.count(.crossed, .wrongEntry) == 0)
    // Two charges of one user: Σn² = 4 for lost, where two users would have given 2.
    expectEqual(
      all.moments(.lost),
      RatioMoments(
        numerators: 2, denominators: 2, numeratorSquares: 4, products: 4, denominatorSquares: 4))
  }

  @Test("the first users of a kind of loss are the lowest user numbers, each once")
  func firstUsers() {
    let runs = [UInt64](arrayLiteral: 9, 4, 7, 4, 2, 8).map { ($0, HandMade.lost()) }
    let designCounters = Self.designCounters(runs)
    expectEqual(designCounters.firstUsers(.undelivered, .recordDied).values, [2, 4, 7])
    expectEqual(designCounters.firstUsers(.undelivered, .recordWiped).values, [])
  }
}
