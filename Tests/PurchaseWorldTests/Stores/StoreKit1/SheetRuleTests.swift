import EventEngine
import PurchaseWorld
import TestSupport
import Testing

/// Payments and their sheets (S1, S2, S4, S5).
@Suite struct SheetRuleTests {
  @Test("S1: addPayment shows the sheet, and purchasing comes after the callback delay")
  func sheetAndPurchasing() {
    let run = simulate(.plain)
    expectEqual(run.taps(of: 0), [21])
    expectEqual(run.times(.sheetShown(transaction: 0)), [21])
    expectEqual(run.times(.purchasingCalledBack(transaction: 0)), [21.2])
  }

  @Test("S1: an order-first client adds its payment when the order is there")
  func sheetAfterOrder() {
    let run = simulate(.orderCarrier)
    expectEqual(run.times(.sheetShown(transaction: 0)), [21.3])
    expectEqual(run.times(.purchasingCalledBack(transaction: 0)), [21.5])
  }

  @Test("S1: one sheet at a time, in the order of addPayment; purchasing does not wait for it")
  func sheetsQueue() {
    let run = simulate(.plain, [tap(1, 1), tap(2, 2, at: 1), tap(3, 1, at: 2, cancels: true)])
    expectEqual(run.times(.sheetShown(transaction: 0)), [21])
    expectEqual(run.times(.sheetShown(transaction: 1)), [29])
    expectEqual(run.times(.sheetShown(transaction: 2)), [37])
    expectEqual(run.times(.purchasingCalledBack(transaction: 1)), [22.2])
    expectEqual(run.times(.purchasingCalledBack(transaction: 2)), [23.2])
    expectEqual(run.statuses, [.delivered, .delivered])
  }

  @Test("S1: a transaction has no identifier until it is charged: its record is found by product")
  func noIdentifierBeforeCharge() {
    // The app dies before the charge: the record can only be found by its product.
    let run = simulate(.recordKeeper, [tap(1)], [fault(.crash(reopens: 60), at: .sheet, after: 2)])
    expectEqual(run.statuses, [.recovered])
    expectEqual(run.count(.recordWritten(intent: 0)), 1)
  }

  @Test("S2: a cancelled sheet is called back as failed(cancelled) at once and charges nothing")
  func cancel() {
    let run = simulate(.plain, [tap(1, cancels: true)])
    expectEqual(run.times(.cancelled(transaction: 0)), [29])
    expectEqual(run.times(.failedCalledBack(transaction: 0, .cancelled)), [29])
    #expect(run.statuses.isEmpty)
    #expect(!run.outcome.intents[0].wantsToPay)
  }

  @Test("S2: a payment is charged after the processing and called back after the callback delay")
  func pay() {
    let run = simulate(.plain)
    expectEqual(run.times(.confirmed(transaction: 0)), [29])
    expectEqual(run.times(.charged(transaction: 0)), [31])
    expectEqual(run.times(.purchasedCalledBack(transaction: 0)), [31.2])
    expectEqual(run.outcome.charges[0].chargedAt, .start + 31)
    expectEqual(run.outcome.charges[0].price, 600)
    expectEqual(run.deliveries, [0.85])
  }

  @Test("S2: the charge enters the receipt at once, before its callback")
  func chargeEntersReceipt() {
    // The first task reads a receipt between charge and callback of the second purchase.
    let run = simulate(
      .plain.with {
        $0.backend.entry = .first
        $0.backend.checksProduct = false
        $0.retry.delays = [8.0]
      },
      [tap(1, 1), tap(2, 2, at: 0.1)], [fault(.networkLoss(lasts: 1), at: .callback)])
    // Second charge at 39, its callback at 39.2; the retry of the first is due at 39.2.
    expectEqual(run.times(.charged(transaction: 1)), [39])
    let delivered = Trace.Occurrence.goodsDelivered(transaction: 1, item: 0, account: 0)
    expectEqual(run.count(delivered), 1, "the newest entry is that of the second charge")
  }

  @Test("S4, P1: the sheet belongs to the system: the user pays even if the process is dead")
  func paysWithoutProcess() {
    let run = simulate(.plain, [tap(1)], [fault(.appKill(reopens: 60), at: .sheet, after: 1)])
    expectEqual(run.times(.died), [22])
    expectEqual(run.times(.confirmed(transaction: 0)), [29])
    expectEqual(run.times(.charged(transaction: 0)), [31])
    expectEqual(run.times(.purchasedCalledBack(transaction: 0)), [83])
    expectEqual(run.statuses, [.recovered])
  }

