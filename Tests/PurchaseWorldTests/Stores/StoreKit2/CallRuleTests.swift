import EventEngine
import PurchaseWorld
import TestSupport
import Testing

/// Purchase calls of StoreKit 2: sheets, ends, and callbacks (K1, K2, K5).
@Suite struct CallRuleTests {
  private let plain = Design.plain.on(.storeKit2)
  private let offline = fault(.networkLoss(lasts: .seconds(hour)), at: .callback)
  private let crash = fault(.crash(reopens: 60), at: .charge, after: 0.1)

  @Test("K1: the call shows its sheet at once, and nothing is called back before the call ends")
  func sheet() {
    let run = simulate(plain)
    expectEqual(run.times(.sheetShown(transaction: 0)), [21])
    expectEqual(run.count(.purchasingCalledBack(transaction: 0)), 0)
    expectEqual(run.callbacks(0), ["31.2 result"])
    expectEqual(run.statuses, [.delivered])
  }

  @Test("K1: one sheet at a time, in the order of the calls; the next does not wait for a charge")
  func oneSheet() {
    let run = simulate(plain, [tap(1, 1), tap(2, 2, at: 3)])
    expectEqual(run.times(.sheetShown(transaction: 1)), [29])
    expectEqual(run.callbacks(0), ["31.2 result"])
    expectEqual(run.callbacks(1), ["39.2 result"])
  }

  @Test("K1, C3: a record due at purchasing is written at the payment")
  func recordAtPayment() {
    let purchasing = Design.nonBlocking.with { $0.records.at = .purchasing }
    let run = simulate(purchasing.on(.storeKit2))
    expectEqual(run.times(.recordWritten(intent: 0)), [21])
    expectEqual(run.statuses, [.delivered])
    expectEqual(
      simulate(purchasing).times(.recordWritten(intent: 0)), [21.2], "StoreKit 1 calls back")
  }

  @Test("K2: a cancelled sheet ends the call with failed(cancelled) at once and leaves nothing")
  func cancelled() {
    let refuses = plain.with { $0.repurchase = .refuse }
    let run = simulate(refuses, [tap(1, cancels: true), tap(2, at: 20)])
    expectEqual(run.times(.failedCalledBack(transaction: 0, .cancelled)), [29])
    expectEqual(run.times(.sheetShown(transaction: 1)), [41], "nothing is left to be refused for")
    expectEqual(run.statuses, [.delivered])
  }

  @Test("K2: a cancellation precedes the check of the link, and the link precedes an approval")
  func orderAtConfirmation() {
    let usesLink = Conditions.cases.with { $0.store.confirmationNeedsNetwork = true }
    let down = fault(.networkLoss(lasts: 30), at: .sheet)
    let ask = fault(.askToBuy(approves: true, answers: 60), at: .sheet)
    let cancelled = simulate(plain, [tap(1, cancels: true)], [down], in: usesLink)
    expectEqual(cancelled.times(.failedCalledBack(transaction: 0, .cancelled)), [29])
    let failed = simulate(plain, [tap(1)], [down, ask], in: usesLink)
    expectEqual(failed.times(.failedCalledBack(transaction: 0, .error)), [29])
    expectEqual(failed.count(.deferred(transaction: 0)), 0)
    expectEqual(failed.statuses, [])
    expectEqual(simulate(plain, [tap(1)], [down]).times(.charged(transaction: 0)), [31])
  }

  /// The first purchase is approved, and charged at 39, under the second sheet of its product.
  private let approvedUnderSheet = [
    fault(.askToBuy(approves: true, answers: 10), at: .sheet),
    fault(.networkLoss(lasts: 5), at: .charge, after: 1),
  ]

