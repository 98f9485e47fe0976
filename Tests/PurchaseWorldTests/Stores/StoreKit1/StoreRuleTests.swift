import EventEngine
import PurchaseWorld
import TestSupport
import Testing

/// Receipt, interruptions, payload, Ask to Buy and refunds (S6–S10).
@Suite struct StoreRuleTests {
  /// Two charges that wait unfinished for the next launch.
  private let twoTaps = [tap(1, 1), tap(2, 2, at: 20)]
  private let offline = fault(.networkLoss(lasts: .seconds(hour)), at: .callback)
  private let newestFirst = Design.plain.with { $0.backend.entry = .first }

  @Test("S6: the receipt lists every unfinished charge, newest first, the same for all requests")
  func receiptListsAll() {
    let run = simulate(newestFirst, twoTaps, [offline])
    // Both requests of the second visit carry both entries, and the newest is that of item 2.
    let launch = secondVisit + 1
    expectEqual(run.purchased(at: launch), [0, 1])
    expectEqual(run.times(.answered(.verify, .rejected, transaction: 0)), [launch + 0.9])
    expectEqual(run.times(.answered(.verify, .delivered, transaction: 1)), [launch + 0.9])
  }

  @Test("S6: a finished consumable leaves the receipt")
  func consumableLeaves() {
    let run = simulate(newestFirst, twoTaps, [offline])
    expectEqual(run.statuses, [.recovered, .recovered])
    expectEqual(run.outcome.charges[0].deliveredAfter, .seconds(16 * hour + 1 - 31) + 0.65)
  }

  @Test("S6: a finished non-renewing subscription stays in the receipt")
  func subscriptionStays() {
    let subscriptions = Conditions.cases.with { $0.catalog.products[1].type = .nonRenewing }
    let run = simulate(newestFirst, twoTaps, [offline], in: subscriptions)
    expectEqual(run.statuses, [.lost(.undelivered, .hungBehindUnfinished), .recovered])
  }

  @Test("S7: an interruption replaces the confirmation and is completed in the store")
  func interruption() {
    let run = simulate(.plain, [tap(1)], [fault(.interruption(.error), at: .sheet, after: 6)])
    expectEqual(run.times(.interrupted(transaction: 0, .error)), [27])
    expectEqual(run.times(.failedCalledBack(transaction: 0, .error)), [27])
    expectEqual(run.count(.confirmed(transaction: 0)), 0)
    expectEqual(run.times(.completedInStore(transaction: 1)), [87])
    expectEqual(run.times(.purchasingCalledBack(transaction: 1)), [87.2])
    expectEqual(run.times(.charged(transaction: 1)), [89])
    expectEqual(run.times(.purchasedCalledBack(transaction: 1)), [89.2])
    expectEqual(run.count(.sheetShown(transaction: 1)), 0)
    expectEqual(run.outcome.charges.map(\.intentIndex), [0], "the same intent")
    expectEqual(run.statuses, [.delivered])
  }

  @Test("S7: an interruption occurs at the latest before the user would confirm")
  func interruptionAtTheLatest() {
    let run = simulate(.plain, [tap(1)], [fault(.interruption(.cancelled), at: .sheet, after: 20)])
    expectEqual(run.times(.interrupted(transaction: 0, .cancelled)), [29])
    expectEqual(run.times(.failedCalledBack(transaction: 0, .cancelled)), [29])
    expectEqual(run.count(.confirmed(transaction: 0)), 0)
    expectEqual(run.times(.charged(transaction: 1)), [91])
  }

  @Test("S7: an interruption does not occur on a sheet that the user will cancel")
  func interruptionOfCancel() {
    let interrupted = [fault(.interruption(.cancelled, resolves: 60), at: .sheet, after: 6)]
    for planned in interrupted + [fault(.interruption(.error, resolves: 1), at: .sheet)] {
      let run = simulate(.plain, [tap(1, cancels: true)], [planned])
      #expect(run.statuses.isEmpty)
      expectEqual(run.count(.faultOccurred(planned: 0)), 0)
      expectEqual(run.times(.failedCalledBack(transaction: 0, .cancelled)), [29])
    }
    // The next sheet of the intent would be confirmed.
    let again = simulate(.plain, [tap(1, cancels: true), tap(1, at: 60)], interrupted)
    expectEqual(again.count(.faultOccurred(planned: 0)), 1)
    expectEqual(again.statuses.count, 1)
  }

