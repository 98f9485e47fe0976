import EventEngine
import PurchaseWorld
import TestSupport
import Testing

/// Owned purchases on Play: payloads, pending purchases, queries, consumption (G3, G6, G8, G9, G11).
@Suite struct OwnedRuleTests {
  private let plain = Design.plain.on(.playBilling)
  private let offline = fault(.networkLoss(lasts: .seconds(hour)), at: .callback)
  private let crash = fault(.crash(reopens: 60), at: .charge, after: 0.1)

  private func asked(_ seconds: Delay, approves: Bool = true) -> PlannedFault {
    fault(.askToBuy(approves: approves, answers: seconds), at: .sheet)
  }

  @Test("G6: a request carries the token of its purchase, and every entry rule acts as matching")
  func token() {
    for entry in BackendRules.EntryRule.allCases {
      let run = simulate(
        plain.with { $0.backend.entry = entry }, [tap(1, 1), tap(2, 2, at: 30)], [offline])
      let answers = run.times(.answered(.verify, .delivered, transaction: 0))
      expectEqual(answers, [secondVisit + 1.9])
      expectEqual(run.statuses, [.recovered, .recovered])
    }
    let stale = simulate(plain, [tap(1)], [fault(.staleReceipt(lasts: 60), at: .charge)])
    expectEqual(stale.outcome.occurredFaults, 0)
  }

  @Test("G6: a consumed token can still be verified")
  func consumedVerifies() {
    let early = plain.with {
      $0.finish = .onCallback
      $0.retry.delays = [100.0]
    }
    let out = fault(.storeCheckOutage(lasts: 50), at: .callback)
    let run = simulate(early, [tap(1)], [out])
    expectEqual(run.times(.finished(transaction: 0)), [31.2])
    expectEqual(run.times(.answered(.verify, .delivered, transaction: 0)), [133])
    expectEqual(run.statuses, [.recovered])
  }

  @Test("G6, S10: a purchase that the user had refunded leaves the queries and is rejected")
  func refunded() {
    let refund = fault(.refund, at: .charge, after: 3_600)
    let asks = simulate(plain, [tap(1)], [offline, refund])
    expectEqual(asks.callbacks(0), ["31.2 result"])
    expectEqual(asks.statuses, [.refunded])
    expectEqual(asks.count(.lapsed(transaction: 0)), 0)
    let keeps = Design.nonBlocking.with { $0.retry.delays = [] }
    let tries = simulate(keeps.on(.playBilling), [tap(1)], [offline, refund])
    let rejected = Trace.Occurrence.answered(.verify, .rejected, transaction: 0)
    expectEqual(tries.times(rejected).first, secondVisit + 1.9)
    let elsewhere = simulate(keeps.on(.storeKit2), [tap(1)], [offline, refund])
    expectEqual(elsewhere.count(rejected), 0, "elsewhere the backend is not notified")
  }

  @Test("G8, fault payloadLoss: both sides lose the identifiers, so a notification does not help")
  func payloadLoss() {
    let notified = Design.orderCarrier.on(.playBilling).with {
      $0.binding.unbound = .keep
      $0.backend.receivesNotifications = true
    }
    let loss = fault(.payloadLoss(from: .callback), at: .charge)
    let run = simulate(notified, [tap(1)], [loss])
    expectEqual(run.times(.unbound(transaction: 0)).first, 31.5)
    expectEqual(run.times(.notified(transaction: 0, answered: true)), [41.3])
    expectEqual(run.statuses, [.autoRefunded(.lost(.undelivered, .unboundKept))])
  }

  @Test("G9, fault askToBuy: deferred at the confirmation; the approval charges by updates")
  func approved() {
    let run = simulate(Design.orderCarrier.on(.playBilling), [tap(1)], [asked(60)])
    expectEqual(run.times(.deferredCalledBack(transaction: 0)), [29.3])
    expectEqual(run.times(.charged(transaction: 0)), [89.3], "without processing")
    expectEqual(run.callbacks(0), ["89.5 updates"])
    expectEqual(run.statuses, [.delivered], "the payload is kept")
  }

