import EventEngine
import PurchaseWorld
import TestSupport
import Testing

/// Every fault of section 7: when it occurs and what it does.
@Suite struct FaultTests {
  @Test("fault crash: the process dies and the user reopens the app later")
  func crash() {
    let run = simulate(.plain, [tap(1)], [fault(.crash(reopens: 40), at: .callback, after: 0.1)])
    expectEqual(run.times(.faultOccurred(planned: 0)), [31.3])
    expectEqual(run.times(.died).first, 31.3)
    expectEqual(run.times(.launched).prefix(2), [0, 71.3])
    expectEqual(run.outcome.occurredFaults, 1)
  }

  @Test("fault appKill: the user kills the app and reopens it later")
  func appKill() {
    let run = simulate(.plain, [tap(1)], [fault(.appKill(reopens: 40), at: .charge, after: 0.1)])
    expectEqual(run.times(.died).first, 31.1)
    expectEqual(run.times(.ready).prefix(2), [1, 72.1])
    expectEqual(run.statuses, [.recovered])
  }

  @Test("fault accountSwitch: another account logs in, and the first account may return")
  func accountSwitch() {
    let back = simulate(
      .plain, [tap(1)], [fault(.accountSwitch(returns: 100), at: .sheet, after: 1)])
    expectEqual(back.times(.accountSwitched(account: 1)), [22])
    expectEqual(back.times(.accountSwitched(account: 0)), [122])
    expectEqual(back.statuses, [.lost(.misdelivered, .wrongAccount)])
    let never = simulate(
      .plain, [tap(1)], [fault(.accountSwitch(returns: nil), at: .sheet, after: 1)])
    expectEqual(never.count(.accountSwitched(account: 0)), 0)
  }

  @Test("fault accountSwitch: it also acts under a spinner")
  func accountSwitchUnderSpinner() {
    let run = simulate(
      .recordKeeper, [tap(1)], [fault(.accountSwitch(returns: nil), at: .charge, after: 0.1)])
    expectEqual(run.times(.accountSwitched(account: 1)), [31.1])
    expectEqual(run.times(.waitsForAccount(transaction: 0)).first, 31.2)
  }

  @Test("fault accountSwitch: after a switch on a dead process, the next process has the account")
  func accountSwitchWhileDead() {
    // Dead at 31, opened at 91, ready at 92: the switch comes before the launch, or during it.
    for (after, time) in [(30.0, 61.0), (60.5, 91.5)] {
      let run = simulate(
        .separateOrder, [tap(1)],
        [
          fault(.crash(reopens: 60), at: .charge),
          fault(.accountSwitch(returns: nil), at: .charge, after: Delay(roundingSeconds: after)),
        ])
      expectEqual(run.times(.accountSwitched(account: 1)), [time])
      expectEqual(run.purchased(at: 92), [0], "one attachment, after the switch")
      expectEqual(run.statuses, [.lost(.misdelivered, .wrongAccount)])
    }
  }

  @Test("fault accountSwitch: a process in the background receives it on its return to the front")
  func accountSwitchInBackground() {
    // The user leaves at 141 and comes back at 8 h.
    let background = Conditions.cases.with { $0.behavior.evictionProbability = .never }
    let offline = fault(.networkLoss(lasts: 300), at: .callback)
    let away = fault(.accountSwitch(returns: nil), at: .callback, after: 200)
    let run = simulate(
      .separateOrder.with { $0.retry.delays = [] }, [tap(1)], [offline, away], in: background)
    expectEqual(run.times(.accountSwitched(account: 1)), [231.2])
    expectEqual(run.times(.attached), [1, secondVisit])
    expectEqual(run.statuses, [.lost(.misdelivered, .wrongAccount)])
    // If the first account is back before the app is in front, nothing has changed.
    let back = fault(.accountSwitch(returns: 100), at: .callback, after: 200)
    let waiting = simulate(
      .nonBlocking.with { $0.retry.delays = [] }, [tap(1)], [offline, back], in: background)
    expectEqual(waiting.times(.accountSwitched(account: 0)), [331.2])
    expectEqual(waiting.times(.sent(.verify, transaction: 0)), [secondVisit])
    expectEqual(waiting.statuses, [.recovered])
  }

