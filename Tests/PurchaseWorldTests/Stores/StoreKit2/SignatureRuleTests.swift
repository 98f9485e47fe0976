import EventEngine
import PurchaseWorld
import TestSupport
import Testing

/// Signed transactions: proof, payload, finish and unverified ones (K6, K8, K11, K12).
@Suite struct SignatureRuleTests {
  private let plain = Design.plain.on(.storeKit2)
  private let offline = fault(.networkLoss(lasts: .seconds(hour)), at: .callback)
  private let unverified = fault(.unverified(lasts: .seconds(720 * hour)), at: .charge)

  private func goods(_ transaction: TransactionID, item: ItemID) -> Trace.Occurrence {
    .goodsDelivered(transaction: transaction, item: item, account: 0)
  }

  @Test("K6, C6: an early finish keeps the evidence, because the task keeps the transaction")
  func earlyFinish() {
    let early = plain.with {
      $0.finish = .onCallback
      $0.retry.delays = [100.0]
    }
    let run = simulate(early, [tap(1)], [fault(.networkLoss(lasts: 50), at: .callback)])
    expectEqual(run.times(.finished(transaction: 0)), [31.2])
    expectEqual(run.times(.answered(.verify, .delivered, transaction: 0)), [132.1])
    expectEqual(run.statuses, [.recovered])
  }

  @Test("K6: a request carries the current transaction, so staleReceipt has no effect")
  func staleReceipt() {
    let stale = fault(.staleReceipt(lasts: 60), at: .charge)
    let run = simulate(plain, [tap(1)], [stale])
    expectEqual(run.outcome.occurredFaults, 0)
    expectEqual(run.statuses, [.delivered])
  }

  @Test("K6, B4: entry first takes the newest charge of the history, finished or not")
  func entryFirst() {
    // The second charge is finished at 52.1; the first tries again at 91.2.
    let first = Design.plain.with {
      $0.backend.entry = .first
      $0.backend.checksProduct = false
      $0.retry.delays = [60.0]
    }
    let taps = [tap(1, 1), tap(2, 2, at: 20)]
    let short = fault(.networkLoss(lasts: 10), at: .callback)
    let history = simulate(first.on(.storeKit2), taps, [short])
    expectEqual(history.times(.answered(.verify, .duplicate, transaction: 0)), [92.1])
    expectEqual(history.statuses, [.lost(.undelivered, .finishedEarly), .delivered])
    let receipt = simulate(first, taps, [short])
    expectEqual(receipt.times(.answered(.verify, .delivered, transaction: 0)), [92.1])
  }

  @Test("K6, B4: entry all delivers every other charge of the history, also finished charges")
  func entryAll() {
    let all = Design.plain.with {
      $0.finish = .onCallback
      $0.backend.entry = .all
    }
    let taps = [tap(1, 1), tap(2, 2, at: 20)]
    let short = fault(.networkLoss(lasts: 10), at: .callback)
    let history = simulate(all.on(.storeKit2), taps, [short])
    expectEqual(history.times(.finished(transaction: 0)), [31.2])
    expectEqual(history.times(goods(0, item: 0)), [51.85])
    expectEqual(history.statuses, [.recovered, .delivered])
    expectEqual(
      simulate(all, taps, [short]).statuses, [.lost(.undelivered, .triesUsedUp), .delivered])
  }

  @Test("K6, B4: entry matching finds the named transaction, and checksProduct still applies")
  func entryMatching() {
    let run = simulate(plain, [tap(1, 1), tap(2, 2, at: 20)], [offline])
    expectEqual(run.times(goods(0, item: 0)), [secondVisit + 1.65])
    expectEqual(run.times(goods(1, item: 1)), [secondVisit + 1.65])
    let checks = plain.with { $0.backend.entry = .first }
    let wrong = simulate(checks, [tap(1, 1), tap(2, 2, at: 20)], [offline])
    let answers = wrong.times(.answered(.verify, .rejected, transaction: 0))
    expectEqual(answers.first, secondVisit + 1.9)
  }

  @Test("B5, K6: the dedupe key receipt is the transaction itself")
  func dedupeReceipt() {
    let dedupe = plain.with { $0.backend.dedupe = .receipt }
    let two = simulate(dedupe, [tap(1, 1), tap(2, 2, at: 20)])
    expectEqual(two.statuses, [.delivered, .delivered], "two transactions are two receipts")
    let again = simulate(
      dedupe.with { $0.retry.delays = [5.0] }, [tap(1)],
      [fault(.replyLoss(of: .verify), at: .callback)])
    expectEqual(again.times(.answered(.verify, .duplicate, transaction: 0)), [52.1])
    expectEqual(again.statuses, [.delivered])
  }

  /// Keeps a transaction that it cannot bind; its backend receives a notification of every charge.
  private let notified = Design.orderCarrier.with {
    $0.binding.unbound = .keep
    $0.backend.receivesNotifications = true
  }

  @Test("K8, fault payloadLoss: both sides lose the payload, so a notification does not help")
  func payloadLoss() {
    let loss = fault(.payloadLoss(from: .callback), at: .charge)
    let run = simulate(notified.on(.storeKit2), [tap(1)], [loss])
    expectEqual(run.times(.unbound(transaction: 0)).first, 31.5)
    expectEqual(run.times(.notified(transaction: 0, answered: true)), [41.3])
    expectEqual(run.statuses, [.lost(.undelivered, .unboundKept)])
    expectEqual(
      simulate(notified, [tap(1)], [loss]).statuses, [.recovered], "StoreKit 1 keeps a copy")
  }