  @Test("G9: the live call of an approval goes to any process with an attached observer")
  func approvedInAnotherProcess() {
    // Dead at 41, ready again at 52, approved at 89.
    let crash = fault(.crash(reopens: 10), at: .sheet, after: 20)
    expectEqual(simulate(plain, [tap(1)], [asked(60), crash]).callbacks(0), ["89.2 updates"])
    let unattached = simulate(plain.with { $0.observer = .purchase }, [tap(1)], [asked(60), crash])
    expectEqual(unattached.callbacks(0), [])
    expectEqual(unattached.statuses, [.autoRefunded(.lost(.undelivered, .observerMissing))])
  }

  @Test("G9: a query returns an approved purchase from the approval on")
  func approvedByQuery() {
    let asks = plain.with { $0.routes = [.result, .launchQuery] }
    let run = simulate(asks, [tap(1)], [asked(.seconds(9 * hour))])
    expectEqual(run.times(.charged(transaction: 0)), [32_429])
    expectEqual(run.callbacks(0), ["57601.0 launchQuery"])
    expectEqual(run.statuses, [.recovered])
  }

  @Test("G9, G5: a pending purchase is owned; without an approval the product is free again")
  func pendingIsOwned() {
    let taps = [tap(1), tap(2, at: 20), tap(3, at: 80)]
    let declined = simulate(plain, taps, [asked(60, approves: false)])
    expectEqual(declined.times(.failedCalledBack(transaction: 1, .error)), [41])
    expectEqual(declined.times(.sheetShown(transaction: 2)), [101])
    expectEqual(declined.outcome.intents.map(\.chargeCount), [0, 0, 1])
    expectEqual(declined.outcome.intents.map(\.isLostSale), [true, true, false])
    let pending = simulate(plain, taps, [asked(600, approves: false)])
    expectEqual(pending.times(.failedCalledBack(transaction: 2, .error)), [101])
    expectEqual(pending.statuses, [])
  }

  @Test("G9, C1: refuse also checks pending purchases, and finishPending leaves them unchanged")
  func pendingIsRefused() {
    let taps = [tap(1), tap(2, at: 20)]
    let refuses = simulate(plain.with { $0.repurchase = .refuse }, taps, [asked(600)])
    expectEqual(refuses.times(.tapRefused), [41])
    expectEqual(refuses.flags(2), .refused)
    let finishes = simulate(plain.with { $0.repurchase = .finishPending }, taps, [asked(600)])
    expectEqual(finishes.count(.finished(transaction: 0)), 1)
    expectEqual(finishes.times(.charged(transaction: 0)), [629])
    expectEqual(finishes.times(.failedCalledBack(transaction: 1, .error)), [41])
  }

  @Test("C11, G9: deferred closes the spinner, unless onDeferred is ignore")
  func deferredSpinner() {
    let never = asked(60, approves: false)
    expectEqual(simulate(plain.blocking, [tap(1)], [never]).times(.spinnerClosed), [29])
    let ignores = plain.blocking.with { $0.onDeferred = .ignore }
    expectEqual(simulate(ignores, [tap(1)], [never]).times(.lostPatience), [59])
  }

  @Test("G11: finish consumes, and the product can be bought again")
  func consumed() {
    let run = simulate(plain, [tap(1), tap(2, at: 20)])
    expectEqual(run.times(.finished(transaction: 0)), [32.1])
    expectEqual(run.times(.charged(transaction: 1)), [51])
    expectEqual(run.statuses, [.delivered, .delivered])
    expectEqual(run.count(.lapsed(transaction: 0)), 0, "it acknowledges too")
  }

