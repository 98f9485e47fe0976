import EventEngine
import PurchaseWorld
import TestSupport
import Testing

/// The effects of a good receipt (B4–B7).
@Suite struct VerificationRuleTests {
  private let offline = fault(.networkLoss(lasts: .seconds(hour)), at: .callback)
  /// Two charges that wait unfinished for the second visit.
  private let twoTaps = [tap(1, 1), tap(2, 2, at: 20)]
  /// The verify reply is lost, and a second try follows.
  private let replyLost = fault(.replyLoss(of: .verify), at: .callback)

  private func goods(_ transaction: TransactionID, item: ItemID, account: AccountID = 0)
    -> Trace.Occurrence
  { .goodsDelivered(transaction: transaction, item: item, account: account) }

  @Test("B4: entry first takes the newest entry for any request")
  func entryFirst() {
    let first = Design.plain.with {
      $0.backend.entry = .first
      $0.backend.checksProduct = false
      $0.backend.dedupe = .none
    }
    let run = simulate(first, twoTaps, [offline])
    // Both requests of the second visit use the entry of the second charge.
    expectEqual(run.times(goods(1, item: 0)), [secondVisit + 1.65])
    expectEqual(run.times(goods(1, item: 1)), [secondVisit + 1.65])
    expectEqual(run.count(goods(0, item: 0)), 0)
  }

  @Test("B4: entry matching takes the transaction that the request names")
  func entryMatching() {
    let run = simulate(.plain, twoTaps, [offline])
    expectEqual(run.times(goods(0, item: 0)), [secondVisit + 1.65])
    expectEqual(run.times(goods(1, item: 1)), [secondVisit + 1.65])
  }

  @Test("B4: entry all delivers every open entry, and the reply finishes all of them")
  func entryAll() {
    // The first try of the second purchase, at 51.2, finds the link up and both in the receipt.
    let all = Design.plain.with { $0.backend.entry = .all }
    let run = simulate(all, twoTaps, [fault(.networkLoss(lasts: 10), at: .callback)])
    expectEqual(run.times(goods(0, item: 0)), [51.85])
    expectEqual(run.times(goods(1, item: 1)), [51.85])
    expectEqual(run.times(.finished(transaction: 0)), [52.1])
    expectEqual(run.times(.finished(transaction: 1)), [52.1])
    expectEqual(run.statuses, [.recovered, .delivered])
  }

  @Test("B4: entry all delivers no other entry of a product with several items")
  func entryAllOfSeveral() {
    var catalog = Catalog.oneToOne
    catalog.items.append(.init(name: "i3", product: 0))
    catalog.products[0].itemIndices.append(2)
    let all = Design.nonBlocking.with {
      $0.backend.entry = .all
      $0.retry.delays = []
    }
    let run = simulate(
      all, twoTaps, [fault(.networkLoss(lasts: 10), at: .callback)],
      in: Conditions.cases.with { $0.catalog = catalog })
    expectEqual(run.times(goods(0, item: 0)), [secondVisit + 1.65])
    expectEqual(run.times(goods(1, item: 1)), [51.85])
  }

  @Test("B4: entry all delivers for the account that the request names")
  func entryAllNamesOneAccount() {
    // A buys item 1 and B item 2; B's request delivers both to B.
    let all = Design.plain.with { $0.backend.entry = .all }
    let run = simulate(
      all, twoTaps,
      [
        fault(.networkLoss(lasts: 10), at: .callback),
        fault(.accountSwitch(returns: nil), at: .callback, after: 1),
      ])
    expectEqual(run.times(goods(0, item: 0, account: 1)), [51.85])
    expectEqual(run.statuses, [.lost(.misdelivered, .wrongAccount), .delivered])
  }

  @Test("B4, B1: entry all makes its orders at that time and delivers nothing off the shelf")
  func entryAllOffTheShelf() {
    let all = Design.plain.with { $0.backend.entry = .all }
    let run = simulate(
      all, twoTaps,
      [fault(.networkLoss(lasts: 10), at: .callback), fault(.delisting, at: .callback, after: 1)])
    expectEqual(run.count(.orderCreated(item: 0)), 0)
    expectEqual(run.times(.orderCreated(item: 1)), [51.85])
    expectEqual(run.count(.finished(transaction: 0)), 0)
    expectEqual(run.statuses, [.lost(.undelivered, .notForSale), .delivered])
  }

