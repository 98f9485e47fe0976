import EventEngine
import PurchaseWorld
import Testing
import TestSupport

/// What a tap leads to (C1, C2).
@Suite struct TapRuleTests {
  private let offline = fault(.networkLoss(lasts: .seconds(hour)), at: .callback)
  private let twice = [tap(1), tap(1, at: 60)]

  @Test("C1: a tap is ignored while the UI blocks")
  func ignored() {
    let life = play(.recordKeeper, [tap(1), tap(1, at: 5)])
    #expect(equal(life.times(.tapIgnored), [26]))
    #expect(equal(life.count(.sheetShown(transaction: 1)), 0))
    let open = play(.quietKeeper, [tap(1), tap(1, at: 5, cancels: true)])
    #expect(equal(open.count(.sheetShown(transaction: 1)), 1))
  }

  @Test(
    "C1: resume and resumeOrBlock restart the waiting record of the same item and account",
    arguments: [Design.RepurchaseRule.resume, .resumeOrBlock])
  func resume(rule: Design.RepurchaseRule) {
    let design = Design.quietKeeper.with {
      $0.repurchase = rule
      $0.retry.delays = []
    }
    let life = play(design, twice, [fault(.networkLoss(lasts: 10), at: .callback)])
    #expect(equal(life.times(.deliveryResumed), [81]))
    #expect(equal(life.times(.finished(transaction: 0)), [81.9]))
    #expect(equal(life.count(.sheetShown(transaction: 1)), 0))
    #expect(equal(life.fates, [.recovered]))
    #expect(equal(life.flags(), []))
  }

  @Test("C1: another item or account of the product: resume goes on, resumeOrBlock refuses")
  func resumeOrBlock() {
    let resumes = Design.quietKeeper.with {
      $0.repurchase = .resume
      $0.retry.delays = []
    }
    let blocks = resumes.with { $0.repurchase = .resumeOrBlock }
    let otherItem = [tap(1, 1), tap(2, 2, at: 60)]
    let goesOn = play(resumes, otherItem, [offline], in: .many)
    #expect(equal(goesOn.count(.sheetShown(transaction: 1)), 1))
    #expect(equal(goesOn.flags(2), .blocked), "the store's alert, not a refusal")
    let refused = play(blocks, otherItem, [offline], in: .many)
    #expect(equal(refused.times(.tapRefused), [81]))
    #expect(equal(refused.flags(2), .refused))
    #expect(equal(refused.count(.sheetShown(transaction: 1)), 0))
    let switched = fault(.accountSwitch(returns: nil), at: .callback, after: 1)
    let other = play(blocks, [tap(1), tap(2, at: 60)], [offline, switched])
    #expect(equal(other.flags(2), .refused))
    let otherProduct = play(blocks, otherItem, [offline])
    #expect(equal(otherProduct.count(.sheetShown(transaction: 1)), 1))
  }

  @Test("C1: resumeOrBlock looks only at waiting records, not at the queue")
  func resumeLooksAtRecords() {
    // The record has no identifier yet: the second tap meets no waiting record.
    let design = Design.quietKeeper.with { $0.repurchase = .resumeOrBlock }
    let life = play(design, [tap(1, 1), tap(2, 2, at: 5, cancels: true)], in: .many)
    #expect(equal(life.count(.sheetShown(transaction: 1)), 1))
    #expect(equal(life.flags(2), []))
  }