  @Test("G11: without the link a consumption fails silently, and the next callback repeats it")
  func consumptionFails() {
    let early = plain.with { $0.finish = .onCallback }
    let run = simulate(early, [tap(1)], [fault(.networkLoss(lasts: 10), at: .callback)])
    expectEqual(run.times(.consumptionFailed(transaction: 0)), [31.2])
    expectEqual(run.times(.linkUp), [41.2])
    expectEqual(run.times(.finished(transaction: 0)), [secondVisit + 1], "no retry in between")
    expectEqual(run.statuses, [.recovered])
  }

  @Test("G11: a delivered purchase that was not consumed is a duplicate at the next callback")
  func consumptionFailsAfterDelivery() {
    let lost = fault(.serviceDisconnect(lasts: 5), at: .delivery)
    let asks = simulate(plain, [tap(1)], [lost])
    expectEqual(asks.times(.consumptionFailed(transaction: 0)), [32.1])
    expectEqual(asks.callbacks(0), ["31.2 result", "36.85 reconnectQuery"])
    expectEqual(asks.times(.answered(.verify, .duplicate, transaction: 0)), [37.75])
    expectEqual(asks.times(.finished(transaction: 0)), [37.75])
    let unconnected = simulate(plain.with { $0.reconnect = .never }, [tap(1)], [lost])
    expectEqual(unconnected.times(.finished(transaction: 0)), [secondVisit + 1.9])
    expectEqual(unconnected.statuses, [.delivered])
  }

  @Test("G11: a client whose ledger lists the purchase consumes it without a request")
  func ledgerConsumes() {
    let ledger = plain.with {
      $0.hasLedger = true
      $0.records.place = .sandbox
    }
    let run = simulate(ledger, [tap(1)], [fault(.serviceDisconnect(lasts: 5), at: .delivery)])
    expectEqual(run.times(.finished(transaction: 0)), [36.85])
    expectEqual(run.count(.sent(.verify, transaction: 0)), 1)
  }

  @Test("G11: a client that wiped the record at the delivery never consumes, and Play refunds")
  func neverConsumed() {
    let keeper = Design.nonBlocking.on(.playBilling)
    let run = simulate(keeper, [tap(1)], [fault(.serviceDisconnect(lasts: 5), at: .delivery)])
    expectEqual(run.times(.unbound(transaction: 0)).first, 36.85)
    expectEqual(run.statuses, [.autoRefunded(.delivered)])
  }

  @Test("G11, C5: an unbound purchase that could not be consumed is kept, not hungBehindUnfinished")
  func unboundKept() {
    let drops = plain.with { $0.binding.unbound = .drop }
    let long = fault(.networkLoss(lasts: .seconds(80 * hour)), at: .callback)
    let unbound = simulate(drops, [tap(1)], [long], in: .many)
    expectEqual(unbound.times(.consumptionFailed(transaction: 0)).first, 31.2)
    expectEqual(unbound.statuses, [.autoRefunded(.lost(.undelivered, .unboundKept))])
    let early = simulate(plain.with { $0.finish = .onCallback }, [tap(1)], [long])
    expectEqual(early.statuses, [.autoRefunded(.lost(.undelivered, .hungBehindUnfinished))])
  }

  @Test("G11, C7: a rejection that finishes frees the product, without a refund")
  func rejectionConsumes() {
    let rejecting = plain.with {
      $0.onRejection = .finish
      $0.backend.onCheckError = .rejected
    }
    let run = simulate(
      rejecting, [tap(1), tap(2, at: 20)], [fault(.storeCheckOutage(lasts: 10), at: .callback)])
    expectEqual(run.times(.finished(transaction: 0)), [32.1])
    expectEqual(run.times(.charged(transaction: 1)), [51])
    expectEqual(run.statuses, [.lost(.undelivered, .rejectedAndFinished), .delivered])
  }

