import EventEngine
import PurchaseWorld
import Testing
import TestSupport

/// Purchases of StoreKit 2 that complete outside of their call, or whose call was cancelled (K7, K9).
@Suite struct OutsideRuleTests {
  private let plain = Design.plain.on(.storeKit2)
  private let offline = fault(.networkLoss(lasts: .seconds(hour)), at: .callback)
  private let carrier = Design.orderCarrier.on(.storeKit2)

  private func asked(_ seconds: Delay, approves: Bool = true) -> PlannedFault {
    fault(.askToBuy(approves: approves, answers: seconds), at: .sheet)
  }

  @Test(
    "K7: an interruption ends the call at once; a completed purchase arrives by updates",
    arguments: FailureCode.allCases)
  func interrupted(code: FailureCode) {
    let life = play(plain, [tap(1)], [fault(.interruptionOfStore(code), at: .sheet, after: 6)])
    expectEqual(life.times(.failedCalledBack(transaction: 0, code)), [27])
    expectEqual(life.times(.completedInStore(transaction: 1)), [87])
    expectEqual(life.count(.sheetShown(transaction: 1)), 0)
    expectEqual(life.count(.purchasingCalledBack(transaction: 1)), 0)
    expectEqual(life.times(.charged(transaction: 1)), [89])
    expectEqual(life.heard(1), ["89.2 updates"])
    expectEqual(life.fates, [.delivered])
  }

  @Test("K7: a client without updates receives a completed purchase by a query or never")
  func withoutUpdates() {
    let interruption = fault(.interruptionOfStore(.cancelled), at: .sheet, after: 6)
    let deaf = play(plain.with { $0.sources = .result }, [tap(1)], [interruption])
    expectEqual(deaf.heard(1), [])
    expectEqual(deaf.fates, [.lost(.undelivered, .observerMissing)])
    let asks = play(plain.with { $0.sources = [.result, .launchQuery] }, [tap(1)], [interruption])
    expectEqual(asks.heard(1), ["28801.0 launchQuery"])
  }

  @Test("K7: the second transaction has no payload unless dropsPayload is 0")
  func dropsPayload() {
    let drops = fault(.interruptionOfStore(.error), at: .sheet, after: 6)
    expectEqual(play(carrier, [tap(1)], [drops]).fates, [.lost(.undelivered, .finishedUnbound)])
    let keeps = fault(.interruption(.error, dropsPayload: false), at: .sheet, after: 6)
    expectEqual(play(carrier, [tap(1)], [keeps]).fates, [.delivered])
  }

  @Test("K7: an interruption does not occur on a sheet that the user will cancel")
  func cancelsFirst() {
    let interruption = fault(.interruptionOfStore(.error), at: .sheet, after: 6)
    let life = play(plain, [tap(1, cancels: true)], [interruption])
    expectEqual(life.times(.failedCalledBack(transaction: 0, .cancelled)), [29])
    expectEqual(life.fates, [])
  }

  @Test("K9, fault askToBuy: the call ends with deferred; the approved purchase is in updates")
  func approved() {
    let life = play(plain, [tap(1)], [asked(60)])
    expectEqual(life.times(.deferredCalledBack(transaction: 0)), [29])
    expectEqual(life.times(.charged(transaction: 0)), [89], "without processing")
    expectEqual(life.heard(0), ["89.2 updates"])
    expectEqual(play(carrier, [tap(1)], [asked(60)]).fates, [.delivered], "with its payload")
  }

  @Test("K9: the live call of an approval goes to any process with an attached observer")
  func approvedInAnotherProcess() {
    // Dead at 41, ready again at 52, approved at 89.
    let crash = fault(.crash(reopens: 10), at: .sheet, after: 20)
    let life = play(plain, [tap(1)], [asked(60), crash])
    expectEqual(life.heard(0), ["89.2 updates"])
    expectEqual(life.fates, [.recovered])
    let unattached = play(plain.with { $0.observer = .purchase }, [tap(1)], [asked(60), crash])
    expectEqual(unattached.heard(0), [])
    expectEqual(unattached.fates, [.lost(.undelivered, .observerMissing)])
  }

  @Test("K9: a client without updates does not receive the approval")
  func approvedUnheard() {
    let life = play(plain.with { $0.sources = .result }, [tap(1)], [asked(60)])
    expectEqual(life.times(.deferredCalledBack(transaction: 0)), [29])
    expectEqual(life.heard(0), [])
  }

  @Test("K9: without an approval, no callback follows deferred")
  func declined() {
    let life = play(plain, [tap(1)], [asked(60, approves: false)])
    expectEqual(life.times(.deferredCalledBack(transaction: 0)), [29])
    expectEqual(life.fates, [])
    #expect(life.outcome.intents[0].isLostSale)
  }