  @Test("S7: an interruption that the user abandons charges nothing")
  func interruptionGivenUp() {
    let run = simulate(
      .plain, [tap(1)], [fault(.interruption(.error, completes: false), at: .sheet, after: 6)])
    expectEqual(run.count(.failedCalledBack(transaction: 0, .error)), 1)
    #expect(run.statuses.isEmpty)
    #expect(run.outcome.intents[0].wantsToPay, "a lost sale")
  }

  @Test("S7, S8: the second transaction has no payload unless dropsPayload is 0")
  func interruptionDropsPayload() {
    let dropped = simulate(
      .orderCarrier, [tap(1)], [fault(.interruption(.error), at: .sheet, after: 6)])
    expectEqual(dropped.statuses, [.lost(.undelivered, .finishedUnbound)])
    let kept = simulate(
      .orderCarrier, [tap(1)],
      [fault(.interruption(.error, dropsPayload: false), at: .sheet, after: 6)])
    expectEqual(kept.statuses, [.delivered])
  }

  @Test("S7: the user can complete the purchase even if the app is closed")
  func interruptionWithoutApp() {
    let run = simulate(
      .plain, [tap(1)],
      [fault(.interruption(.error, kills: true, reopens: 180), at: .sheet, after: 6)])
    expectEqual(run.times(.died).first, 27)
    expectEqual(run.times(.charged(transaction: 1)), [89])
    expectEqual(run.count(.purchasingCalledBack(transaction: 1)), 0)
    expectEqual(run.times(.purchasedCalledBack(transaction: 1)), [208])
    expectEqual(run.statuses, [.recovered])
  }

  /// Binds by the payload alone and keeps what it cannot bind.
  private let payloadOnly = Design.plain.with {
    $0.payload = .intent
    $0.binding.itemSources = [.payload]
    $0.binding.accountSources = [.payload]
  }

  @Test("S8: a payload lost from the callback on is missing in every later callback")
  func payloadLostAtCallback() {
    let run = simulate(payloadOnly, [tap(1)], [fault(.payloadLoss(from: .callback), at: .callback)])
    expectEqual(run.times(.unbound(transaction: 0)).prefix(2), [31.2, secondVisit + 1])
    expectEqual(run.statuses, [.lost(.undelivered, .unboundKept)])
  }

  @Test("S8: a payload lost from the relaunch on is available until the process ends")
  func payloadLostAtRelaunch() {
    let relaunch = fault(.payloadLoss(from: .relaunch), at: .callback)
    expectEqual(simulate(payloadOnly, [tap(1)], [relaunch]).statuses, [.delivered])
    let run = simulate(payloadOnly, [tap(1)], [relaunch, offline])
    expectEqual(run.times(.unbound(transaction: 0)).first, secondVisit + 1)
    expectEqual(run.statuses, [.lost(.undelivered, .unboundKept)])
  }

  @Test("S8: the payload of one transaction is lost, and not that of the next")
  func payloadLossIsOfOne() {
    let run = simulate(
      payloadOnly, [tap(1, 1), tap(2, 2, at: 60)],
      [fault(.payloadLoss(from: .callback), at: .callback)])
    expectEqual(run.statuses, [.lost(.undelivered, .unboundKept), .delivered])
  }

  @Test("S9: Ask to Buy defers at the confirmation and charges at the answer, without processing")
  func askToBuyApproved() {
    let run = simulate(
      .plain, [tap(1)], [fault(.askToBuy(approves: true, answers: 100), at: .sheet)])
    expectEqual(run.times(.confirmed(transaction: 0)), [29])
    expectEqual(run.times(.deferred(transaction: 0)), [29])
    expectEqual(run.times(.deferredCalledBack(transaction: 0)), [29])
    expectEqual(run.times(.charged(transaction: 0)), [129])
    expectEqual(run.times(.purchasedCalledBack(transaction: 0)), [129.2])
    expectEqual(run.statuses, [.delivered])
  }

  @Test("S9: without an approval, no callback follows deferred")
  func askToBuyDeclined() {
    let run = simulate(
      .plain, [tap(1)], [fault(.askToBuy(approves: false, answers: 100), at: .sheet)])
    expectEqual(run.count(.deferredCalledBack(transaction: 0)), 1)
    #expect(run.statuses.isEmpty)
    expectEqual(run.count(.failedCalledBack(transaction: 0, .error)), 0)
    expectEqual(run.count(.failedCalledBack(transaction: 0, .cancelled)), 0)
  }

  @Test("S10: a refund is not reported: the charge leaves the count and the goods remain")
  func refundsAreNotReported() {
    let run = simulate(.plain, [tap(1)], [fault(.refund, at: .delivery, after: 86_400)])
    expectEqual(run.statuses, [.refunded])
    expectEqual(run.count(.refunded(transaction: 0)), 1)
    expectEqual(run.outcome.charges[0].bookedAmount, 600, "the order system still books the goods")
    expectEqual(run.count(.goodsRevoked(transaction: 0)), 0)
  }