  @Test("C1, G11: finishPending also consumes, and fails without the link")
  func finishPending() {
    let finishes = plain.with { $0.repurchase = .finishPending }
    let taps = [tap(1), tap(2, at: 20)]
    let fails = simulate(finishes, taps, [offline])
    expectEqual(fails.times(.consumptionFailed(transaction: 0)), [41])
    expectEqual(fails.times(.failedCalledBack(transaction: 1, .error)), [41])
    expectEqual(fails.statuses, [.recovered])
    let out = fault(.storeCheckOutage(lasts: .seconds(hour)), at: .callback)
    let consumes = simulate(finishes, taps, [out])
    expectEqual(consumes.times(.finished(transaction: 0)), [41])
    expectEqual(consumes.statuses.first, .lost(.undelivered, .finishedEarly))
  }

  @Test("G3: a new device has the purchases of its account, unless survivesNewDevice is false")
  func newDevice() {
    let moves = [offline, fault(.newDevice(reopens: 60), at: .callback, after: 1)]
    let survives = simulate(plain, [tap(1)], moves)
    expectEqual(survives.callbacks(0).prefix(2), ["31.2 result", "93.2 launchQuery"])
    let forgets = Conditions.cases.with { $0.store.unfinishedSurviveNewDevice = false }
    let gone = simulate(plain, [tap(1)], moves, in: forgets)
    expectEqual(gone.callbacks(0), ["31.2 result"])
    expectEqual(gone.statuses, [.autoRefunded(.lost(.undelivered, .recordWiped))])
  }

  @Test("fault missedReplay: by default, queries omit the intent's purchases while it lasts")
  func missedReplay() {
    func callbacks(_ of: RedeliveryRoutes?, _ lasts: Delay) -> [String] {
      simulate(plain, [tap(1)], [fault(.missedReplay(of: of, lasts: lasts), at: .charge), crash])
        .callbacks(0)
    }
    let long = Delay.seconds(720 * hour)
    expectEqual(callbacks(nil, long), [])
    expectEqual(callbacks(.query, long), [])
    expectEqual(callbacks([.updates, .query], long), [])
    expectEqual(callbacks(.updates, long), ["92.1 launchQuery"])
    expectEqual(callbacks(.query, 3_600), ["28801.0 launchQuery"])
  }

  @Test("fault missedReplay: no kind of query returns the purchase, and live calls are made")
  func missedByEveryQuery() {
    let missed = fault(.missedReplay(of: .query, lasts: 3_600), at: .sheet)
    let asks = plain.with {
      $0.routes = [.result, .updates, .launchQuery, .resumeQuery]
      $0.onAlreadyOwned = .query
    }
    let run = simulate(asks, [tap(1), tap(2, at: 20)], [missed, offline])
    expectEqual(run.times(.failedCalledBack(transaction: 1, .error)), [41])
    expectEqual(run.callbacks(0).prefix(2), ["31.2 result", "28801.0 launchQuery"])
    expectEqual(simulate(plain, [tap(1)], [missed, asked(60)]).callbacks(0), ["89.2 updates"])
  }

  @Test("fault duplicateCallback: the copies go to the same process and to no later process")
  func copies() {
    let copies = fault(.duplicateCallback(copies: 3, gap: 40), at: .callback)
    let crash = fault(.crash(reopens: 60), at: .callback, after: 30)
    expectEqual(
      simulate(plain, [tap(1)], [offline, copies]).callbacks(0).prefix(3),
      ["31.2 result", "71.2 result", "111.2 result"])
    expectEqual(
      simulate(plain, [tap(1)], [offline, copies, crash]).callbacks(0).prefix(3),
      ["31.2 result", "122.2 launchQuery", "28801.0 launchQuery"])
  }

  @Test("fault missedCallback: the live call is not made, and the next query returns the purchase")
  func missedCallback() {
    let run = simulate(plain, [tap(1)], [fault(.missedCallback, at: .charge)])
    expectEqual(run.times(.callbackMissed(transaction: 0)), [31.2])
    expectEqual(run.callbacks(0), ["28801.0 launchQuery"])
  }
}
