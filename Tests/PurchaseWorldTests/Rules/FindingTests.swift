import EventEngine
import PurchaseWorld
import Testing
import TestSupport

/// Weaknesses of recommended designs that the articles do not mention.
@Suite struct FindingTests {
  @Test("C5: the final record keeper crosses when a later tap of the product was cancelled")
  func zeroLossIsNotZero() {
    // Item 2 is interrupted, item 1 of the same product is tapped and cancelled, item 2 completes.
    let life = play(
      .recordKeeper, [tap(1, 2), tap(2, 1, at: 20, cancels: true)],
      [fault(.interruption(.cancelled, resolves: 60), at: .sheet, after: 6)], in: .many)
    expectEqual(life.fates, [.lost(.crossed, .wrongRecord)])
  }

  @Test("B4: entry all misdelivers on a shared device")
  func entryAllMisdelivers() {
    // A's first charge waits; B buys on the same device, and B's request delivers it to B.
    let life = play(
      .ledgerKeeper.with { $0.retry.delays = [] }, [tap(1, 1), tap(2, 2, at: 60)],
      [
        fault(.networkLoss(lasts: 20), at: .callback),
        fault(.accountSwitch(returns: nil), at: .callback, after: 30),
      ])
    expectEqual(life.fates, [.lost(.misdelivered, .wrongAccount), .delivered])
  }

  @Test(
    "C6, C7: an early finisher and a client that finishes on rejection lose on a stale receipt",
    arguments: [Design.naive, .separateOrder, .plain.with { $0.finish = .onCallback }])
  func staleReceipt(design: Design) {
    let life = play(design, [tap(1)], [fault(.staleReceipt(lasts: 300), at: .charge)])
    expectEqual(life.fates, [.lost(.undelivered, .rejectedAndFinished)])
  }

  @Test("C5: waiting for the account loses the order if that account does not return")
  func waitingForAccount() {
    let gone = fault(.accountSwitch(returns: nil), at: .sheet, after: 1)
    let back = fault(.accountSwitch(returns: .seconds(24 * hour)), at: .sheet, after: 1)
    expectEqual(
      play(.recordKeeper, [tap(1)], [gone]).fates, [.lost(.undelivered, .waitingForAccount)])
    expectEqual(play(.recordKeeper, [tap(1)], [back]).fates, [.recovered])
  }

  @Test("P2: three tries of 15 s exceed the patience, so the blocking spinner leads to kills")
  func spinnerMakesKills() {
    let outage = fault(.backendOutage(lasts: 300), at: .callback)
    let blocking = play(.recordKeeper, [tap(1)], [outage])
    expectEqual(blocking.times(.lostPatience).first, 59)
    expectEqual(blocking.flags(), .hung)
    let open = play(.recordKeeper.with { $0.ui = .nonBlocking }, [tap(1)], [outage])
    expectEqual(open.count(.died), 0)
    expectEqual(open.flags(), [])
  }

  @Test("C2: in an outage order-first loses fewer orders because it refuses sales")
  func refusedSales() {
    // The backend is out before the tap: one design charges and loses, the other sells nothing.
    let out = Conditions.cases.with {
      $0.outages = [Outage(of: .backend, from: .start, lasts: .seconds(1_000 * hour))]
    }
    let purchaseFirst = play(.plain, in: out)
    expectEqual(purchaseFirst.fates, [.lost(.undelivered, .hungBehindUnfinished)])
    let orderFirst = play(.orderCarrier, in: out)
    #expect(orderFirst.fates.isEmpty)
    #expect(
      orderFirst.outcome.intents[0].wantsToPay && orderFirst.flags() == [.noOrder, .metOutage])
  }
}
