import EventEngine
import PurchaseWorld
import TestSupport
import Testing

/// Delivery tasks, tries and triggers (C6–C9).
@Suite struct DeliveryRuleTests {
  private let offline = fault(.networkLoss(lasts: .seconds(hour)), at: .callback)
  private let background = Conditions.cases.with { $0.behavior.evictionProbability = .never }

  /// Finishes at the callback and remembers in the keychain.
  private let early = Design.nonBlocking.with {
    $0.finish = .onCallback
    $0.retry.delays = []
  }

  @Test("C6: finish onCallback reads the receipt, then finishes; every try sends that copy")
  func finishOnCallback() {
    let run = simulate(early, [tap(1)], [offline])
    expectEqual(run.times(.finished(transaction: 0)), [31.2])
    expectEqual(run.times(.sent(.verify, transaction: 0)), [secondVisit + 1])
    expectEqual(run.statuses, [.recovered], "the copy in the record lists what has been finished")
  }

  @Test("C6: the copy of the receipt does not change: a stale copy stays stale")
  func staleCopy() {
    let stale = fault(.staleReceipt(lasts: 60), at: .charge)
    let run = simulate(early, [tap(1)], [stale])
    #expect(run.count(.answered(.verify, .rejected, transaction: 0)) > 1)
    expectEqual(run.statuses, [.lost(.undelivered, .rejectedAndFinished)])
  }

  @Test("C6: with any other finish, each try reads the current receipt")
  func receiptOfTheMoment() {
    let stale = fault(.staleReceipt(lasts: 60), at: .charge)
    expectEqual(simulate(.plain, [tap(1)], [stale]).statuses, [.recovered])
  }

  @Test("C7: with purchase-first and separate, createOrder precedes verify")
  func separateOrder() {
    let run = simulate(.separateOrder)
    expectEqual(run.times(.sent(.createOrder, transaction: 0)), [31.2])
    expectEqual(run.times(.orderCreated(item: 0)), [31.35])
    expectEqual(run.times(.sent(.verify, transaction: 0)), [31.5])
    expectEqual(run.times(.finished(transaction: 0)), [32.4])
    expectEqual(run.statuses, [.delivered])
  }

  @Test("C7: a try without an order requests it again, and earlier orders stay open")
  func asksAgain() {
    let run = simulate(
      .separateOrder, [tap(1)], [fault(.replyLoss(of: .createOrder), at: .callback)])
    expectEqual(run.times(.answered(.createOrder, .timeout, transaction: 0)), [46.2])
    expectEqual(run.times(.sent(.createOrder, transaction: 0)), [31.2, 56.2])
    expectEqual(run.count(.orderCreated(item: 0)), 2)
    expectEqual(run.statuses, [.recovered])
  }

  @Test("C7: notForSale counts as rejected")
  func notForSale() {
    let run = simulate(.separateOrder, [tap(1)], [fault(.delisting, at: .sheet)])
    expectEqual(run.times(.answered(.createOrder, .notForSale, transaction: 0)), [31.5])
    expectEqual(run.times(.rejected(transaction: 0)), [31.5])
    expectEqual(run.statuses, [.lost(.undelivered, .rejectedAndFinished)])
  }

  @Test("C7: delivered and duplicate finish the transaction and wipe its record")
  func finishesAndWipes() {
    let run = simulate(
      .nonBlocking, [tap(1), tap(1, at: 200)], [fault(.replyLoss(of: .verify), at: .callback)])
    expectEqual(run.times(.answered(.verify, .duplicate, transaction: 0)), [47.1])
    expectEqual(run.times(.finished(transaction: 0)), [47.1])
    expectEqual(run.count(.sent(.verify, transaction: 0)), 2, "no record waits any more")
    expectEqual(run.statuses, [.delivered, .delivered])
  }

  @Test(
    "C7: finish decides when a charge is finished", arguments: Design.FinishTime.allCases,
    BackendRules.Verification.allCases)
  func finish(time: Design.FinishTime, verification: BackendRules.Verification) {
    guard time != .afterVerification || verification == .synchronous else { return }
    let run = simulate(
      .plain.with {
        $0.finish = time; $0.backend.verification = verification
      })
    let expected = time == .onCallback ? 31.2 : verification == .asynchronous ? 31.7 : 32.1
    expectEqual(run.times(.finished(transaction: 0)), [expected])
    expectEqual(run.statuses, [.delivered])
  }

  /// Finished at the callback, and checked when the client no longer waits.
  private var accepted: Design {
    early.with {
      $0.hasLedger = true
      $0.backend.verification = .asynchronous
    }
  }

  @Test("C7: accepted without afterSubmission ends the try, and the record waits")
  func acceptedWaits() {
    let outage = fault(.storeCheckOutage(lasts: 60), at: .callback)
    let run = simulate(accepted, [tap(1)], [outage])
    expectEqual(run.times(.answered(.verify, .accepted, transaction: 0)).first, 31.7)
    expectEqual(run.times(.sent(.verify, transaction: 0)).prefix(2), [31.2, secondVisit + 1])
    expectEqual(run.statuses, [.recovered])
    let wiped = simulate(
      accepted, [tap(1)], [outage, fault(.newDevice(reopens: 60), at: .callback, after: 60)])
    expectEqual(wiped.statuses, [.lost(.undelivered, .recordWiped)])
    let unresumed = simulate(accepted.with { $0.retry.resumeOn = [] }, [tap(1)], [outage])
    expectEqual(unresumed.statuses, [.lost(.undelivered, .checkAbandoned)])
  }