  @Test("fault networkLoss: the link goes down and comes up again")
  func networkLoss() {
    let run = simulate(
      .plain.with {
        $0.retry.resumeOn = [.launch, .network]; $0.retry.delays = [300.0]
      },
      [tap(1)], [fault(.networkLoss(lasts: 50), at: .callback)])
    expectEqual(run.times(.linkUp), [81.2])
    expectEqual(run.times(.sent(.verify, transaction: 0)), [81.2])
  }

  @Test("fault weakNetwork: latencies grow for a while")
  func weakNetwork() {
    let weak = fault(.weakNetwork(lasts: 60, slowdown: 10_000), at: .callback)
    let run = simulate(.plain, [tap(1), tap(2, 2, at: 120)], [weak])
    expectEqual(run.deliveries, [3.1, 0.85])
    let over = simulate(.plain.with { $0.retry.timeout = 4 }, [tap(1)], [weak])
    expectEqual(over.times(.answered(.verify, .timeout, transaction: 0)), [35.2])
  }

  @Test("fault replyLoss: the next reply of its kinds is lost")
  func replyLoss() {
    let verify = simulate(.orderCarrier, [tap(1)], [fault(.replyLoss(of: .verify), at: .tap)])
    expectEqual(verify.times(.sheetShown(transaction: 0)), [21.3])
    expectEqual(verify.times(.answered(.verify, .timeout, transaction: 0)), [46.5])
    let order = simulate(.orderCarrier, [tap(1)], [fault(.replyLoss(of: .createOrder), at: .tap)])
    expectEqual(order.times(.noOrder), [36])
    expectEqual(order.times(.orderCreated(item: 0)), [21.15])
    let any = simulate(.orderCarrier, [tap(1)], [fault(.replyLoss(of: .any), at: .tap)])
    expectEqual(any.times(.noOrder), [36])
    let both = simulate(
      .separateOrder, [tap(1)],
      [
        fault(.replyLoss(of: .createOrder), at: .charge),
        fault(.replyLoss(of: .verify), at: .charge),
      ])
    expectEqual(both.times(.answered(.createOrder, .timeout, transaction: 0)), [46.2])
    expectEqual(both.times(.answered(.verify, .timeout, transaction: 0)), [71.5])
  }

  @Test("fault spuriousCancel: an interruption with code cancelled")
  func spuriousCancel() {
    let run = simulate(
      .recordKeeper.with { $0.records.clearOn = .cancelled }, [tap(1)],
      [fault(.interruption(.cancelled), at: .sheet, after: 8)])
    expectEqual(run.times(.failedCalledBack(transaction: 0, .cancelled)), [29])
    expectEqual(run.statuses, [.lost(.undelivered, .recordCleared)])
  }

  @Test("fault spuriousFailure: an interruption with code error that may kill the app")
  func spuriousFailure() {
    let run = simulate(
      .recordKeeper, [tap(1)],
      [fault(.interruption(.error, kills: true, reopens: 30), at: .sheet, after: 8)])
    expectEqual(run.times(.failedCalledBack(transaction: 0, .error)), [29])
    expectEqual(run.times(.died).first, 29)
    expectEqual(run.times(.launched).prefix(2), [0, 59])
    expectEqual(run.times(.purchasedCalledBack(transaction: 1)), [91.2])
    expectEqual(run.statuses, [.recovered])
  }

  private let payloadOnly = Design.orderCarrier.with { $0.binding.unbound = .keep }

  @Test("fault payloadLoss: the payload comes back empty, planned early or late")
  func payloadLoss() {
    for anchor in [FaultAnchor.tap, .sheet, .charge, .callback] {
      let run = simulate(payloadOnly, [tap(1)], [fault(.payloadLoss(from: .callback), at: anchor)])
      expectEqual(run.statuses, [.lost(.undelivered, .unboundKept)], "\(anchor)")
      expectEqual(run.outcome.occurredFaults, 1)
    }
  }

