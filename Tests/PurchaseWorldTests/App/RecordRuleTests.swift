import EventEngine
import PurchaseWorld
import TestSupport
import Testing

/// Writing and wiping records, failed and deferred callbacks (C3, C4, C11).
@Suite struct RecordRuleTests {
  private let offline = fault(.networkLoss(lasts: .seconds(hour)), at: .callback)

  @Test(
    "C3: records are written at the moments of records.at",
    arguments: [(RecordRules.Moments.payment, 21.0), (.purchasing, 21.2), (.purchased, 31.2)])
  func moments(at moment: RecordRules.Moments, time: Double) {
    let run = simulate(
      .plain.with {
        $0.records.place = .keychain
        $0.records.at = moment
        $0.binding.itemSources = [.record, .product]
      })
    let transaction: TransactionID? = moment == .purchased ? 0 : nil
    expectEqual(run.times(.recordWritten(intent: 0, transaction: transaction)), [time])
    expectEqual(run.statuses, [.delivered])
  }

  @Test("C3: between tap and purchasing, the client keeps the intent in memory only")
  func memoryBeforePurchasing() {
    let design = Design.nonBlocking.with { $0.records.at = .purchasing }
    let early = simulate(design, [tap(1)], [fault(.crash(reopens: 60), at: .sheet, after: 0.1)])
    expectEqual(early.count(.recordWritten(intent: 0)), 0)
    expectEqual(early.statuses, [.lost(.undelivered, .recordDied)])
    let late = simulate(design, [tap(1)], [fault(.crash(reopens: 60), at: .sheet, after: 0.3)])
    expectEqual(late.times(.recordWritten(intent: 0)), [21.2])
    expectEqual(late.statuses, [.recovered])
  }

  @Test("C3: a purchasing callback that this process did not start writes nothing")
  func foreignPurchasing() {
    let design = Design.nonBlocking.with { $0.records.at = .purchasing }
    let run = simulate(design, [tap(1)], [fault(.interruption(.error), at: .sheet, after: 6)])
    expectEqual(run.times(.purchasingCalledBack(transaction: 1)), [87.2])
    expectEqual(run.times(.recordWritten(intent: 0)), [21.2])
  }

  @Test("C3: at purchased, the identifier is added to the record that bound the transaction")
  func identifierJoinsRecord() {
    let run = simulate(.nonBlocking, [tap(1)], [offline])
    expectEqual(run.times(.recordWritten(intent: 0)), [21], "no second record")
    // The waiting record of item 1 does not bind the charge of item 2 of the same product.
    let other = simulate(
      .nonBlocking.with { $0.retry.delays = [] }, [tap(1, 1), tap(2, 2, at: 20)],
      [fault(.askToBuy(approves: true, answers: 60), at: .sheet, of: 2), offline], in: .many)
    expectEqual(other.count(.recordWritten(intent: 1)), 1)
    expectEqual(other.statuses, [.recovered])
  }

  @Test("C3: without a record, a new record stores the bound item and account, or the session")
  func newRecordHoldsWhatWasBound() {
    let design = Design.plain.with {
      $0.records.place = .keychain
      $0.records.at = .purchased
      $0.binding.accountSources = [.record, .session]
      $0.retry.delays = []
    }
    // B logs in after the callback; the record holds A, who was logged in at the callback.
    let run = simulate(
      design, [tap(1)], [offline, fault(.accountSwitch(returns: nil), at: .callback, after: 1)])
    expectEqual(run.times(.recordWritten(intent: 0, transaction: 0)), [31.2])
    expectEqual(run.statuses, [.recovered])
  }

  @Test("C3: an unbound transaction gets no record")
  func unboundGetsNone() {
    let run = simulate(
      .nonBlocking.with {
        $0.records.at = .purchased; $0.binding.unbound = .collect
      })
    expectEqual(run.count(.recordWritten(intent: 0)), 0)
    expectEqual(run.statuses, [.lost(.undelivered, .unboundCollected)])
  }

  @Test("C4: a failed callback finishes the transaction unless onFailed is keep")
  func failedIsFinished() {
    let refuses = Design.plain.with { $0.repurchase = .refuse }
    let taps = [tap(1, cancels: true), tap(2, at: 60)]
    expectEqual(simulate(refuses, taps).statuses, [.delivered])
    let keeps = simulate(refuses.with { $0.onFailed = .keep }, taps)
    #expect(keeps.statuses.isEmpty, "it stays in the queue, where refuse finds it")
  }