  @Test("B4: the reply of entry all has the status of the named entry and lists all delivered")
  func entryAllListsBesideDuplicate() {
    // The reply to the second purchase is lost. Its second try is a duplicate, and its receipt
    // lists a third charge, which is delivered, listed in the reply and finished.
    var catalog = Catalog.oneToOne
    catalog.items.append(.init(name: "i3", product: 2))
    catalog.products.append(.init(name: "p3", type: .consumable, price: 100, items: [2]))
    let all = Design.plain.with {
      $0.backend.entry = .all
      $0.retry.delays = [30.0, 500.0]
    }
    let run = simulate(
      all, [tap(1, 1), tap(2, 3, at: 30)],
      [replyLost, fault(.networkLoss(lasts: 10), at: .callback, of: 2)],
      in: Conditions.cases.with { $0.catalog = catalog })
    // 31.2 delivered, reply lost; timeout 46.2; second try 76.2; item 3 is charged at 61.
    expectEqual(run.times(.answered(.verify, .duplicate, transaction: 0)), [77.1])
    expectEqual(run.times(goods(1, item: 2)), [76.85])
    expectEqual(run.times(.finished(transaction: 1)), [77.1])
  }

  @Test("B4: a transaction that the receipt does not list is rejected")
  func nothingFound() {
    let stale = simulate(.plain, [tap(1)], [fault(.staleReceipt(lasts: 60), at: .charge)])
    expectEqual(stale.times(.answered(.verify, .rejected, transaction: 0)), [32.1])
    let first = simulate(
      .plain.with { $0.backend.entry = .first }, [tap(1)],
      [fault(.staleReceipt(lasts: 60), at: .charge)])
    expectEqual(first.times(.answered(.verify, .rejected, transaction: 0)), [32.1])
  }

  @Test("B4: checksProduct rejects an entry whose product differs from the order or item")
  func checksProduct() {
    let checks = Design.plain.with { $0.backend.entry = .first }
    let run = simulate(checks, twoTaps, [offline])
    expectEqual(run.times(.answered(.verify, .rejected, transaction: 0)).first, secondVisit + 1.9)
  }

  @Test(
    "B5: the dedupe key decides whether the second request is a duplicate",
    arguments: BackendRules.DedupeKey.allCases, [Design.OrderTiming.purchaseFirst, .orderFirst])
  func dedupe(key: BackendRules.DedupeKey, timing: Design.OrderTiming) {
    let design = Design.nonBlocking.with {
      $0.timing = timing
      $0.backend.dedupe = key
    }
    let run = simulate(design, [tap(1)], [replyLost])
    // A merged request names no order, so that the key `order` has nothing to compare.
    let isKnown = key == .receipt || key == .transaction || key == .order && timing == .orderFirst
    expectEqual(run.count(goods(0, item: 0)), (isKnown ? 1 : 2))
    expectEqual(run.count(.answered(.verify, .duplicate, transaction: 0)), (isKnown ? 1 : 0))
    expectEqual(run.outcome.charges[0].hasDuplicateDelivery, !isKnown)
    expectEqual(run.statuses, [.delivered])
  }

  @Test("B5: the dedupe key is checked before the shelf")
  func dedupeBeforeShelf() {
    let design = Design.plain.with { $0.retry.delays = [5.0] }
    let run = simulate(design, [tap(1)], [replyLost, fault(.delisting, at: .delivery)])
    expectEqual(run.times(.answered(.verify, .duplicate, transaction: 0)), [52.1])
  }

  @Test("B6: the order's item is delivered even if it is off the shelf by then")
  func orderDecides() {
    let run = simulate(.orderCarrier, [tap(1)], [fault(.delisting, at: .sheet)])
    expectEqual(run.statuses, [.delivered])
  }

  @Test("B6: without an order, the item named by the client is delivered if it is on the shelf")
  func itemDecides() {
    expectEqual(simulate(.plain).times(.orderCreated(item: 0)), [31.85])
    let run = simulate(.plain, [tap(1)], [fault(.delisting, at: .sheet)])
    expectEqual(run.statuses, [.lost(.undelivered, .notForSale)])
    expectEqual(run.count(.orderCreated(item: 0)), 0)
  }

