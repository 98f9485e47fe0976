import EventEngine
import PurchaseWorld
import TestSupport
import Testing

/// Which callbacks reach the app, when and how often (S3, S11).
@Suite struct CallbackRuleTests {
  private let offline = fault(.networkLoss(lasts: .seconds(hour)), at: .callback)
  private let background = Conditions.cases.with { $0.behavior.evictionProbability = .never }

  @Test("S3: purchased waits for the foreground while the app is in the background")
  func waitsForForeground() {
    let run = simulate(
      .plain, [tap(1)], [fault(.askToBuy(approves: true, answers: 600), at: .sheet)],
      in: background)
    expectEqual(run.times(.left).first, 141)
    expectEqual(run.times(.charged(transaction: 0)), [629])
    expectEqual(run.times(.purchasedCalledBack(transaction: 0)), [secondVisit])
    expectEqual(run.statuses, [.delivered], "the first request, in the process of the tap")
  }

  @Test("S3: purchased waits for a process, and arrives once, with the call of the attachment")
  func waitsForProcess() {
    let run = simulate(.plain, [tap(1)], [fault(.crash(reopens: 60), at: .charge, after: 0.1)])
    expectEqual(run.times(.died), [31.1])
    expectEqual(run.times(.attached).prefix(2), [1, 92.1])
    expectEqual(run.times(.purchasedCalledBack(transaction: 0)), [92.1])
  }

  @Test("S3: an attachment between charge and callback replaces the live call")
  func attachmentBeforeLiveCall() {
    // Ready again at 31.1: charged at 31, the live call is due at 31.2.
    let run = simulate(.plain, [tap(1)], [fault(.crash(reopens: 6.1), at: .sheet, after: 3)])
    expectEqual(run.times(.purchasedCalledBack(transaction: 0)), [31.1])
    expectEqual(run.statuses, [.recovered])
  }

  @Test("S3: purchased waits for the observer, which may never come")
  func waitsForObserver() {
    let run = simulate(.naive, [tap(1)], [fault(.crash(reopens: 60), at: .charge, after: 0.1)])
    expectEqual(run.count(.purchasedCalledBack(transaction: 0)), 0)
    expectEqual(run.statuses, [.lost(.undelivered, .observerMissing)])
  }

  @Test("S3: failed waits like purchased and is called back first")
  func failedComesFirst() {
    let run = simulate(
      .plain, [tap(1, 1), tap(2, 2, at: 60, cancels: true)],
      [offline, fault(.crash(reopens: 60), at: .sheet, after: 1, of: 2)])
    expectEqual(run.times(.cancelled(transaction: 1)), [89])
    let callbacks = run.moments(at: 143).filter {
      switch $0 {
      case .failedCalledBack, .purchasedCalledBack: true
      default: false
      }
    }
    expectEqual(
      callbacks,
      [.failedCalledBack(transaction: 1, .cancelled), .purchasedCalledBack(transaction: 0)])
  }

  @Test("S3: a purchasing callback without an observer is never made")
  func purchasingIsLost() {
    let run = simulate(.plain, [tap(1)], [fault(.crash(reopens: 60), at: .sheet, after: 0.1)])
    expectEqual(run.count(.purchasingCalledBack(transaction: 0)), 0)
    expectEqual(run.count(.purchasedCalledBack(transaction: 0)), 1)
  }

  @Test("S3: a purchasing callback for an app in the background waits for the foreground")
  func purchasingWaits() {
    // Paid at 29 and left at 39; purchasing is due at 81, purchased at 91.
    let slow = background.with {
      $0.store.callback = 60
      $0.behavior.dwell = 5
    }
    let run = simulate(
      .plain.with {
        $0.records.at = .purchasing; $0.binding.itemSources = [.record]
      }, in: slow)
    expectEqual(run.times(.left).first, 39)
    expectEqual(run.times(.purchasingCalledBack(transaction: 0)), [secondVisit])
    expectEqual(run.times(.purchasedCalledBack(transaction: 0)), [secondVisit])
    expectEqual(run.statuses, [.delivered], "the record is written before it is needed")
  }

  @Test("S3: a deferred callback without an observer is never made")
  func deferredIsLost() {
    let run = simulate(
      .plain, [tap(1)],
      [
        fault(.askToBuy(approves: true, answers: 600), at: .sheet),
        fault(.crash(reopens: 60), at: .sheet, after: 1),
      ])
    expectEqual(run.times(.deferred(transaction: 0)), [29])
    expectEqual(run.count(.deferredCalledBack(transaction: 0)), 0)
    expectEqual(run.statuses, [.recovered])
  }

