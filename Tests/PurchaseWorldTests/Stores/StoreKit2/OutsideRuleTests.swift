import EventEngine
import PurchaseWorld
import TestSupport
import Testing

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
    let run = simulate(plain, [tap(1)], [fault(.interruptionOfStore(code), at: .sheet, after: 6)])
    expectEqual(run.times(.failedCalledBack(transaction: 0, code)), [27])
    expectEqual(run.times(.completedInStore(transaction: 1)), [87])
    expectEqual(run.count(.sheetShown(transaction: 1)), 0)
    expectEqual(run.count(.purchasingCalledBack(transaction: 1)), 0)
    expectEqual(run.times(.charged(transaction: 1)), [89])
    expectEqual(run.callbacks(1), ["89.2 updates"])
    expectEqual(run.statuses, [.delivered])
  }

  @Test("K7: a client without updates receives a completed purchase by a query or never")
  func withoutUpdates() {
    let interruption = fault(.interruptionOfStore(.cancelled), at: .sheet, after: 6)
    let resultOnly = simulate(plain.with { $0.routes = .result }, [tap(1)], [interruption])
    expectEqual(resultOnly.callbacks(1), [])
    expectEqual(resultOnly.statuses, [.lost(.undelivered, .observerMissing)])
    let asks = simulate(
      plain.with { $0.routes = [.result, .launchQuery] }, [tap(1)], [interruption])
    expectEqual(asks.callbacks(1), ["28801.0 launchQuery"])
  }

  @Test("K7: the second transaction has no payload unless dropsPayload is 0")
  func dropsPayload() {
    let drops = fault(.interruptionOfStore(.error), at: .sheet, after: 6)
    expectEqual(
      simulate(carrier, [tap(1)], [drops]).statuses, [.lost(.undelivered, .finishedUnbound)])
    let keeps = fault(.interruption(.error, dropsPayload: false), at: .sheet, after: 6)
    expectEqual(simulate(carrier, [tap(1)], [keeps]).statuses, [.delivered])
  }

  @Test("K7: an interruption does not occur on a sheet that the user will cancel")
  func cancelsFirst() {
    let interruption = fault(.interruptionOfStore(.error), at: .sheet, after: 6)
    let run = simulate(plain, [tap(1, cancels: true)], [interruption])
    expectEqual(run.times(.failedCalledBack(transaction: 0, .cancelled)), [29])
    expectEqual(run.statuses, [])
  }

  @Test("K9, fault askToBuy: the call ends with deferred; the approved purchase is in updates")
  func approved() {
    let run = simulate(plain, [tap(1)], [asked(60)])
    expectEqual(run.times(.deferredCalledBack(transaction: 0)), [29])
    expectEqual(run.times(.charged(transaction: 0)), [89], "without processing")
    expectEqual(run.callbacks(0), ["89.2 updates"])
    expectEqual(simulate(carrier, [tap(1)], [asked(60)]).statuses, [.delivered], "with its payload")
  }

  @Test("K9: the live call of an approval goes to any process with an attached observer")
  func approvedInAnotherProcess() {
    // Dead at 41, ready again at 52, approved at 89.
    let crash = fault(.crash(reopens: 10), at: .sheet, after: 20)
    let run = simulate(plain, [tap(1)], [asked(60), crash])
    expectEqual(run.callbacks(0), ["89.2 updates"])
    expectEqual(run.statuses, [.recovered])
    let unattached = simulate(plain.with { $0.observer = .purchase }, [tap(1)], [asked(60), crash])
    expectEqual(unattached.callbacks(0), [])
    expectEqual(unattached.statuses, [.lost(.undelivered, .observerMissing)])
  }

  @Test("K9: a client without updates does not receive the approval")
  func approvedWithoutUpdates() {
    let run = simulate(plain.with { $0.routes = .result }, [tap(1)], [asked(60)])
    expectEqual(run.times(.deferredCalledBack(transaction: 0)), [29])
    expectEqual(run.callbacks(0), [])
  }

  @Test("K9: without an approval, no callback follows deferred")
  func declined() {
    let run = simulate(plain, [tap(1)], [asked(60, approves: false)])
    expectEqual(run.times(.deferredCalledBack(transaction: 0)), [29])
    expectEqual(run.statuses, [])
    #expect(run.outcome.intents[0].isLostSale)
  }

  @Test("K9, C1: a purchase that waits for its approval blocks no other purchase")
  func waitingBlocksNothing() {
    let run = simulate(
      plain.with { $0.repurchase = .refuse }, [tap(1), tap(2, at: 20)], [asked(600)])
    expectEqual(run.times(.charged(transaction: 1)), [51])
    expectEqual(run.flags(2), [])
    expectEqual(run.statuses, [.delivered, .recovered])
  }

  @Test("C11, K9: deferred closes the spinner, unless onDeferred is ignore or result is missing")
  func deferredSpinner() {
    let never = asked(60, approves: false)
    let ends = simulate(plain.blocking, [tap(1)], [never])
    expectEqual(ends.times(.spinnerClosed), [29])
    expectEqual(ends.flags(), [])
    let ignores = simulate(plain.blocking.with { $0.onDeferred = .ignore }, [tap(1)], [never])
    expectEqual(ignores.times(.lostPatience), [59])
    let withoutResult = simulate(
      plain.blocking.with { $0.routes = [.updates, .launchQuery] }, [tap(1)], [never])
    expectEqual(withoutResult.count(.deferredCalledBack(transaction: 0)), 0)
    expectEqual(withoutResult.times(.lostPatience), [59])
  }

  @Test("fault taskCancelled: a paid call has no callback, its spinner closes, the process remains")
  func taskCancelled() {
    let run = simulate(plain.blocking, [tap(1)], [fault(.taskCancelled, at: .sheet, after: 1)])
    expectEqual(run.times(.spinnerClosed).first, 22)
    expectEqual(run.count(.died), 0)
    expectEqual(run.times(.charged(transaction: 0)), [31])
    expectEqual(run.callbacks(0), ["28801.0 updates", "28801.0 launchQuery"])
    expectEqual(run.statuses, [.recovered])
    let only = simulate(
      plain.with { $0.routes = .result }, [tap(1)], [fault(.taskCancelled, at: .sheet)])
    expectEqual(only.statuses, [.lost(.undelivered, .observerMissing)])
  }

  @Test("fault taskCancelled: failed and deferred have no callback either; the approval has one")
  func taskCancelledOtherEnds() {
    let cancelled = fault(.taskCancelled, at: .sheet)
    let failed = simulate(plain, [tap(1, cancels: true)], [cancelled])
    expectEqual(failed.times(.cancelled(transaction: 0)), [29])
    expectEqual(failed.count(.failedCalledBack(transaction: 0, .cancelled)), 0)
    let deferred = simulate(plain, [tap(1)], [cancelled, asked(60)])
    expectEqual(deferred.count(.deferredCalledBack(transaction: 0)), 0)
    expectEqual(deferred.callbacks(0), ["89.2 updates"], "it completes outside of the call")
  }

  @Test("fault taskCancelled: planned at the callback, it precedes the callback")
  func taskCancelledAtCallback() {
    let run = simulate(plain, [tap(1)], [fault(.taskCancelled, at: .callback)])
    expectEqual(run.callbacks(0), ["28801.0 updates", "28801.0 launchQuery"])
  }

  @Test("fault taskCancelled: it affects calls in progress; a later call of the intent is answered")
  func taskCancelledOnce() {
    let run = simulate(plain, [tap(1), tap(1, at: 40)], [fault(.taskCancelled, at: .sheet)])
    expectEqual(run.callbacks(0), ["61.2 result"])
    expectEqual(run.statuses, [.delivered])
  }

  @Test("section 8: neverReopened if the app is not opened after the process of the tap")
  func neverReopened() {
    let once = Conditions.cases.with { $0.behavior.visitInterval = .constant(.seconds(720 * hour)) }
    let resultOnly = plain.with { $0.routes = .result }
    let interruption = fault(.interruptionOfStore(.error), at: .sheet, after: 6)
    for one in [interruption, asked(60), fault(.taskCancelled, at: .sheet)] {
      let run = simulate(resultOnly, [tap(1)], [one], in: once)
      expectEqual(run.statuses, [.lost(.undelivered, .neverReopened)], "\(one.fault)")
    }
    let reopened = fault(.appKill(reopens: 3), at: .sheet, after: 1)
    for more in [[], [asked(60)]] {
      let run = simulate(resultOnly, [tap(1)], [reopened] + more, in: once)
      expectEqual(run.statuses, [.lost(.undelivered, .observerMissing)])
    }
  }

  @Test("fault taskCancelled: if the process also dies, the live call arrives by updates")
  func taskCancelledAndDead() {
    // Dead at 24, ready again at 30.
    let run = simulate(
      plain, [tap(1)],
      [fault(.taskCancelled, at: .sheet), fault(.crash(reopens: 5), at: .sheet, after: 3)])
    expectEqual(run.callbacks(0), ["31.2 updates"])
  }
}