  @Test("K8: the payload binds item and account in any process")
  func payload() {
    let token = plain.with {
      $0.payload = .intent
      $0.binding.itemSources = [.payload]
      $0.binding.accountSources = [.payload]
    }
    let switched = fault(.accountSwitch(returns: nil), at: .sheet, after: 1)
    let crash = fault(.crash(reopens: 60), at: .charge, after: 0.1)
    let run = simulate(token, [tap(1, 2)], [switched, crash], in: .many)
    expectEqual(run.statuses, [.recovered])
  }

  @Test("K11: finish needs no link, and the transaction leaves updates and the queries")
  func finishNeedsNoLink() {
    let early = plain.with { $0.finish = .onCallback }
    let run = simulate(early, [tap(1), tap(2, at: 20)], [offline])
    expectEqual(run.times(.finished(transaction: 0)), [31.2])
    expectEqual(run.callbacks(0), ["31.2 result"])
    expectEqual(run.times(.charged(transaction: 1)), [51], "the product can be bought again")
    expectEqual(run.statuses.first, .lost(.undelivered, .triesUsedUp))
  }

  @Test("K12, unverified ignore: the transaction is kept unused: drop point unverifiedKept")
  func ignored() {
    let run = simulate(plain.blocking, [tap(1)], [unverified])
    expectEqual(run.callbacks(0).prefix(2), ["31.2 result", "28801.0 updates"])
    expectEqual(run.times(.unverified(transaction: 0)).first, 31.2)
    expectEqual(run.times(.spinnerClosed), [31.2])
    expectEqual(run.count(.sent(.verify, transaction: 0)), 0)
    expectEqual(run.count(.finished(transaction: 0)), 0)
    expectEqual(run.statuses, [.lost(.undelivered, .unverifiedKept)])
  }

  @Test("K12, fault unverified: a callback after the end of the fault is verified")
  func verifiedLater() {
    let run = simulate(plain, [tap(1)], [fault(.unverified(lasts: .seconds(hour)), at: .charge)])
    expectEqual(run.times(.unverified(transaction: 0)), [31.2])
    expectEqual(run.times(.sent(.verify, transaction: 0)), [secondVisit + 1])
    expectEqual(run.statuses, [.recovered])
  }

  @Test("K12, unverified finish: the transaction is finished: drop point unverifiedFinished")
  func finished() {
    let run = simulate(plain.with { $0.unverified = .finish }.blocking, [tap(1)], [unverified])
    expectEqual(run.times(.finished(transaction: 0)), [31.2])
    expectEqual(run.times(.spinnerClosed), [31.2])
    expectEqual(run.callbacks(0), ["31.2 result"])
    expectEqual(run.times(.dropped(transaction: 0, .unverifiedFinished)), [31.2])
    expectEqual(run.statuses, [.lost(.undelivered, .unverifiedFinished)])
  }

  @Test("K12, unverified submit: delivered as if verified, and the backend checks it")
  func submitted() {
    let run = simulate(plain.with { $0.unverified = .submit }, [tap(1)], [unverified])
    expectEqual(run.count(.unverified(transaction: 0)), 0)
    expectEqual(run.times(.answered(.verify, .delivered, transaction: 0)), [32.1])
    expectEqual(run.statuses, [.delivered])
  }

  @Test("K12: an unverified callback is an anchor callback like any other")
  func anchor() {
    let run = simulate(
      plain, [tap(1)], [unverified, fault(.crash(reopens: 60), at: .callback, after: 5)])
    expectEqual(run.times(.died), [36.2])
    let atCallback = simulate(plain, [tap(1)], [fault(.unverified(lasts: 60), at: .callback)])
    expectEqual(
      atCallback.times(.unverified(transaction: 0)), [31.2], "the fault precedes the callback")
  }

  @Test("K12: the check precedes the early finish, the binding and the records of C5")
  func beforeEverything() {
    let early = Design.recordKeeper.on(.storeKit2).with { $0.finish = .onCallback }
    let run = simulate(early, [tap(1)], [unverified])
    expectEqual(run.count(.finished(transaction: 0)), 0)
    expectEqual(run.statuses, [.lost(.undelivered, .unverifiedKept)])
  }

  @Test("K12, B8: notifications to the backend are not affected")
  func backendDelivers() {
    let run = simulate(notified.on(.storeKit2), [tap(1)], [unverified])
    expectEqual(run.times(goods(0, item: 0)), [41.3])
    expectEqual(run.statuses, [.recovered])
  }

  @Test("K12, fault unverified: it affects only its own intent, also its later transactions")
  func ofOneIntent() {
    let two = simulate(plain, [tap(1, 1), tap(2, 2, at: 20)], [unverified])
    expectEqual(two.statuses, [.lost(.undelivered, .unverifiedKept), .delivered])
    let early = fault(.unverified(lasts: .seconds(720 * hour)), at: .sheet)
    let interruption = fault(.interruptionOfStore(.error), at: .sheet, after: 6)
    let later = simulate(plain, [tap(1)], [early, interruption])
    expectEqual(later.times(.unverified(transaction: 1)).first, 89.2)
  }
}
