import EventEngine
import PurchaseWorld
import TestSupport
import Testing

/// Flows of Play Billing: sheets, ends, and callbacks (G1, G2, G3, G5, G7).
@Suite struct FlowRuleTests {
  private let plain = Design.plain.on(.playBilling)
  private let offline = fault(.networkLoss(lasts: .seconds(hour)), at: .callback)
  private let unchecked = fault(.storeCheckOutage(lasts: .seconds(hour)), at: .callback)
  private let crash = fault(.crash(reopens: 60), at: .charge, after: 0.1)

  private func receiving(_ sources: Routes) -> Design { plain.with { $0.routes = sources } }

  @Test("G1: the flow shows its sheet at once, and nothing is called back before it ends")
  func sheet() {
    let run = simulate(plain)
    expectEqual(run.times(.sheetShown(transaction: 0)), [21])
    expectEqual(run.count(.purchasingCalledBack(transaction: 0)), 0)
    expectEqual(run.callbacks(0), ["31.2 result"])
    expectEqual(run.statuses, [.delivered])
    let purchasing = Design.nonBlocking.on(.playBilling).with { $0.records.at = .purchasing }
    expectEqual(simulate(purchasing).times(.recordWritten(intent: 0)), [21])
  }

  @Test("G1, G2: the sheet stays during processing and callback delay, and the next sheet waits")
  func sheetStays() {
    let slow = Conditions.cases.with {
      $0.store.processing = 5
      $0.store.callback = 0.7
    }
    let run = simulate(plain, [tap(1, 1), tap(2, 2, at: 3)], in: slow)
    expectEqual(run.times(.charged(transaction: 0)), [34])
    expectEqual(run.callbacks(0), ["34.7 result"])
    expectEqual(run.times(.sheetShown(transaction: 1)), [34.7])
    expectEqual(run.callbacks(1), ["48.4 result"])
  }

  @Test("G2: cancelled, a missing link and a pending purchase each close the sheet at once")
  func closesAtOnce() {
    let usesLink = Conditions.cases.with { $0.store.confirmationNeedsNetwork = true }
    let down = fault(.networkLoss(lasts: 5), at: .sheet, after: 5)
    let ask = fault(.askToBuy(approves: true, answers: 60), at: .sheet)
    let next = tap(2, 2, at: 1)
    let cancelled = simulate(plain, [tap(1, cancels: true), next], [down], in: usesLink)
    expectEqual(cancelled.times(.failedCalledBack(transaction: 0, .cancelled)), [29])
    expectEqual(cancelled.times(.sheetShown(transaction: 1)), [29])
    let failed = simulate(plain, [tap(1), next], [down, ask], in: usesLink)
    expectEqual(failed.times(.failedCalledBack(transaction: 0, .error)), [29])
    expectEqual(failed.times(.sheetShown(transaction: 1)), [29])
    expectEqual(failed.count(.deferred(transaction: 0)), 0)
    let pending = simulate(plain, [tap(1), next], [ask])
    expectEqual(pending.times(.deferredCalledBack(transaction: 0)), [29])
    expectEqual(pending.times(.sheetShown(transaction: 1)), [29])
  }

  @Test("G2, P2: patience counts from the closing of the sheet, at the live call")
  func patience() {
    let queryOnly = receiving(.launchQuery).blocking
    expectEqual(simulate(queryOnly).times(.lostPatience), [61.2])
    expectEqual(simulate(queryOnly.on(.storeKit2)).times(.lostPatience), [59])
  }

  @Test("G2, sources resumeQuery: after the callback, the closing of a sheet starts a query")
  func sheetAsks() {
    let asks = receiving([.result, .resumeQuery])
    let run = simulate(asks, [tap(1)], [offline])
    expectEqual(run.callbacks(at: 31.2), ["0 result", "0 resumeQuery"])
    let cancelled = simulate(asks, [tap(1, 1), tap(2, 2, at: 20, cancels: true)], [offline])
    expectEqual(
      cancelled.moments(at: 49).prefix(3),
      [
        .cancelled(transaction: 1), .failedCalledBack(transaction: 1, .cancelled),
        .purchasedCalledBack(transaction: 0, by: .resumeQuery),
      ])
    let missed = simulate(asks, [tap(1)], [fault(.missedCallback, at: .charge)])
    expectEqual(missed.callbacks(0), ["31.2 resumeQuery"])
    expectEqual(missed.statuses, [.delivered])
  }

