import EventEngine
import JSONText
import PurchaseWorld
import Reports
import Scenarios
import Testing

@testable import Experiments
@testable import Methods

/// Attributions made by hand, so that no change of the world changes a rendering's test.
enum HandMadeAttribution {
  static var scenario: Scenario {
    var scenario = HandMade.scenario([])
    scenario.users = 1_000
    let kinds: [FaultKind] = [.crash, .appKill, .networkLoss]
    scenario.population.faults = kinds.map { kind in
      FaultRate(
        kind: kind, probability: .never, at: .charge, after: .constant(.zero),
        parameters: FaultParameters(reopens: .constant(.zero)))
    }
    scenario.designs[1].timing = .orderFirst
    scenario.designs[1].payload = .order
    scenario.designs[1].finish = .onCallback
    scenario.designs[1].ledger = true
    return scenario
  }

  /// What every tenth user of the first design lost, and why.
  private static func loss(_ user: Int) -> (Fate, OrderCause) {
    switch user / 10 % 10 {
    case 0: (.rescued, .needs([1]))
    case 1, 2: (.lost(.undelivered, .recordDied), .needs([0, 1]))
    case 3: (.lost(.crossed, .wrongRecord), .noSingleFault)
    case 4: (.lost(.undelivered, .unboundKept), .noFault)
    default: (.lost(.undelivered, .recordDied), .needs([0]))
    }
  }

  static func found(sampled: Bool = false) -> Attribution {
    let scenario = scenario
    var losses = [Losses(declarations: 3), Losses(declarations: 3)]
    for user in 0..<1_000 {
      let plain = HandMade.outcome([HandMade.charge(.delivered, after: .seconds(1))])
      losses[1].add(plain, [], of: UInt64(user))
      if user % 10 == 3 {
        let (fate, cause) = loss(user)
        let lost = HandMade.outcome([HandMade.charge(fate, after: nil)])
        losses[0].add(lost, [cause], of: UInt64(user))
      } else {
        losses[0].add(plain, [], of: UInt64(user))
      }
    }
    var books = LossBooks(scenario)
    books.designs = losses
    return Attribution(scenario, books, axes: axes(scenario, sampled: sampled))
  }

  /// Every tenth user loses unless the first part is switched; half of them also by the second.
  private static func axes(_ scenario: Scenario, sampled: Bool) -> AxisComparison {
    var designs = scenario.designs
    if sampled {
      designs[1].records.place = .keychain
      designs[1].onFailed = .keep
      designs[1].onDeferred = .ignore
      designs[1].ui = .blocking
      designs[1].queue = .perCallback
      designs[1].server.lateOrder = true
      designs[1].retry.delays = [.seconds(1), .seconds(2), .seconds(30), .seconds(100)]
    }
    let difference = DesignDifference(from: designs[0], to: designs[1])
    let plan = ShapleyPlan(players: difference.parts.count, seed: 7)
    var books = HybridBooks(designs: plan.coalitions.count, groups: 256)
    for user in 0..<1_000 {
      for (design, taken) in plan.coalitions.enumerated() {
        let saved = taken & 1 == 1 || (taken & 2 == 2 && user % 20 == 3)
        let lost = user % 10 == 3 && !saved ? 1 : 0
        books.add(
          HybridBooks.Sum(charges: 1, lost: lost, revenue: 601 * lost), design: design,
          of: UInt64(user))
      }
      books.endUser()
    }
    return AxisComparison(difference, plan, books, isExact: false, dearest: 601)
  }
}

@Suite("AttributionReport")
struct AttributionReportTests {
  private func report(_ found: Attribution) -> AttributionReport {
    AttributionReport(found) { "lostorder trace s.json --design \($0) --seed 7" }
  }

  @Test("the whole report")
  func whole() {
    #expect(report(HandMadeAttribution.found()).text == AttributionReportTests.text)
  }

  @Test("a sample of orders has a column for its error")
  func sampled() {
    let text = report(HandMadeAttribution.found(sampled: true)).shortText
    #expect(text.contains(AttributionReportTests.sampledText))
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 110 })
  }

  private static let text = """
    hand-made: Two designs by hand
    lostorder 0.1.0, seed 7, 1,000 users

    design         lost       ‰          95 %  mostly at        mostly but for
                                     interval  drop point       this fault
    zero-loss-1.0   100  100.00  82.91–120.15  recordDied 70 %  crash [0] 70 %
    zero-loss-1.2     0    0.00     0.00–2.99  –                –

    zero-loss-1.0: 100 of 1,000 charges lost

      lost as      drop point   lost      ‰         95 %  user
                                                interval
      undelivered  recordDied     70  70.00  55.78–87.51    13
      undelivered  unboundKept    10  10.00   4.81–18.31    43
      crossed      wrongRecord    10  10.00   4.81–18.31    33
      rescued      –              10  10.00   4.81–18.31     3

      but for      lost      ‰         95 %  alone    with  user
                                   interval         others
      crash [0]      70  70.00  55.78–87.51     50      20    13
      appKill [1]    30  30.00  20.33–42.55     10      20     3

      exactly                  lost       ‰          95 %   of all  user
                                                 interval     lost
      crash [0]                  50   50.00   37.34–65.39   50.0 %    53
      crash [0] + appKill [1]    20   20.00   12.26–30.72   20.0 %    13
      appKill [1]                10   10.00    4.81–18.31   10.0 %     3
      no single fault            10   10.00    4.81–18.31   10.0 %    33
      no fault                   10   10.00    4.81–18.31   10.0 %    43
      all                       100  100.00  82.91–120.15  100.0 %     3

      no lost order needed: networkLoss [2]

      replay: lostorder trace s.json --design zero-loss-1.0 --seed 7 --user 3

    zero-loss-1.2: 0 of 1,000 charges lost

    lost: orders lost or rescued, ‰ of charges; user: the first one to whom it happened.
    but for: the orders that would not have been lost without this one planned fault, everything
    else left as it was. An order that needed several faults counts for each, so these rows overlap
    and do not add up; 'exactly' splits all lost orders by the set of faults they needed, and does.
    no single fault: without any one of its faults another was enough. no fault: lost even without
    any planned fault, by the design, by what users do, or in an outage of the scenario.

    what each axis buys from zero-loss-1.0 to zero-loss-1.2

    axis           from               to            lost      ±     lost      ±
                                                       ‰         revenue
    zero-loss-1.0                                 100.00          60,100
    timing         purchaseFirst      orderFirst  -75.00  13.12  -45,075  7,885
    + payload      none               order
    finish         afterVerification  onCallback  -25.00   7.34  -15,025  4,409
    zero-loss-1.2                                   0.00               0

    changes nothing here: ledger

    Shapley shares: the mean change when an axis is switched, over all orders of switching;
    below 0 less is lost. They add up to the difference, to the last unit. 8 designs played.
    ±: half of the 95 % interval. Revenue in minor units.
    An axis with '+' is switched together with the one above it.

    """
  private static let sampledText = """
    axis           from           to            lost      ±  orders'     lost      ±
                                                   ‰           error  revenue
    zero-loss-1.0                             100.00                   60,100
    timing         purchaseFirst  orderFirst  -75.00  13.12     0.00  -45,075  7,885
    + payload      none           order
    records.in     memory         keychain    -25.00   7.34     0.00  -15,025  4,409
    zero-loss-1.2                               0.00                        0

    """
}