  @Test("fault payloadLoss: it affects the charge, and not a second sheet of the same intent")
  func payloadLossUnderDoubleTap() {
    let run = simulate(
      payloadOnly, [tap(1)],
      [
        fault(.doubleTap(gap: 0.2, pays: false), at: .tap),
        fault(.payloadLoss(from: .callback), at: .callback),
      ])
    expectEqual(run.statuses, [.lost(.undelivered, .unboundKept)])
  }

  @Test("fault duplicateCallback: purchased is called back again with the same identifier")
  func duplicateCallback() {
    let run = simulate(
      .plain.with {
        $0.deliveryConcurrency = .perCallback; $0.backend.dedupe = .none
      }, [tap(1)],
      [fault(.duplicateCallback(copies: 2, gap: 0.3), at: .callback)])
    expectEqual(run.times(.purchasedCalledBack(transaction: 0)), [31.2, 31.5, 31.8])
    #expect(run.outcome.charges[0].hasDuplicateDelivery)
    expectEqual(run.outcome.charges.count, 1)
  }

  @Test("fault missedCallback: the live purchased is lost, and the next attachment calls back")
  func missedCallback() {
    for anchor in [FaultAnchor.tap, .sheet, .charge] {
      let run = simulate(.recordKeeper, [tap(1)], [fault(.missedCallback, at: anchor)])
      expectEqual(run.times(.callbackMissed(transaction: 0)), [31.2], "\(anchor)")
      expectEqual(run.times(.lostPatience), [59])
      expectEqual(run.times(.purchasedCalledBack(transaction: 0)), [120])
      expectEqual(run.statuses, [.recovered])
      expectEqual(run.flags(), .hung)
    }
  }

  @Test("fault reinstall: sandbox and process are removed")
  func reinstall() {
    let run = simulate(
      .nonBlocking.with { $0.records.place = .sandbox }, [tap(1)],
      [fault(.reinstall(reopens: 60), at: .charge, after: 0.1)])
    expectEqual(run.times(.reinstalled), [31.1])
    expectEqual(run.times(.ready).prefix(2), [1, 92.1])
    expectEqual(run.statuses, [.lost(.undelivered, .recordWiped)])
  }

  @Test("fault newDevice: sandbox, keychain and process are removed")
  func newDevice() {
    let run = simulate(
      .nonBlocking, [tap(1)], [fault(.newDevice(reopens: 60), at: .charge, after: 0.1)])
    expectEqual(run.times(.ready).prefix(2), [1, 92.1])
    expectEqual(run.statuses, [.lost(.undelivered, .recordWiped)])
  }

  @Test("fault askToBuy: another person approves, or no callback follows")
  func askToBuy() {
    let approved = simulate(
      .plain, [tap(1)], [fault(.askToBuy(approves: true, answers: 50), at: .tap)])
    expectEqual(approved.times(.charged(transaction: 0)), [79])
    let declined = simulate(
      .plain, [tap(1)], [fault(.askToBuy(approves: false, answers: 50), at: .tap)])
    #expect(declined.statuses.isEmpty)
  }

  @Test("fault delisting: the item leaves the shelf, and only that item")
  func delisting() {
    let run = simulate(
      .orderCarrier, [tap(1, 1), tap(2, 2, at: 60)], [fault(.delisting, at: .tap)], in: .many)
    expectEqual(run.flags(1), .refused)
    expectEqual(run.statuses, [.delivered])
  }

  @Test("fault tokenExpiry: requests are unauthorised until a login or the end of the fault")
  func tokenExpiry() {
    let run = simulate(.plain, [tap(1)], [fault(.tokenExpiry(lasts: 5), at: .callback)])
    expectEqual(run.times(.answered(.verify, .unauthorised, transaction: 0)), [31.7])
    expectEqual(run.times(.loggedIn), [41.7])
    let late = simulate(.plain, [tap(1)], [fault(.tokenExpiry(lasts: 0.2), at: .callback)])
    expectEqual(late.count(.loginAsked), 0)
  }

