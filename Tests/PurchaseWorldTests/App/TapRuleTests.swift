import EventEngine
import PurchaseWorld
import TestSupport
import Testing

/// The effects of a tap (C1, C2).
@Suite struct TapRuleTests {
  private let offline = fault(.networkLoss(lasts: .seconds(hour)), at: .callback)
  private let twice = [tap(1), tap(1, at: 60)]

  @Test("C1: a tap is ignored while the UI blocks")
  func ignored() {
    let run = simulate(.recordKeeper, [tap(1), tap(1, at: 5)])
    expectEqual(run.times(.tapIgnored), [26])
    expectEqual(run.count(.sheetShown(transaction: 1)), 0)
    let open = simulate(.nonBlocking, [tap(1), tap(1, at: 5, cancels: true)])
    expectEqual(open.count(.sheetShown(transaction: 1)), 1)
  }

  @Test(
    "C1: resume and resumeOrBlock restart the waiting record of the same item and account",
    arguments: [Design.RepurchaseRule.resume, .resumeOrBlock])
  func resume(rule: Design.RepurchaseRule) {
    let design = Design.nonBlocking.with {
      $0.repurchase = rule
      $0.retry.delays = []
    }
    let run = simulate(design, twice, [fault(.networkLoss(lasts: 10), at: .callback)])
    expectEqual(run.times(.deliveryResumed), [81])
    expectEqual(run.times(.finished(transaction: 0)), [81.9])
    expectEqual(run.count(.sheetShown(transaction: 1)), 0)
    expectEqual(run.statuses, [.recovered])
    expectEqual(run.flags(), [])
  }

  @Test("C1: for another item or account, resume continues and resumeOrBlock refuses")
  func resumeOrBlock() {
    let resumes = Design.nonBlocking.with {
      $0.repurchase = .resume
      $0.retry.delays = []
    }
    let blocks = resumes.with { $0.repurchase = .resumeOrBlock }
    let otherItem = [tap(1, 1), tap(2, 2, at: 60)]
    let continues = simulate(resumes, otherItem, [offline], in: .many)
    expectEqual(continues.count(.sheetShown(transaction: 1)), 1)
    expectEqual(continues.flags(2), .blocked, "the store's alert, not a refusal")
    let refused = simulate(blocks, otherItem, [offline], in: .many)
    expectEqual(refused.times(.tapRefused), [81])
    expectEqual(refused.flags(2), .refused)
    expectEqual(refused.count(.sheetShown(transaction: 1)), 0)
    let switched = fault(.accountSwitch(returns: nil), at: .callback, after: 1)
    let other = simulate(blocks, [tap(1), tap(2, at: 60)], [offline, switched])
    expectEqual(other.flags(2), .refused)
    let otherProduct = simulate(blocks, otherItem, [offline])
    expectEqual(otherProduct.count(.sheetShown(transaction: 1)), 1)
  }

  @Test("C1: resumeOrBlock checks only waiting records, and not the queue")
  func resumeLooksAtRecords() {
    // The record has no identifier yet: the second tap finds no waiting record.
    let design = Design.nonBlocking.with { $0.repurchase = .resumeOrBlock }
    let run = simulate(design, [tap(1, 1), tap(2, 2, at: 5, cancels: true)], in: .many)
    expectEqual(run.count(.sheetShown(transaction: 1)), 1)
    expectEqual(run.flags(2), [])
  }

  @Test("C1: refuse refuses while any transaction of the product is in the queue, in any state")
  func refuse() {
    let refuses = Design.plain.with { $0.repurchase = .refuse }
    let onSheet = simulate(refuses, [tap(1), tap(1, at: 3)])
    expectEqual(onSheet.times(.tapRefused), [24])
    let charged = simulate(refuses, twice, [offline])
    expectEqual(charged.flags(), .refused)
    let deferred = simulate(
      refuses, twice, [fault(.askToBuy(approves: false, answers: 5), at: .sheet)])
    expectEqual(deferred.times(.tapRefused), [81])
    let keptFailure = simulate(
      refuses.with { $0.onFailed = .keep }, [tap(1, cancels: true), tap(2, at: 60)])
    expectEqual(keptFailure.flags(2), .refused)
    expectEqual(
      simulate(refuses, twice).outcome.intents[0].chargeCount, 2, "nothing waits any more")
    expectEqual(
      simulate(refuses, [tap(1, 1), tap(2, 2, at: 3)]).statuses.count, 2, "another product")
  }