  @Test("C1: refuse refuses while any transaction of the product is in the queue, in any state")
  func refuse() {
    let refuses = Design.plain.with { $0.repurchase = .refuse }
    let onSheet = play(refuses, [tap(1), tap(1, at: 3)])
    #expect(equal(onSheet.times(.tapRefused), [24]))
    let charged = play(refuses, twice, [offline])
    #expect(equal(charged.flags(), .refused))
    let deferred = play(refuses, twice, [fault(.askToBuy(approves: false, answers: 5), at: .sheet)])
    #expect(equal(deferred.times(.tapRefused), [81]))
    let keptFailure = play(
      refuses.with { $0.onFailed = .keep }, [tap(1, cancels: true), tap(2, at: 60)])
    #expect(equal(keptFailure.flags(2), .refused))
    #expect(equal(play(refuses, twice).outcome.intents[0].charges, 2), "nothing waits any more")
    #expect(equal(play(refuses, [tap(1, 1), tap(2, 2, at: 3)]).fates.count, 2), "another product")
  }

  @Test("C1: finishPending finishes every charge first; an undelivered one is finishedEarly")
  func finishPending() {
    let finishes = Design.plain.with { $0.repurchase = .finishPending }
    let life = play(finishes, twice, [offline])
    #expect(equal(life.times(.finished(transaction: 0)), [81]))
    #expect(equal(life.fates, [.lost(.undelivered, .finishedEarly), .recovered]))
    #expect(equal(life.outcome.intents[0].charges, 2))
  }

  @Test("C1: finishPending finishes no purchasing and no deferred transaction")
  func finishPendingSparesTheRest() {
    let finishes = Design.plain.with { $0.repurchase = .finishPending }
    let purchasing = play(finishes, [tap(1), tap(2, at: 3, cancels: true)])
    #expect(equal(purchasing.fates, [.delivered]))
    let deferred = play(
      finishes, [tap(1, 1), tap(2, 2, at: 60)],
      [fault(.askToBuy(approves: true, answers: 100), at: .sheet)])
    #expect(equal(deferred.outcome.charges.count, 2))
  }

  @Test("C1: what finishPending finishes keeps the drop point of a record destroyed before")
  func finishPendingAfterLoss() {
    let finishes = Design.quietKeeper.with { $0.repurchase = .finishPending }
    let life = play(
      finishes, [tap(1, 1), tap(2, 2, at: 120, cancels: true)],
      [offline, fault(.newDevice(reopens: 30), at: .callback, after: 1)])
    #expect(equal(life.fates, [.lost(.undelivered, .recordWiped)]))
  }

  @Test("C1: a refused or resumed tap attaches no observer")
  func refusedTapAttachesNothing() {
    let design = Design.plain.with {
      $0.observer = .purchase
      $0.repurchase = .refuse
    }
    let life = play(design, twice, [offline, fault(.crash(reopens: 10), at: .callback, after: 1)])
    #expect(equal(life.count(.attached), 1))
    #expect(equal(life.flags(), .refused))
    let resumed = play(
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
    #expect(equal(resumed.count(.deliveryResumed), 1))
    #expect(equal(resumed.count(.attached), 1))
    #expect(equal(resumed.fates, [.recovered]))
  }

  @Test("C2: order-first asks for the order first, and pays only when it is there")
  func orderFirst() {
    let life = play(.orderCarrier)
    #expect(equal(life.times(.orderCreated(item: 0)), [21.15]))
    #expect(equal(life.times(.sheetShown(transaction: 0)), [21.3]))
  }

  @Test("C2: no order, no payment: an error, and nothing is charged")
  func noOrder() {
    let down = play(.orderCarrier, [tap(1)], [fault(.networkLoss(lasts: 60), at: .tap)])
    #expect(equal(down.times(.noOrder), [21]))
    #expect(equal(down.flags(), .noOrder))
    #expect(down.fates.isEmpty)
    #expect(down.outcome.intents[0].wantsToPay, "a lost sale")
    let outage = play(.orderCarrier, [tap(1)], [fault(.backendOutage(lasts: 60), at: .tap)])
    #expect(equal(outage.times(.noOrder), [36]))
    let shelf = play(.orderCarrier, [tap(1)], [fault(.delisting, at: .tap)])
    #expect(equal(shelf.flags(), .refused))
    #expect(shelf.fates.isEmpty)
  }
}
