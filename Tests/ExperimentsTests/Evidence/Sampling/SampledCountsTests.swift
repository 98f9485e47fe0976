import Experiments
import PurchaseWorld
import Scenarios
import TestSupport
import Testing

/// Counts of strata are scaled and rounded: none exceeds what there is, and parts add up to their total.
@Suite("Counts of strata") struct SampledCountsTests {
  /// Each of four strata has one user, who pays once: delivered, recovered, or lost in one of two ways. Of 10
  /// users each stands for 2.5.
  private static let counters: SampledCounters = {
    let outcomes = [
      HandMade.plain, HandMade.outcome([HandMade.charge(.recovered, after: 9)]),
      HandMade.lost(.undelivered, .recordDied), HandMade.lost(.crossed, .wrongRecord),
    ]
    let totals = outcomes.map { outcome in
      RunFindingsTests.results(HandMade.scenario(), users: 1) { _, _ in outcome }.totals[0]
    }
    let parts = totals.enumerated().map { index, totals in
      (
        stratum: SampledStratum(index: index, weight: 0.25, users: 1, canCharge: true),
        part: totals.countersByDesign[0]
      )
    }
    return StratifiedCounts(10, .standard, parts).all
  }()

  @Test("charges do not exceed users who buy once, and their classes and kinds add up")
  func charges() {
    let counters = Self.counters
    expectEqual(counters.total(.charges), 10)
    expectEqual(counters.deliveredAtOnce + counters.count(.recovered) + counters.count(.lost), 10)
    let kinds: [ShareMetric] = [.rescued, .undelivered, .crossed, .misdelivered]
    expectEqual(kinds.reduce(0) { $0 + counters.count($1) }, counters.count(.lost))
    for kind in LossKind.allCases {
      expectEqual(counters.counts(kind).reduce(0, +), counters.count(ShareMetric(kind)))
    }
    // Halves are rounded up, but the sum does not exceed the total.
    #expect(Set([counters.deliveredAtOnce, counters.count(.recovered)]).isSubset(of: [2, 3]))
  }

  @Test("money does not exceed what users pay, and its classes add up")
  func money() {
    let money = Self.counters.money
    let price = HandMade.charge(.delivered, after: 1).price
    expectEqual(money.charged, 10 * price)
    expectEqual(money.delivered + money.recovered + money.rescued + money.lost, money.charged)
  }
}