  @Test("C1: finishPending finishes every charge first; an undelivered charge is finishedEarly")
  func finishPending() {
    let finishes = Design.plain.with { $0.repurchase = .finishPending }
    let run = simulate(finishes, twice, [offline])
    expectEqual(run.times(.finished(transaction: 0)), [81])
    expectEqual(run.statuses, [.lost(.undelivered, .finishedEarly), .recovered])
    expectEqual(run.outcome.intents[0].chargeCount, 2)
  }

  @Test("C1: finishPending finishes no purchasing and no deferred transaction")
  func finishPendingSparesTheRest() {
    let finishes = Design.plain.with { $0.repurchase = .finishPending }
    let purchasing = simulate(finishes, [tap(1), tap(2, at: 3, cancels: true)])
    expectEqual(purchasing.statuses, [.delivered])
    let deferred = simulate(
      finishes, [tap(1, 1), tap(2, 2, at: 60)],
      [fault(.askToBuy(approves: true, answers: 100), at: .sheet)])
    expectEqual(deferred.outcome.charges.count, 2)
  }

  @Test("C1: finishPending keeps the drop point of a record that was destroyed before")
  func finishPendingAfterLoss() {
    let finishes = Design.nonBlocking.with { $0.repurchase = .finishPending }
    let run = simulate(
      finishes, [tap(1, 1), tap(2, 2, at: 120, cancels: true)],
      [offline, fault(.newDevice(reopens: 30), at: .callback, after: 1)])
    expectEqual(run.statuses, [.lost(.undelivered, .recordWiped)])
  }

  @Test("C1: a refused or resumed tap attaches no observer")
  func refusedTapAttachesNothing() {
    let design = Design.plain.with {
      $0.observer = .purchase
      $0.repurchase = .refuse
    }
    let run = simulate(
      design, twice, [offline, fault(.crash(reopens: 10), at: .callback, after: 1)])
    expectEqual(run.count(.attached), 1)
    expectEqual(run.flags(), .refused)
    let resumed = simulate(
      design.with {
        $0.records.place = .keychain
        $0.records.at = .purchased
        $0.repurchase = .resume
        $0.retry.resumeOn = []
      },
      twice,
      [
        fault(.networkLoss(lasts: 5), at: .callback),
        fault(.crash(reopens: 10), at: .callback, after: 1),
      ])
    expectEqual(resumed.count(.deliveryResumed), 1)
    expectEqual(resumed.count(.attached), 1)
    expectEqual(resumed.statuses, [.recovered])
  }

  @Test("C2: order-first requests the order first, and pays only after it exists")
  func orderFirst() {
    let run = simulate(.orderCarrier)
    expectEqual(run.times(.orderCreated(item: 0)), [21.15])
    expectEqual(run.times(.sheetShown(transaction: 0)), [21.3])
  }

  @Test("C2: without an order there is an error, no payment and no charge")
  func noOrder() {
    let down = simulate(.orderCarrier, [tap(1)], [fault(.networkLoss(lasts: 60), at: .tap)])
    expectEqual(down.times(.noOrder), [21])
    expectEqual(down.flags(), .noOrder)
    #expect(down.statuses.isEmpty)
    #expect(down.outcome.intents[0].wantsToPay, "a lost sale")
    let outage = simulate(.orderCarrier, [tap(1)], [fault(.backendOutage(lasts: 60), at: .tap)])
    expectEqual(outage.times(.noOrder), [36])
    let availableCatalog = simulate(.orderCarrier, [tap(1)], [fault(.delisting, at: .tap)])
    expectEqual(availableCatalog.flags(), .refused)
    #expect(availableCatalog.statuses.isEmpty)
  }
}