  @Test("C7, C1: an accepted delivery waits, so a tap resumes it")
  func acceptedIsResumed() {
    let run = simulate(accepted.with { $0.repurchase = .resume }, [tap(1), tap(1, at: 60)])
    expectEqual(run.times(.deliveryResumed), [81])
    expectEqual(run.statuses, [.delivered])
  }

  @Test("C7: accepted closes the spinner of the tap")
  func acceptedClosesSpinner() {
    let run = simulate(accepted.with { $0.purchasePage = .blocking })
    expectEqual(run.times(.spinnerClosed), [31.7])
    expectEqual(run.flags(), [])
  }

  @Test("C7: after a rejection, onRejection finishes or keeps the transaction")
  func rejection() {
    let stale = fault(.staleReceipt(lasts: 60), at: .charge)
    let kept = simulate(.plain, [tap(1)], [stale])
    expectEqual(kept.times(.rejected(transaction: 0)), [32.1])
    expectEqual(kept.statuses, [.recovered])
    let finished = simulate(.plain.with { $0.onRejection = .finish }, [tap(1)], [stale])
    expectEqual(finished.times(.finished(transaction: 0)), [32.1])
    expectEqual(finished.statuses, [.lost(.undelivered, .rejectedAndFinished)])
  }

  @Test("C7: errors and timeouts lead to retries: n delays are n + 1 tries")
  func retries() {
    let ladder = Design.plain.with { $0.retry.delays = [1.0, 2.0] }
    let run = simulate(ladder, [tap(1)], [fault(.storeCheckOutage(lasts: 60), at: .callback)])
    expectEqual(run.times(.sent(.verify, transaction: 0)).prefix(3), [31.2, 33.1, 36])
    expectEqual(run.times(.triesUsedUp(transaction: 0)), [36.9])
    let timeouts = simulate(ladder, [tap(1)], [fault(.backendOutage(lasts: 20), at: .callback)])
    expectEqual(timeouts.times(.sent(.verify, transaction: 0)), [31.2, 47.2, 64.2])
  }

  @Test("C7: a shorter timeout ends a try sooner, and with repeatLast the tries never end")
  func timeoutAndRepeatLast() {
    let shortTimeout = Design.plain.with {
      $0.retry.timeout = 2
      $0.retry.delays = [10.0]
      $0.retry.repeatsLastDelay = true
    }
    let run = simulate(shortTimeout, [tap(1)], [fault(.backendOutage(lasts: 30), at: .callback)])
    expectEqual(run.times(.sent(.verify, transaction: 0)), [31.2, 43.2, 55.2, 67.2])
    expectEqual(run.count(.triesUsedUp(transaction: 0)), 0)
  }

  @Test(
    "C7: every failed try takes a token, also the last one, and a success returns a share",
    arguments: [
      // In the outage of 4 s the fourth try of the first purchase succeeds, in that of 20 s none.
      (4, 20, 0.0, 4, 2), (4, 20, 0.5, 4, 3), (4, 20, 1.0, 4, 3), (20, 2, 1.0, 3, 2),
    ])
  func budget(lasts: Int64, delays: Int, budget: Double, first: Int, second: Int) {
    let outages = Conditions.background.with {
      $0.outages = [(31, lasts), (61, 30)].map { from, lasts in
        Outage(of: .backend, from: .start + .seconds(from), lasts: .seconds(lasts))
      }
    }
    let design = Design.plain.with {
      $0.retry.timeout = 1
      $0.retry.delays = Array(repeating: 0.5, count: delays)
      $0.retry.budgetRefill = budget
      $0.retry.resumeOn = []
    }
    let run = simulate(design, [tap(1), tap(2, 2, at: 30)], [], in: outages)
    // Both in one process, with a bucket that is half empty after five tokens.
    let tries = [31.2, 32.7, 34.2, 35.7]
    expectEqual(run.times(.sent(.verify, transaction: 0)), Array(tries.prefix(first)))
    expectEqual(run.times(.sent(.verify, transaction: 1)), tries.prefix(second).map { $0 + 30 })
  }

  @Test(
    "C7: when the tries are used up the client waits, shows the recovery page, or drops",
    arguments: RetryRules.ExhaustionRule.allCases)
  func ending(ending: RetryRules.ExhaustionRule) {
    let run = simulate(.plain.with { $0.retry.onExhaustion = ending }, [tap(1)], [offline])
    expectEqual(run.times(.finished(transaction: 0)).first, (ending == .drop ? 31.2 : 28_801.9))
    expectEqual(run.statuses, [ending == .drop ? .lost(.undelivered, .triesUsedUp) : .recovered])
  }