  @Test("sources launchQuery: a query at every attachment, and not at a return or after a sheet")
  func sourcesLaunchQuery() {
    let asks = receiving([.result, .launchQuery])
    expectEqual(
      simulate(asks, [tap(1)], [offline]).callbacks(0), ["31.2 result", "28801.0 launchQuery"])
    expectEqual(simulate(asks, [tap(1)], [offline], in: .background).callbacks(0), ["31.2 result"])
  }

  @Test("sources resumeQuery: a query at every attachment and every return from the background")
  func sourcesResumeQuery() {
    let asks = receiving(.resumeQuery)
    let returns = simulate(asks, [tap(1)], [offline], in: .background)
    expectEqual(returns.callbacks(0), ["31.2 resumeQuery", "28800.0 resumeQuery"])
    expectEqual(simulate(asks, [tap(1)], [offline]).callbacks(0).last, "28801.0 launchQuery")
  }

  @Test("sources launchQuery and resumeQuery: an attachment starts one query")
  func bothQueries() {
    let asks = receiving([.launchQuery, .resumeQuery])
    let run = simulate(asks, [tap(1)], [offline])
    expectEqual(run.callbacks(at: secondVisit + 1), ["0 launchQuery"])
  }

  @Test("G3: the live call goes only to the process of the flow and is not made to a dead one")
  func liveCall() {
    expectEqual(simulate(plain, [tap(1)], [crash]).callbacks(0), ["92.1 launchQuery"])
    // Ready again at 30, it listens when the live call is due at 31.2.
    let reopened = fault(.crash(reopens: 5), at: .sheet, after: 3)
    expectEqual(simulate(plain, [tap(1)], [reopened]).callbacks(0), ["28801.0 launchQuery"])
    let asks = receiving([.result, .updates, .resumeQuery])
    expectEqual(
      simulate(asks, [tap(1)], [reopened]).callbacks(0), ["31.2 resumeQuery"],
      "the sheet closes over the new process")
  }

  @Test("G3: without a query, no client receives an earlier purchase")
  func onlyQueries() {
    let run = simulate(receiving([.result, .updates]), [tap(1)], [crash])
    expectEqual(run.callbacks(0), [])
    expectEqual(run.statuses, [.autoRefunded(.lost(.undelivered, .observerMissing))])
  }

  @Test("G3: an attachment returns nothing by updates; the query returns all owned, oldest first")
  func launchQuery() {
    let run = simulate(plain, [tap(1, 1), tap(2, 2, at: 30)], [offline])
    expectEqual(run.callbacks(at: secondVisit + 1), ["0 launchQuery", "1 launchQuery"])
    expectEqual(run.statuses, [.recovered, .recovered])
  }

  @Test("G3: a live call by updates waits while its process is in the background")
  func updateWaits() {
    // No user leaves under a sheet: only a completion outside the app finds it in the background.
    let asked = fault(.askToBuy(approves: true, answers: 600), at: .sheet)
    let run = simulate(receiving([.result, .updates]), [tap(1)], [asked], in: .background)
    expectEqual(run.times(.charged(transaction: 0)), [629])
    expectEqual(run.callbacks(0), ["28800.0 updates"])
    expectEqual(run.statuses, [.delivered])
  }

  @Test("G3, fault taskCancelled: the live call arrives by updates after the spinner has closed")
  func taskCancelled() {
    let cancelled = fault(.taskCancelled, at: .sheet, after: 1)
    let run = simulate(plain.blocking, [tap(1)], [cancelled])
    expectEqual(run.times(.spinnerClosed).first, 22)
    expectEqual(run.callbacks(0), ["31.2 updates"])
    expectEqual(run.statuses, [.delivered])
    expectEqual(simulate(receiving(.result), [tap(1)], [cancelled]).callbacks(0), [])
    let late = simulate(plain, [tap(1)], [fault(.taskCancelled, at: .callback)])
    expectEqual(late.callbacks(0), ["31.2 updates"])
  }