  @Test("S10: with notifications, the backend receives a refund and takes the goods back")
  func refundsAreReported() {
    let notified = Design.plain.with { $0.backend.receivesNotifications = true }
    let run = simulate(notified, [tap(1)], [fault(.refund, at: .delivery, after: 86_400)])
    expectEqual(run.statuses, [.refunded])
    #expect(run.outcome.charges[0].bookedAmount == nil)
    expectEqual(run.count(.goodsRevoked(transaction: 0)), 1)
  }

  @Test("S10: a refund planned at the delivery follows it and affects the delivered charge")
  func refundFollowsDelivery() {
    let notified = Design.plain.with { $0.backend.receivesNotifications = true }
    let run = simulate(notified, [tap(1)], [fault(.refund, at: .delivery)])
    expectEqual(run.statuses, [.refunded])
    expectEqual(run.deliveries, [0.85], "delivered as ever")
  }

  @Test("S10: a refund planned at the charge follows directly after it")
  func refundFollowsCharge() {
    let run = simulate(.plain, [tap(1)], [fault(.refund, at: .charge)])
    expectEqual(run.statuses, [.refunded])
  }

  @Test("S10, P3: after a refund of one of two charges, the user still misses the other goods")
  func refundOfDoubleCharge() {
    let helped = Conditions.cases.with {
      $0.behavior.reactions.shares = [0, 0, 0, 0, 1]
      $0.behavior.supportResolutionProbability = .always
      $0.behavior.noticeDelay = 3_600
    }
    // Finished at the callback without a link, bought again, and the first charge is given back.
    let run = simulate(
      .naive, [tap(1), tap(1, at: 60)],
      [fault(.networkLoss(lasts: 600), at: .callback), fault(.refund, at: .charge, after: 300)],
      in: helped)
    expectEqual(run.statuses, [.refunded, .rescued])
  }

  @Test("S10, P3: after a refund of the only charge, the user misses nothing")
  func refundOfOnlyCharge() {
    let searching = Conditions.cases.with {
      $0.behavior.reactions.shares = [0, 0, 0, 0, 1]
      $0.behavior.noticeDelay = 3_600
    }
    let offline = fault(.networkLoss(lasts: 600), at: .callback)
    let refund = fault(.refund, at: .charge, after: 300)
    let run = simulate(.naive, [tap(1)], [offline, refund], in: searching)
    expectEqual(run.statuses, [.refunded])
    expectEqual(run.count(.noticed(intent: 0)), 0)
    let unrefunded = simulate(.naive, [tap(1)], [offline], in: searching)
    #expect(unrefunded.count(.noticed(intent: 0)) > 0)
  }

  @Test("S10: a charge refunded before its delivery is delivered anyway without notifications")
  func refundBeforeDelivery() {
    let faults = [
      fault(.networkLoss(lasts: 3_600), at: .callback), fault(.refund, at: .charge, after: 60),
    ]
    let unnotified = simulate(.plain, [tap(1)], faults)
    expectEqual(unnotified.statuses, [.refunded])
    expectEqual(unnotified.outcome.charges[0].bookedAmount, 600)
    let notified = simulate(
      .plain.with { $0.backend.receivesNotifications = true }, [tap(1)], faults)
    expectEqual(notified.statuses, [.refunded])
  }

  @Test(
    "S9, K9, G9: an approval arrives within approvalExpires or never",
    arguments: Design.StoreKind.allCases)
  func approvalExpires(store: Design.StoreKind) {
    func run(_ answers: Delay, expires: Delay? = nil) -> TracedOutcome {
      let conditions = Conditions.cases.with {
        if let expires { $0.store.approvalTimeLimit = expires }
      }
      let asked = fault(.askToBuy(approves: true, answers: answers), at: .sheet)
      return simulate(.plain.on(store), [tap(1), tap(2, visit: 5)], [asked], in: conditions)
    }
    let day = Delay.seconds(24 * hour)
    expectEqual(run(day).outcome.intents[0].chargeCount, 1)
    expectEqual(run(day + 1).outcome.intents[0].chargeCount, 0)
    expectEqual(run(61, expires: 60).outcome.intents[0].chargeCount, 0)
    expectEqual(run(60, expires: 60).outcome.intents[0].chargeCount, 1)
    expectEqual(run(day + 1).outcome.intents[1].chargeCount, 1, "the product is free again")
  }
}