  /// Submits transactions that it cannot bind.
  private let submits = Design(name: "submits").with {
    $0.timing = .orderFirst
    $0.binding.accountSources = [.session]
    $0.binding.unbound = .submit
    $0.backend.allowsLateOrder = true
  }

  @Test("B6: with lateOrder, the newest undelivered order of account and product is delivered")
  func lateOrder() {
    let run = simulate(submits)
    expectEqual(run.statuses, [.delivered])
    expectEqual(run.count(.orderCreated(item: 0)), 1)
  }

  @Test("B6: orders of cancelled taps stay open and can be the newest")
  func cancelledOrdersStayOpen() {
    // Item 1 is charged; after it, item 2 of the same product was tapped and cancelled.
    let run = simulate(
      submits, [tap(1, 1), tap(2, 2, at: 60, cancels: true)],
      [fault(.interruption(.error, resolves: 120), at: .sheet, after: 6)], in: .many)
    expectEqual(run.statuses, [.lost(.crossed, .wrongRecord)])
  }

  @Test("B6: without an order, the late order is made at that time for the product's first item")
  func lateOrderIsMade() {
    let purchaseFirst = submits.with { $0.timing = .purchaseFirst }
    let run = simulate(purchaseFirst, [tap(1, 1), tap(2, 2, at: 60)], in: .many)
    expectEqual(run.times(.orderCreated(item: 0)), [31.85, 91.85])
    expectEqual(run.statuses, [.delivered, .lost(.crossed, .wrongRecord)])
    let offShelf = simulate(purchaseFirst, [tap(1)], [fault(.delisting, at: .sheet)])
    expectEqual(offShelf.statuses, [.lost(.undelivered, .notForSale)])
  }

  @Test("B6: without an order, an item and a late order, the request is rejected")
  func nothingToDeliver() {
    let run = simulate(submits.with { $0.backend.allowsLateOrder = false })
    expectEqual(run.times(.answered(.verify, .rejected, transaction: 0)).first, 32.4)
    #expect(run.outcome.charges[0].status.countsAsLost)
  }

  /// B logs in on the sheet of A.
  private let switched = fault(.accountSwitch(returns: nil), at: .sheet, after: 1)

  @Test("B7: the goods go to the order's owner")
  func ownerGets() {
    let run = simulate(.orderCarrier, [tap(1)], [switched])
    expectEqual(run.count(goods(0, item: 0, account: 0)), 1)
    expectEqual(run.statuses, [.delivered])
  }

  @Test("B7: without an order, the goods go to the named account")
  func namedAccountGets() {
    let run = simulate(
      .nonBlocking.with { $0.binding.otherAccount = .deliver }, [tap(1)], [switched])
    expectEqual(run.count(goods(0, item: 0, account: 0)), 1)
    expectEqual(run.statuses, [.delivered])
  }

  @Test("B7: without an order and a named account, the goods go to the session's account")
  func sessionGets() {
    let withoutAccount = Design.plain.with { $0.binding.accountSources = [] }
    expectEqual(simulate(withoutAccount).statuses, [.delivered])
    let run = simulate(withoutAccount, [tap(1)], [switched])
    expectEqual(run.count(goods(0, item: 0, account: 1)), 1)
    expectEqual(run.statuses, [.lost(.misdelivered, .wrongAccount)])
  }

  @Test("B4, S6, fault staleReceipt: a reinstallation and a new device bring a new receipt")
  func staleReceiptEnds() {
    let stale = fault(.staleReceipt(lasts: .seconds(1_000 * hour)), at: .charge)
    expectEqual(
      simulate(.plain, [tap(1)], [stale]).statuses, [.lost(.undelivered, .hungBehindUnfinished)])
    for again in [Fault.reinstall(reopens: 60), .newDevice(reopens: 60)] {
      let run = simulate(.plain, [tap(1)], [stale, fault(again, at: .callback, after: 60)])
      expectEqual(run.statuses, [.recovered])
    }
    // A fault planned before the charge also ends.
    let early = fault(.staleReceipt(lasts: .seconds(1_000 * hour)), at: .tap)
    let run = simulate(
      .plain, [tap(1)], [early, fault(.reinstall(reopens: 60), at: .sheet, after: 1)])
    expectEqual(run.statuses, [.recovered])
  }
}