  @Test(
    "C7: one delivery task per transaction, or one per callback",
    arguments: Design.DeliveryConcurrency.allCases)
  func queue(kind: Design.DeliveryConcurrency) {
    let run = simulate(
      .plain.with { $0.deliveryConcurrency = kind }, [tap(1)],
      [fault(.duplicateCallback(copies: 1, gap: 0.4), at: .callback)])
    expectEqual(run.count(.purchasedCalledBack(transaction: 0)), 2)
    expectEqual(run.count(.sent(.verify, transaction: 0)), (kind == .perCallback ? 2 : 1))
    expectEqual(run.statuses, [.delivered])
  }

  @Test("C7: a first try remains the first while it requests its order, even if another starts")
  func firstTry() {
    let separate = Design.separateOrder.with { $0.deliveryConcurrency = .perCallback }
    let run = simulate(
      separate, [tap(1)], [fault(.duplicateCallback(copies: 1, gap: 0.1), at: .callback)])
    expectEqual(run.times(.sent(.createOrder, transaction: 0)), [31.2, 31.3])
    expectEqual(run.times(.sent(.verify, transaction: 0)), [31.5, 31.6])
    expectEqual(run.statuses, [.delivered])
  }

  @Test("C8: launch, foreground and network each start a task again for every waiting record")
  func triggers() {
    let waiting = early.with { $0.retry.resumeOn = [] }
    #expect(simulate(waiting, [tap(1)], [offline]).outcome.charges[0].status.countsAsLost)
    let launch = simulate(waiting.with { $0.retry.resumeOn = .launch }, [tap(1)], [offline])
    expectEqual(launch.times(.sent(.verify, transaction: 0)), [secondVisit + 1])
    let foreground = simulate(
      waiting.with { $0.retry.resumeOn = .foreground }, [tap(1)], [offline], in: background)
    expectEqual(foreground.times(.sent(.verify, transaction: 0)), [secondVisit])
    let network = simulate(
      waiting.with { $0.retry.resumeOn = .network }, [tap(1)],
      [fault(.networkLoss(lasts: 50), at: .callback)])
    expectEqual(network.times(.linkUp), [81.2])
    expectEqual(network.times(.sent(.verify, transaction: 0)), [81.2])
  }

  @Test("C8: a waiting task tries at once, from the first delay; a try in flight is left alone")
  func taskTriesNow() {
    let ladder = early.with {
      $0.retry.resumeOn = .network
      $0.retry.delays = [5.0, 100.0]
    }
    // Fails at 31.2 and 36.2 and waits for 136.2; the link comes up at 51.2 and the check is out.
    let run = simulate(
      ladder, [tap(1)],
      [
        fault(.networkLoss(lasts: 20), at: .callback),
        fault(.storeCheckOutage(lasts: 23), at: .callback),
      ])
    expectEqual(run.times(.sent(.verify, transaction: 0)), [51.2, 57.1])
    // The request is lost at 31.3; the link comes up at 34.3, and the client still waits for it.
    let alone = simulate(
      ladder, [tap(1)], [fault(.networkLoss(lasts: 3), at: .callback, after: 0.1)])
    expectEqual(alone.times(.linkUp), [34.3])
    expectEqual(alone.times(.sent(.verify, transaction: 0)), [31.2, 51.2])
  }

  @Test("C8: the launch trigger follows the attachment and its callbacks")
  func launchTriggerComesLast() {
    // Two unfinished charges; records bind both, and the callbacks start both tasks first.
    let run = simulate(
      .nonBlocking.with { $0.retry.delays = [] }, [tap(1, 1), tap(2, 2, at: 20)], [offline])
    let launch = run.moments(at: secondVisit + 1)
    expectEqual(
      launch,
      [
        .ready, .attached, .purchasedCalledBack(transaction: 0), .sent(.verify, transaction: 0),
        .purchasedCalledBack(transaction: 1), .sent(.verify, transaction: 1),
      ])
  }

  @Test("C9: a manual retry from the recovery page is a rescue, not a delivery")
  func rescue() {
    let uses = Conditions.cases.with {
      $0.behavior.recoveryPageProbability = .always
      $0.behavior.noticeDelay = 70
    }
    let design = Design.nonBlocking.with {
      $0.retry.onExhaustion = .recoveryPage
      $0.retry.resumeOn = []
    }
    let run = simulate(design, [tap(1)], [fault(.networkLoss(lasts: 60), at: .callback)], in: uses)
    expectEqual(run.times(.retriedByHand(intent: 0)), [101])
    expectEqual(run.statuses, [.rescued])
    expectEqual(run.deliveries, [70.65])
    #expect(run.outcome.charges[0].status.countsAsLost, "a rescue counts as lost")
    expectEqual(run.outcome.charges[0].rescuedFrom, .hungBehindUnfinished)
    let never = simulate(design, [tap(1)], [fault(.networkLoss(lasts: 60), at: .callback)])
    expectEqual(never.statuses, [.recovered], "the next callback, at the second visit")
    #expect(never.outcome.charges[0].rescuedFrom == nil)
  }
}