  @Test(
    "C4: a record is wiped if the failure code is in clearOn",
    arguments: FailureCode.allCases,
    [[], .cancelled, .error, [.cancelled, .error]] as [FailureCodes])
  func clearOn(code: FailureCode, codes: FailureCodes) {
    let run = simulate(
      .nonBlocking.with { $0.records.clearOn = codes }, [tap(1)],
      [fault(.interruption(code), at: .sheet, after: 6)])
    let isWiped = codes.contains(code: code)
    expectEqual(run.times(.recordLost(intent: 0, .recordCleared)), (isWiped ? [27] : []))
    expectEqual(run.statuses, [isWiped ? .lost(.undelivered, .recordCleared) : .delivered])
  }

  @Test("C4: the newest record of the product without an identifier is wiped")
  func newestIsWiped() {
    let clears = Design.nonBlocking.with { $0.records.clearOn = .cancelled }
    // The record of a waiting charge has an identifier, and that of another product is spared.
    let waiting = simulate(
      clears, [tap(1, 1), tap(2, 2, at: 20, cancels: true)], [offline], in: .many)
    expectEqual(waiting.times(.recordLost(intent: 1, .recordCleared)), [49])
    expectEqual(waiting.statuses, [.recovered])
    let other = simulate(clears, [tap(1, 1), tap(2, 2, at: 1, cancels: true)])
    expectEqual(other.count(.recordLost(intent: 0, .recordCleared)), 0)
    expectEqual(other.count(.recordLost(intent: 1, .recordCleared)), 1)
    // Bound by its payload at 31.2, the charge has the newest record of all when item 2 is cancelled.
    let carrier = clears.with {
      $0.payload = .intent
      $0.binding.itemSources = [.payload]
    }
    let spared = simulate(
      carrier, [tap(1, 1), tap(2, 2, at: 1, cancels: true)], [offline], in: .many)
    expectEqual(spared.times(.recordWritten(intent: 0)), [21])
    expectEqual(spared.times(.recordWritten(intent: 0, transaction: 0)), [31.2])
    expectEqual(spared.times(.recordLost(intent: 1, .recordCleared)), [37])
    expectEqual(spared.count(.recordLost(intent: 0, .recordCleared)), 0)
    // Item 1 is cancelled while the record of item 2 is the newest.
    let crossed = simulate(clears, [tap(1, 1, cancels: true), tap(2, 2, at: 2)], in: .many)
    expectEqual(crossed.times(.recordLost(intent: 1, .recordCleared)), [29])
    expectEqual(crossed.statuses, [.lost(.crossed, .recordCleared)])
  }

  @Test("C11: deferred closes the spinner, keeps the record and finishes nothing")
  func deferred() {
    let asks = fault(.askToBuy(approves: true, answers: 600), at: .sheet)
    let run = simulate(.recordKeeper, [tap(1)], [asks])
    expectEqual(run.times(.deferredCalledBack(transaction: 0)), [29])
    expectEqual(run.times(.spinnerClosed), [29])
    expectEqual(run.count(.recordLost(intent: 0, .recordCleared)), 0)
    expectEqual(run.flags(), [])
    expectEqual(run.statuses, [.recovered])
  }

  @Test("C11: with onDeferred ignore, the spinner continues")
  func deferredIgnored() {
    let asks = fault(.askToBuy(approves: true, answers: 600), at: .sheet)
    let run = simulate(.recordKeeper.with { $0.onDeferred = .ignore }, [tap(1)], [asks])
    expectEqual(run.times(.lostPatience), [59])
    expectEqual(run.flags(), .hung)
  }

  @Test("C3: purchasing writes no second record if the payment wrote one")
  func oneRecordAFlow() {
    let design = Design.nonBlocking.with {
      $0.records.at = [.payment, .purchasing, .purchased]
      $0.records.match = .oldest
    }
    let run = simulate(design, [tap(1, 1), tap(2, 2, at: 60)], in: .many)
    expectEqual(run.count(.recordWritten(intent: 0)), 1)
    expectEqual(run.statuses, [.delivered, .delivered])
  }
}