  @Test("K2, K5: the confirmation checks the link first, and then unfinished transactions")
  func unfinishedAtConfirmation() {
    let taps = [tap(1), tap(2, at: 12)]
    let run = simulate(plain, taps, approvedUnderSheet)
    expectEqual(run.times(.sheetShown(transaction: 1)), [33], "at the appearance it was free")
    expectEqual(run.times(.charged(transaction: 0)), [39])
    expectEqual(run.times(.answeredWithOwned(transaction: 1, owned: 0)), [41])
    expectEqual(run.callbacks(0).prefix(2).last, "41.2 result")
    expectEqual(run.outcome.charges.count, 1)
    let usesLink = Conditions.cases.with { $0.store.confirmationNeedsNetwork = true }
    let failed = simulate(plain, taps, approvedUnderSheet, in: usesLink)
    expectEqual(failed.times(.failedCalledBack(transaction: 1, .error)), [41])
    expectEqual(failed.count(.answeredWithOwned(transaction: 1, owned: 0)), 0)
  }

  @Test("K2: the charge follows the processing, and the live call follows the callback delay")
  func delays() {
    let slow = Conditions.cases.with {
      $0.store.processing = 5
      $0.store.callback = 0.7
    }
    let run = simulate(plain, in: slow)
    expectEqual(run.times(.charged(transaction: 0)), [34])
    expectEqual(run.callbacks(0), ["34.7 result"])
  }

  @Test("K2: the end of a call waits while its process is in the background")
  func endWaits() {
    // Paid at 29 and left at 39; the live call is due at 91.
    let slow = Conditions.background.with {
      $0.store.callback = 60
      $0.behavior.dwell = 5
    }
    let run = simulate(plain, in: slow)
    expectEqual(run.times(.left).first, 39)
    expectEqual(run.callbacks(0), ["28800.0 result"])
    expectEqual(run.statuses, [.delivered], "the first request, in the process of the tap")
  }

  @Test("K2: the end of a call is not delivered after the death of its process")
  func endIsLost() {
    let paid = simulate(plain.with { $0.routes = .result }, [tap(1)], [crash])
    expectEqual(paid.callbacks(0), [])
    expectEqual(paid.statuses, [.lost(.undelivered, .observerMissing)])
    let killed = fault(.crash(reopens: 60), at: .sheet, after: 1)
    let cancelled = simulate(plain, [tap(1, cancels: true)], [killed])
    expectEqual(cancelled.times(.cancelled(transaction: 0)), [29])
    expectEqual(cancelled.count(.failedCalledBack(transaction: 0, .cancelled)), 0)
  }

  @Test("K5: a product with an unfinished transaction shows no sheet and returns that one")
  func answeredWithUnfinished() {
    let run = simulate(plain, [tap(1), tap(2, at: 20)], [offline])
    expectEqual(run.times(.answeredWithOwned(transaction: 1, owned: 0)), [41])
    expectEqual(run.count(.sheetShown(transaction: 1)), 0)
    expectEqual(run.callbacks(0).prefix(2), ["31.2 result", "41.2 result"])
    expectEqual(run.callbacks(1), [])
    expectEqual(run.outcome.charges.count, 1)
    expectEqual(run.flags(2), [], "no alert of the store")
    expectEqual(run.statuses, [.recovered])
  }

  @Test("K5: another product is charged as usual, and this product after its finish")
  func otherProduct() {
    let other = simulate(plain, [tap(1, 1), tap(2, 2, at: 20)], [offline])
    expectEqual(other.times(.charged(transaction: 1)), [51])
    let finished = simulate(plain, [tap(1), tap(2, at: 20)])
    expectEqual(finished.times(.charged(transaction: 1)), [51])
    expectEqual(finished.statuses, [.delivered, .delivered])
  }

  @Test("K5: a sheet that does not appear is no anchor")
  func noAnchor() {
    let run = simulate(
      plain, [tap(1), tap(2, at: 20)], [offline, fault(.crash(reopens: 60), at: .sheet, of: 2)])
    expectEqual(run.outcome.occurredFaults, 1)
    expectEqual(run.count(.died), 0)
  }

  @Test("K5: a call that waits for a sheet is checked at its turn, and the next call follows")
  func judgedInTurn() {
    // Three calls at once: the second waits for the sheet of the first, which is charged by then.
    let quick = Conditions.cases.with { $0.store.processing = 0 }
    let run = simulate(
      plain, [tap(1, 1), tap(2, 1, at: 1), tap(3, 2, at: 2)], [offline], in: quick)
    expectEqual(run.times(.charged(transaction: 0)), [29])
    expectEqual(run.times(.sheetShown(transaction: 1)), [29], "the charge has yet to come")
    expectEqual(run.times(.answeredWithOwned(transaction: 1, owned: 0)), [37])
    expectEqual(run.times(.sheetShown(transaction: 2)), [37])
  }

