import EventEngine
import PurchaseWorld
import TestSupport
import Testing

/// Which of several purchases of one intent a planned fault affects (section 7).
@Suite struct AnchorRuleTests {
  /// The first purchase waits for an approval while the second is paid.
  private let asked = fault(.askToBuy(approves: true, answers: 60), at: .sheet)
  private let twice = [tap(1), tap(1, at: 1)]
  private let carrier = Design.orderCarrier.with { $0.binding.unbound = .keep }

  @Test("section 7: payloadLoss at charge affects the purchase that is charged")
  func payloadOfTheCharged() {
    let run = simulate(carrier, twice, [asked, fault(.payloadLoss(from: .callback), at: .charge)])
    expectEqual(run.times(.unbound(transaction: 1)).first, 39.5)
    expectEqual(run.statuses, [.lost(.undelivered, .unboundKept), .delivered])
  }

  @Test("section 7: payloadLoss after the callback affects the purchase that was called back")
  func payloadOfTheCalledBack() {
    let offline = fault(.networkLoss(lasts: .seconds(hour)), at: .callback)
    let run = simulate(
      carrier.with { $0.retry.delays = [] }, twice,
      [asked, offline, fault(.payloadLoss(from: .callback), at: .callback, after: 1)])
    expectEqual(run.statuses, [.lost(.undelivered, .unboundKept), .recovered])
  }

  @Test("section 7: missedCallback affects the purchase that is charged")
  func callbackOfTheCharged() {
    let run = simulate(carrier, twice, [asked, fault(.missedCallback, at: .charge)])
    expectEqual(run.times(.callbackMissed(transaction: 1)), [39.5])
    expectEqual(run.count(.callbackMissed(transaction: 0)), 0)
    expectEqual(run.statuses, [.recovered, .delivered])
  }

  @Test(
    "section 7: duplicateCallback repeats the first purchased of the intent, at any anchor",
    arguments: [FaultAnchor.tap, .sheet, .charge, .callback])
  func copyOfTheFirstCallback(anchor: FaultAnchor) {
    let copied = fault(.duplicateCallback(copies: 2, gap: 0.3), at: anchor)
    let run = simulate(
      .plain.with { $0.deliveryConcurrency = .perCallback }, twice, [asked, copied])
    expectEqual(run.times(.purchasedCalledBack(transaction: 1)), [39.2, 39.5, 39.8])
    expectEqual(run.count(.purchasedCalledBack(transaction: 0)), 1)
  }

  @Test("section 7: duplicateCallback planned after the first purchased counts from its own time")
  func lateCopy() {
    let late = fault(.duplicateCallback(copies: 1, gap: 0.3), at: .callback, after: 0.2)
    expectEqual(
      simulate(.plain, [tap(1)], [late]).times(.purchasedCalledBack(transaction: 0)), [31.2, 31.7])
  }

  @Test(
    "section 7: refund affects the purchase that was charged, called back or delivered",
    arguments: [FaultAnchor.charge, .callback, .delivery])
  func refundOfTheAnchor(anchor: FaultAnchor) {
    let run = simulate(.plain, twice, [asked, fault(.refund, at: anchor, after: 300)])
    expectEqual(run.times(.refunded(transaction: 1)).count, 1)
    expectEqual(run.statuses, [.refunded, .delivered])
  }
}
