import EventEngine
import Experiments
import LossAttribution
import Methods
import PurchaseWorld
import Scenarios
import TestSupport
import Testing

/// Orders that Play refunds automatically (G10): counted, and never a reason to prefer a design.
@Suite("Automatic refunds") struct AutoRefundTests {
  private static let refunded = HandMade.outcome([
    HandMade.charge(.autoRefunded(.lost(.undelivered, .observerMissing)))
  ])
  private static let delivered = HandMade.outcome([
    HandMade.charge(.autoRefunded(.delivered), after: 1)
  ])
  private static let asked = HandMade.outcome([HandMade.charge(.refunded)])

  /// Two designs, both on one store.
  private static func scenario(on store: Design.StoreKind) -> Scenario {
    var scenario = HandMade.scenario()
    for index in scenario.designs.indices { scenario.designs[index].store = store }
    return scenario
  }

  /// Of 100 users a loses 10; b loses none of them, and has 20 others refunded, of which 5 with goods.
  private static func outcome(_ design: Int, _ user: Int) -> UserOutcome {
    switch (design, user) {
    case (0, 0..<10): HandMade.lost()
    case (1, 10..<25): refunded
    case (1, 25..<30): delivered
    case (_, 30): asked
    default: HandMade.plain
    }
  }

  @Test("G10: the rates of lost and refunded orders are fractions of all charges")
  func shares() throws {
    let findings = RunFindingsTests.findings(
      Self.scenario(on: .playBilling), users: 100, Self.outcome)
    let counters = findings.designs[1].totalCounters
    #expect(counters.total(.charges) == 79 && counters.total(.chargesAndAutoRefunds) == 99)
    let shares: [ShareMetric] = [
      .lost, .autoRefunded, .autoRefundedAfterDelivery, .lostOrAutoRefunded,
    ]
    let counts = shares.map { counters.rate($0)?.value ?? -1 }
    let expected: [Double] = [0, 15.0 / 99, 5.0 / 99, 15.0 / 99]
    expectEqual(counts, expected)
    expectEqual(findings.designs[0].totalCounters.rate(.lostOrAutoRefunded)?.value, 10.0 / 99)
  }

  @Test("G10: on Play, the design with lost or refunded orders for fewer users is preferred")
  func pairs() throws {
    let findings = RunFindingsTests.findings(
      Self.scenario(on: .playBilling), users: 1_000
    ) { Self.outcome($0, $1 % 100) }
    let pair = try #require(findings.comparisons.first)
    #expect(pair.share == .lostOrAutoRefunded && pair.betterDesign == "a")
    #expect(pair.users.onlyFirst == 100 && pair.users.onlySecond == 150)
    #expect(abs((pair.difference?.value ?? 0) - 5.0 / 99) < 1e-12)
    expectEqual(
      pair.losersUnderSecondOnly.first?.status, .autoRefunded(.lost(.undelivered, .observerMissing))
    )
  }

  @Test("section 8: without a design on Play, designs are compared by lost orders alone")
  func others() throws {
    for store in [Design.StoreKind.storeKit1, .storeKit2] {
      expectEqual(Self.scenario(on: store).comparedShare, .lost)
    }
    var both = Self.scenario(on: .storeKit2)
    both.designs[1].store = .playBilling
    expectEqual(both.comparedShare, .lostOrAutoRefunded)
  }

  @Test("G10: an attribution lists where refunded orders would have been lost, and their total")
  func attribution() {
    var losses = DesignLossCounts(declarations: 1)
    losses.add(Self.refunded, [.needs([0])], of: 1)
    losses.add(Self.delivered, [], of: 2)
    losses.add(Self.asked, [], of: 3)
    losses.add(HandMade.lost(), [.noFault], of: 4)
    #expect(losses.charges == 3 && losses.all.orders == 2)
    expectEqual(losses.refundedOutcomes.map(\.orders).reduce(0, +), 1)
    let place = LossSet.index(of: .undelivered, .observerMissing)
    #expect(losses.refundedOutcomes[place].orders == 1 && losses.lossOutcomes[place].orders == 0)
    #expect(losses.lossesByNecessaryFault[0].orders == 1 && losses.noFault.orders == 1)
  }

  @Test("G10: the value of an axis includes refunded orders, and their money if undelivered")
  func axes() {
    var totals = HybridAccumulator(designs: 1, groups: 1)
    for outcome in [Self.refunded, Self.delivered, Self.asked, HandMade.lost()] {
      totals.add(outcome, design: 0, of: 0)
      totals.completeUser()
    }
    let total = totals.total(design: 0)
    #expect(total.charges == 3 && total.lost == 2 && total.lostRevenue == 1_200)
  }

  @Test("G10: the list of lost orders includes orders that Play refunded before delivery")
  func list() {
    var list = LossSample()
    list.add(Self.refunded, of: 7)
    list.add(Self.delivered, of: 8)
    list.add(Self.asked, of: 9)
    expectEqual(list.values.map(\.user), [7])
  }
}