  @Test("fault staleReceipt: for a while, the receipt does not contain the charge")
  func staleReceipt() {
    let stale = fault(.staleReceipt(lasts: 60), at: .charge)
    let run = simulate(.plain.with { $0.onRejection = .finish }, [tap(1)], [stale])
    expectEqual(run.statuses, [.lost(.undelivered, .rejectedAndFinished)])
    let brief = fault(.staleReceipt(lasts: 0.1), at: .charge)
    expectEqual(simulate(.plain, [tap(1)], [brief]).statuses, [.delivered])
  }

  @Test("fault staleReceipt, S6: the entry of the charge and all later entries are missing")
  func staleReceiptFromACharge() {
    // Charged at 31 and at 39; both are requested again at 39.2.
    let taps = [tap(1, 1), tap(2, 2, at: 1)]
    let keeper = Design.plain.with { $0.retry.delays = [8.0] }
    let slow = fault(.networkLoss(lasts: 1), at: .callback)
    func asked(_ intent: Int, _ anchor: FaultAnchor) -> [Double?] {
      simulate(keeper, taps, [slow, fault(.staleReceipt(lasts: 60), at: anchor, of: intent)])
        .deliveries
    }
    expectEqual(asked(1, .charge), [secondVisit + 1.65 - 31, secondVisit + 1.65 - 39])
    expectEqual(asked(2, .charge), [8.85, secondVisit + 1.65 - 39])
    // Planned before its charge, which follows the charge of the other intent.
    expectEqual(asked(2, .tap), [8.85, secondVisit + 1.65 - 39])
    expectEqual(asked(1, .callback), asked(1, .charge))
  }

  @Test("fault staleReceipt: two overlapping faults end at their own times")
  func staleReceiptTwice() {
    let run = simulate(
      .plain.with {
        $0.backend.entry = .first; $0.backend.checksProduct = false
      },
      [tap(1, 1), tap(2, 2, at: 1)],
      [
        fault(.staleReceipt(lasts: 5), at: .charge),
        fault(.staleReceipt(lasts: 60), at: .charge, of: 2),
      ])
    let first = Trace.Occurrence.goodsDelivered(transaction: 0, item: 1, account: 0)
    expectEqual(run.times(first), [39.85], "at 39.2 the newest entry is the first again")
  }

  @Test("fault backendOutage: requests to the backend time out")
  func backendOutage() {
    let run = simulate(.plain, [tap(1)], [fault(.backendOutage(lasts: 60), at: .callback)])
    expectEqual(run.times(.answered(.verify, .timeout, transaction: 0)), [46.2])
    expectEqual(run.statuses, [.recovered])
  }

  @Test("fault storeCheckOutage: the store's check fails")
  func storeCheckOutage() {
    let run = simulate(.plain, [tap(1)], [fault(.storeCheckOutage(lasts: 60), at: .callback)])
    expectEqual(run.times(.answered(.verify, .error, transaction: 0)), [32.1])
    expectEqual(run.statuses, [.recovered])
  }

  @Test("fault doubleTap: a second tap, whose sheet is cancelled unless the user pays")
  func doubleTap() {
    let cancels = simulate(.plain, [tap(1)], [fault(.doubleTap(gap: 0.2, pays: false), at: .tap)])
    expectEqual(cancels.taps(of: 0), [21, 21.2])
    expectEqual(cancels.times(.cancelled(transaction: 1)), [37])
    expectEqual(cancels.outcome.intents.count, 1)
    expectEqual(cancels.statuses, [.delivered])
    let pays = simulate(.plain, [tap(1)], [fault(.doubleTap(gap: 0.2, pays: true), at: .tap)])
    expectEqual(pays.outcome.intents[0].chargeCount, 2, "a double charge")
    let ignored = simulate(
      .recordKeeper, [tap(1)], [fault(.doubleTap(gap: 0.2, pays: true), at: .tap)])
    expectEqual(ignored.times(.tapIgnored), [21.2])
  }