  @Test("fault taskCancelled: failed and deferred are not called back")
  func taskCancelledOtherEnds() {
    let cancelled = fault(.taskCancelled, at: .sheet)
    let failed = simulate(plain, [tap(1, cancels: true)], [cancelled])
    expectEqual(failed.count(.failedCalledBack(transaction: 0, .cancelled)), 0)
    let ask = fault(.askToBuy(approves: true, answers: 60), at: .sheet)
    let deferred = simulate(plain, [tap(1)], [cancelled, ask])
    expectEqual(deferred.count(.deferredCalledBack(transaction: 0)), 0)
    expectEqual(deferred.callbacks(0), ["89.2 updates"])
  }

  @Test("G5, onAlreadyOwned fail: an owned product is not sold, without sheet and without anchor")
  func alreadyOwned() {
    let run = simulate(
      plain, [tap(1), tap(2, at: 20)], [offline, fault(.crash(reopens: 60), at: .sheet, of: 2)])
    expectEqual(run.times(.failedCalledBack(transaction: 1, .error)), [41])
    expectEqual(run.count(.sheetShown(transaction: 1)), 0)
    expectEqual(run.outcome.occurredFaults, 1)
    expectEqual(run.callbacks(0), ["31.2 result", "28801.0 launchQuery"])
    expectEqual(run.outcome.charges.count, 1)
    expectEqual(run.flags(2), .blocked)
  }

  @Test("G5, onAlreadyOwned query: a query follows the failure at once")
  func alreadyOwnedAsks() {
    let asks = receiving(.result).with { $0.onAlreadyOwned = .query }
    let run = simulate(
      asks, [tap(1), tap(2, at: 20)], [fault(.networkLoss(lasts: 5), at: .callback)])
    #expect(run.moments(at: 41).contains(.failedCalledBack(transaction: 1, .error)))
    expectEqual(run.callbacks(0), ["31.2 result", "41.0 ownedQuery"])
    expectEqual(run.statuses, [.recovered])
    let updatesOnly = simulate(
      asks.with { $0.routes = .updates }, [tap(1), tap(2, at: 20)],
      [fault(.networkLoss(lasts: 5), at: .callback)])
    expectEqual(updatesOnly.callbacks(0), [], "no failure arrives, so none is answered")
  }

  @Test("G5: ownership is checked again at the confirmation, before a pending purchase")
  func ownedAtConfirmation() {
    // Interrupted at 27, the first purchase is charged at 89, under the second sheet.
    let run = simulate(
      plain.with { $0.onAlreadyOwned = .query }, [tap(1), tap(2, at: 63)],
      [
        fault(.interruptionOfStore(.cancelled), at: .sheet, after: 6), offline,
        fault(.askToBuy(approves: true, answers: 60), at: .sheet, of: 2),
      ])
    expectEqual(run.times(.sheetShown(transaction: 1)), [84])
    expectEqual(run.times(.charged(transaction: 2)), [89])
    expectEqual(run.times(.failedCalledBack(transaction: 1, .error)), [92])
    expectEqual(run.count(.deferred(transaction: 1)), 0)
    expectEqual(run.callbacks(2).prefix(2), ["89.2 updates", "92.0 ownedQuery"])
    expectEqual(run.outcome.charges.count, 1)
  }

  @Test("G5: a flow that waits for its turn is checked at its turn, and the next flow follows")
  func judgedInTurn() {
    let run = simulate(plain, [tap(1, 1), tap(2, 1, at: 1), tap(3, 2, at: 2)], [unchecked])
    expectEqual(run.times(.failedCalledBack(transaction: 1, .error)), [31.2])
    expectEqual(run.times(.sheetShown(transaction: 2)), [31.2])
  }

