import EventEngine
import PurchaseWorld
import TestSupport
import Testing

/// Weaknesses of recommended designs that the articles do not mention.
@Suite struct FindingTests {
  @Test("C5: the record keeper crosses an order if a later tap of the product is cancelled")
  func zeroLossIsNotZero() {
    // Item 2 is interrupted, item 1 of the same product is tapped and cancelled, item 2 completes.
    let run = simulate(
      .recordKeeper, [tap(1, 2), tap(2, 1, at: 20, cancels: true)],
      [fault(.interruption(.cancelled, resolves: 60), at: .sheet, after: 6)], in: .many)
    expectEqual(run.statuses, [.lost(.crossed, .wrongRecord)])
  }

  @Test("B4: entry all misdelivers on a shared device")
  func entryAllMisdelivers() {
    // A's first charge waits; B buys on the same device, and B's request delivers it to B.
    let run = simulate(
      .ledgerKeeper.with { $0.retry.delays = [] }, [tap(1, 1), tap(2, 2, at: 60)],
      [
        fault(.networkLoss(lasts: 20), at: .callback),
        fault(.accountSwitch(returns: nil), at: .callback, after: 30),
      ])
    expectEqual(run.statuses, [.lost(.misdelivered, .wrongAccount), .delivered])
  }

  @Test(
    "C6, C7: an early finisher and a client that finishes on rejection lose on a stale receipt",
    arguments: [Design.naive, .separateOrder, .plain.with { $0.finish = .onCallback }])
  func staleReceipt(design: Design) {
    let run = simulate(design, [tap(1)], [fault(.staleReceipt(lasts: 300), at: .charge)])
    expectEqual(run.statuses, [.lost(.undelivered, .rejectedAndFinished)])
  }

  @Test("C5: waiting for the account loses the order if that account does not return")
  func waitingForAccount() {
    let gone = fault(.accountSwitch(returns: nil), at: .sheet, after: 1)
    let back = fault(.accountSwitch(returns: .seconds(24 * hour)), at: .sheet, after: 1)
    expectEqual(
      simulate(.recordKeeper, [tap(1)], [gone]).statuses, [.lost(.undelivered, .waitingForAccount)])
    expectEqual(simulate(.recordKeeper, [tap(1)], [back]).statuses, [.recovered])
  }

  @Test("P2: three tries of 15 s exceed the patience, so the blocking spinner leads to kills")
  func spinnerMakesKills() {
    let outage = fault(.backendOutage(lasts: 300), at: .callback)
    let blocking = simulate(.recordKeeper, [tap(1)], [outage])
    expectEqual(blocking.times(.lostPatience).first, 59)
    expectEqual(blocking.flags(), .hung)
    let open = simulate(.recordKeeper.with { $0.purchasePage = .nonBlocking }, [tap(1)], [outage])
    expectEqual(open.count(.died), 0)
    expectEqual(open.flags(), [])
  }

  @Test("C2: in an outage order-first loses fewer orders because it refuses sales")
  func refusedSales() {
    // The backend is out before the tap: one design charges and loses, the other sells nothing.
    let out = Conditions.cases.with {
      $0.outages = [Outage(of: .backend, from: .start, lasts: .seconds(1_000 * hour))]
    }
    let purchaseFirst = simulate(.plain, in: out)
    expectEqual(purchaseFirst.statuses, [.lost(.undelivered, .hungBehindUnfinished)])
    let orderFirst = simulate(.orderCarrier, in: out)
    #expect(orderFirst.statuses.isEmpty)
    #expect(
      orderFirst.outcome.intents[0].wantsToPay && orderFirst.flags() == [.noOrder, .hitOutage])
  }
}