  @Test("fault anchors: each occurs once per intent, and without delay a fault precedes its event")
  func anchors() {
    let times: [(FaultAnchor, Double)] = [
      (.tap, 21), (.sheet, 21), (.charge, 31), (.callback, 31.2), (.delivery, 31.85),
    ]
    for (anchor, time) in times {
      let run = simulate(
        .plain, [tap(1), tap(1, at: 60)],
        [fault(.weakNetwork(lasts: 0, slowdown: 1_000), at: anchor)])
      expectEqual(run.times(.faultOccurred(planned: 0)), [time], "\(anchor)")
    }
    // The process dies before the callback is handled: the callback finds no process.
    let run = simulate(.plain, [tap(1)], [fault(.crash(reopens: 60), at: .callback)])
    expectEqual(run.times(.died).first, 31.2)
    expectEqual(run.times(.purchasedCalledBack(transaction: 0)), [92.2])
    // The third event is the tap, after the visit and the launch.
    let step = simulate(.plain, [tap(1)], [fault(.networkLoss(lasts: 1), at: .step(3))])
    expectEqual(step.times(.faultOccurred(planned: 0)), [21])
  }

  @Test("fault reinstall: an app that was never opened is not opened again")
  func beforeTheFirstOpening() {
    let late = Conditions.cases.with { $0.behavior.startDelay = 100 }
    // The first event is a reconciliation, before the first visit.
    let reconciling = Design.plain.with { $0.backend.reconciliation = 60 }
    for kind in [Fault.reinstall(reopens: 1), .newDevice(reopens: 1)] {
      let run = simulate(reconciling, [tap(1)], [fault(kind, at: .step(1))], in: late)
      expectEqual(run.times(.reinstalled), [60])
      expectEqual(run.times(.launched).first, 100)
      expectEqual(run.statuses, [.delivered])
    }
  }

  @Test("an outage marks the intents whose requests failed because of it; a fault marks none")
  func hitOutage() {
    let flags = { (outage: Outage?, faults: [PlannedFault]) -> IntentFlags in
      let conditions = Conditions.cases.with { $0.outages = outage.map { [$0] } ?? [] }
      return simulate(.plain, [tap(1)], faults, in: conditions).flags()
    }
    for target in [Outage.Target.backend, .storeCheck] {
      let during = Outage(of: target, from: .start + 30, lasts: 10)
      #expect(flags(during, []).contains(.hitOutage))
      let before = Outage(of: target, from: .start, lasts: 30)
      let after = Outage(of: target, from: .start + 33, lasts: 30)
      for missed in [before, after] { #expect(!flags(missed, []).contains(.hitOutage)) }
    }
    let own = fault(.backendOutage(lasts: 20), at: .callback)
    #expect(!flags(nil, [own]).contains(.hitOutage))
    // A request lost before it arrives at 31.35 is not affected; the check that ends at 31.85 is.
    let (onTheWay, arrived) = (
      fault(.networkLoss(lasts: 20), at: .callback, after: 0.1),
      fault(.networkLoss(lasts: 20), at: .callback, after: 0.3)
    )
    let backend = Outage(of: .backend, from: .start + 31, lasts: 10)
    #expect(!flags(backend, [onTheWay]).contains(.hitOutage))
    let check = Outage(of: .storeCheck, from: .start + 31.6, lasts: 10)
    #expect(flags(check, [arrived]).contains(.hitOutage))
  }

  @Test("an outage marks the intent whose record could not be written")
  func hitOutageByRecord() {
    let writing = Design.recordKeeper.with { $0.records.place = .server }
    let flags = { (lasts: Delay) -> IntentFlags in
      let conditions = Conditions.cases.with {
        $0.outages = [Outage(of: .backend, from: .start + 10, lasts: lasts)]
      }
      return simulate(writing, [tap(1)], in: conditions).flags()
    }
    #expect(flags(15).contains(.hitOutage))
    #expect(!flags(5).contains(.hitOutage))
  }

  @Test("fault outages affect all users at the same instant")
  func sharedOutages() {
    let outage = Outage(of: .backend, from: .start + 30, lasts: 60)
    let run = simulate(.plain, in: Conditions.cases.with { $0.outages = [outage] })
    expectEqual(run.times(.answered(.verify, .timeout, transaction: 0)), [46.2])
    let check = Outage(of: .storeCheck, from: .start + 30, lasts: 60)
    let failed = simulate(.plain, in: Conditions.cases.with { $0.outages = [check] })
    expectEqual(failed.times(.answered(.verify, .error, transaction: 0)), [32.1])
  }
}