  @Test("G5, C4: an owned product fails with error, which may wipe the new record")
  func alreadyOwnedIsError() {
    let clears = Design.nonBlocking.on(.playBilling).with { $0.records.clearOn = .error }
    let run = simulate(clears, [tap(1), tap(2, at: 20)], [offline])
    expectEqual(run.times(.recordLost(intent: 1, .recordCleared)), [41])
    expectEqual(run.statuses, [.recovered])
  }

  @Test("G5, P2: without a sheet, patience counts from the failure")
  func patienceWithoutSheet() {
    // Dead at 31.4 and ready at 92.4, it receives the first; the second tap is at 112.4.
    let queryOnly = receiving(.launchQuery).blocking.with { $0.timing = .orderFirst }
    let run = simulate(
      queryOnly, [tap(1), tap(2, at: 20)],
      [crash, fault(.storeCheckOutage(lasts: .seconds(hour)), at: .charge)])
    expectEqual(run.taps(of: 1), [112.4])
    expectEqual(run.times(.lostPatience).first, 142.7)
    expectEqual(run.flags(2), [.hung, .blocked])
  }

  @Test("G7: an interruption ends the flow at once; the completed purchase arrives by updates")
  func interrupted() {
    let carrier = Design.orderCarrier.on(.playBilling)
    let interruption = fault(.interruptionOfStore(.cancelled), at: .sheet, after: 6)
    let run = simulate(carrier, [tap(1)], [interruption])
    expectEqual(run.times(.failedCalledBack(transaction: 0, .cancelled)), [27.3])
    expectEqual(run.count(.sheetShown(transaction: 1)), 0)
    expectEqual(run.times(.charged(transaction: 1)), [89.3])
    expectEqual(run.callbacks(1), ["89.5 updates"])
    expectEqual(run.statuses, [.delivered], "dropsPayload is 0: it is the same purchase")
    let drops = fault(.interruption(.error, dropsPayload: true), at: .sheet, after: 6)
    expectEqual(
      simulate(carrier, [tap(1)], [drops]).statuses, [.lost(.undelivered, .finishedUnbound)])
  }

  @Test("G7: an interruption occurs before the confirmation, and not on the sheet that remains")
  func interruptsNoProcessing() {
    let late = fault(.interruptionOfStore(.error), at: .sheet, after: 9)
    let run = simulate(plain, [tap(1)], [late])
    expectEqual(run.times(.interrupted(transaction: 0, .error)), [29])
    let charged = fault(.interruptionOfStore(.error), at: .charge)
    let next = simulate(plain, [tap(1), tap(1, at: 20)], [charged])
    expectEqual(next.callbacks(0), ["31.2 result"])
    expectEqual(next.times(.interrupted(transaction: 1, .error)), [41])
  }

  @Test("G7, G3: without updates a completed purchase is found by a query, or never")
  func interruptedWithoutUpdates() {
    let interruption = fault(.interruptionOfStore(.error), at: .sheet, after: 6)
    let asks = simulate(receiving([.result, .launchQuery]), [tap(1)], [interruption])
    expectEqual(asks.callbacks(1), ["28801.0 launchQuery"])
    let resultOnly = simulate(receiving(.result), [tap(1)], [interruption])
    expectEqual(resultOnly.statuses, [.autoRefunded(.lost(.undelivered, .observerMissing))])
  }

  @Test("G5: an intent that ended as already owned is blocked, with or without a sheet")
  func alreadyOwnedIsBlocked() {
    let unfinished = fault(.replyLoss(of: .verify), at: .callback)
    let later = simulate(plain, [tap(1), tap(2, at: 60)], [unfinished])
    expectEqual(later.flags(2), .blocked)
    expectEqual(later.times(.refusedAsOwned(transaction: 1)), [81])
    let withoutResult = plain.with { $0.routes = [.updates, .launchQuery] }
    let twice = simulate(withoutResult, [tap(1), tap(2, at: 2)])
    expectEqual(twice.flags(2), .blocked)
    expectEqual(
      twice.count(.failedCalledBack(transaction: 1, .error)), 0,
      "the answer reaches only a client that has `result`")
  }
}