  @Test("S4: the user can also cancel if the process is dead; failed waits")
  func cancelsWithoutProcess() {
    let run = simulate(
      .plain, [tap(1, cancels: true)], [fault(.appKill(reopens: 60), at: .sheet, after: 1)])
    expectEqual(run.times(.cancelled(transaction: 0)), [29])
    expectEqual(run.times(.failedCalledBack(transaction: 0, .cancelled)), [83])
  }

  /// The first purchase cannot be delivered for an hour; the second is of the same product.
  private let blockedTaps = [tap(1), tap(1, at: 60)]
  private let offline = fault(.networkLoss(lasts: .seconds(hour)), at: .callback)

  @Test("S5: a product with an unfinished charge is not charged again, without any callback")
  func blocked() {
    let run = simulate(.plain, blockedTaps, [offline])
    expectEqual(run.times(.sheetShown(transaction: 1)), [81], "the sheet is shown all the same")
    expectEqual(run.times(.purchasingCalledBack(transaction: 1)), [81.2])
    expectEqual(run.times(.confirmed(transaction: 1)), [89])
    expectEqual(run.times(.blocked(transaction: 1, by: 0)), [89])
    expectEqual(run.count(.charged(transaction: 1)), 0)
    expectEqual(run.count(.purchasedCalledBack(transaction: 1)), 0)
    expectEqual(run.count(.failedCalledBack(transaction: 1, .cancelled)), 0)
    expectEqual(run.count(.failedCalledBack(transaction: 1, .error)), 0)
    expectEqual(run.flags(), .blocked)
    expectEqual(run.statuses, [.recovered])
  }

  @Test("S5: another product is charged as usual")
  func otherProduct() {
    let run = simulate(.plain, [tap(1, 1), tap(2, 2, at: 60)], [offline])
    expectEqual(run.times(.charged(transaction: 1)), [91])
    expectEqual(run.flags(2), [])
  }

  @Test("S5: the unfinished charge is checked only at the confirmation")
  func judgedAtConfirmation() {
    // The charge is unfinished when the second sheet appears, and finished when it is confirmed.
    let finished = simulate(
      .plain.with { $0.retry.delays = [55.0] }, blockedTaps,
      [fault(.networkLoss(lasts: 50), at: .callback)])
    expectEqual(finished.times(.finished(transaction: 0)), [87.1])
    expectEqual(finished.outcome.intents[0].chargeCount, 2)
    // Completed in the store (S7), it is charged without a check of the first.
    let completed = simulate(
      .plain, [tap(1, 1), tap(2, 1, at: 60)],
      [offline, fault(.interruption(.error, resolves: 5), at: .sheet, after: 1, of: 2)])
    expectEqual(completed.outcome.charges.count, 2)
    // Approved later (S9), it is charged without a check of charges in between.
    let approved = simulate(
      .plain, [tap(1, 1), tap(2, 1, at: 60)],
      [
        fault(.askToBuy(approves: true, answers: 120), at: .sheet),
        fault(.networkLoss(lasts: .seconds(hour)), at: .callback, of: 2),
      ])
    expectEqual(approved.outcome.charges.map(\.intentIndex), [1, 0])
  }

  @Test("S5: with repurchaseReplays, the old purchased follows the alert after the callback delay")
  func replays() {
    let replaying = Conditions.cases.with { $0.store.repurchaseReplayProbability = .always }
    let run = simulate(
      .plain, blockedTaps, [fault(.networkLoss(lasts: 40), at: .callback)], in: replaying)
    expectEqual(run.times(.blocked(transaction: 1, by: 0)), [89])
    expectEqual(run.times(.purchasedCalledBack(transaction: 0)), [31.2, 89.2])
    expectEqual(run.statuses, [.recovered])
  }

  @Test("S5: the replay goes to an attached observer only")
  func replayNeedsObserver() {
    let replaying = Conditions.cases.with { $0.store.repurchaseReplayProbability = .always }
    let run = simulate(
      .plain, [tap(1), tap(2, at: 60)],
      [offline, fault(.crash(reopens: 60), at: .sheet, after: 1, of: 2)], in: replaying)
    expectEqual(run.times(.blocked(transaction: 1, by: 0)), [89])
    expectEqual(run.purchased(at: 143), [0, 0], "one call and one copy at the attachment")
    expectEqual(run.count(.purchasedCalledBack(transaction: 0)), 4)
  }
}