  @Test("K5: of several unfinished transactions, the oldest charge is returned")
  func oldest() {
    // The first purchase waits for its approval until 89; the second is charged at 43.
    let run = simulate(
      plain, [tap(1), tap(2, at: 12), tap(3, at: 80)],
      [
        fault(.askToBuy(approves: true, answers: 60), at: .sheet),
        fault(.networkLoss(lasts: .seconds(hour)), at: .callback, of: 2),
      ])
    expectEqual(run.times(.charged(transaction: 1)), [43])
    expectEqual(run.times(.charged(transaction: 0)), [89])
    expectEqual(run.times(.answeredWithOwned(transaction: 2, owned: 1)), [101])
  }

  @Test("K5, S11: a transaction finished before the end of the call is not returned")
  func finishedMeanwhile() {
    // The link is up at 40.2, and the delivery that waited is over at 41.1.
    let waits = plain.with {
      $0.retry.delays = [1_000.0]
      $0.retry.resumeOn = .network
    }
    let run = simulate(
      waits, [tap(1), tap(2, at: 20)], [fault(.networkLoss(lasts: 9), at: .callback)])
    expectEqual(run.times(.answeredWithOwned(transaction: 1, owned: 0)), [41])
    expectEqual(run.times(.finished(transaction: 0)), [41.1])
    expectEqual(run.callbacks(0), ["31.2 result"])
    expectEqual(run.outcome.intents.map(\.chargeCount), [1, 0])
  }

  @Test("K5: the end of a call without a sheet waits, and is lost with its process")
  func unfinishedEndIsLost() {
    let slow = Conditions.cases.with { $0.store.callback = 5 }
    let taps = [tap(1), tap(2, at: 40)]
    let long = fault(.networkLoss(lasts: .seconds(hour)), at: .callback)
    // The second call is made at 61 and answered at 66; the process is dead at 63.
    let crash = fault(.crash(reopens: 60), at: .callback, after: 27)
    let run = simulate(plain, taps, [long, crash], in: slow)
    expectEqual(run.times(.answeredWithOwned(transaction: 1, owned: 0)), [61])
    expectEqual(run.callbacks(0).prefix(3), ["36.0 result", "124.0 updates", "124.0 launchQuery"])
  }

  @Test("K5, P2: without a sheet, patience counts from the moment of the check")
  func patience() {
    // The check is out; the process of the first purchase is gone, and the second tap is at 113.5.
    let waits = plain.blocking.with {
      $0.timing = .orderFirst
      $0.retry.delays = [1_000.0]
    }
    let run = simulate(
      waits, [tap(1), tap(2, at: 20)],
      [
        fault(.storeCheckOutage(lasts: .seconds(hour)), at: .callback),
        fault(.crash(reopens: 60), at: .callback, after: 1),
      ])
    expectEqual(run.taps(of: 1), [113.5])
    expectEqual(run.times(.answeredWithOwned(transaction: 1, owned: 0)), [113.8])
    expectEqual(run.times(.lostPatience).first, 143.8)
    expectEqual(run.flags(2), .hung)
  }

  @Test("C1, K5: refuse and finishPending check charged unfinished transactions")
  func repurchase() {
    let taps = [tap(1), tap(2, at: 20)]
    let refuses = simulate(plain.with { $0.repurchase = .refuse }, taps, [offline])
    expectEqual(refuses.times(.tapRefused), [41])
    let finishes = simulate(plain.with { $0.repurchase = .finishPending }, taps, [offline])
    expectEqual(finishes.times(.finished(transaction: 0)), [41])
    expectEqual(finishes.times(.charged(transaction: 1)), [51])
    expectEqual(finishes.statuses, [.lost(.undelivered, .finishedEarly), .recovered])
  }
}
