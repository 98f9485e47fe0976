import EventEngine
import Experiments
import Scenarios
import Statistics
import TestSupport
import Testing

@testable import PurchaseWorld

/// Money by class and bad debt (section 8; 坏账 of article 000).
@Suite struct MoneyTests {
  /// One charge of a product that is listed at 398 and sold by the store at 298, as in [000].
  private func charge(_ status: ChargeStatus, booked: Int? = nil, again: Int = 0) -> ChargeOutcome {
    var charge = ChargeOutcome(
      intentIndex: 0, product: 0, price: 298, chargedAt: .start, status: status, deliveredAfter: nil
    )
    charge.bookedAmount = booked
    charge.laterBookedAmount = again
    return charge
  }

  private func money(_ charges: [ChargeOutcome]) -> Money {
    charges.reduce(into: Money()) { $0.add($1) }
  }

  @Test("the charged amount is the sum of the five classes, at the price that the store took")
  func classes() {
    let statuses: [ChargeStatus] = [
      .delivered, .recovered, .rescued, .lost(.undelivered, .recordDied), .refunded,
    ]
    let money = money(statuses.map { charge($0) })
    expectEqual(
      [money.delivered, money.recovered, money.rescued, money.lost, money.refunded],
      [298, 298, 298, 298, 298])
    expectEqual(money.charged, 5 * 298)
  }

  @Test("a booked price of 398 and a charged price of 298 give a bad debt of 100")
  func priceDifference() {
    let money = money([charge(.delivered, booked: 398)])
    #expect(money.priceDifferences == 100 && money.badDebt == 100)
    expectEqual(money.booked - money.badDebt, 298)
  }

  @Test("after a refund, the whole booked amount of a delivery is bad debt")
  func refund() {
    let money = money([charge(.refunded, booked: 398), charge(.refunded)])
    #expect(money.refundedGoods == 298 && money.priceDifferences == 100)
    expectEqual(money.badDebt, 398)
    expectEqual(money.booked - money.badDebt, 0, "nothing was earned")
  }

  @Test("a duplicate delivery is bad debt at the list price")
  func duplicates() {
    let money = money([charge(.delivered, booked: 398, again: 2 * 398)])
    expectEqual(money.duplicates, 796)
    expectEqual(money.booked - money.badDebt, 298)
  }

  @Test("a charge without goods books nothing, and merging adds the amounts of each class")
  func merging() {
    var first = money([charge(.lost(.undelivered, .recordDied)), charge(.refunded, booked: 398)])
    let second = money([charge(.delivered, booked: 398, again: 398)])
    first += second
    expectEqual(
      first,
      money([
        charge(.delivered, booked: 398, again: 398), charge(.refunded, booked: 398),
        charge(.lost(.undelivered, .recordDied)),
      ]))
    #expect(first.lost == 298 && first.booked == 3 * 398)
  }

  @Test("bad debt is a sum over users, with an interval from their squares")
  func metric() throws {
    let runs = (0..<100).map { number in
      (UInt64(number), HandMade.outcome([charge(.delivered, booked: number < 10 ? 398 : 298)]))
    }
    let designCounters = DesignCountersTests.designCounters(runs)
    let counterLayout = CounterLayout(HandMade.conditions())
    let sampled = StratifiedCounts(100, .standard, [(.plainSample(100), designCounters.all)])
    let found = try #require(
      sampled.estimate(.badDebt, of: 0, counterLayout: counterLayout, exact: false))
    expectEqual(found.value, 1_000)
    expectEqual(designCounters.all.badDebtSquares, 10 * 100 * 100)
    #expect(found.interval.low > 0 && found.interval.high > 1_000)
  }

  @Test("a refunded charge is counted only as refunded")
  func leavesTheCount() {
    let totals = DesignCountersTests.designCounters([
      (0, HandMade.outcome([charge(.refunded, booked: 298)]))
    ])
    expectEqual(totals.all.refunded, 1)
    #expect(totals.all.total(.charges) == 0 && totals.all.times.count == 0)
    #expect(totals.all.total(.intents) == 1 && totals.all.count(.lostSale) == 0)
  }
}