  @Test("S3: every attachment calls back all unfinished charges, oldest first, then their copies")
  func everyAttachment() {
    let run = simulate(
      .plain, [tap(1, 1), tap(1, 1, at: 20), tap(1, 1, at: 40), tap(2, 2, at: 60)],
      [
        offline, fault(.crash(reopens: 60), at: .callback, after: 1, of: 2),
        fault(.crash(reopens: 60), at: .callback, after: 121, of: 2),
      ])
    // Transactions 1 and 2 end in the alert; 3 is the charge of the other product.
    expectEqual(run.times(.died).prefix(2), [92.2, 212.2])
    expectEqual(run.purchased(at: 153.2), [0, 0, 0, 3])
    expectEqual(run.purchased(at: 273.2), [0, 3], "the copies are spent")
    expectEqual(run.purchased(at: secondVisit + 1), [0, 3])
  }

  @Test("S3: an unfinished charge survives the deletion of the app")
  func survivesDeletion() {
    let run = simulate(
      .plain, [tap(1)], [offline, fault(.reinstall(reopens: 60), at: .callback, after: 1)])
    expectEqual(run.times(.purchasedCalledBack(transaction: 0)).prefix(2), [31.2, 93.2])
    expectEqual(run.statuses, [.recovered])
  }

  @Test("S3: an unfinished charge survives a new device unless survivesNewDevice is false")
  func survivesNewDevice() {
    let moves = [offline, fault(.newDevice(reopens: 60), at: .callback, after: 1)]
    let survives = simulate(.plain, [tap(1)], moves)
    expectEqual(survives.times(.purchasedCalledBack(transaction: 0)).prefix(2), [31.2, 93.2])
    expectEqual(survives.statuses, [.recovered])
    let forgets = Conditions.cases.with { $0.store.unfinishedSurviveNewDevice = false }
    let gone = simulate(.plain, [tap(1)], moves, in: forgets)
    expectEqual(gone.times(.purchasedCalledBack(transaction: 0)), [31.2])
    #expect(gone.outcome.charges[0].status.countsAsLost)
  }

  @Test("S3: the foreground repeats no callback unless redeliversOnForeground is set")
  func redeliversOnForeground() {
    let byDefault = simulate(.plain, [tap(1)], [offline], in: background)
    expectEqual(byDefault.times(.cameToFront).first, secondVisit)
    expectEqual(byDefault.times(.purchasedCalledBack(transaction: 0)), [31.2])
    expectEqual(byDefault.statuses, [.lost(.undelivered, .hungBehindUnfinished)])
    let redelivering = background.with { $0.store.redeliversOnForeground = true }
    let run = simulate(.plain, [tap(1)], [offline], in: redelivering)
    expectEqual(run.times(.purchasedCalledBack(transaction: 0)), [31.2, secondVisit])
    expectEqual(run.statuses, [.recovered])
  }

  @Test("S3: a copy due in the background waits for the foreground")
  func copyWaits() {
    let run = simulate(
      .plain, [tap(1)], [offline, fault(.duplicateCallback(copies: 1, gap: 300), at: .callback)],
      in: background)
    expectEqual(run.times(.purchasedCalledBack(transaction: 0)), [31.2, secondVisit])
    expectEqual(run.statuses, [.recovered])
  }

  @Test("S11: after the finish, the next purchase of the product is a new charge")
  func finishedIsGone() {
    let run = simulate(.plain, [tap(1), tap(1, at: 60)])
    expectEqual(run.times(.finished(transaction: 0)), [32.1])
    expectEqual(run.times(.charged(transaction: 1)), [91])
    expectEqual(run.statuses, [.delivered, .delivered])
    expectEqual(run.outcome.intents[0].chargeCount, 2)
    expectEqual(run.count(.purchasedCalledBack(transaction: 0)), 1)
  }

  @Test("S11: a copy due after the finish is not called back, a copy before it is")
  func copyAfterFinish() {
    let late = simulate(
      .plain, [tap(1)], [fault(.duplicateCallback(copies: 1, gap: 1), at: .callback)])
    expectEqual(late.times(.purchasedCalledBack(transaction: 0)), [31.2])
    let early = simulate(
      .plain, [tap(1)], [fault(.duplicateCallback(copies: 3, gap: 0.4), at: .callback)])
    expectEqual(early.times(.purchasedCalledBack(transaction: 0)), [31.2, 31.6, 32])
    expectEqual(early.statuses, [.delivered])
  }
}
