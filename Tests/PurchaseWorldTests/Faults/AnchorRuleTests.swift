import EventEngine
import PurchaseWorld
import Testing
import TestSupport

/// Which of several purchases of one intent a planned fault affects (section 7).
@Suite struct AnchorRuleTests {
  /// The first purchase waits for an approval while the second is paid.
  private let asked = fault(.askToBuy(approves: true, answers: 60), at: .sheet)
  private let twice = [tap(1), tap(1, at: 1)]
  private let carrier = Design.orderCarrier.with { $0.binding.unbound = .keep }

  @Test("section 7: payloadLoss at charge affects the purchase that is charged")
  func payloadOfTheCharged() {
    let life = play(carrier, twice, [asked, fault(.payloadLoss(from: .callback), at: .charge)])
    expectEqual(life.times(.unbound(transaction: 1)).first, 39.5)
    expectEqual(life.fates, [.lost(.undelivered, .unboundKept), .delivered])
  }

  @Test("section 7: payloadLoss after the callback affects the purchase that was called back")
  func payloadOfTheCalledBack() {
    let offline = fault(.networkLoss(lasts: .seconds(hour)), at: .callback)
    let life = play(
      carrier.with { $0.retry.delays = [] }, twice,
      [asked, offline, fault(.payloadLoss(from: .callback), at: .callback, after: 1)])
    expectEqual(life.fates, [.lost(.undelivered, .unboundKept), .recovered])
  }

  @Test("section 7: missedCallback affects the purchase that is charged")
  func callbackOfTheCharged() {
    let life = play(carrier, twice, [asked, fault(.missedCallback, at: .charge)])
    expectEqual(life.times(.callbackMissed(transaction: 1)), [39.5])
    expectEqual(life.count(.callbackMissed(transaction: 0)), 0)
    expectEqual(life.fates, [.recovered, .delivered])
  }

  @Test(
    "section 7: duplicateCallback repeats the first purchased of the intent, at any anchor",
    arguments: [Anchor.tap, .sheet, .charge, .callback])
  func copyOfTheFirstCallback(anchor: Anchor) {
    let copied = fault(.duplicateCallback(copies: 2, gap: 0.3), at: anchor)
    let life = play(.plain.with { $0.queue = .perCallback }, twice, [asked, copied])
    expectEqual(life.times(.purchasedCalledBack(transaction: 1)), [39.2, 39.5, 39.8])
    expectEqual(life.count(.purchasedCalledBack(transaction: 0)), 1)
  }

  @Test("section 7: duplicateCallback planned after the first purchased counts from its own time")
  func lateCopy() {
    let late = fault(.duplicateCallback(copies: 1, gap: 0.3), at: .callback, after: 0.2)
    expectEqual(
      play(.plain, [tap(1)], [late]).times(.purchasedCalledBack(transaction: 0)), [31.2, 31.7])
  }

  @Test(
    "section 7: refund affects the purchase that was charged, called back or delivered",
    arguments: [Anchor.charge, .callback, .delivery])
  func refundOfTheAnchor(anchor: Anchor) {
    let life = play(.plain, twice, [asked, fault(.refund, at: anchor, after: 300)])
    expectEqual(life.times(.refunded(transaction: 1)).count, 1)
    expectEqual(life.fates, [.refunded, .delivered])
  }
}