  @Test("K9, C1: a purchase that waits for its approval blocks no other purchase")
  func waitingBlocksNothing() {
    let life = play(
      plain.with { $0.repurchase = .refuse }, [tap(1), tap(2, at: 20)], [asked(600)])
    expectEqual(life.times(.charged(transaction: 1)), [51])
    expectEqual(life.flags(2), [])
    expectEqual(life.fates, [.delivered, .recovered])
  }

  @Test("C11, K9: deferred closes the spinner, unless onDeferred is ignore or result is missing")
  func deferredSpinner() {
    let never = asked(60, approves: false)
    let ends = play(plain.blocking, [tap(1)], [never])
    expectEqual(ends.times(.spinnerClosed), [29])
    expectEqual(ends.flags(), [])
    let ignores = play(plain.blocking.with { $0.onDeferred = .ignore }, [tap(1)], [never])
    expectEqual(ignores.times(.lostPatience), [59])
    let deaf = play(
      plain.blocking.with { $0.sources = [.updates, .launchQuery] }, [tap(1)], [never])
    expectEqual(deaf.count(.deferredCalledBack(transaction: 0)), 0)
    expectEqual(deaf.times(.lostPatience), [59])
  }

  @Test("fault taskCancelled: a paid call has no callback, its spinner closes, the process remains")
  func taskCancelled() {
    let life = play(plain.blocking, [tap(1)], [fault(.taskCancelled, at: .sheet, after: 1)])
    expectEqual(life.times(.spinnerClosed).first, 22)
    expectEqual(life.count(.died), 0)
    expectEqual(life.times(.charged(transaction: 0)), [31])
    expectEqual(life.heard(0), ["28801.0 updates", "28801.0 launchQuery"])
    expectEqual(life.fates, [.recovered])
    let only = play(
      plain.with { $0.sources = .result }, [tap(1)], [fault(.taskCancelled, at: .sheet)])
    expectEqual(only.fates, [.lost(.undelivered, .observerMissing)])
  }

  @Test("fault taskCancelled: failed and deferred have no callback either; the approval has one")
  func taskCancelledOtherEnds() {
    let cancelled = fault(.taskCancelled, at: .sheet)
    let failed = play(plain, [tap(1, cancels: true)], [cancelled])
    expectEqual(failed.times(.cancelled(transaction: 0)), [29])
    expectEqual(failed.count(.failedCalledBack(transaction: 0, .cancelled)), 0)
    let deferred = play(plain, [tap(1)], [cancelled, asked(60)])
    expectEqual(deferred.count(.deferredCalledBack(transaction: 0)), 0)
    expectEqual(deferred.heard(0), ["89.2 updates"], "it completes outside of the call")
  }

  @Test("fault taskCancelled: planned at the callback, it precedes the callback")
  func taskCancelledAtCallback() {
    let life = play(plain, [tap(1)], [fault(.taskCancelled, at: .callback)])
    expectEqual(life.heard(0), ["28801.0 updates", "28801.0 launchQuery"])
  }

  @Test("fault taskCancelled: it affects calls in progress; a later call of the intent is answered")
  func taskCancelledOnce() {
    let life = play(plain, [tap(1), tap(1, at: 40)], [fault(.taskCancelled, at: .sheet)])
    expectEqual(life.heard(0), ["61.2 result"])
    expectEqual(life.fates, [.delivered])
  }

  @Test("section 8: neverReopened if the app is not opened after the process of the tap")
  func neverReopened() {
    let once = Conditions.cases.with { $0.behavior.gap = .constant(.seconds(720 * hour)) }
    let deaf = plain.with { $0.sources = .result }
    let interruption = fault(.interruptionOfStore(.error), at: .sheet, after: 6)
    for one in [interruption, asked(60), fault(.taskCancelled, at: .sheet)] {
      let life = play(deaf, [tap(1)], [one], in: once)
      expectEqual(life.fates, [.lost(.undelivered, .neverReopened)], "\(one.fault)")
    }
    let reopened = fault(.appKill(reopens: 3), at: .sheet, after: 1)
    for more in [[], [asked(60)]] {
      let life = play(deaf, [tap(1)], [reopened] + more, in: once)
      expectEqual(life.fates, [.lost(.undelivered, .observerMissing)])
    }
  }

  @Test("fault taskCancelled: if the process also dies, the live call arrives by updates")
  func taskCancelledAndDead() {
    // Dead at 24, ready again at 30.
    let life = play(
      plain, [tap(1)],
      [fault(.taskCancelled, at: .sheet), fault(.crash(reopens: 5), at: .sheet, after: 3)])
    expectEqual(life.heard(0), ["31.2 updates"])
  }
}
